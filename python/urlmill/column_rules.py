"""What columns must know of the classes: rules for the parser, and whom to ask about the rest."""

from .errors import _ADVICE, URLError
from .schemes import HttpURL
from .settings import CHECKED, LENIENT
from .url import URL, _classes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Checks that find nothing in text beyond ASCII but characters that no URL has, unless there are options.
_PLAIN_CHECKS = (URL._check, HttpURL._check)


def rules_of(profile: str) -> list[tuple[str, int, bool]]:
    """Of each scheme its name, its rules, and whether its check is a plain one; "" stands for all others."""
    if profile == "strict":
        return [("", LENIENT | CHECKED, False)]  # every row is for the classes
    if profile not in ("lenient", "superset"):
        raise ValueError(f"columns have no profile {profile!r}; they have lenient, superset and strict")
    classes: list[tuple[str, type[URL]]] = [*_classes.items(), ("", URL)]
    return [(name, cls._rules, cls._check in _PLAIN_CHECKS) for name, cls in classes]


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
