"""The entries of a listing."""

from __future__ import annotations

import operator
from array import array
from collections.abc import Sequence
from typing import NamedTuple, overload

from .replies import CONTROL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .._url.url import URL
    from .job import Job

_LINES_AT_ONCE = 1 << 12  # after that many the time is looked at
_SHOWN = 20


class Entry(NamedTuple):
    """What a listing lists. ``url`` is None if there is nothing to fetch, such as for a line of text.

    ``kind`` is the type of a Gopher item, the status of a newsgroup, or "article"; None for FTP, which does not tell.
    """

    name: str
    url: URL | None
    kind: str | None = None


class Entries(Sequence[Entry]):
    """The entries of a listing, in its order. Each is made when it is asked for: all of them at once may take a hundred
    times the memory of the listing.
    """

    __slots__ = ("_listing", "_made", "_starts")

    def __init__(
        self,
        job: Job,
        listing: bytes,
        made: Callable[[bytes], Entry],
        *,
        check: Callable[[bytes], None] | None = None,
        is_skipped: Callable[[bytes], bool] | None = None,
    ) -> None:
        """Looks at every line: ``check`` raises if it is wrong. ``made`` makes an entry of one that is not skipped."""
        if listing and not listing.endswith(b"\n"):
            raise job.error("truncated", "the listing ends in the middle of a line")
        self._listing = listing
        self._made = made
        self._starts = array("I" if len(listing) < 1 << 32 else "Q")
        start = count = 0
        while start < len(listing):
            if count % _LINES_AT_ONCE == 0:
                job.left()
            line, end = self._line(start)
            if CONTROL.search(line):  # a tab is a delimiter
                raise job.error("bad-reply", "the listing has control characters")
            if check is not None:
                check(line)
            if is_skipped is None or not is_skipped(line):
                self._starts.append(start)
            start = end
            count += 1

    def _line(self, start: int) -> tuple[bytes, int]:
        """The line without its end, and where the next one starts."""
        end = self._listing.index(b"\n", start)
        return self._listing[start:end].removesuffix(b"\r"), end + 1

    def __len__(self) -> int:
        return len(self._starts)

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return [self._made(self._line(start)[0]) for start in self._starts[index]]
        return self._made(self._line(self._starts[index])[0])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Entries, list)):
            return NotImplemented
        return len(self) == len(other) and all(map(operator.eq, self, other))

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        more = ", ..." if len(self) > _SHOWN else ""
        return f"[{', '.join(map(repr, self[:_SHOWN]))}{more}]"


def text(octets: bytes) -> str:
    """Octets that are not UTF-8 become lone surrogates, which a URL takes back."""
    return octets.decode("utf-8", "surrogateescape")


def built(make: Callable[..., URL], *parts: Any, **more: Any) -> URL | None:
    """A URL; None if what a server wrote cannot be one."""
    try:
        return make(*parts, **more)
    except ValueError:
        return None
