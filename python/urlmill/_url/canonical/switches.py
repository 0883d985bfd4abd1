"""The rules of the level ``crawl`` that can be switched off and on."""

from collections.abc import Collection, Mapping
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


def bits_of(switches: "Mapping[str, bool | Collection[str]]") -> int:
    """The switches as the native backend takes them: a bit for each, in this order."""
    return sum(1 << index for index, name in enumerate(SWITCHES) if switches[name])
