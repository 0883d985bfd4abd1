"""Columns under the profile of the web: row by row what the objects say, and what the web platform's tests do."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, URLError, columns
from urlmill._fields import OF_WEB, fields_under
from urlmill._url.normal import LEVELS
from urlmill.columns import RowError, href, is_valid, join, normalize, split, transform

from .. import corpus
from ..web.texts import BASES, bases, hosts, web_texts
from ..web.wpt import cases
from .answers import LONE, TASK, rows_of, scalar
from .functions import each, is_taken

FIELDS = fields_under("web")
# For where the data of the web platform is not: a text, its href, host, path and origin.
HREFS = [
    ("http://h.example/a?b#c", "http://h.example/a?b#c", "h.example", "/a", "http://h.example"),
    (" HTTP://H.example:80\\a\n/../b ", "http://h.example/b", "h.example", "/b", "http://h.example"),
    ("https://u:p@h:81", "https://u:p@h:81/", "h", "/", "https://h:81"),
    ("ws://0x7f.1", "ws://127.0.0.1/", "127.0.0.1", "/", "ws://127.0.0.1"),
    ("http://B\xfccher.example/\xe9", "http://xn--bcher-kva.example/%C3%A9", "xn--bcher-kva.example", "/%C3%A9",
     "http://xn--bcher-kva.example"),
    ("http://[1::0:0]/", "http://[1::]/", "[1::]", "/", "http://[1::]"),
    ("file:C|\\a", "file:///C:/a", "", "/C:/a", "null"),
    ("x:/..//a", "x:/.//a", None, "//a", "null"),
    ("mailto:a b@h", "mailto:a b@h", None, "a b@h", "null"),
    ("blob:https://h:443/a", "blob:https://h:443/a", None, "https://h:443/a", "https://h"),
    ("http://h/\ud800", "http://h/%EF%BF%BD", "h", "/%EF%BF%BD", "http://h"),
]  # fmt: skip
ERRORS = [
    ("a", "not-absolute", 0),
    ("http:///", "missing-host", 8),
    ("http://\xe9:\t8x", "bad-port", 11),
    ("http://a|b/", "bad-host", 8),
    ("http://1.2.3.256/", "bad-ipv4", 7),
    ("http://a\u200cb/", "bad-label", 7),
]
texts = st.lists(st.one_of(st.none(), web_texts, hosts, st.text()), max_size=8)


def seen_from(base: str | None, text: str | None) -> str | None:
    """What the objects say of a reference; columns have no base with lone surrogates, for Arrow has no such text."""
    if text is None or base is None or LONE.search(base):
        return None
    try:
        return str(URL(text, profile="web", base=base))
    except URLError:
        return None


# The tests of the web platform


def test_every_case_of_the_web_platform() -> None:
    all_cases = cases("urltestdata.json")
    expected = [None if case.get("failure") else case["href"] for case in all_cases]
    inputs = [case["input"] for case in all_cases]
    # A row that has no base is seen from a URL that cannot be one, but for those that have to fail without a base.
    given_bases = [case.get("base") or "x:y" for case in all_cases]
    is_alone = [case.get("base") is None for case in all_cases]
    alone, seen = href(inputs).to_pylist(), href(inputs, given_bases).to_pylist()
    found = [one if only else other for one, other, only in zip(alone, seen, is_alone, strict=True)]
    assert [row for row in zip(inputs, found, expected, strict=True) if row[1] != row[2]] == []
    assert is_valid([text for text, only in zip(inputs, is_alone, strict=True) if only], "web").to_pylist() == [
        text is not None for text, only in zip(expected, is_alone, strict=True) if only
    ]


def test_the_parts_of_every_case_of_the_web_platform() -> None:
    good = [case for case in cases("urltestdata.json") if not case.get("failure")]
    for name in ("input", "href"):
        alone = [case for case in good if name == "href" or case.get("base") is None]
        rows = rows_of(split([case[name] for case in alone], [*FIELDS, "effective_port"], profile="web"))
        for case, row in zip(alone, rows, strict=True):
            # Of a host that no known scheme has, the standard keeps the case.
            assert (row["host"] or "") == case["hostname"].lower()
            assert f"{row['scheme']}:" == case["protocol"]
            assert ("" if row["port"] is None else str(row["port"])) == case["port"]
            assert row["path"] == case["pathname"]
            assert (f"?{row['query']}" if row["query"] else "") == case["search"]
            assert (f"#{row['fragment']}" if row["fragment"] else "") == case["hash"]
            assert row["href"] == case["href"]
            assert row["origin"] == case.get("origin", row["origin"])
            assert (row["error"], row["error_at"]) == (None, None)


# What the standard says of texts of our own


def test_hrefs_are_those_of_the_table() -> None:
    names = ["href", "host", "path", "origin"]
    rows = rows_of(split([text for text, *_ in HREFS], names, profile="web"))
    assert rows == [dict(zip(names, expected, strict=True)) for _, *expected in HREFS]
    assert href([text for text, *_ in HREFS]).to_pylist() == [expected for _, expected, *_ in HREFS]


def test_faults_are_those_of_the_table() -> None:
    rows = rows_of(split([text for text, _, _ in ERRORS], ["error", "error_at", "href", "path"], profile="web"))
    expected = [{"error": code, "error_at": at, "href": None, "path": None} for _, code, at in ERRORS]
    assert rows == expected


@given(texts=texts)
def test_any_rows_are_what_the_objects_say(texts: list[str | None]) -> None:
    assert rows_of(split(texts, FIELDS, profile="web")) == [scalar(text, "web") for text in texts]


@given(texts=texts, fields=st.lists(st.sampled_from(FIELDS), unique=True))
def test_any_fields_in_any_order(texts: list[str | None], fields: list[str]) -> None:
    expected = [{name: value for name, value in scalar(text, "web").items() if name in fields} for text in texts]
    assert rows_of(split(texts, fields, profile="web")) == (expected if fields else [])


def test_real_rows_are_what_the_objects_say() -> None:
    texts = corpus.URLS[:: max(1, len(corpus.URLS) // 2000)]
    assert rows_of(split(texts, FIELDS, profile="web")) == [scalar(text, "web") for text in texts]


@given(texts=texts)
def test_what_is_valid_has_an_href_which_is_its_normal_form(texts: list[str | None]) -> None:
    found = href(texts).to_pylist()
    assert is_valid(texts, "web").to_pylist() == each(is_taken("web"), [_scalars(text) for text in texts])
    for level in LEVELS:
        assert normalize(texts, level, profile="web").to_pylist() == found
    assert href(found).to_pylist() == found


def _scalars(text: str | None) -> str | None:
    return None if text is None else LONE.sub("\ufffd", text)


def test_octets_that_are_no_text_are_refused() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    octets = [
        b"http://h/\xff",
        b"http://\xc3\xa9.h/\xed\xa0\x80\xed\xa0x",
        b"http://h/\xed\xa0\x80",
        b"http://h/\xc3\xa9",
    ]
    rows = rows_of(split(pa.array(octets, pa.binary()), ["href", "error", "error_at"], profile="web"))
    assert rows == [
        {"href": None, "error": "bad-char", "error_at": 9},
        {"href": None, "error": "bad-char", "error_at": 12},
        {"href": "http://h/%EF%BF%BD", "error": None, "error_at": None},
        {"href": "http://h/%C3%A9", "error": None, "error_at": None},
    ]
    assert is_valid(pa.array(octets, pa.binary()), "web").to_pylist() == [False, False, True, True]
    assert join("http://g/", pa.array(octets, pa.binary()), profile="web").to_pylist() == [
        None, None, "http://h/%EF%BF%BD", "http://h/%C3%A9",
    ]  # fmt: skip


# Bases


@given(texts=texts, base=bases)
def test_references_to_one_base(texts: list[str | None], base: str) -> None:
    if LONE.search(base):
        with pytest.raises(ValueError, match="base has a lone surrogate"):
            href(texts, base)
    else:
        expected = [seen_from(base, text) for text in texts]
        assert href(texts, base).to_pylist() == expected
        assert join(base, texts, profile="web").to_pylist() == expected


@given(rows=st.lists(st.tuples(st.one_of(st.none(), bases), st.one_of(st.none(), web_texts)), max_size=8))
def test_each_row_has_its_own_base(rows: list[tuple[str | None, str | None]]) -> None:
    some_bases, some_texts = [base for base, _ in rows], [text for _, text in rows]
    expected = [seen_from(*row) for row in rows]
    assert href(some_texts, some_bases).to_pylist() == expected
    assert join(some_bases, some_texts, profile="web").to_pylist() == expected


def test_a_base_may_be_an_object() -> None:
    for base in (URL("http://h/a/b"), URL("http:\\\\h/a/b", profile="web")):
        assert href(["../c", "//g", None], base).to_pylist() == ["http://h/c", "http://g/", None]


def test_the_column_of_hrefs_is_called_so() -> None:
    for column in (href(["http://h"]), href(["a"], "http://h"), href(["a"], ["http://h"])):
        assert (column.name, column.type) == ("href", "string_view")
    assert href(["a"], "http://h", layout="string").type == "string"
    assert join("http://h", ["a"], profile="web").name == "joined"


def test_there_are_as_many_bases_as_rows() -> None:
    with pytest.raises(ValueError, match="there are 1 bases for 2 references"):
        href(["a", "b"], ["http://h"])
    with pytest.raises(TypeError, match="base is one URL, as str or URL, or a column of them, not int"):
        href(["a"], 7)


# Blocks, threads, layouts


@pytest.mark.once
def test_rows_in_the_input_and_rows_that_are_not_meet_without_a_seam() -> None:
    rows = TASK + 1000 if urlmill.backend == "native" else 100  # the pure twin has neither blocks nor threads
    odd = ["HTTP://User:a%20long%20password@Example.ORG:80/a/../{}", "http://h.example/{}?a={}", None, "http://{}:x",
           "http://b\xfccher.example/{}/a-long-path-of-its-own", "mailto:somebody{}@h.example", "https://h.example",
           "ws://[::0:{}]/a\\b"]  # fmt: skip
    texts = [text and text.replace("{}", str(number)) for number in range(rows // len(odd) + 1) for text in odd]
    fields = ["href", "user", "path", "query", "error"]
    one, two = (rows_of(split(texts, fields, profile="web", threads=threads)) for threads in (1, 2))
    assert one == two
    some = slice(0, None, len(odd) + 1)
    assert one[some] == [{name: scalar(text, "web")[name] for name in fields} for text in texts[some]]
    base = ["http://h/a/", "x:y", "http://g/"] * len(texts)
    seen = href(texts, base[: len(texts)], threads=2).to_pylist()
    assert seen[some] == [seen_from(*row) for row in zip(base[: len(texts)][some], texts[some], strict=True)]


@pytest.mark.skipif(urlmill.backend != "native", reason="the pure twin makes new buffers")
def test_what_is_its_own_href_is_not_copied() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    array = pa.array(["http://h.example/a-long-path?a-long-query", "ftp://u:p@h.example/a-long-path"] * 500)
    table = split(array, FIELDS, profile="web").to_pyarrow()
    for name in ("href", "path", "query", "netloc", "host"):
        (chunk,) = table[name].chunks
        assert [buffer.address for buffer in chunk.buffers()[2:]] == [array.buffers()[2].address], name


# Arguments


@pytest.mark.parametrize("name", OF_WEB)
@pytest.mark.parametrize("profile", ["lenient", "superset", "strict", "rfc1738"])
def test_other_profiles_have_no_hrefs(name: str, profile: Any) -> None:
    with pytest.raises(ValueError, match=f"^the field '{name}' is of the web profile alone; give profile='web'$"):
        split(["http://h/"], ["host", name], profile=profile)


def test_there_are_no_parts_of_schemes() -> None:
    words = "^the field 'gophertype' is of single schemes, whose parts the web profile does not have$"
    with pytest.raises(ValueError, match=words):
        split(["gopher://h/0"], ["gophertype"], profile="web")


def test_what_every_url_has_is_there() -> None:
    found = split(["HTTP://h/a%20b/../c", "x:y", "http://h:99999"], ["effective_port", "segments"], profile="web")
    assert rows_of(found) == [
        {"effective_port": 80, "segments": ["c"]},
        {"effective_port": None, "segments": URL("x:y", profile="web").segments},
        {"effective_port": None, "segments": None},
    ]


@pytest.mark.parametrize("profile", ["superset", "strict", "nonsense"])
def test_references_are_joined_as_browsers_do_or_as_they_are(profile: Any) -> None:
    words = rf"^expected a profile to join under \(lenient, web\), got '{profile}'$"
    with pytest.raises(ValueError, match=words):
        join("http://h/", ["a"], profile=profile)


def test_errors_can_be_raised() -> None:
    with pytest.raises(RowError, match=r"row 1: bad-port at position 11") as caught:
        split(["http://h/", "http://\xe9:\t8x"], ["href"], profile="web", errors="raise")
    assert (caught.value.row, caught.value.code) == (1, "bad-port")


def test_a_table_keeps_its_columns() -> None:
    pa: Any = pytest.importorskip("pyarrow")
    batch = pa.record_batch({"id": [1, 2], "url": ["HTTP://H.example:80", "http://h.example/"]})
    found = transform(batch, fields=["href", "origin"], profile="web").to_pyarrow().to_pylist()
    assert found == [
        {"id": 1, "url": "HTTP://H.example:80", "href": "http://h.example/", "origin": "http://h.example"},
        {"id": 2, "url": "http://h.example/", "href": "http://h.example/", "origin": "http://h.example"},
    ]


@pytest.mark.parametrize("text", ["http:\\\\user:pass-word@h/", "HTTP:/user:pass-word@h", "http://user:pass-w%6frd@h/"])
def test_a_password_is_not_shown(text: str) -> None:
    for shown in (repr(split([text], FIELDS, profile="web")), repr(href([text])), repr(href(["?a"], text))):
        assert "pass-w" not in shown
    assert "pass-w" not in repr(join([text], ["?a"], profile="web"))


def test_a_base_of_no_use_gives_nothing() -> None:
    for base in (*(base for base in BASES if base == "x:a"), "", "http://", "no base"):
        assert href(["a/b"], base).to_pylist() == [None]
    assert columns.href(["#a"], "x:a").to_pylist() == ["x:a#a"]
