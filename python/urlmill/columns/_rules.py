"""What columns must know of the classes: rules for the parser, and whom to ask about the rest."""

from .._backend import impl
from .._profiles import CHECKED, WHOLE_PATH
from .._url.declared import has_plain_check, port_of
from .._url.registry import known_classes
from .._url.url import URL
from ..errors import _ADVICE, URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

# Default port, whether there are dot segments, whether there must be a host.
Form = tuple[int | None, bool, bool]
Scheme = tuple[str, int, bool, bool, Form | None]

_known: "dict[tuple[str, tuple[tuple[str, type[URL]], ...]], impl.Rules]" = {}
_KEPT = 8


def rules_of(profile: str) -> "impl.Rules":
    """What is known of the schemes: put together once, and again when there is a new class."""
    if profile == "web":
        profile = "lenient"  # browsers ask no class; what they need of these are the codes
    key = profile, tuple(known_classes().items())
    found = _known.get(key)
    if found is None:
        if len(_known) >= _KEPT:
            _known.clear()
        found = _known[key] = impl.Rules(schemes_of(profile), sorted(_ADVICE))
    return found


def schemes_of(profile: str) -> list[Scheme]:
    """Of each scheme its name, its rules, whether its check is a plain one, whether references are resolved by RFC 3986
    alone, and what its normal forms follow from, if not from its class; "" stands for all others.
    """
    # Lenient rows are split alike, but for lists of hosts. What is wrong with them is what the default profile says.
    settings = URL._settings_from("superset" if profile == "lenient" else profile)
    classes: list[tuple[str, type[URL]]] = [*known_classes().items(), ("", URL)]
    schemes = []
    for name, cls in classes:
        rules = cls._rules if settings is None else cls._rules_with(settings)
        # A class that checks its URLs may refuse the normal form of one.
        is_asked = profile != "lenient" and rules & (CHECKED | WHOLE_PATH)
        form = None if is_asked or cls.has_own_form else (port_of(cls, name), cls.has_dot_segments, cls.needs_host)
        schemes.append((name, rules, has_plain_check(cls), not cls.has_own_join, form))
    return schemes


class Asked:
    """Answers for the rows that only a class can tell about."""

    __slots__ = ("_form", "_profile")

    def __init__(self, profile: str, form: "Callable[[str], str] | None" = None) -> None:
        self._profile = profile
        self._form = form

    def fault(self, text: str) -> tuple[str, int] | None:
        """Code and position of what is wrong."""
        try:
            URL(text, profile="superset" if self._profile == "lenient" else self._profile)
        except URLError as error:
            return error.code, error.position
        return None

    def registrable_domain(self, text: str, private: bool) -> str | None:
        """What somebody has registered of the host."""
        return impl.registrable_domain(text, private=private)

    def public_suffix(self, text: str, private: bool) -> str | None:
        """The public suffix of the host."""
        return impl.public_suffix(text, private=private)

    def origin(self, href: str) -> str:
        """The origin of an href, as browsers have it."""
        return impl.web_origin(href)

    def normal(self, text: str, level: str) -> str | None:
        """The normal form; None if the profile refuses it. An href is one already."""
        if self._profile == "web":
            return text
        try:
            return str(URL(text, profile=self._profile).normalize(level))
        except URLError:
            return None

    def canonical(self, text: str) -> str | None:
        """The canonical form, or its key; None if the level refuses it."""
        if self._form is None:
            return None
        try:
            return self._form(text)
        except URLError:
            return None

    def joined(self, base: str, reference: str) -> str | None:
        """The reference resolved against the base; None if that cannot be a base."""
        try:
            if self._profile == "web":
                return impl.web_href(reference, base)
            return str(URL(base, profile="lenient").join(reference))
        except URLError:
            return None
