"""``w3lib.url`` and ours, call by call: the same answer, or the same error in the same words."""

from __future__ import annotations

import itertools
import os
import random
import subprocess
import sys
import tarfile
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from .. import corpus
from ..crawl.w3lib_cases import ALPHABET, CASES
from ..nasty import Text
from ..strategies import text

own = pytest.importorskip("w3lib.url", reason="w3lib is not installed here: `make test` has it")
ours = pytest.importorskip("urlmill.integrations.w3lib")

FAST = ("canonicalize_url", "safe_url_string", "safe_download_url")
ENCODINGS: list[Any] = ["utf8", "latin-1", "cp1252", "utf-16", "utf-7", "shift_jis", "nonsense", None]
# At the edges of what is answered without w3lib.
EDGES = [
    *(f"http://h/a/{rest}" for rest in (".", "..", "./b", ".b", "%2e", "%2E%2e/", "%2f", "b//c", "b/")),
    *(f"http://h/a/{rest}" for rest in ("?", "?#f", "#", "x?y#")),
    *(f"http://h{port}/" for port in (":", ":0", ":1", ":080", ":9999", ":65535", ":65536", ":x")),
    *(f"http://h/{char}" for char in "'[]|{}^`\"<>\\ \x7f\x00\n\t~!$&()*+,;=:@%"),
    *(f"http://h/?{char}" for char in "'[]|{}^`\"<>\\ \x7f\x00\n\t~!$&()*+,;=:@%"),
    *(f"http://h/#{char}" for char in "'[]|{}^`\"<>\\ \x7f\x00\n\t~!$&()*+,;=:@%?"),
    *(f"http://{host}/" for host in ("H", "-", ".", "a..b", "a_b", "a b", "u@h", "1.2.3.4", "é.example", "a" * 70)),
    "HTTP://h/", "https://h", "https://h?a", "https://h#a", "ftp://h/", "ws://h/", "http:/h", "http:h", "http://h/\n",
    "http://h/a/../b/./c", "data:text/plain,a", "C:\\a", "/a/b", "a.html?b=1",
]  # fmt: skip


def outcome(function: Callable[..., object], *args: Any, **options: Any) -> object:
    try:
        return function(*args, **options)
    except Exception as error:
        return type(error), str(error)


def compare(url: object, *args: Any, **options: Any) -> None:
    for name in FAST:
        theirs = outcome(getattr(own, name), url, *args, **options)
        assert outcome(getattr(ours, name), url, *args, **options) == theirs, (name, url)


def test_everything_that_w3lib_exports_is_there_and_its_own() -> None:
    public = [name for name in vars(own) if not name.startswith("_")]
    assert set(own.__all__) <= set(ours.__all__)
    assert set(ours.__all__) <= set(public)
    for name in public:
        if name not in FAST:
            assert getattr(ours, name) is getattr(own, name), name
    assert ours._quote is own._quote
    with pytest.raises(AttributeError):
        ours.nothing  # noqa: B018


@pytest.mark.parametrize("url", [*CASES, *EDGES])
def test_texts_and_octets(url: str) -> None:
    compare(url)
    compare(Text(url))
    compare(url.encode("utf-8", "surrogatepass"))


def test_real_urls() -> None:
    for url in corpus.some(corpus.URLS):
        compare(url)


@given(text)
def test_any_text(url: str) -> None:
    compare(url)


def test_what_is_put_together_of_marks() -> None:
    chosen = random.Random(5)
    pieces = [*ALPHABET, "http://h", "/a", "?b=", "#c", "'", "%2e"]
    for _ in range(corpus.fewer(20_000)):
        compare("".join(chosen.choices(pieces, k=chosen.randint(1, 8))))


@pytest.mark.parametrize("url", ["http://h/a?b=1&a=2#f", "http://h/é?q=£#é", b"http://h/\xe9?q=\xa3"])
def test_options(url: str | bytes) -> None:
    for blank, fragments, encoding in itertools.product((True, False, 0, 1), (True, False, None), ENCODINGS):
        for args, options in (
            ((blank, fragments, encoding), {}),
            ((), {"keep_fragments": fragments, "keep_blank_values": blank, "encoding": encoding}),
            ((blank,), {"keep_fragments": fragments}),
        ):
            assert outcome(ours.canonicalize_url, url, *args, **options) == outcome(
                own.canonicalize_url, url, *args, **options
            )
    for encoding, path_encoding in itertools.product(ENCODINGS, repeat=2):
        options = {"encoding": encoding, "path_encoding": path_encoding}
        for name in FAST[1:]:
            assert outcome(getattr(ours, name), url, **options) == outcome(getattr(own, name), url, **options)


@given(st.sampled_from([None, 1, object, [], ("http", "h", "/", "", "")]))
def test_what_is_no_url(url: object) -> None:
    compare(url)


def test_urls_of_urlmill_are_refused_as_w3lib_refuses_them() -> None:
    from urlmill import URL

    compare(URL("http://h/"))
    assert outcome(ours.canonicalize_url) == outcome(own.canonicalize_url)
    separated = {"query_separator": ";"}
    assert ours.canonicalize_url("http://h/?b;a", **separated) == own.canonicalize_url("http://h/?b;a", **separated)


PLUGIN = """
import sys
import w3lib
import urlmill.integrations.w3lib as ours

w3lib.url = sys.modules["w3lib.url"] = ours
"""


@pytest.mark.once
@pytest.mark.long
def test_the_suite_of_w3lib(tmp_path: Path) -> None:
    """From its source distribution, with ours in the place of its module."""
    version = metadata.version("w3lib")
    fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary=:all:", f"w3lib=={version}"]
    fetched = subprocess.run([*fetch, "-d", str(tmp_path)], capture_output=True, text=True, check=False)
    if fetched.returncode:
        pytest.skip(f"no source distribution of w3lib {version}: is there a package index? {fetched.stderr[-200:]}")
    (archive,) = tmp_path.glob("w3lib-*.tar.gz")
    with tarfile.open(archive) as packed:
        packed.extractall(tmp_path, filter="data")
    suite = tmp_path / archive.name.removesuffix(".tar.gz")
    (tmp_path / "ours_for_theirs.py").write_text(PLUGIN, "utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\n", "utf-8")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "ours_for_theirs", "-p", "no:xdist", "-c", "pytest.ini"]
    places = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        # The helpers of another module: on some interpreters their tests fail without us, too.
        [*command, "-k", "not TestPrivateHelpers", str(suite / "tests" / "test_url.py")],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(places)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]
    assert " passed" in done.stdout
