"""What a reader becomes: tables, frames and relations, whose columns are known before they are read."""

from __future__ import annotations

import struct
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from urlmill import logs
from urlmill._io import inputs

from .samples import COMMON, FOLDER, WITH_TARGETS

SAMPLES = sorted(FOLDER.glob("*.log"))


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_schema_is_known_from_the_first_lines(path: Path) -> None:
    form = logs.read(path)._looked().form
    assert form
    of_target = ["path", "host"] if path in WITH_TARGETS else []
    for fields in (None, list(dict.fromkeys([*form.columns, *of_target, "referer_depth"]))):
        reader = logs.read(path, fields=fields)
        known = reader.schema
        assert known == reader.to_pyarrow().schema == pa.schema(reader) == pa.table(reader).schema
        assert known.names == reader.fields


def test_frames_have_the_rows_of_the_table(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("\n".join([*COMMON, "?"]), "utf-8")
    reader = logs.read(tmp_path / "log", fields=["time", "path", "status", "referer"])
    expected = reader.to_pyarrow().to_pylist()
    polars: Any = pytest.importorskip("polars")
    frame = reader.to_polars()
    assert isinstance(frame, polars.DataFrame)
    assert frame.to_dicts() == expected
    assert reader.bad_count == 1
    pytest.importorskip("pandas")
    found = reader.to_pandas()
    assert found.to_dict("list")["path"] == [row["path"] for row in expected]
    assert [str(kind) for kind in found.dtypes] == [
        "timestamp[s, tz=UTC][pyarrow]", "large_string[pyarrow]", "uint16[pyarrow]", "large_string[pyarrow]",
    ]  # fmt: skip


def test_nothing_is_read_before_it_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_text("\n".join(COMMON * 300), "utf-8")
    read: list[int] = []
    blocks = inputs.blocks

    def noted(paths: Any, warn: Any, **more: Any) -> Any:
        for block in blocks(paths, warn, 150, **more):
            read.append(block.first_line)
            yield block

    monkeypatch.setattr("urlmill.logs._blocks", noted)
    reader = logs.read(tmp_path / "log", threads=1)
    assert read == []
    assert reader.schema.names == reader.fields
    assert read == [1]  # once for both
    next(iter(reader))
    assert len(read) < 10


def test_the_first_log_decides_on_the_types(tmp_path: Path) -> None:
    (tmp_path / "log").write_text('{"status":200,"target_processing_time":"1.5"}\n{"status":201}\n', "utf-8")
    field = "target_processing_time"  # a number in logs of AWS, and text in JSON, where it is nobody's
    reader = logs.read([FOLDER / "alb.log", tmp_path / "log"], fields=field)
    assert [str(kind) for kind in reader.schema.types] == ["double"]
    assert reader.to_pyarrow()[field].to_pylist()[-2:] == [1.5, None]
    assert pa.table(reader).num_rows == reader.to_pyarrow().num_rows
    (tmp_path / "log").write_text('{"status":200,"target_processing_time":"soon"}\n', "utf-8")
    with pytest.raises(ValueError, match=r"log: a column is not what it is in the first log .*soon.*; read it"):
        reader.to_pyarrow()


def test_two_readings_at_once_have_counts_of_their_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "log").write_text("\n".join([*COMMON, "?"] * 20), "utf-8")
    read = inputs.blocks
    monkeypatch.setattr("urlmill.logs._blocks", lambda paths, warn, **more: read(paths, warn, 150, **more))
    reader = logs.read(tmp_path / "log", fields="path", threads=1)
    first = iter(reader)
    next(first)
    assert reader.to_pyarrow().num_rows == 20 * len(COMMON)
    assert sum(batch.num_rows for batch in first) > 10
    assert reader.bad_count == len(reader.bad) == 20  # those of the reading that began last


def torn(kind: pa.DataType) -> pa.Array:
    """Text of which one row ends where no buffer is."""
    if kind == pa.string_view():
        views = struct.pack("<i4sii", 20, b"GET ", 3, 0)
        return pa.Array.from_buffers(kind, 1, [None, pa.py_buffer(views), pa.py_buffer(b"GET / HTTP/1.1 and more")])
    ends = struct.pack("<iii", 0, 1 << 30, 3)
    return pa.Array.from_buffers(kind, 2, [None, pa.py_buffer(ends), pa.py_buffer(b"abc")])


NOT_UTF8 = pa.Array.from_buffers(pa.string(), 1, [None, *pa.array([b"\xff"]).buffers()[1:]])
NO_SUCH_KEY = pa.DictionaryArray.from_arrays(pa.array([7]), pa.array(["a"]), safe=False)


@pytest.mark.parametrize("lines", [torn(pa.string()), torn(pa.string_view()), NOT_UTF8, NO_SUCH_KEY], ids=range(4))
@pytest.mark.parametrize(
    "wrapped", [lambda array: array, lambda array: pa.chunked_array([array])], ids=["array", "chunks"]
)
def test_arrow_data_that_is_not_well_formed_is_refused(lines: Any, wrapped: Any) -> None:
    with pytest.raises(ValueError, match="not well formed"):
        logs.detect(wrapped(lines))
    with pytest.raises(ValueError, match="not well formed"):
        logs.parse(wrapped(lines), "common", ["path"])
