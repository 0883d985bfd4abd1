"""The fields that a column of URLs has, whatever its scheme: the one table of them.

Two are of the profile of the web alone: ``OF_WEB``. ``FIELDS`` are those of every profile.

Types, help, columns of logs, engines and the pure backend are made from it. The native backend has a table of its own,
``rust/urlmill-columns/src/field.rs``, and a test compares the two.
"""


class Field:
    """A field: its name, the part of a URL it belongs to, its Arrow type, and whether it is always in lower case."""

    __slots__ = ("is_lower", "kind", "name", "part")

    def __init__(self, name: str, part: str, kind: str = "text", *, is_lower: bool = False) -> None:
        self.name = name
        self.part = (
            part  # "scheme", "login", "authority", "domain" of the host, "tail" after the authority, "error", "web"
        )
        self.kind = kind  # "text" in whatever layout is asked for, "code" for a dictionary, or what Arrow calls it
        self.is_lower = is_lower


_TABLE = (
    Field("scheme", "scheme", is_lower=True),
    Field("user", "login"),
    Field("password", "login"),
    Field("host", "authority", is_lower=True),
    Field("port", "authority", "uint16"),
    Field("netloc", "authority"),
    Field("path", "tail"),
    Field("query", "tail"),
    Field("fragment", "tail"),
    Field("extension", "tail", is_lower=True),
    Field("depth", "tail", "uint32"),
    Field("registrable_domain", "domain", is_lower=True),
    Field("public_suffix", "domain", is_lower=True),
    Field("error", "error", "code"),
    Field("error_at", "error", "uint32"),
    Field("href", "web"),
    Field("origin", "web"),
)

FIELDS = tuple(field.name for field in _TABLE if field.part != "web")
KINDS = {field.name: field.kind for field in _TABLE}
LOWER = frozenset(field.name for field in _TABLE if field.is_lower)

OF_QUERY = "query:"  # before a name: the value of the first field of that name in the query

USUAL = ("scheme", "host", "port", "path", "query", "fragment")
"""Those that ``split`` gives by default."""


def near_to(name: str, known: list[str]) -> str:
    """What to ask of a name that is not known: "did you mean 'host'? ", or nothing."""
    from difflib import get_close_matches

    near = get_close_matches(name[:60], list(dict.fromkeys(known)), 1)
    return f"did you mean {near[0]!r}? " if near else ""


def fields_of(*parts: str) -> tuple[str, ...]:
    """The fields that belong to these parts of a URL."""
    return tuple(field.name for field in _TABLE if field.part in parts)


OF_WEB = fields_of("web")


def fields_under(profile: str) -> tuple[str, ...]:
    """The fields that there are under a profile."""
    return (*FIELDS, *OF_WEB) if profile == "web" else FIELDS


def only_of_web(name: str, given: str = "profile='web'") -> str:
    """What to say of a field that another profile has; ``given`` is how it is chosen."""
    return f"the field {name!r} is of the web profile alone; give {given}"
