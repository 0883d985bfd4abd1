"""What columns must know of the classes: rules for the parser, and whom to ask about the rest."""

from .errors import _ADVICE, URLError
from .schemes import HttpURL
from .url import URL, _classes

# Checks that find nothing in text beyond ASCII but characters that no URL has, unless there are options.
_PLAIN_CHECKS = (URL._check, HttpURL._check)
_JOINING = ("join", "_joined", "_again")

Scheme = tuple[str, int, bool, bool]


def rules_of(profile: str) -> list[Scheme]:
    """Of each scheme its name, its rules, whether its check is a plain one, and whether references are resolved by
    RFC 3986 alone; "" stands for all others.
    """
    # Lenient rows are all split alike. What is wrong with them is what the default profile says.
    settings = URL._settings_from("superset" if profile == "lenient" else profile)
    classes: list[tuple[str, type[URL]]] = [*_classes.items(), ("", URL)]
    return [
        (
            name,
            cls._rules if settings is None else cls._rules_with(settings),
            cls._check in _PLAIN_CHECKS,
            all(getattr(cls, method) is getattr(URL, method) for method in _JOINING),
        )
        for name, cls in classes
    ]


def codes() -> list[str]:
    """Those that are known, sorted."""
    return sorted(_ADVICE)


class Asked:
    """Answers for the rows that only a class can tell about."""

    __slots__ = ("_profile",)

    def __init__(self, profile: str) -> None:
        self._profile = profile

    def fault(self, text: str) -> tuple[str, int] | None:
        """Code and position of what is wrong."""
        try:
            URL(text, profile="superset" if self._profile == "lenient" else self._profile)
        except URLError as error:
            return error.code, error.position
        return None

    def joined(self, base: str, reference: str) -> str | None:
        """The reference as seen from the base; None if that is no base."""
        try:
            return str(URL(base, profile="lenient").join(reference))
        except URLError:
            return None
