"""How a URL is to be read: a profile, and options that change what single schemes make of it."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    _Profile = Literal["superset", "strict", "rfc1738", "lenient", "web"]

PROFILES: "tuple[_Profile, ...]" = ("superset", "strict", "rfc1738", "lenient", "web")
AS_WRITTEN: "tuple[_Profile, ...]" = PROFILES[:-1]  # those whose URLs keep the text; under "web" it is the href
STRICT: "tuple[_Profile, ...]" = ("strict", "rfc1738")  # those that keep to a grammar

# Section 4.2 of the URL Standard: the schemes that it calls special, and their ports.
SPECIAL_PORTS: "dict[str, int | None]" = {"ftp": 21, "file": None, "http": 80, "https": 443, "ws": 80, "wss": 443}

# What the backends are told about a class. They split, and check what can be checked a character at a time; what takes
# knowledge of a scheme is checked by its class. The native backend has the same bits, and a test compares them.
ANY_PRINTABLE = 1  # path, query and fragment may hold any printable character
NEEDS_AUTHORITY = 2  # "//" must follow the scheme
NEEDS_HOST = 4  # and the host may not be empty
KEEPS_BAR = 8  # "|" may stand in the path: the class looks at it
WHOLE_PATH = 16  # "?" is an ordinary character
CHECKED = 32  # the class looks at every URL, not only at those with settings or wide characters
LENIENT = 64  # nothing is refused
SEVERAL_HOSTS = 128  # the authority may list hosts, each with its port; a list is the host of the URL
OWN_EDITS = 256  # edits, joins and origins take more than the text
HTTP_FORM = 512  # under a profile the class asks for what RFC 3986 and RFC 1738 say of http, and for nothing else


def one_of(name: str, value: object, *choices: str) -> None:
    """Raises ValueError unless ``value`` is among the choices that the option ``name`` has."""
    if value not in choices:
        raise ValueError(f"{name} is {' or '.join(map(repr, choices))}, not {value!r}")


class Settings:
    """A profile and the options given beside it; immutable."""

    __slots__ = ("options", "profile")

    profile: str
    options: dict[str, object]

    def __init__(self, profile: str, options: dict[str, object], known: "dict[str, object]") -> None:
        if profile not in PROFILES:
            raise ValueError(f"expected a profile ({', '.join(PROFILES)}), got {profile!r}")
        if "base" in options:
            raise TypeError(f"base is for the profile 'web', not for {profile!r}; URL(base).join(reference) is for all")
        for name in options:
            if name not in known:
                raise TypeError(f"there is no option {name!r}; there are {', '.join(sorted(known))}")
        object.__setattr__(self, "profile", profile)
        if "qmark" in options:
            one_of("qmark", options["qmark"], "query", "path")
        if isinstance(options.get("local_names"), (str, bytes)):
            raise TypeError("local_names is a sequence of names, not a single one")
        # Lists are copied, lest one that is changed later should come to hold the URL itself.
        frozen = {name: tuple(value) if isinstance(value, (list, set)) else value for name, value in options.items()}
        object.__setattr__(self, "options", frozen)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("the settings of a URL do not change")


class WebSettings(Settings):
    """How a URL of the profile "web" is to be read, or was: against a base, and from a text that was not its href."""

    __slots__ = ("base", "source")

    base: str | None  # of one that was read: None
    source: str | None  # what was given, if that is not the text that is read

    def __init__(self, base: str | None, source: str | None) -> None:
        super().__init__("web", {}, {})
        object.__setattr__(self, "base", base)
        object.__setattr__(self, "source", source)


WEB = WebSettings(None, None)

# Of the profiles without options, each made once.
PLAIN: "dict[str, Settings | None]" = {
    "superset": None,
    **{profile: Settings(profile, {}, {}) for profile in PROFILES if profile not in ("superset", "web")},
    "web": WEB,
}
