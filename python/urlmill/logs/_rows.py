"""The rows of access logs: the format of each file, and what each block of it has."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from .._backend import impl
from .._fields import OF_QUERY
from .._io.arrow import pa, pc, types
from .._io.bad import Bad
from .._io.filters import Where
from .._io.inputs import Block, TooLong
from .._io.rows import LINE, RowCount, Rows, lines_of, numbers_of, with_line
from .._io.shown import shown
from .._io.tables import kept, valid_rows
from .._io.tallies import counted
from .._io.usage import UsageError
from ._columns import ALL, OF_HOST, OF_REFERER, OF_TARGET, TEXT, array_of, needed_for, part_of_referer, type_of
from ._detect import NAMES, detect, named
from ._lacking import lacking
from ._targets import first_of, parts, parts_of_hosts, parts_of_targets, values_of_queries
from .formats import ENOUGH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from typing import Any

    from .._io.tallies import Tallies
    from .formats import Counter, Format

HEAD = 250  # lines that are looked at to see the format: there may be comments among them
_MOST_AHEAD = 16 << 20  # octets that are held until the format is known
_COUNTERS = 16
_SHOWN = 160  # characters of a line that no format fits


class UnknownFormatError(UsageError):
    """A log of no known format; ``line`` is the first of it, or how that begins, without passwords."""

    def __init__(self, source: str, line: str) -> None:
        self.source = source
        line = shown(line)  # before it is cut: what comes later shows where a password ends
        self.line = line if len(line) <= _SHOWN else f"{line[:_SHOWN]}..."
        super().__init__(
            f"{source}: unknown log format; give a format ({', '.join(NAMES)}) or a regex; first line: {self.line}"
        )


class LogRows:
    """Makes rows of blocks of lines, in two steps: `ahead` gives the blocks their formats, in order; a call with such a
    block gives its rows, in any order and on any thread.

    Without ``fields``, the columns are what people want to see of a log like the first. What a person should know is
    given to ``note``. With ``form``, that is the format of all.
    """

    def __init__(
        self,
        fields: Sequence[str] | None,
        where: Where,
        *,
        name: str | None = None,
        regex: str | None = None,
        form: Format | None = None,
        note: Callable[[str], object],
        is_numbered: bool = False,
    ) -> None:
        if regex is not None and name is not None:
            raise UsageError("give a format or a regex, not both")
        if "error_at" in [*(fields or ()), *where.fields]:
            raise UsageError("there is no column 'error_at'; wrong lines are not rows")
        self._asked = list(dict.fromkeys(fields)) if fields is not None else None
        self._where = where
        self._name = name
        self._given = form if regex is None else _pattern(regex)
        self._note = note
        self._is_numbered = is_numbered  # rows have the numbers of their lines
        self._first: Format | None = None  # which decides on the usual columns, and on how exact times are
        self._first_source = ""
        # That of a format is made once, as long as it is one of the latest: a W3C log may have a new one on each line.
        counter: Any = lru_cache(_COUNTERS)(self._new_counter)  # mypy does not know that formats have a hash
        self._counter: Callable[[Format], Counter | None] = counter

    @property
    def form(self) -> Format | None:
        """The format of the first log; None as long as no line was seen."""
        return self._first

    @property
    def fields(self) -> list[str]:
        """The columns of the rows, which are known for sure when the first block has its format."""
        return self._decided.usual if self._asked is None else self._asked

    @property
    def _decided(self) -> Format:
        """Logs without a line have no format; and yet columns, as what is written has to have some."""
        return self._first or self._given or named("combined", [])

    @property
    def _needed(self) -> list[str]:
        return list(dict.fromkeys([*self.fields, *self._where.fields]))

    def ahead(self, blocks: Iterator[Block], *, is_abreast: bool = False) -> Generator[Block, None, None]:
        """The blocks with their formats. If it is said, those of several files come in turns."""
        forms: dict[int, Format] = {}
        waiting: dict[int, list[Block]] = {}
        too_long: tuple[TooLong, ...] = ()  # in blocks that have nothing else
        source = ""
        is_empty = True
        for block in blocks:
            source = block.source
            if block.first_line == 1:
                if not is_abreast:
                    self._check_nothing(waiting)
                    waiting.clear()
                forms.pop(block.file, None)
            form = forms.get(block.file)
            if form is None and not block.octets.strip():
                too_long += block.too_long
                continue
            held = waiting.setdefault(block.file, [])
            held.append(block)
            if form is None:
                form = self._form(held)
                if form is None:
                    continue
                self._settle(form, block.source)
            for each in held:
                for piece, own in _pieces(each, form):
                    form = own
                    is_empty = False
                    yield piece._replace(too_long=too_long + piece.too_long)
                    too_long = ()
            forms[block.file] = form
            waiting[block.file] = []
        self._check_nothing(waiting)
        if is_empty or too_long:
            yield Block(b"", source, 1, 0, form=self._decided, too_long=too_long)

    def __call__(self, block: Block) -> Rows:
        """The rows of a block."""
        form, fields = _form_of(block), self._needed
        octets = _without_end(form.without_comments(block.octets))
        lines = lines_of(block._replace(octets=octets))
        names = {name: _column(form, name) for name in needed_for(fields)}
        table = form.read(lines, octets, list(dict.fromkeys(name for name in names.values() if name)))
        places = array_of(table.column("error_at"))
        bad = _bad(block, lines, places)
        # The places stay, for a table without columns has no rows.
        table = table.select([name for name in table.column_names if name in names.values() or name == "error_at"])
        if self._is_numbered:
            table = table.append_column(LINE, numbers_of(block.first_line, len(lines)))
        if bad or lines.null_count:
            table = kept(table, pc.and_(pc.is_valid(lines), pc.is_null(places)))
        fitting = table.num_rows
        rows = _table(table, names, fields, self._decided.unit)
        if self._is_numbered:
            rows = rows.append_column(LINE, table.column(LINE))
        return Rows(with_line(self._where.filtered(rows), self.fields), bad, fitting)

    def counted(self, block: Block, tallies: Tallies) -> Rows:
        """The rows of a block, of whose one column the values are counted; without a table if the format can."""
        form, name = _form_of(block), self.fields[0]
        if self._where.fields or name.startswith(OF_QUERY):
            return self._counted_by_rows(block, tallies)
        counter = self._counter(form)
        if counter is None:
            return self._counted_by_rows(block, tallies)
        tally = tallies.numbers if form.is_number(name) else tallies.texts
        block = block._replace(octets=form.without_comments(block.octets))
        count, left = counter.count(block.octets, block.rank, tally)
        return Rows(RowCount(count), fitting=count) if not left else self._with_left(block, count, left, tallies)

    def _counted_by_rows(self, block: Block, tallies: Tallies) -> Rows:
        rows = self(block)
        tallies.add_counted(counted(rows.table.column(0)), block.rank)
        return Rows(RowCount(rows.table.num_rows), rows.bad, rows.fitting)

    def _with_left(self, block: Block, count: int, left: list[tuple[int, int, int]], tallies: Tallies) -> Rows:
        """With the lines that were left: bad ones, which need no pyarrow, and rows."""
        octets = _joined(block, left)
        table = impl.read_lines(octets)
        lines = table.values("line")
        places = _form_of(block).places(lines)
        bad = [
            Bad(block.first_line + number, "bad-line", place, line)
            for (number, _, _), place, line in zip(left, places, lines, strict=True)
            if place is not None
        ]
        left = [each for each, place in zip(left, places, strict=True) if place is None]
        if left:
            rows = self(block._replace(octets=_joined(block, left), first_line=1, too_long=()))
            is_bad = {bad.line for bad in rows.bad}
            bad += [each._replace(line=block.first_line + left[each.line - 1][0]) for each in rows.bad]
            bad.sort(key=lambda each: each.line)
            ranks = [block.rank + start for number, (_, start, _) in enumerate(left, 1) if number not in is_bad]
            tallies.add(rows.table.column(0).to_pylist(), [1] * len(ranks), ranks)
            count += len(ranks)
        return Rows(RowCount(count), bad, count)

    def _new_counter(self, form: Format) -> Counter | None:
        """What counts the values of the one column."""
        return form.counter(self.fields[0])

    def _form(self, blocks: list[Block]) -> Format | None:
        """None if the lines so far do not tell, and there may be more."""
        if self._given:
            return self._given
        octets = b"".join(block.octets for block in blocks)
        lines = first_lines_of(blocks[0]._replace(octets=octets))
        if all(line.startswith("#") and not line.startswith("#Fields:") for line in lines):
            if len(octets) > _MOST_AHEAD:
                self._check_nothing({0: blocks})
            return None
        if self._name:
            return named(self._name, lines)
        form = detect(lines)
        if form is None and (len(lines) >= ENOUGH or len(octets) > _MOST_AHEAD):
            self._check_nothing({0: blocks})
        return form

    def _check_nothing(self, waiting: dict[int, list[Block]]) -> None:
        for block in chain.from_iterable(waiting.values()):
            if line := next((line for line in block.octets.splitlines() if line.strip()), b""):
                raise UnknownFormatError(block.source, line.decode("utf-8", "replace"))

    def _settle(self, form: Format, source: str) -> None:
        """What the first format decides, and whether a file has what was asked for."""
        if not (form.columns or form.is_open):
            raise UsageError(f"{source}: its first #Fields: line names no field")
        if not (self._name or self._given):
            self._note(f"{source}: {form.name}")
        if self._first is None:
            self._first, self._first_source = form, source
        needed = self._needed
        if (self._first.unit, form.unit) == ("s", "us") and "time" in needed:
            self._note(f"{source}: its times are cut to whole seconds, as {self._first_source} has them")
        if self._asked is None and "host" in form.columns and "host" not in needed:
            self._note(f"{source}: its hosts are left out; the field host has them")
        for note in lacking(form, source, needed, self._asked or ()):
            self._note(note)


def _pattern(regex: str) -> Format:
    from .formats.pattern import Pattern  # few logs need it

    return Pattern(regex)


def _table(raw: Any, names: dict[str, str], fields: list[str], unit: str) -> Any:
    """The columns of these names from what a format has read; ``names`` says what it calls them."""
    columns = {
        name: array_of(raw.column(theirs))
        if theirs in raw.column_names
        else pa.nulls(raw.num_rows, type_of(name, unit))
        for name, theirs in names.items()
    }
    columns |= _parts(columns, fields)
    if "time" in columns:
        columns["time"] = columns["time"].cast(type_of("time", unit), safe=False)
    arrays = [columns[name] for name in fields]
    arrays = [array.cast(TEXT) if types.is_large_string(array.type) else array for array in arrays]
    return pa.table(arrays, names=fields)


def _column(form: Format, name: str) -> str:
    """What a format calls it; empty if it has no such thing."""
    return form.path_of(name) or (name if form.is_open and name not in ALL else "")


def _parts(columns: dict[str, Any], fields: list[str]) -> dict[str, Any]:
    """The parts of targets and referers that are asked for."""
    found: dict[str, Any] = {}
    of_query = [name for name in fields if name.startswith(OF_QUERY)]
    if wanted := [name for name in OF_TARGET if name in fields or (name == "query" and of_query)]:
        found = parts_of_targets(columns["target"], columns["method"], wanted)
        if of_host := [name for name in OF_HOST if name in fields]:
            named = parts_of_hosts(columns["host"], of_host)
            found |= {name: first_of([named[name], found[name]]) for name in of_host}
        found |= {name: first_of([columns[name], found[name]]) for name in ("host", "port") if name in wanted}
        if of_query:
            found |= values_of_queries(found["query"], of_query)
    if wanted := [name for name in OF_REFERER if name in fields]:
        got = parts(columns["referer"], [part_of_referer(name) for name in wanted])
        found |= {name: got[part_of_referer(name)] for name in wanted}
    return found


def first_lines_of(block: Block) -> list[str]:
    """Those that tell which format it is; without blank ones."""
    octets, end = block.octets, 0
    for _ in range(HEAD):
        end = octets.find(b"\n", end) + 1
        if not end:
            break
    table = impl.read_lines(octets[:end] if end else octets)
    return [line for line in table.values("line") if line]


def _without_end(octets: bytes) -> bytes:
    """Without the blank lines at its end, which change no number. If all lines are blank, one is left."""
    return octets[: len(octets.rstrip(b"\n")) + 1] if octets.endswith(b"\n\n") else octets


def _joined(block: Block, lines: list[tuple[int, int, int]]) -> bytes:
    """Some of the lines; what they end with is not what one may have before its end."""
    return b"".join(block.octets[start:end] + b"\r\n" for _, start, end in lines)


def _form_of(block: Block) -> Format:
    form: Format | None = block.form
    if form is None:
        raise TypeError("a block of a log has a format: it must have gone through `ahead`")
    return form


def _pieces(block: Block, form: Format) -> Iterator[tuple[Block, Format]]:
    line, rank, too_long = block.first_line, block.rank, block.too_long
    before = b""
    for octets, each in form.cut(block.octets):
        if before:
            line += impl.count_line_breaks(before)
        yield block._replace(octets=octets, first_line=line, rank=rank, too_long=too_long, form=each), each
        before, too_long = octets, ()
        rank += len(octets)


def _bad(block: Block, lines: Any, places: Any) -> list[Bad]:
    return [
        Bad(block.first_line + row, "bad-line", places[row].as_py(), lines[row].as_py()) for row in valid_rows(places)
    ]
