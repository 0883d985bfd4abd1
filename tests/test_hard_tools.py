"""The tools that look for faults, in ``tools/hard`` and ``tools/fuzz``, see the faults that they look for."""

from __future__ import annotations

import importlib
import os
import random
from pathlib import Path
from typing import Any

import pytest

import urlmill
import urlmill.parse
from urlmill import URL

# Not by `import`: to mypy the folders are packages of their own, as they are to the files in them.
billion = importlib.import_module("tools.hard.billion")
corpus = importlib.import_module("tools.fuzz.corpus")
dropin_shard = importlib.import_module("tools.hard.dropin_shard")
properties = importlib.import_module("tools.fuzz.properties")
run = importlib.import_module("tools.fuzz.run")


def test_the_page_about_fuzzing_names_every_target() -> None:
    root = Path(__file__).parents[1]
    page = (root / "rust" / "fuzz" / "README.md").read_text("utf-8")
    targets = [file.stem for file in (root / "rust" / "fuzz" / "fuzz_targets").glob("*.rs")]
    targets += [file.stem.removeprefix("target_") for file in (root / "tools" / "fuzz").glob("target_*.py")]
    assert targets
    assert [name for name in targets if f"`{name}`" not in page] == []


@pytest.fixture
def few_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dropin_shard, "TEXTS", 2 * dropin_shard.CHUNK)


@pytest.mark.usefixtures("few_texts")
def test_calls_of_the_dropin_are_counted_and_resumed(tmp_path: Path) -> None:
    file = tmp_path / "shard.json"
    assert dropin_shard.main("1", 1000, file) == 0
    first = file.read_text("utf-8")
    assert '"differences": 0' in first
    assert dropin_shard.main("1", 1000, file) == 0  # it is done
    assert file.read_text("utf-8") == first


@pytest.mark.usefixtures("few_texts")
def test_a_call_of_the_dropin_that_differs_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    right = urlmill.parse.unquote
    monkeypatch.setattr(urlmill.parse, "unquote", lambda *args, **kwargs: right(*args, **kwargs).replace("A", "a"))
    with pytest.raises(dropin_shard.Differs, match=r"unquote\(.*\n  urllib.parse: .*\n  urlmill.parse: "):
        dropin_shard.one_round(random.Random(1))


def test_a_url_that_ada_reads_otherwise_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("ada_url", reason="ada-url is not installed")
    web_ada = importlib.import_module("tools.hard.web_ada")
    monkeypatch.setattr(web_ada, "ROUND", 20)
    assert web_ada.main(["40", "--state", str(tmp_path)]) == 0
    assert web_ada.main(["40", "--state", str(tmp_path)]) == 0  # it is done
    right = web_ada.impl.web_href
    monkeypatch.setattr(web_ada.impl, "web_href", lambda text, base: right(text, base).lower())
    assert web_ada.main(["60", "--state", str(tmp_path)]) == 1


def compared(sent: bytes, wanted: Any, count: int) -> str | None:
    reading, writing = os.pipe()
    os.write(writing, sent)
    os.close(writing)
    told: str | None = billion.compared(reading, wanted, count)
    os.close(reading)
    return told


def test_a_row_that_is_lost_or_changed_among_many_is_seen() -> None:
    blocks = billion.Blocks([f"row{number}" for number in range(10)])
    count = 10 * 3 + 4
    sent = b"".join(blocks.octets[start:end] for start, end in blocks.pieces(count))
    assert sent.count(b"\n") == count
    assert compared(sent, blocks, count) is None
    assert "ends after" in str(compared(sent[:-5], blocks, count))
    assert "differs" in str(compared(sent.replace(b"row3\n", b"", 1), blocks, count))
    assert "goes on" in str(compared(sent + b"x", blocks, count))


def test_what_fuzzing_begins_with_keeps_every_promise() -> None:
    for seed in corpus.seeds("surface"):
        properties.check(seed)


def test_a_promise_that_does_not_hold_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(URL, "display", lambda url: str(url))
    with pytest.raises(AssertionError):
        properties.password_is_masked(URL("http://u:s3cr3t@h/"))


def test_what_libfuzzer_says_is_read(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(
        "INFO: Loaded 1 modules   (8123 inline 8-bit counters): 8123 [0x1, 0x2),\n"
        "#512\tpulse  cov: 300 ft: 700\n#9000\tDONE   cov: 345 ft: 800\nstat::number_of_executed_units: 9001\n"
    )
    result = run.read("split", log, 0)
    assert (result.executions, result.covered, result.counters) == (9001, 345, 8123)
    assert "FAILED" in run.read("split", log, 77).line()
