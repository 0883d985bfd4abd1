"""Access logs, read as columns: the format of each file, and what each block of it has."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import types

from .._backend import impl
from .bad import Bad
from .inputs import Block, TooLong
from .job import Rows
from .lines import lines_of
from .log_columns import (
    ALL,
    OF_HOST,
    OF_REFERER,
    OF_TARGET,
    TEXT,
    USUAL,
    array_of,
    needed_for,
    part_of_referer,
    type_of,
)
from .log_detect import ENOUGH, NAMES, detect, named
from .log_regex import Pattern
from .log_targets import first_of, parts, parts_of_hosts, parts_of_targets
from .log_w3c import Extended, pieces_of
from .messages import say
from .tables import kept
from .usage import UsageError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import Any

    from .log_formats import Format

_HEAD = 250  # lines that are looked at to see the format: there may be comments among them
_MOST_AHEAD = 16 << 20  # octets that are held until the format is known
_SHOWN = 160  # characters of a line that nobody understands


@dataclass(frozen=True)
class LogBlock(Block):
    """Some lines of a log, all of one format."""

    form: Format


def add_log_options(parser: argparse.ArgumentParser) -> None:
    """What the lines of a log look like, if they do not tell."""
    parser.add_argument(
        "--format", choices=NAMES, metavar="NAME", help=f"{', '.join(NAMES)}; as the first lines tell, if not said"
    )
    parser.add_argument(
        "--regex", metavar="PATTERN",
        help="lines of any other format: named groups (?P<time>...) become columns; time, status, bytes, request, "
        "target, method, referer, agent, client, host and user are what they are elsewhere",
    )  # fmt: skip


def log_rows(fields: list[str], options: argparse.Namespace, usual: list[str] | None = None) -> LogRows:
    """Reads access logs: a function of blocks for `job.run`. Only what ``fields`` need is read.

    If ``usual`` is an empty list, what people want to see of such a log is put there, and read too.
    """
    return LogRows(fields, options, usual)


class LogRows:
    """The formats are found while the blocks are read, in order; the blocks are worked on in any order."""

    def __init__(self, fields: list[str], options: argparse.Namespace, usual: list[str] | None) -> None:
        if options.regex and options.format:
            raise UsageError("give --format or --regex, not both")
        if "error_at" in fields:
            raise UsageError("there is no column 'error_at'; --bad FILE shows where lines are wrong")
        self._fields = fields
        self._usual = usual
        self._is_asked = usual != []  # what is wanted was said, and not left to us
        self._name: str | None = options.format
        self._pattern = Pattern(options.regex) if options.regex else None
        self._is_quiet: bool = options.quiet
        self._unit = ""
        self._first = ""  # the file that decided the unit

    def ahead(self, blocks: Iterator[Block]) -> Iterator[Block]:
        """The blocks with their formats."""
        form: Format | None = None
        waiting: list[Block] = []
        too_long: tuple[TooLong, ...] = ()  # in blocks that have nothing else
        source = ""
        is_empty = True
        for block in blocks:
            source = block.source
            if block.first_line == 1:
                self._check_nothing(waiting)
                form, waiting = None, []
            if form is None and not block.octets.strip():
                too_long += block.too_long
                continue
            if form is None:
                waiting.append(block)
                form = self._form(waiting)
                if form is None:
                    continue
                self._settle(form, block.source)
            else:
                waiting = [block]
            for each in waiting:
                for piece in _pieces(each, form):
                    form = piece.form
                    is_empty = False
                    yield replace(piece, too_long=too_long + piece.too_long)
                    too_long = ()
            waiting = []
        self._check_nothing(waiting)
        if is_empty or too_long:
            yield replace(self._none_of(source), too_long=too_long)

    def __call__(self, block: Block) -> Rows:
        """The rows of a block."""
        if not isinstance(block, LogBlock):
            raise TypeError("a block of a log has a format: it must have gone through `ahead`")
        form = block.form
        octets = form.without_comments(block.octets)
        lines = lines_of(replace(block, octets=octets))
        names = {name: _column(form, name) for name in needed_for(self._fields)}
        table = form.read(lines, octets, list(dict.fromkeys(name for name in names.values() if name)))
        places = array_of(table.column("error_at"))
        bad = _bad(block, lines, places)
        # The places stay, for a table without columns has no rows.
        table = table.select([name for name in table.column_names if name in names.values() or name == "error_at"])
        if bad or lines.null_count:
            table = kept(table, pc.and_(pc.is_valid(lines), pc.is_null(places)))
        return Rows(self._table(table, names), bad)

    def _form(self, blocks: list[Block]) -> Format | None:
        """None if the lines so far do not tell, and there may be more."""
        if self._pattern:
            return self._pattern
        octets = b"".join(block.octets for block in blocks)
        lines = first_lines_of(replace(blocks[0], octets=octets))
        if all(line.startswith("#") and not line.startswith("#Fields:") for line in lines):
            if len(octets) > _MOST_AHEAD:
                self._check_nothing(blocks)
            return None
        if self._name:
            return named(self._name, lines)
        form = detect(lines)
        if form is not None:
            if not self._is_quiet:
                say(f"{blocks[0].source}: {form.name}")
        elif len(lines) >= ENOUGH or len(octets) > _MOST_AHEAD:
            self._check_nothing(blocks)
        return form

    def _check_nothing(self, waiting: list[Block]) -> None:
        for block in waiting:
            if line := next((line for line in block.octets.splitlines() if line.strip()), b""):
                raise UsageError(_unknown(block.source, line.decode("utf-8", "replace")))

    def _settle(self, form: Format, source: str) -> None:
        """What the first format decides, and whether a file has what was asked for."""
        if not self._unit:
            self._unit, self._first = form.unit, source
        elif (self._unit, form.unit) == ("s", "us") and "time" in self._fields and not self._is_quiet:
            say(f"{source}: its times are cut to whole seconds, as {self._first} has them")
        self._ask_usual(form)
        if not self._is_asked and "host" in form.columns and "host" not in self._fields and not self._is_quiet:
            say(f"{source}: its hosts are left out; --fields host,... has them")
        for name in self._fields:
            if name not in ALL and not form.path_of(name):
                if not form.is_open:
                    raise UsageError(f"{source}: there is no column {name!r}; there are {', '.join(_offered(form))}")
                if not self._is_quiet:
                    say(f"{source}: there is no {name!r} in its first lines")

    def _ask_usual(self, form: Format) -> None:
        if self._usual == []:
            self._usual += usual_of(form)
            self._fields += [name for name in self._usual if name not in self._fields]

    def _none_of(self, source: str) -> LogBlock:
        """Logs without a line have no format; and yet columns, as what is written has to have some."""
        form = self._pattern or named("combined", [])
        self._unit = self._unit or form.unit
        self._ask_usual(form)
        return LogBlock(b"", source, 1, 0, form)

    def _table(self, raw: Any, names: dict[str, str]) -> Any:
        count = raw.num_rows
        columns = {
            name: array_of(raw.column(theirs))
            if theirs in raw.column_names
            else pa.nulls(count, type_of(name, self._unit))
            for name, theirs in names.items()
        }
        columns |= _parts(columns, self._fields)
        if "time" in columns:
            columns["time"] = columns["time"].cast(type_of("time", self._unit), safe=False)
        arrays = [columns[name] for name in self._fields]
        arrays = [array.cast(TEXT) if types.is_large_string(array.type) else array for array in arrays]
        return pa.table(arrays, names=self._fields)


def usual_of(form: Format) -> list[str]:
    """What people want to see of such a log."""
    if isinstance(form, Pattern):
        return form.usual
    return [*(("host",) if "host" in form.columns else ()), *USUAL]


def _column(form: Format, name: str) -> str:
    """What a format calls it; empty if it has no such thing."""
    return form.path_of(name) or (name if form.is_open and name not in ALL else "")


def _parts(columns: dict[str, Any], fields: list[str]) -> dict[str, Any]:
    """The parts of targets and referers that are asked for."""
    found: dict[str, Any] = {}
    if wanted := [name for name in OF_TARGET if name in fields]:
        found = parts_of_targets(columns["target"], columns["method"], wanted)
        if of_host := [name for name in OF_HOST if name in fields]:
            named = parts_of_hosts(columns["host"], of_host)
            found |= {name: first_of([named[name], found[name]]) for name in of_host}
        found |= {name: first_of([columns[name], found[name]]) for name in ("host", "port") if name in wanted}
    if wanted := [name for name in OF_REFERER if name in fields]:
        got = parts(columns["referer"], [part_of_referer(name) for name in wanted])
        found |= {name: got[part_of_referer(name)] for name in wanted}
    return found


def first_lines_of(block: Block) -> list[str]:
    """Those that tell which format it is; without blank ones."""
    octets, end = block.octets, 0
    for _ in range(_HEAD):
        end = octets.find(b"\n", end) + 1
        if not end:
            break
    lines: list[str | None] = lines_of(replace(block, octets=octets[:end] if end else octets)).to_pylist()
    return [line for line in lines if line]


def _pieces(block: Block, form: Format) -> Iterator[LogBlock]:
    pieces = pieces_of(block.octets, form) if isinstance(form, Extended) else [(block.octets, form)]
    line, too_long = block.first_line, block.too_long
    for octets, each in pieces:
        yield LogBlock(octets, block.source, line, block.consumed, each, too_long=too_long)
        line += impl.count_line_breaks(octets)
        too_long = ()


def _bad(block: Block, lines: Any, places: Any) -> list[Bad]:
    if places.null_count == len(places):
        return []
    rows = pc.indices_nonzero(pc.is_valid(places)).to_pylist()
    return [Bad(block.first_line + row, "bad-line", places[row].as_py(), lines[row].as_py()) for row in rows]


def _unknown(source: str, line: str) -> str:
    first = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
    return f"{source}: unknown log format; give --format ({', '.join(NAMES)}) or --regex; first line: {first}"


def _offered(form: Format) -> list[str]:
    derived = [name for name in OF_TARGET if "target" in form.columns] + [
        name for name in ("referer_host", "referer_path", "referer_...") if "referer" in form.columns
    ]
    return list(dict.fromkeys([*form.columns, *derived]))
