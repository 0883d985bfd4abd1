"""Lines that a pattern is looked for in. The native twin leaves some of them to `re`: here they all are."""

from .columns import Table, Texts, _Column, read_texts
from .counting import lines_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from .counting import Tally


class Pattern:
    """A pattern of Rust's `regex`, which is not looked at, and its groups that are wanted."""

    def __init__(self, pattern: str, groups: "Sequence[str]", is_for_ascii: bool, /) -> None:  # noqa: ARG002
        self._groups = list(groups)

    def read(self, lines: "Any", /) -> Table:
        """Groups, ``error_at``, and ``left``, which says that all lines are left to the caller."""
        texts = lines if isinstance(lines, Texts) else read_texts(lines)
        nothing: list[object] = [None] * len(texts)
        columns = [_Column(name, "string_view", nothing) for name in self._groups]
        left: list[object] = [text is not None for text in texts._rows]
        return Table(len(texts), [*columns, _Column("error_at", "uint32", nothing), _Column("left", "bool", left)])


class PatternCounter:
    """Counts a group of lines that match: here it leaves them all."""

    def __init__(
        self,
        pattern: Pattern,  # noqa: ARG002
        kinds: "Sequence[str]",  # noqa: ARG002
        counted: int,  # noqa: ARG002
        part: str,
        method: "int | None",  # noqa: ARG002
        /,
    ) -> None:
        if part not in ("", "request", "target"):
            raise ValueError(f"there is no part {part!r}")

    def count(self, octets: bytes, rank: int, tally: "Tally", /) -> tuple[int, list[tuple[int, int, int]]]:  # noqa: ARG002
        """As `RecordCounter` does."""
        return 0, list(lines_in(octets))
