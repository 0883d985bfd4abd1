"""The formats of access logs, one file for each family.

| file | holds |
|---|---|
| `delimited` | text: fields with something fixed between them; `urlmill.logs._text_formats` is the table |
| `json` | one object on each line; `urlmill.logs._json_formats` is the table |
| `w3c` | the W3C extended format: IIS, CloudFront |
| `pattern` | what the user describes by a pattern with named groups |

None of them imports another; what they share is in the folder above. Each file but `pattern`, which no log tells, is a
`Family`: `urlmill.logs._detect` lists them.
"""

from __future__ import annotations

from ..._typing import Protocol
from .._columns import USUAL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from typing_extensions import Self

    from ..._backend import impl

ENOUGH = 50  # lines of a log to see its format


class Counter(Protocol):
    """A kernel that counts."""

    def count(self, octets: bytes, rank: int, tally: impl.Tally, /) -> tuple[int, list[tuple[int, int, int]]]:
        """Counts the lines, of which each has the rank plus where it begins. How many; and the number, the beginning
        and the end of each line that is left to rows.
        """
        ...


class Format(Protocol):
    """How the lines of a log are read. What most formats have in common is here."""

    name: str  # that people call it by
    unit: str  # of its times: ``s`` or ``us``
    is_open: bool = False  # lines may have more than the first ones told

    @property
    def columns(self) -> Sequence[str]:
        """What a line has."""
        ...

    @property
    def usual(self) -> list[str]:
        """The columns that people want to see of such a log."""
        return [*(("host",) if "host" in self.columns else ()), *USUAL]

    def path_of(self, name: str) -> str | None:
        """The column that is meant by a name, if there is one."""
        return name if name in self.columns else None

    @property
    def has_target(self) -> bool:
        """Whether its lines say what was requested."""
        return "target" in self.columns or "request" in self.columns

    @property
    def names(self) -> Sequence[str]:
        """What a line has, as those call it who write it."""
        return self.columns

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:
        """A pyarrow table of those ``wanted`` that there are, a row for each of ``lines``, which are those of
        ``octets``; ``error_at`` says where a line does not fit the format.
        """

    def counter(self, name: str) -> Counter | None:  # noqa: ARG002
        """What counts the values of a column without rows, line by line; None if it takes rows to tell."""
        return None

    def places(self, lines: Sequence[str]) -> list[int | None]:
        """Where lines do not fit the format, as far as that can be told without pyarrow."""
        return [None] * len(lines)

    def is_number(self, name: str) -> bool:  # noqa: ARG002
        """Whether a column that a counter counts is one of whole numbers."""
        return False

    def without_comments(self, octets: bytes) -> bytes:
        """The same lines, and nothing in those that are there for people."""
        return octets

    def cut(self, octets: bytes) -> Iterable[tuple[bytes, Self]]:
        """The lines of a block, cut where the format changes: each piece with what holds for it."""
        return [(octets, self)]


class Seen:
    """A format, and how many of the first lines of a log are its own."""

    def __init__(self, form: Format, count: int) -> None:
        self.form = form
        self.count = count


class Family(Protocol):
    """Formats that are found in the same way: a file of this folder."""

    @property
    def NAMES(self) -> tuple[str, ...]:  # noqa: N802  # it is a constant of a module
        """What its formats are called."""
        ...

    def seen(self, head: Sequence[str], /) -> Iterable[Seen]:
        """What a log that begins with these lines may be; of several that fit, the first is meant."""
        ...

    def named(self, name: str, head: Sequence[str], /) -> Format:
        """The format of this name, as these lines have it: some have more than one shape."""
        ...
