"""What columns must know of the classes: rules for the parser, and whom to ask about the rest."""

from .errors import _ADVICE, URLError
from .schemes import HttpURL
from .settings import CHECKED, LENIENT, WHOLE_PATH
from .url import URL, _classes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    # Default port, whether there are dot segments, whether there must be a host.
    _Form = tuple[int | None, bool, bool]

# Checks that find nothing in text beyond ASCII but characters that no URL has, unless there are options.
_PLAIN_CHECKS = (URL._check, HttpURL._check)


def rules_of(profile: str) -> list[tuple[str, int, bool]]:
    """Of each scheme its name, its rules, and whether its check is a plain one; "" stands for all others."""
    if profile == "strict":
        return [("", LENIENT | CHECKED, False)]  # every row is for the classes
    _check_profile(profile)
    return [(name, cls._rules, cls._check in _PLAIN_CHECKS) for name, cls in _all_classes()]


def forms_of(profile: str) -> "list[tuple[str, _Form | None]]":
    """Of each scheme its name, and what the normal form of its URLs follows from, or None if its class must be asked;
    "" stands for all others.
    """
    if profile == "strict":
        return [("", None)]
    _check_profile(profile)
    # A class that checks its URLs may refuse the normal form of one, and columns know "?" only as the start of a query.
    asks = 0 if profile == "lenient" else CHECKED | WHOLE_PATH
    return [(name, None if cls._rules & asks else _form_of(cls, name)) for name, cls in _all_classes()]


def _form_of(cls: type[URL], name: str) -> "_Form | None":
    port: object = cls.default_port
    if port is HttpURL.default_port:  # it depends on the scheme, and on nothing else
        port = cls(f"{name}:", profile="lenient").default_port
    is_port = port is None or (isinstance(port, int) and 0 <= port <= 65535)
    is_data = is_port and isinstance(cls.has_dot_segments, bool) and isinstance(cls.needs_host, bool)
    if not (is_data and cls._has_plain_form):
        return None
    return port, cls.has_dot_segments, cls.needs_host  # type: ignore[return-value]  # the port has been looked at


def _all_classes() -> list[tuple[str, type[URL]]]:
    return [*_classes.items(), ("", URL)]


def _check_profile(profile: str) -> None:
    if profile not in ("lenient", "superset"):
        raise ValueError(f"columns have no profile {profile!r}; they have lenient, superset and strict")


def fault_of(profile: str) -> "Callable[[str], tuple[str, int] | None]":
    """A function that tells code and position of what is wrong with a text."""
    refusing = "strict" if profile == "strict" else "superset"

    def fault(text: str) -> tuple[str, int] | None:
        try:
            URL(text, profile=refusing)
        except URLError as error:
            return error.code, error.position
        return None

    return fault


def codes() -> list[str]:
    """Those that are known, sorted."""
    return sorted(_ADVICE)
