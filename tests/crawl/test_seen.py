"""A memory of what was seen: against a set of canonical forms; its file, whatever happens to the process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill._journal import JournalError
from urlmill.crawl import LEVELS, Seen, canonical

URLS = [
    "http://example.org/", "http://www.example.org", "http://EXAMPLE.org/?utm_source=x#y", "https://example.org/",
    "http://example.org/a?b=1&a=2", "http://example.org/a?a=2&b=1", "ftp://example.org/x", "mailto:a@b", "", "é",
    "http://é.example/", "http://h/%7e", "http://h/~", "\\x", "http://h/" + "long/" * 40,
]  # fmt: skip
levels = st.sampled_from(sorted(LEVELS))
texts = st.lists(st.one_of(st.none(), st.sampled_from(URLS)), max_size=12)


def form_of(url: str, level: str) -> str | None:
    try:
        return canonical(url, level)
    except URLError:
        return None


@given(levels, st.lists(texts, max_size=3), st.booleans(), st.integers(1, 3))
def test_it_is_what_a_set_of_forms_is(level: str, batches: list[list[str | None]], counts: bool, threads: int) -> None:
    seen, forms = Seen(level, counts=counts, threads=threads), dict[str, int]()
    for batch in batches:
        expected: list[bool | None] = []
        for url in batch:
            form = None if url is None else form_of(url, level)
            expected.append(None if form is None else form not in forms)
            if form is not None:
                forms[form] = forms.get(form, 0) + 1
        assert seen.add_all(batch).to_pylist() == expected
    assert len(seen) == len(forms)
    for url in URLS:
        form = form_of(url, level)
        if form is None:
            with pytest.raises(URLError):
                seen.add(url)
            continue
        found = forms.get(form, 0)
        assert (url in seen) == bool(found)
        assert seen.count(url) == (found if counts else min(found, 1))


def test_one_at_a_time() -> None:
    seen = Seen()
    assert seen.add("http://www.example.org/?utm_source=x")
    assert not seen.add(URL("http://example.org"))
    assert b"http://example.org/" in seen
    assert "http://example.org/a" not in seen
    assert repr(seen) == "<Seen: 1 on the level 'crawl'>"
    assert seen.level == "crawl"
    assert seen.size > 0


def test_switches_are_those_of_the_level() -> None:
    seen = Seen("crawl", www=False)
    assert seen.add_all(["http://www.h.org/", "http://h.org/"]).to_pylist() == [True, True]
    assert "http://www.h.org/#x" in seen
    named = Seen("crawl", tracking=["q"])
    assert named.add_all(["http://h/?q=1", "http://h/", "http://h/?utm_x=1"]).to_pylist() == [True, False, True]
    kept = Seen("w3lib", keep_fragments=True)
    assert kept.add_all(["http://h/#a", "http://h/#b"]).to_pylist() == [True, True]
    with pytest.raises(TypeError, match="no switch 'wwww'"):
        Seen("crawl", wwww=True)
    with pytest.raises(TypeError, match="the level 'w3lib' has no switch 'www'"):
        Seen("w3lib", www=False)
    with pytest.raises(ValueError, match="got 'surt', which has keys only"):
        Seen("surt")


@pytest.mark.parametrize("counts", [False, True])
def test_it_is_kept_in_a_file(tmp_path: Path, counts: bool) -> None:
    path = tmp_path / "seen"
    with Seen("crawl", path=path, counts=counts, www=False) as seen:
        seen.add_all(URLS)
        seen.add(URLS[0])
        seen.sync()
        with pytest.raises(JournalError, match="in use"):
            Seen("crawl", path=path, counts=counts, www=False)
    expected = [seen.count(url) for url in URLS]
    loaded = Seen.load(path)
    with Seen("crawl", path=path, counts=counts, www=False) as again:
        assert [again.count(url) for url in URLS] == [loaded.count(url) for url in URLS] == expected
        assert not again.add(URLS[0])
        assert again.add("http://h/new")
    assert "http://h/new" in Seen.load(path)
    assert "http://h/new" not in loaded
    for other in ({}, {"www": False, "counts": not counts}):
        with pytest.raises(ValueError, match="give another file"):
            Seen("crawl", path=path, **{"counts": counts, **other})
    with pytest.raises(FileNotFoundError):
        Seen.load(tmp_path / "none")
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("counts", [False, True])
def test_saved_and_merged(tmp_path: Path, counts: bool) -> None:
    one, other = Seen(counts=counts), Seen(counts=counts)
    one.add_all(URLS[:8])
    other.add_all(URLS[4:] * 2)
    one.save(tmp_path / "one")
    one.save(tmp_path / "one")
    assert [path.name for path in tmp_path.iterdir()] == ["one"]
    with Seen(path=tmp_path / "one", counts=counts) as kept:
        kept.update(other)
        expected = Seen(counts=counts)
        expected.add_all(URLS[:8] + URLS[4:] * 2)
        assert [kept.count(url) for url in URLS] == [expected.count(url) for url in URLS]
    loaded = Seen.load(tmp_path / "one")
    assert [loaded.count(url) for url in URLS] == [expected.count(url) for url in URLS]
    with pytest.raises(ValueError, match="cannot be merged"):
        one.update(Seen("w3lib"))
    with pytest.raises(TypeError, match="add_all"):
        one.update(URLS)  # type: ignore[arg-type]


def test_a_kill_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    path = tmp_path / "seen"
    program = """if True:
        import sys
        from urlmill.crawl import Seen
        seen = Seen(path=sys.argv[1])
        number = int(sys.argv[2])
        while True:
            seen.add_all([f"http://h/{number}/{row}" for row in range(100)])
            print(number, flush=True)
            number += 1
    """
    next_one = 0
    for answers in (1, 30):
        process = subprocess.Popen([sys.executable, "-c", program, str(path), str(next_one)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        for _ in range(answers):
            process.stdout.readline()
        process.kill()
        rest = process.stdout.read().splitlines()
        process.stdout.close()
        process.wait()
        answered = next_one + answers + sum(line.isdigit() for line in rest)
        seen = Seen.load(path)
        assert all(f"http://h/{number}/{row}" in seen for number in range(answered) for row in (0, 50, 99))
        next_one = answered


def test_arrow_columns() -> None:
    pyarrow: Any = pytest.importorskip("pyarrow")
    column = pyarrow.chunked_array([["http://h/1", None], ["http://h/1", "http://h/2"]], pyarrow.large_string())
    seen = Seen(threads=3)
    assert pyarrow.chunked_array(seen.add_all(column)).to_pylist() == [True, None, False, True]
    assert pyarrow.chunked_array(seen.add_all(column.combine_chunks().dictionary_encode())).to_pylist() == [
        False, None, False, False,
    ]  # fmt: skip
    with pytest.raises(TypeError, match="a list or an Arrow array"):
        seen.add_all("http://h/")


def test_it_is_not_saved_over_itself(tmp_path: Path) -> None:
    with Seen(path=tmp_path / "seen") as seen, Seen(path=tmp_path / "other") as other:
        seen.add("http://h/")
        with pytest.raises(ValueError, match="give another"):
            seen.save(tmp_path / "seen")
        with pytest.raises(JournalError, match="in use"):
            seen.save(tmp_path / "other")
        other.add("http://h/2")
        assert sorted(path.name for path in tmp_path.iterdir()) == ["other", "seen"]
    assert "http://h/2" in Seen.load(tmp_path / "other")


def test_what_could_not_be_written_is_not_seen(tmp_path: Path) -> None:
    seen = Seen(path=tmp_path / "seen")
    seen.add("http://h/")
    assert seen._journal is not None
    os.close(seen._journal._file)
    with pytest.raises(OSError, match="Bad file descriptor"):
        seen.add_all(["http://h/1", "http://h/2"])
    assert "http://h/1" not in seen
    seen._journal._file = -1
    seen.close()
    assert seen.add("http://h/1")


def test_switches_are_taken_as_they_are(tmp_path: Path) -> None:
    names = ["q"]
    seen = Seen(path=tmp_path / "seen", tracking=iter(names))
    assert seen.add_all(["http://h/?q=1", "http://h/"]).to_pylist() == [True, False]
    seen.close()
    assert Seen.load(tmp_path / "seen").add_all(["http://h/?q=2"]).to_pylist() == [False]
    path = tmp_path / "odd"
    path.write_bytes(b'urlmill seen 1\n{"level": "crawl", "version": 1, "counts": false, "switches": {"path": "x"}}\n')
    with pytest.raises(ValueError, match="no level that is known"):
        Seen.load(path)


def test_merged_with_itself_it_stays() -> None:
    seen = Seen(counts=True)
    seen.add("http://h/")
    seen.update(seen)
    assert seen.count("http://h/") == 1


def test_rows_are_what_one_at_a_time_is() -> None:
    odd: list[str | bytes] = ["http://h/\ud800", "http://h/é", b"http://h/caf\xe9", b"http://h/\xc3\xa8"]
    one, many = Seen(), Seen()
    assert [one.add(url) for url in odd] == many.add_all(odd).to_pylist() == [True] * 4
    one.update(many)
    assert len(one) == 4
    latin = Seen("w3lib", encoding="latin-1")
    assert latin.add(b"http://h/?\xe9")
    assert latin.add_all([b"http://h/?\xe9", "http://h/?\xe9"]).to_pylist() == [False, False]
    pyarrow: Any = pytest.importorskip("pyarrow")
    octets = pyarrow.array([url for url in odd if isinstance(url, bytes)])
    seen = Seen()
    assert seen.add_all(octets).to_pylist() == [True, True]
    assert seen.add_all(odd).to_pylist() == [True, True, False, False]


def test_a_saved_file_that_was_cut_off_is_told(tmp_path: Path) -> None:
    seen = Seen()
    seen.add_all([f"http://h/{number}" for number in range(2000)])
    seen.save(os.fsencode(tmp_path / "saved"))
    whole = (tmp_path / "saved").read_bytes()
    (tmp_path / "saved").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(ValueError, match="of the 2,000 pages that it was saved with"):
        Seen.load(tmp_path / "saved")
    with pytest.raises(ValueError, match="of the 2,000 pages that it was saved with"):
        Seen(path=tmp_path / "saved")
    assert 0 < len(Seen.load(tmp_path / "saved", recover=True)) < 2000


def test_a_merge_writes_what_is_new(tmp_path: Path) -> None:
    other = Seen()
    other.add_all(URLS)
    with Seen(path=tmp_path / "seen") as seen:
        seen.update(other)
        size = (tmp_path / "seen").stat().st_size
        seen.update(other)
        assert (tmp_path / "seen").stat().st_size == size
    assert len(Seen.load(tmp_path / "seen")) == len(other)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork")
def test_a_fork_in_the_middle_of_another_thread(tmp_path: Path) -> None:
    program = """if True:
        import os, sys, threading
        from urlmill.crawl import Seen
        seen, kept = Seen(), Seen(path=sys.argv[1])
        urls = [f"http://h/{number}" for number in range(300)]
        def work():
            while True:
                seen.add_all(urls)
                kept.add_all(urls)
        threading.Thread(target=work, daemon=True).start()
        for _ in range(20):
            child = os.fork()
            if not child:
                seen.add("http://h/child")
                try:
                    kept.add("http://h/child")
                except ValueError:
                    os._exit(0)
                os._exit(1)
            assert os.waitpid(child, 0)[1] == 0
    """
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", program, str(tmp_path / "seen")], timeout=60)
    assert done.returncode == 0
