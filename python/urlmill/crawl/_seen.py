"""A memory of the URLs that were seen."""

import os
from collections.abc import Iterable
from threading import Lock
from weakref import WeakSet

from .._backend import impl
from .._url.canonical import LEVELS, check_level, fingerprint
from .._url.canonical.octets import decoded
from .._url.canonical.switches import OF_W3LIB, SWITCHES, check_switches
from ..errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import Any

    from typing_extensions import Self

    from .._journal import Journal, _Head
    from .._url.url import URL
    from ..columns import Column

_WIDTH = 16  # octets of a fingerprint
_KIND = "seen"
_EACH_ONCE, _COUNTED = b"\0", b"\1"  # what a block of the file begins with
_BLOCK = 1 << 20  # fingerprints in a block
# The switches of all levels, and their defaults.
_DEFAULTS: "dict[str, object]" = {**SWITCHES, **OF_W3LIB}

_all: "WeakSet[Seen]" = WeakSet()


class Seen:
    """Which pages have been seen: URLs are compared by the fingerprints of their canonical forms on a level.

    ::

        seen = Seen("crawl", path="seen.urlmill")
        seen.add("http://example.org/?utm_source=x")  # True: it is new
        "http://example.org/" in seen                 # True
        seen.add_all(urls)                            # a column of bool

    With ``path`` it is kept in that file too: what a call has answered is there, even if the process is killed right
    after it; ``sync()`` waits for the disk. One object has the file at a time. ``recover=True`` opens one that is
    damaged, and keeps what comes before the damage. ``counts`` counts how often each was added. Levels and switches are
    those of ``urlmill.crawl.canonical``. Threads may share one. From some thousand pages on, a page takes at most 24
    octets in memory with the native backend, and with counts 30.
    """

    __slots__ = ("__weakref__", "_counts", "_fingerprints", "_journal", "_level", "_lock", "_switches", "_threads")

    def __init__(
        self,
        level: str = "crawl",
        /,
        *,
        path: "str | os.PathLike[str] | None" = None,
        counts: bool = False,
        threads: int | None = None,
        recover: bool = False,
        **switches: "Any",
    ) -> None:
        check_level(level)
        from ..columns._arguments import threads_from

        check_switches(level, switches)
        # Names may come from a list that changes later, or from what can be read once.
        switches = {name: _frozen(value) for name, value in switches.items()}
        fingerprint("http://h/?a", level, **switches)  # which looks at the names
        switches = {name: value for name, value in switches.items() if value is not _DEFAULTS[name]}
        self._level = level
        self._switches = switches
        self._counts = bool(counts)
        self._threads = threads_from(threads) or os.cpu_count() or 1
        self._lock = _new_lock()
        _all.add(self)
        self._fingerprints = impl.FingerprintSet(self._counts)
        self._journal: Journal | None = None
        if path is not None:
            from .. import _journal as journal

            self._journal = journal.Journal(path, _KIND, self._head(), recover=recover)
            try:
                self._take(self._journal)
                self._check_pages(self._journal, recover)
            except BaseException:
                self._journal.close()
                raise

    @classmethod
    def load(cls, path: "str | os.PathLike[str]", /, *, threads: int | None = None, recover: bool = False) -> "Self":
        """What the file has, in memory. It is only read: another process may append to it."""
        from .._journal import Journal

        with Journal(path, _KIND, recover=recover) as journal:
            head: Any = journal.head
            level, counts, switches = head.get("level"), head.get("counts"), head.get("switches")
            is_known = isinstance(level, str) and level in LEVELS
            if not is_known or not isinstance(switches, dict) or not switches.keys() <= _DEFAULTS.keys():
                raise ValueError(f"{os.fsdecode(path)} is of no level that is known here: {level!r} with {switches!r}")
            seen = cls(str(level), counts=bool(counts), threads=threads, **switches)
            seen._take(journal)
            seen._check_pages(journal, recover)
        return seen

    def _head(self) -> "_Head":
        """What its file says of it."""
        switches = {name: list(value) if isinstance(value, tuple) else value for name, value in self._switches.items()}
        return {"level": self._level, "version": LEVELS[self._level], "counts": self._counts, "switches": switches}

    def _check_pages(self, journal: "Journal", recover: bool) -> None:
        """Raises ValueError for a file that was cut off: one that was saved says how many pages it had."""
        had = journal.head.get("pages", 0)
        if isinstance(had, int) and len(self) < had and not recover:
            raise ValueError(
                f"{journal.path} has {len(self):,} of the {had:,} pages that it was saved with; "
                "recover=True takes those"
            )

    def _take(self, journal: "Journal") -> None:
        """Reads a file of the same kind."""
        mine = self._head()
        for name, value in mine.items():
            if journal.head.get(name) != value:
                found = journal.head.get(name)
                raise ValueError(f"{journal.path} has {name} {found!r}, and {value!r} is asked for; give another file")
        for block in journal.blocks():
            if block[:1] == _COUNTED:
                count = (len(block) - 1) // (_WIDTH + 4)
                counts = memoryview(block)[1 + count * _WIDTH :].cast("B")
                each = [int.from_bytes(counts[at : at + 4], "little") for at in range(0, 4 * count, 4)]
                self._fingerprints.add_counted(block[1 : 1 + count * _WIDTH], each)
            else:
                self._fingerprints.add(block[1:], self._threads)

    def add(self, url: "str | bytes | URL", /) -> bool:
        """Remembers a URL; True if it is new."""
        return bool(self._added(fingerprint(url, self._level, **self._switches), 1)[0])

    def add_all(self, urls: "Any", /) -> "Column":
        """Remembers all of a column: a list or an Arrow array of text. For each row True if it is new; null if it is
        null or the level refuses it, as ``web`` does with what browsers refuse.
        """
        from ..columns._forms import flags_of
        from ..columns._masking import Origin
        from ..columns._results import Column

        texts, octets, present = self._fingerprints_of(urls)
        flags = flags_of(octets, present, lambda octets: self._added(octets, self._threads))
        return Column(impl.read_flags(flags, "new"), "new", Origin(texts))

    def _fingerprints_of(self, urls: "Any") -> "tuple[impl.Texts, bytes, bytes]":
        from ..columns._arguments import check_column, is_arrow, to_be_asked_about
        from ..columns._forms import fingerprints_of

        if not isinstance(urls, impl.Texts):
            check_column(urls)
            if not is_arrow(urls):
                encoding: Any = self._switches.get("encoding") or "utf-8"
                urls = [decoded(url, encoding) if isinstance(url, bytes) else url for url in urls]
            urls = impl.read_texts(to_be_asked_about(urls))
        octets, present = fingerprints_of(urls, self._level, self._switches, self._threads)
        rows = urls.not_text() if 0 in present else []
        if not rows:
            return urls, octets, present
        filled, answered = bytearray(octets), bytearray(present)
        for row in rows:
            if not answered[row]:
                try:
                    form = fingerprint(urls.octets(row) or b"", self._level, **self._switches)
                except URLError:  # the level refuses it
                    continue
                filled[_WIDTH * row : _WIDTH * (row + 1)], answered[row] = form, 1
        return urls, bytes(filled), bytes(answered)

    def _added(self, fingerprints: bytes, threads: int) -> bytes:
        """Remembers them, first in the file; an octet for each, 1 if it is new."""
        with self._lock:
            if self._journal is not None:
                written = (
                    fingerprints if self._counts else _missing(fingerprints, self._fingerprints.find(fingerprints))
                )
                for start in range(0, len(written), _BLOCK * _WIDTH):
                    self._journal.append(_EACH_ONCE + written[start : start + _BLOCK * _WIDTH])
            return self._fingerprints.add(fingerprints, threads)

    def __contains__(self, url: "str | bytes | URL") -> bool:
        asked = fingerprint(url, self._level, **self._switches)
        with self._lock:
            return bool(self._fingerprints.find(asked)[0])

    def count(self, url: "str | bytes | URL", /) -> int:
        """How often it was added; without ``counts``, 1 if it was."""
        asked = fingerprint(url, self._level, **self._switches)
        with self._lock:
            return self._fingerprints.counts(asked)[0]

    def __len__(self) -> int:
        with self._lock:
            return len(self._fingerprints)

    def __repr__(self) -> str:
        return f"<Seen: {len(self):,} on the level {self._level!r}>"

    @property
    def level(self) -> str:
        """The level of the canonical forms."""
        return self._level

    @property
    def size(self) -> int:
        """How many octets of memory they take."""
        with self._lock:
            return self._fingerprints.size()

    def update(self, other: "Seen", /) -> None:
        """Remembers all that another has seen, which must be of the same level and have the same switches."""
        if not isinstance(other, Seen):
            raise TypeError(f"update() takes another Seen, not {type(other).__name__}; add_all() takes URLs")
        if other is self:
            return
        mine, theirs = self._head(), other._head()
        for name in ("level", "version", "switches"):
            if mine[name] != theirs[name]:
                raise ValueError(f"this has {name} {mine[name]!r}, the other {theirs[name]!r}: they cannot be merged")
        for fingerprints, counts in other._blocks():
            with self._lock:
                if self._journal is not None:
                    # Counts add up; what is there already need not be written again.
                    known = b"" if self._counts else self._fingerprints.find(fingerprints)
                    more = _block(fingerprints, counts) if self._counts else _EACH_ONCE + _missing(fingerprints, known)
                    if len(more) > 1:
                        self._journal.append(more)
                self._fingerprints.add_counted(fingerprints, counts)

    def _blocks(self) -> "Iterator[tuple[bytes, list[int]]]":
        for first in range(256):
            with self._lock:
                fingerprints, counts = self._fingerprints.of_shard(first)
            if fingerprints:
                yield fingerprints, counts or [1] * (len(fingerprints) // _WIDTH)

    def save(self, path: "str | bytes | os.PathLike[str]", /) -> None:
        """Writes all to a file, which is there as a whole or not at all. ``Seen(path=...)`` and ``load()`` read it."""
        from secrets import token_hex

        from .._journal import Journal, put_in_place

        target = os.fsdecode(path)
        if self._journal is not None and self._journal.is_of(target):
            raise ValueError(f"{target} is the file that this is kept in, and has all of it; give another")
        part = f"{target}.{token_hex(4)}.part"
        try:
            with Journal(part, _KIND, {**self._head(), "pages": len(self)}, new=True) as journal:
                for fingerprints, counts in self._blocks():
                    journal.append(_block(fingerprints, counts) if self._counts else _EACH_ONCE + fingerprints)
                journal.sync()
            put_in_place(part, target)
        except BaseException:
            if os.path.exists(part):
                os.unlink(part)
            raise

    def sync(self) -> None:
        """Waits until the disk has all of the file; then a power cut cannot undo it."""
        with self._lock:
            if self._journal is not None:
                self._journal.sync()

    def close(self) -> None:
        """Lets go of the file. What is in memory stays, and more can be added, which is not written."""
        with self._lock:
            if self._journal is not None:
                self._journal.close()
                self._journal = None

    def __enter__(self) -> "Self":
        return self

    def __exit__(
        self, kind: "type[BaseException] | None", error: BaseException | None, trace: "TracebackType | None", /
    ) -> None:
        self.close()


def _new_lock() -> "Lock":
    try:
        return Lock()
    except RuntimeError:  # which is what threading says of it
        raise MemoryError from None


def _hold_all() -> None:
    """Before a fork: no thread is in the middle of anything then, and so the child can go on."""
    _held.extend(_all)
    for seen in _held:
        seen._lock.acquire()


def _let_go() -> None:
    while _held:
        _held.pop()._lock.release()


_held: list[Seen] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_hold_all, after_in_parent=_let_go, after_in_child=_let_go)


def _frozen(value: object) -> object:
    if not isinstance(value, Iterable) or isinstance(value, str):
        return value
    return tuple(sorted(set(value), key=str))


def _missing(fingerprints: bytes, is_there: bytes) -> bytes:
    """The fingerprints whose octet is 0."""
    found = []
    row = is_there.find(0)
    while row >= 0:
        end = is_there.find(1, row)  # of a run of them
        end = len(is_there) if end < 0 else end
        found.append(fingerprints[_WIDTH * row : _WIDTH * end])
        row = is_there.find(0, end)
    return b"".join(found)


def _block(fingerprints: bytes, counts: list[int]) -> bytes:
    return _COUNTED + fingerprints + b"".join(count.to_bytes(4, "little") for count in counts)
