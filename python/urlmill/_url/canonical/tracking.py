"""The names of parameters that say how somebody came to a page: the list that ships, and others in its place."""

from collections.abc import Collection
from functools import lru_cache
from pathlib import Path

_TEXT = Path(__file__).with_name("tracking_parameters.txt").read_text("utf-8")

#: The day of the list: "2026-11-19", for one.
DATE = next(line.partition(": ")[2] for line in _TEXT.splitlines() if line.startswith("# DATE: "))
#: The names on it, in lower case; one that ends in an asterisk is a prefix.
NAMES = tuple(line.partition("\t")[0] for line in _TEXT.splitlines() if not line.startswith("#"))


class Names:
    """Names to compare with, in any letter case."""

    __slots__ = ("_prefixes", "_whole")

    def __init__(self, names: "Collection[str]") -> None:
        if not all(isinstance(name, str) for name in names):
            raise TypeError("tracking: expected names of parameters, each a str")
        self._whole = frozenset(name.lower() for name in names if not name.endswith("*"))
        self._prefixes = tuple(name[:-1].lower() for name in names if name.endswith("*"))

    def __contains__(self, name: str) -> bool:
        name = name.lower()
        return name in self._whole or name.startswith(self._prefixes)


_SHIPPED = Names(NAMES)
_NONE = Names(())


def names_of(tracking: "bool | Collection[str]") -> Names:
    """The names that the switch ``tracking`` stands for."""
    if isinstance(tracking, bool):
        return _SHIPPED if tracking else _NONE
    return _made(frozenset(tracking))


@lru_cache(maxsize=16)
def _made(names: "frozenset[str]") -> Names:
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"tracking is a collection of names, each a str, not {type(name).__name__}")
    return Names(names)
