"""The memory of what was seen: a dictionary of fingerprints."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .columns import Table

_WIDTH = 16
_MOST = 2**32 - 1


class FingerprintSet:
    """A set of fingerprints, with counts if they are asked for. Threads may share it."""

    __slots__ = ("_is_counted", "_lock", "_shards")

    def __init__(self, counted: bool = False, /) -> None:
        from threading import Lock

        self._is_counted = counted
        self._shards: list[dict[bytes, int]] = [{} for _ in range(256)]  # by their first octets
        self._lock = Lock()

    def __len__(self) -> int:
        return sum(map(len, self._shards))

    def size(self) -> int:
        """How many octets of memory the fingerprints take."""
        from sys import getsizeof

        # PyPy does not tell: about as much, then.
        tables = sum(getsizeof(shard, 64 + 48 * len(shard)) for shard in self._shards)
        return tables + len(self) * getsizeof(bytes(_WIDTH), 48)

    def add(self, fingerprints: bytes, _threads: int = 1, /) -> bytes:
        """Adds them; for each an octet, 1 if it is the first of its kind."""
        with self._lock:
            return bytes([self._add(each, 1) for each in _each(fingerprints)])

    def find(self, fingerprints: bytes, /) -> bytes:
        """For each an octet, 1 if it has been added."""
        return bytes([each in self._shards[each[0]] for each in _each(fingerprints)])

    def counts(self, fingerprints: bytes, /) -> list[int]:
        """How often each was added; without counts, 1 for those that were."""
        return [self._shards[each[0]].get(each, 0) for each in _each(fingerprints)]

    def add_counted(self, fingerprints: bytes, counts: "list[int]", /) -> None:
        """Adds what was counted elsewhere."""
        if len(fingerprints) != _WIDTH * len(counts):
            raise ValueError("expected a count for each fingerprint")
        with self._lock:
            for each, count in zip(_each(fingerprints), counts, strict=True):
                if count:
                    self._add(each, count)

    def of_shard(self, first: int, /) -> tuple[bytes, list[int] | None]:
        """All that begin with an octet, in order; and their counts, if they are counted."""
        with self._lock:
            found = sorted(self._shards[first].items())
        return b"".join(each for each, _ in found), [count for _, count in found] if self._is_counted else None

    def _add(self, fingerprint: bytes, count: int) -> bool:
        shard = self._shards[fingerprint[0]]
        before = shard.get(fingerprint, 0)
        shard[fingerprint] = min(before + count, _MOST) if self._is_counted else 1
        return not before


def read_flags(flags: bytes, name: str, /) -> "Table":
    """A column of bool of this name, with a row for each octet: 0 is false, 1 is true, anything else is null."""
    from .columns import Table, _Column

    return Table(len(flags), [_Column(name, "bool", [(False, True, None)[min(flag, 2)] for flag in flags])])


def _each(fingerprints: bytes) -> list[bytes]:
    if len(fingerprints) % _WIDTH:
        raise ValueError(f"expected fingerprints of {_WIDTH} octets each, got {len(fingerprints)} octets")
    return [fingerprints[start : start + _WIDTH] for start in range(0, len(fingerprints), _WIDTH)]
