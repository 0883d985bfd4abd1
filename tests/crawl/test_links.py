"""Links out of pages, as users ask for them: one page, many pages, octets of any encoding, pages that are none."""

from __future__ import annotations

import time
from typing import Any

import pytest

import urlmill
from urlmill import URL, columns
from urlmill._encodings import _CODECS
from urlmill.crawl import decode, links

PAGE = """<!doctype html><title>A page</title><base href="/docs/">
<a href="a.html?x=1&amp;y=2" rel="nofollow">One &amp; <b>two</b></a> <a href="https://other.example/">three</a>
<img src="i.png" srcset="i.png 1x, j.png 2x"><a href="mailto:me@example.org"></a><a href="http://a b/">none</a>
<meta http-equiv="refresh" content="5; url=/next"><script>"<a href='no'>"</script><!-- <a href="no"> -->
"""


def test_a_page() -> None:
    found = links(PAGE, "https://www.example.org/x/y")
    words = "page href written tag attribute rel anchor nofollow same_site position error"
    assert found.names == words.split()
    docs = "https://www.example.org/docs/"
    assert found["href"].to_pylist() == [
        f"{docs}a.html?x=1&y=2", "https://other.example/", f"{docs}i.png", f"{docs}i.png", f"{docs}j.png",
        "mailto:me@example.org", None, "https://www.example.org/next",
    ]  # fmt: skip
    assert found["written"][0] == "a.html?x=1&y=2"
    assert found["anchor"].to_pylist() == ["One & two", "three", None, None, None, "", "none", None]
    assert found["rel"].to_pylist()[:2] == ["nofollow", None]
    assert found["nofollow"].to_pylist() == [True, *[False] * 7]
    assert found["same_site"].to_pylist() == [True, False, True, True, True, False, False, True]
    assert found["error"].to_pylist() == [*[None] * 6, "bad-host", None]
    starts = [PAGE.encode()[at : at + 4] for at in found["position"].to_pylist()]
    assert starts == [b"<a h", b"<a h", b"<img", b"<img", b"<img", b"<a h", b"<a h", b"<met"]


def test_schemes_are_asked_for() -> None:
    found = links(PAGE, URL("https://www.example.org/x/y"), schemes=["HTTPS", "mailto:"])
    assert [href for href in found["href"].to_pylist() if not href.startswith("https:")] == ["mailto:me@example.org"]
    with pytest.raises(TypeError, match="a list of names"):
        links(PAGE, "http://h/", schemes="http")
    with pytest.raises(TypeError, match="a scheme is a str, not int"):
        links(PAGE, "http://h/", schemes=[1])  # type: ignore[list-item]
    for wrong in ("http://", "", "1a", "http:\n"):
        with pytest.raises(ValueError, match="expected the name of a scheme, such as http, got"):
            links(PAGE, "http://h/", schemes=[wrong])


def test_many_pages() -> None:
    pages = [PAGE, None, PAGE.encode("utf-16"), b"<a href=\xe9>", "<a href='/\ud800'>"]
    urls = ["https://www.example.org/x/y", "http://h/", "https://www.example.org/x/y", "http://h/", None]
    for threads in (1, 2, 7, None):
        found = columns.links(pages, urls, threads=threads)
        assert found["page"].to_pylist() == [*[0] * 8, *[2] * 8, 3, 4]
        hrefs = found["href"].to_pylist()
        assert hrefs[:8] == hrefs[8:16] == links(PAGE, urls[0] or "")["href"].to_pylist()
        assert hrefs[16:] == ["http://h/%C3%A9", None]
        assert found["error"][17] == "not-absolute"
    assert found["written"][17] == "/\ufffd"
    with pytest.raises(ValueError, match="2 URLs for 5 pages"):
        columns.links(pages, ["http://h/"] * 2)
    with pytest.raises(TypeError, match="row 1: a page is str, bytes or None, not int"):
        columns.links(["", 1], "http://h/")


def test_pages_in_arrow() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    pages = [PAGE.encode(), None, b"<a href=\xe9>", b""]
    expected = [*links(PAGE, "http://h/")["href"].to_pylist(), "http://h/%EF%BF%BD"]
    for kind in ("binary", "large_binary", "binary_view"):
        given: Any = pyarrow.chunked_array([pages[:1], pages[1:]], getattr(pyarrow, kind)())
        found = columns.links(given, "http://h/", layout="string")
        assert found["href"].to_pylist() == expected
        assert pyarrow.table(found).schema.field("href").type == pyarrow.string()
    given = pyarrow.array([PAGE, PAGE]).dictionary_encode()
    assert columns.links(given, given.cast("string").fill_null("x"))["page"].to_pylist() == [*[0] * 8, *[1] * 8]


def test_passwords_are_not_shown() -> None:
    found = links("<a href='https://u:hidden@h/'>", "https://h/")
    assert "hidden" not in repr(found)
    assert found["href"][0] == "https://u:hidden@h/"


@pytest.mark.parametrize(
    ("octets", "encoding", "text"),
    [
        (b"\xef\xbb\xbf\xc3\xa9", "latin-1", "é"),
        ("é".encode("utf-16"), None, "é"),
        (b"\xfe\xff\x00\xe9", None, "é"),
        (b"\xe9", None, "é"),
        (b"\xc3\xa9", None, "é"),
        (b"\xc3\xa9", "latin-1", "Ã©"),
        (b"\x93", "iso-8859-1", "\u201c"),
        (b"<meta charset=koi8-r>\xc1", None, "<meta charset=koi8-r>а"),
        (b"<!-- <meta charset=koi8-r> -->\xc3\xa9", None, "<!-- <meta charset=koi8-r> -->é"),
        (
            b"<meta charset = x-sjis>\x82\xa0",
            None,
            "<meta charset = x-sjis>あ",
        ),
        (b"<meta charset='utf-16'>\xc3\xa9", None, "<meta charset='utf-16'>é"),
        (b"<meta charset=utf-7>+AGE-", None, "<meta charset=utf-7>+AGE-"),
        (b"\xff", "utf-8", "\ufffd"),
        (bytearray(b"x"), None, "x"),
    ],
)
def test_octets_of_any_encoding(octets: bytes, encoding: str | None, text: str) -> None:
    assert decode(octets, encoding) == text


def test_every_label_of_an_encoding_is_known() -> None:
    for label, codec in _CODECS.items():
        assert label == label.lower()
        assert decode("é".encode(codec, "replace"), f" {label.upper()} ") == "é".encode(codec, "replace").decode(codec)
    assert decode(b"<meta name=description content='charset=koi8-r'>\xc3\xa9")[-1] == "é"
    assert decode(b"<meta name=x><META content='text/html;charset=\"koi8-r\"' http-equiv=Content-Type>\xc1")[-1] == "а"
    assert decode(b"<meta charset=nonsense><meta charset=koi8-r>\xc1")[-1] == "а"


def test_a_base_that_html_does_not_allow_counts_as_none() -> None:
    for base in ("data:,x", "javascript:x", "http://["):
        assert links(f"<base href='{base}'><a href=y>", "http://h/x")["href"].to_pylist() == ["http://h/y"]


@pytest.mark.parametrize("encoding", ["utf-7", "rot13", "zip", "", "idna", "no such", "a\0b", "é"])
def test_what_is_no_encoding_of_pages_is_refused(encoding: str) -> None:
    with pytest.raises(LookupError, match="encoding that pages are written in"):
        decode(b"", encoding)


def test_what_is_no_page() -> None:
    with pytest.raises(TypeError, match="a page is str or bytes, not list"):
        links([], "http://h/")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="encoding is for octets"):
        links("", "http://h/", encoding="utf-8")
    with pytest.raises(TypeError, match="octets of a page, not str"):
        decode("")  # type: ignore[arg-type]
    for octets in (b"", bytes(range(256)), b"\x89PNG\r\n\x1a\n", b"<" * 1000):
        assert len(links(octets, "http://h/")) == 0


BEFORE = {"attributes": "<a ", "number": "<meta http-equiv=refresh content='"}
SHAPES = {
    "number": "1" * 99,
    "unclosed": "<a href=x>", "unclosed tag": "<a href='", "comment": "<!--", "comment ends": "<!---",
    "script": "<script><!--", "title": "<title>", "attributes": " a=b", "spaces": "<a   ", "srcset": "<img srcset='a,",
    "references": "<a href='&amp",
    "refresh": "<meta http-equiv=refresh content='1 ", "base": "<base href=/a/b/>", "less": "<", "end tags": "</a></",
    "parentheses": "<img srcset='a (", "meta": "<meta charset", "digits": "<a href='&#1111",
}  # fmt: skip


@pytest.mark.parametrize("shape", SHAPES)
def test_linear_time(shape: str) -> None:
    def took(count: int) -> float:
        page = BEFORE.get(shape, "") + SHAPES[shape] * count
        best = 1e9
        for _ in range(3):
            start = time.process_time()
            links(f"{page}'>".encode() if shape == "number" else page.encode(), "http://h/")
            best = min(best, time.process_time() - start)
        return best

    assert took(8_000) < 8 * took(2_000) + 0.05


def test_a_long_base_takes_no_endless_memory() -> None:
    length = 2_000_000 if urlmill.backend == "native" else 40_000
    count = (3 << 26) // length
    page = f"<base href='/{'x' * length}/'>" + "<a href=y>" * count
    found = links(page, "http://h/")
    errors = found["error"].to_pylist()
    assert len(errors) == count
    assert set(errors) == {None, "too-long"}
    assert sum(len(href or "") for href in found["href"]) < (1 << 26) + 17 * len(page)


def test_threads_find_what_one_finds() -> None:
    pages = [PAGE * (number % 7) for number in range(600)]
    one, four = (columns.links(pages, "http://h/", threads=threads) for threads in (1, 4))
    assert all(one[name].to_pylist() == four[name].to_pylist() for name in one)
    assert set(one["page"]) == {number for number in range(600) if number % 7}
