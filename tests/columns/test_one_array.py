"""Columns of several chunks, asked for as one array."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

import urlmill
from urlmill import columns

pa: Any = pytest.importorskip("pyarrow")


@pytest.mark.skipif(urlmill.backend != "native", reason="pyarrow puts them together for the pure twin")
def test_lists_whose_items_cannot_be_counted_together_are_refused() -> None:
    """Nulls take no memory, so that two rows may have more of them than 32 bits can count."""
    most = (1 << 31) - 1
    ends = pa.py_buffer(array("i", [0, most]))
    lists = pa.Array.from_buffers(pa.list_(pa.null()), 1, [None, ends], children=[pa.nulls(most)])
    batch = pa.record_batch({"url": ["http://h/"], "many": lists})
    found = columns.transform(pa.Table.from_batches([batch, batch]), fields=["host"])
    with pytest.raises(OverflowError, match="take the stream"):
        found.__arrow_c_array__()
    assert pa.table(found)["host"].to_pylist() == ["h", "h"]
