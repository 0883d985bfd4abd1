"""The switches of the levels: the rules of ``crawl`` that can be switched off and on, and what ``w3lib`` takes."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

#: Each switch and its default. ``tracking`` may be names too, in place of those that are known.
SWITCHES = MappingProxyType(
    {
        "fragment": True,
        "tracking": True,
        "sessions": True,
        "order": True,
        "empty_query": True,
        "www": True,
        "slashes": True,
        "trailing_slash": True,
        "index_files": False,
    }
)
#: Those of the level ``w3lib``, which are what they are in ``canonicalize_url``.
OF_W3LIB = MappingProxyType({"keep_blank_values": True, "keep_fragments": False, "encoding": None})

_OF_LEVELS = {"crawl": SWITCHES, "w3lib": OF_W3LIB}


def check_switches(level: str, switches: "Mapping[str, object]") -> None:
    """Raises TypeError if the level does not have them all, or takes something else for one."""
    known = _OF_LEVELS.get(level)
    if known is None and switches:
        raise TypeError(f"the level {level!r} has no switches, got {', '.join(switches)}")
    for name, value in switches.items():
        if name not in (known or ()):
            raise TypeError(f"the level {level!r} has no switch {name!r}; it has {', '.join(known or ())}")
        if isinstance(value, bool) and name != "encoding":
            continue
        if name == "tracking":
            if isinstance(value, (str, bytes)) or not isinstance(value, Iterable):
                what = "a single one" if isinstance(value, (str, bytes)) else type(value).__name__
                raise TypeError(f"tracking is True, False or a collection of names, not {what}")
        elif name != "encoding":
            raise TypeError(f"{name} is True or False, not {type(value).__name__}")
        elif value is not None and not isinstance(value, str):
            raise TypeError(f"encoding is a str or None, not {type(value).__name__}")


def bits_of(switches: "Mapping[str, bool | Collection[str]]") -> int:
    """The switches as the native backend takes them: a bit for each, in this order."""
    return sum(1 << index for index, name in enumerate(SWITCHES) if switches[name])
