"""Access logs by the column: what ``urlmill logs`` reads, for Python.

>>> from urlmill.logs import detect, parse
>>> line = '192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a?b=1 HTTP/1.1" 200 17'
>>> detect([line])
'common'
>>> parse([line], fields=["client", "path", "query", "status"]).to_pylist()
[{'client': '192.0.2.1', 'path': '/a', 'query': 'b=1', 'status': 200}]

It takes pyarrow: ``pip install 'urlmill[cli]'``.

| file | holds |
|---|---|
| `_reader` | logs as a stream of record batches; `_dataset` is for engines that ask for a part of it |
| `_rows`, `_lacking` | the format of each file, and the rows of each block; what a file lacks |
| `_detect`, `formats` | which format it is; one file for each family of formats |
| `_text_formats` | the text formats, as data; `_shapes` is their language, `_delimited` and `_going_on` read it |
| `_patterns` | patterns of `re`, as the kernel reads them |
| `_json_formats` | the JSON formats, as data; `_objects` reads them, `_json_values` has what values must look like |
| `_pasted`, `_pasted_json`, `_config` | formats from `log_format` of nginx and `LogFormat` of Apache, or their files |
| `_envelopes` | syslog, CRI, Docker and journald around the lines |
| `_columns`, `_values`, `_targets` | the columns, their types, and the parts of what was requested |
| `_given` | paths and lines as callers have them |
"""

from __future__ import annotations

from functools import partial
from importlib.util import find_spec

if find_spec("pyarrow") is None:  # what is below imports it when it is needed
    raise ModuleNotFoundError(
        "urlmill.logs takes pyarrow, which is not installed: pip install 'urlmill[cli]'", name="pyarrow"
    )

from .._io.inputs import blocks as _blocks
from . import _detect, _given
from ._detect import NAMES as FORMATS
from ._reader import BadLine, Reader

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from .._io.inputs import Block, Broken
    from .._io.live import Live
    from ._given import Path

__all__ = ["FORMATS", "BadLine", "Reader", "detect", "parse", "read"]


def read(
    paths: Path | Iterable[Path],
    format: str | None = None,  # noqa: A002
    fields: str | Iterable[str] | None = None,
    where: str | Iterable[str] | None = None,
    *,
    regex: str | None = None,
    threads: int | None = None,
) -> Reader:
    r"""Logs as a stream of Arrow record batches. Nothing is read before you ask for it.

    - ``paths``: files or patterns, plain or packed (gzip, bzip2, zstd). Patterns are looked up at once.
    - ``format``: one of `FORMATS`; or a server's ``log_format`` or ``LogFormat``, or the configuration file that has
      it, with ``:NAME`` after it if it has several. By default, the first lines tell.
    - ``fields``: the columns. By default, those that people want to see of a log like the first.
    - ``where``: conditions such as ``status>=500``, ``host=*.example.com``, ``agent ~* bot`` or
      ``client in 192.0.2.0/24``. A row must meet them all.
    - ``regex``: a pattern of `re` for lines of any other format. Its named groups become columns.
    - ``threads``: by default, all processors.

    >>> from pathlib import Path
    >>> _ = Path("access.log").write_text('192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 404 17\n?\n')
    >>> logs = read("access.log", fields=["path", "status"], where="status>=400")
    >>> logs.format
    'common'
    >>> [batch.to_pylist() for batch in logs]
    [[{'path': '/a', 'status': 404}]]
    >>> logs.bad
    [BadLine(source='access.log', line=2, reason='bad-line', at=0)]
    >>> Path("access.log").unlink()

    Raises ValueError if the format is unknown, or has no such column; OSError if a file cannot be read.
    """
    names = _given.texts(fields, "fields")
    files = _given.paths(paths)
    wanted = _given.texts(where, "where") or []
    return Reader(partial(_of_files, files), names, wanted, name=_known(format), regex=regex, threads=threads)


def parse(
    lines: Iterable[str | None],
    format: str | None = None,  # noqa: A002
    fields: str | Iterable[str] | None = None,
    *,
    regex: str | None = None,
) -> Any:
    """A ``pyarrow.Table`` of the rows that lines have; a list, an open file or any Arrow column of text.

    Blank lines and lines that are wrong give no row. The other arguments are those of `read`.

    >>> parse(['{"uri":"/a?b","status":200}', '{"uri":"/c","status":404}'], "json", ["path", "status"]).to_pydict()
    {'path': ['/a', '/c'], 'status': [200, 404]}
    """
    names = _given.texts(fields, "fields")
    column = _given.column_of(lines)
    threads = None if len(column) > _given.ROWS else 1  # a few are done before another thread has started
    source = partial(_given.blocks, column)
    return Reader(source, names, [], name=_known(format), regex=regex, threads=threads).to_pyarrow()


def detect(lines: Iterable[str | None]) -> str | None:
    """The name of the format of a log that begins with these lines, one of `FORMATS`; None if it is none of them.

    >>> detect(["#Version: 1.0", "#Fields: date time cs-uri-stem sc-status", "2024-01-02 03:04:05 /a 200"])
    'w3c'
    >>> detect(["hello"])
    """
    form = _detect.detect(_given.first_lines(lines))
    return None if form is None else form.name


def _of_files(files: list[str], on_broken: Callable[[Broken], None], live: Live) -> Iterator[Block]:
    return _blocks(files, on_broken, live=live)


def _known(name: str | None) -> str | None:
    return None if name is None else _detect.check_name(name)
