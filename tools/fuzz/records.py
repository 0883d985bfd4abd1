"""Lines of JSON, read in the two ways that there are."""

from __future__ import annotations

from unittest.mock import patch

import pyarrow as pa

from urlmill._backend import impl
from urlmill.logs import _objects
from urlmill.logs._detect import detect
from urlmill.logs.formats import json

WANTED = [
    "time",
    "target",
    "method",
    "status",
    "bytes",
    "request_time",
    "client",
    "host",
    "port",
    "referer",
    "x",
    "a.b",
]


def check(data: bytes) -> None:
    """Raises if the readers differ, or if a format that was detected cannot read its own lines."""
    octets = data.replace(b"\r", b"")
    (column,) = pa.table(impl.read_lines(octets)).columns
    column = column.combine_chunks()
    texts = [text or "" for text in column.to_pylist()]
    form = detect(texts)
    if form is None:
        return
    found = form.read(column, octets, WANTED)
    assert found.num_rows == len(column)
    if isinstance(form, json.JsonLines):
        with patch.object(_objects, "read", _objects.slow):
            assert found.to_pylist() == form.read(column, octets, WANTED).to_pylist()
