"""What callers give: paths, lines and conditions of many kinds, as the few kinds that the reader takes."""

from __future__ import annotations

import os
from itertools import islice

from .._io.arrow import pa, pc, types
from .._io.inputs import LONGEST, Block, TooLong, paths_of
from .._io.lines import without_long_lines
from ._rows import HEAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any

Path = str | os.PathLike[str]
ROWS = 1 << 14  # lines of a block
_SOURCE = "lines"  # what they are called where a file would be named


def paths(given: Path | Iterable[Path]) -> list[str]:
    """The files that are meant. There is no standard input: ``-`` is a file of that name."""
    each = [given] if isinstance(given, (str, bytes, os.PathLike)) else given
    found = [os.fspath(path) for path in each]
    if not found:
        raise ValueError("expected a path or several, got none")
    if wrong := [path for path in found if not isinstance(path, str)]:
        raise TypeError(f"expected paths of text, got {type(wrong[0]).__name__}")
    return paths_of([os.path.join(os.curdir, path) if path == "-" else path for path in found])


def texts(given: str | Iterable[str] | None, what: str) -> list[str] | None:
    """One or several, each once; None if there is none."""
    if given is None:
        return None
    found = list(dict.fromkeys([given] if isinstance(given, str) else given))
    if not found or not all(isinstance(each, str) for each in found):
        raise ValueError(f"{what}: expected text or several texts, got {given!r}")
    return found


def first_lines(lines: Iterable[str | None]) -> list[str]:
    """As many as tell the format, without blank ones."""
    column = _arrow(lines)
    head = list(islice(_checked(lines), HEAD)) if column is None else column.slice(0, HEAD).to_pylist()
    return [text for line in head if line is not None and (text := line.rstrip("\r\n"))]


def column_of(lines: Iterable[str | None]) -> Any:
    """Lines as a pyarrow column."""
    column = _arrow(lines)
    return pa.chunked_array([pa.array(list(_checked(lines)), pa.large_string())]) if column is None else column


def blocks(column: Any, _: object, __: object) -> Iterator[Block]:
    """A column of lines as if they were read from a file, which never ends too early."""
    for start in range(0, len(column), ROWS):
        yield block_of(column.slice(start, ROWS).combine_chunks(), _SOURCE, start + 1)


def block_of(lines: Any, source: str, first_line: int) -> Block:
    """An array of lines, as text or as octets, as if they were read from a file."""
    kind = lines.type
    octets = lines if types.is_binary(kind) or types.is_large_binary(kind) else lines.cast(pa.large_string())
    octets = pc.fill_null(octets.cast(pa.large_binary()), b"")
    whole = pa.ListArray.from_arrays(pa.array([0, len(octets)], pa.int32()), octets)
    joined: bytes = pc.binary_join(whole, pa.scalar(b"\n", pa.large_binary()))[0].as_py() + b"\n"
    ((joined, heads),) = without_long_lines([joined], LONGEST)
    too_long = tuple(TooLong(source, first_line + after, head) for after, head in heads)
    return Block(joined, source, first_line, 0, too_long=too_long)


def _arrow(lines: Any) -> Any:
    """A pyarrow column of whatever is Arrow; None for what is not."""
    if hasattr(lines, "__arrow_c_stream__"):
        column = pa.chunked_array(lines)
    elif hasattr(lines, "__arrow_c_array__"):
        column = pa.chunked_array([pa.array(lines)])
    else:
        return None
    kind = column.type.value_type if types.is_dictionary(column.type) else column.type
    if not (types.is_string(kind) or types.is_large_string(kind) or types.is_string_view(kind) or types.is_null(kind)):
        raise TypeError(f"expected a column of text, got {column.type}")
    try:
        column.validate(full=True)  # or pyarrow would read wherever its rows point to
    except (pa.ArrowException, IndexError) as error:
        raise ValueError(f"the Arrow data is not well formed: {error}") from None
    return column


def _checked(lines: Iterable[str | None]) -> Iterator[str | None]:
    if isinstance(lines, (str, bytes)):
        raise TypeError("expected lines, got text; text.splitlines() has its lines")
    for number, line in enumerate(lines, 1):
        if not isinstance(line, (str, type(None))):
            raise TypeError(f"expected lines of text, got {type(line).__name__} for line {number}")
        yield line
