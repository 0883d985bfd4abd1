"""The drop-in against the running interpreter's own ``urllib.parse``: same value, or same exception and words."""

from __future__ import annotations

import operator
import urllib.parse
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import urlmill
import urlmill.parse

from .. import corpus
from ..outcome import outcome
from ..strategies import any_text, mutated, nasty, octets, text, url_like

# The same functions: test_surface.py looks whether they are.
pytestmark = pytest.mark.skipif(urlmill.backend == "pure", reason="the pure drop-in is the interpreter's own module")


def same(name: str, *args: Any, **kwargs: Any) -> None:
    expected = outcome(getattr(urllib.parse, name), *args, **kwargs)
    got = outcome(getattr(urlmill.parse, name), *args, **kwargs)
    if got != expected and got[0] == expected[0]:
        # 3.15 warns of a codec's name once, and whoever is asked first has the warning.
        expected = outcome(getattr(urllib.parse, name), *args, **kwargs)
    assert got == expected, (name, args, kwargs)


def optional(**values: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """Any choice of these keyword arguments."""
    return st.fixed_dictionaries({}, optional=values)


flags = st.sampled_from([True, False, 0, 1, None, "", "x"])
# Arguments that came with 3.15: earlier releases say what they say of any argument that they do not know.
missing: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{}, {}, {"missing_as_none": True}, {"missing_as_none": False}, {"missing_as_none": 1}]
)
keeping: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [{}, {}, {"keep_empty": True}, {"keep_empty": False}, {"keep_empty": 0}]
)
schemes = st.one_of(st.sampled_from(["", "http", "FTP", " http", "ht\ntp", b"", b"http", None, 1]), nasty)
encodings = st.sampled_from(
    ["utf-8", "UTF-8", "latin-1", "ascii", "cp1252", "koi8-r", "gbk", "utf-16", None, "no-such", ""]
)
handlers = st.sampled_from(["replace", "strict", "ignore", "surrogateescape", None, "no-such"])
safes = st.one_of(st.sampled_from(["", "/", "/:", " ", "%", "é", "~", b"", b"/", b"\xe9 ", None, 1]), nasty)
others: st.SearchStrategy[Any] = st.sampled_from(
    [None, 0, 1, 1.5, True, [], (), {}, object, bytearray(b"a%20b"), memoryview(b"a"), b"", ""]
)
anything = st.one_of(any_text, others)


ATTRIBUTES = ("hostname", "port", "username", "password")


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
@given(url=anything, options=optional(scheme=schemes, allow_fragments=flags), more=missing)
@example(url="/a", options={"scheme": ""}, more={"missing_as_none": True})
@example(url="/a", options={"scheme": None}, more={"missing_as_none": True})
def test_splitting(name: str, url: Any, options: dict[str, Any], more: dict[str, Any]) -> None:
    same(name, url, **options, **more)
    same(name, url, *options.values(), **more)
    same(name, url, *options.values(), *more.values())


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
@given(url=text, more=missing)
def test_a_url_that_comes_again_is_answered_again(name: str, url: str, more: dict[str, Any]) -> None:
    for _ in range(4):
        same(name, url, **more)
        same(name, url)
        same(name, str(url.encode("utf-8", "surrogatepass"), "utf-8", "surrogatepass"))


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
@given(url=st.one_of(text, text.map(lambda t: "//" + t)))
def test_attributes_of_results(name: str, url: str) -> None:
    try:
        theirs = getattr(urllib.parse, name)(url)
    except ValueError:
        return
    for attribute in (*ATTRIBUTES, "geturl"):
        ours = getattr(urlmill.parse, name)(url)
        read = (lambda r: r.geturl()) if attribute == "geturl" else operator.attrgetter(attribute)
        assert outcome(read, ours) == outcome(read, theirs), attribute


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
@given(data=st.data())
def test_attributes_of_results_made_by_hand(name: str, data: st.DataObject) -> None:
    ours, theirs = type(getattr(urlmill.parse, name)("")), type(getattr(urllib.parse, name)(""))
    size = len(theirs._fields)
    items = data.draw(st.lists(st.one_of(text, others), min_size=size, max_size=size))
    for attribute in ATTRIBUTES:
        assert outcome(getattr, ours(*items), attribute) == outcome(getattr, theirs(*items), attribute)


@given(base=anything, url=anything, options=optional(allow_fragments=flags))
def test_joining(base: Any, url: Any, options: dict[str, Any]) -> None:
    same("urljoin", base, url, **options)


@given(
    base=st.one_of(url_like(), mutated()),
    url=st.lists(
        st.sampled_from(["..", ".", "/", "a", "", "b;p", ";", "?q", "?", "#f", "#", "//h", "http:", "é"]), max_size=8
    ).map("".join),
)
def test_joining_dots_and_slashes(base: str, url: str) -> None:
    same("urljoin", base, url)


def test_joining_real_links() -> None:
    for base, url in corpus.PAIRS:
        same("urljoin", base, url)


def test_splitting_real_urls() -> None:
    for url in corpus.some(corpus.URLS, brief=4):  # the drop-in is never looked at briefly
        same("urlsplit", url)
        same("urlparse", url)
        same("urldefrag", url)


@pytest.mark.parametrize(("base", "url"), [("http://h/é", ""), ("", "http://h/é"), ("", ""), ("\n", ""), ("", "\n")])
@pytest.mark.parametrize("options", [{}, {"allow_fragments": True}, {"allow_fragments": False}])
def test_joining_with_nothing_is_the_other_itself(base: str, url: str, options: dict[str, bool]) -> None:
    same("urljoin", base, url, **options)
    assert urlmill.parse.urljoin(base, url, **options) is (base or url)


@given(
    base=st.lists(st.sampled_from(["/", "a", ";", ".", "..", "?", "#"]), max_size=6).map("".join),
    url=st.lists(st.sampled_from(["/", "a", ";", ".", "..", ";b", "?", "#"]), max_size=6).map("".join),
    scheme=st.sampled_from(["http", "ftp", "ws", "file", "x"]),
)
def test_joining_parameters(base: str, url: str, scheme: str) -> None:
    same("urljoin", f"{scheme}://h/{base}", url)


addresses = st.lists(
    st.sampled_from([":", "::", "1", "ffff", "0", "g", "1.2.3.4", "01.2.3.4", "%25", "%a", "v1.a", "[", "]", "é", "A"]),
    max_size=9,
).map("".join)


@given(
    address=st.one_of(addresses, st.ip_addresses(v=6).map(str), st.ip_addresses(v=6).map(lambda a: a.exploded)),
    before=st.sampled_from(["", "u:p@", "@", "a", "["]),
    after=st.sampled_from(["", ":", ":80", ":x", "a", "]", "/a?b", "#"]),
    rest=st.sampled_from(["", "/", "/a/b;c?d#e", "?", "#", "#f"]),
)
def test_addresses_in_brackets(address: str, before: str, after: str, rest: str) -> None:
    for host in (f"[{address}]", f"{before}[{address}]{after}"):
        url = f"http://{host}{rest}"
        same("urlsplit", url)
        same("urlparse", f"//{host}{rest}")
        same("urldefrag", url)
        same("urljoin", url, "../g")
        same("urljoin", "http://h/a/b", f"//{host}{rest}")


LONG = "a/" * 5000


@pytest.mark.parametrize(
    "url", ["http://h/", "HTTP://h/;", "http://h/b;c/", "x://h/;", "//h/", "/;", "http://[h]/", "é:"]
)
@pytest.mark.parametrize("end", ["", ";p", "b;p;q?r;s#t", ";", "é;中", "\n", "?q", "#"])
def test_a_long_url_that_comes_again_is_answered_again(url: str, end: str) -> None:
    for _ in range(4):
        for options in ({}, {"scheme": "ftp"}, {"allow_fragments": False}):
            same("urlparse", url + LONG + end, **options)
            same("urlsplit", url + LONG + end, **options)


@given(url=anything, more=missing)
def test_defragmenting(url: Any, more: dict[str, Any]) -> None:
    same("urldefrag", url, **more)
    same("urldefrag", url, *more.values())


parts = st.one_of(text, others, st.sampled_from(["", "http", "https", "mailto", "h", "/p", "p", "//p", "a=b"]))


@pytest.mark.parametrize(("name", "size"), [("urlunsplit", 5), ("urlunparse", 6)])
@given(data=st.data())
def test_putting_together(name: str, size: int, data: st.DataObject) -> None:
    items = data.draw(st.lists(parts, min_size=size, max_size=size))
    more = data.draw(keeping)
    same(name, tuple(items), **more)
    same(name, items, **more)
    wrong = data.draw(st.lists(parts, max_size=7))
    same(name, tuple(wrong), **more)
    for split in (urlmill.parse.urlsplit, urlmill.parse.urlparse, urllib.parse.urlsplit, urllib.parse.urlparse):
        kind = type(split(""))
        same(name, kind(*items) if len(kind._fields) == size else kind(*split("http://h/p;q?r#s")), **more)


@pytest.mark.parametrize("scheme", ["", "http", "file", "HTTP", "mailto", "x", "rsync"])
@pytest.mark.parametrize("path", ["", "/", "/a", "//", "//a", "///a", "a", "a//", ";", "é", "//é"])
@pytest.mark.parametrize("options", [{}, {"keep_empty": True}, {"keep_empty": False}])
def test_putting_together_without_an_authority(scheme: str, path: str, options: dict[str, bool]) -> None:
    for query in ("", "q"):
        same("urlunsplit", (scheme, "", path, query, ""), **options)
        for params in ("", "p", "//p"):
            same("urlunparse", (scheme, "", path, params, query, ""), **options)
            same("urlunparse", urllib.parse.ParseResult(scheme, "", path, params, query, "f"), **options)


def test_the_list_says_which_schemes_have_an_authority() -> None:
    parts = ("file", "", "/a", "", "")
    same("urlunsplit", parts)
    urllib.parse.uses_netloc.remove("file")
    try:
        same("urlunsplit", parts)
    finally:
        urllib.parse.uses_netloc.append("file")
    same("urlunsplit", parts)


@pytest.mark.parametrize("name", ["urlunsplit", "urlunparse"])
@given(components=anything)
def test_putting_together_what_is_no_result(name: str, components: Any) -> None:
    same(name, components)


# Sequences of UTF-8, whole and cut, beside characters whose sequences begin or end as these do.
escaped = st.lists(
    st.one_of(
        st.sampled_from(["é", "中", "😀", "\x80", "\ud800", "a", "+", "%", "%4", "%zz", "%20"]),
        st.sampled_from(["%C3", "%a9", "%E4%B8", "%AD", "%f0", "%9f%98", "%80", "%ED%A0", "%F4%90", "%ff"]),
    ),
    max_size=8,
).map("".join)


@pytest.mark.parametrize("name", ["unquote", "unquote_plus"])
@given(string=escaped)
def test_unquoting_beside_what_is_not_ascii(name: str, string: str) -> None:
    same(name, string)
    same(name, "é" + string, "utf-8")


@pytest.mark.parametrize("name", ["unquote", "unquote_plus"])
@given(string=st.one_of(anything, octets, escaped), options=optional(encoding=encodings, errors=handlers))
@example(string="%", options={})
def test_unquoting(name: str, string: Any, options: dict[str, Any]) -> None:
    same(name, string, **options)
    same(name, string, *options.values())


@pytest.mark.parametrize("name", ["unquote", "unquote_plus"])
@pytest.mark.parametrize("string", ["", "a", "é", "中文", "😀", "a b"])
@pytest.mark.parametrize("options", [{}, {"encoding": "latin-1"}, {"encoding": 1, "errors": 2}])
def test_what_has_nothing_to_decode_is_itself(name: str, string: str, options: dict[str, Any]) -> None:
    assert getattr(urllib.parse, name)(string, **options) is string
    assert getattr(urlmill.parse, name)(string, **options) is string


@pytest.mark.parametrize("name", ["unquote", "unquote_plus"])
@pytest.mark.parametrize(
    "encoding",
    [
        "latin-1",
        "latin1",
        "iso-8859-1",
        "LATIN-1",
        "cp1252",
        "windows-1252",
        "ascii",
        "us-ascii",
        "iso-8859-15",
        "cp1251",
        "windows-1251",
        "koi8-r",
        "mac-roman",
        "gbk",
    ],
)
def test_unquoting_every_octet(name: str, encoding: str) -> None:
    escaped = "".join(f"%{octet:02x}+%" for octet in range(256))
    for handler in ("replace", "strict", None, "no-such"):
        same(name, escaped, encoding, handler)
    for octet in range(256):
        same(name, f"%{octet:02X}", encoding=encoding)


@given(string=st.one_of(anything, octets))
def test_unquoting_to_bytes(string: Any) -> None:
    same("unquote_to_bytes", string)


@pytest.mark.parametrize("name", ["quote", "quote_plus"])
@given(string=st.one_of(anything, octets), options=optional(safe=safes, encoding=encodings, errors=handlers))
def test_quoting(name: str, string: Any, options: dict[str, Any]) -> None:
    same(name, string, **options)
    same(name, string, *options.values())


@given(bs=st.one_of(octets, anything), options=optional(safe=safes))
def test_quoting_bytes(bs: Any, options: dict[str, Any]) -> None:
    same("quote_from_bytes", bs, **options)


queries = st.one_of(
    st.lists(st.sampled_from(["a", "b", "=", "&", "&&", ";", "+", "%20", "%C3%A9", "%ff", "%", "é", "1", " "])).map(
        "".join
    ),
    anything,
    octets,
)


@pytest.mark.parametrize("name", ["parse_qsl", "parse_qs"])
@given(
    qs=queries,
    options=optional(
        keep_blank_values=flags,
        strict_parsing=flags,
        encoding=encodings,
        errors=handlers,
        max_num_fields=st.sampled_from([None, 0, 1, 2, 3, 10, -1, 2.5, True, "x", 10**30]),
        separator=st.sampled_from(["&", ";", ";", "&&", "", b"&", b";", None, 1, "é", "=", "%", "+", "a", "\0"]),
    ),
)
def test_parsing_queries(name: str, qs: Any, options: dict[str, Any]) -> None:
    same(name, qs, **options)
    same(name, qs, *options.values())


@pytest.mark.parametrize("name", ["parse_qsl", "parse_qs"])
@given(qs=st.text(alphabet="a=&+%", max_size=8), keep_blank_values=st.booleans())
def test_parsing_queries_strictly(name: str, qs: str, keep_blank_values: bool) -> None:
    same(name, qs, keep_blank_values, strict_parsing=True)
    same(name, qs, keep_blank_values, strict_parsing=True, max_num_fields=3)
    same(name, qs.replace("&", ";"), keep_blank_values, strict_parsing=True, max_num_fields=3, separator=";")
    same(name, qs, keep_blank_values, separator=";")


class Stringy:
    def __str__(self) -> str:
        return "a b&c"


names = st.one_of(text, octets, st.sampled_from([1, 1.5, True, None, Stringy(), -7, 10**40, float("nan")]))
values = st.one_of(
    names,
    st.lists(names, max_size=3),
    st.lists(names, max_size=3).map(tuple),
    st.sampled_from([{}, {1: 2}, range(3), set()]),
)
mappings = st.one_of(
    st.dictionaries(st.one_of(text, st.integers()), values, max_size=4),
    st.lists(st.tuples(names, values), max_size=4),
    st.lists(st.tuples(names, values), max_size=4).map(tuple),
    st.lists(st.one_of(st.tuples(names), st.tuples(names, values), st.lists(names, max_size=2), text), max_size=3),
    anything,
)
QUOTERS = [
    urllib.parse.quote,
    urllib.parse.quote_plus,
    urlmill.parse.quote,
    urlmill.parse.quote_plus,
    lambda *_: "q",
    None,
]


@given(
    query=mappings,
    options=optional(doseq=flags, safe=safes, encoding=encodings, errors=handlers, quote_via=st.sampled_from(QUOTERS)),
)
@example(query={"\ud800": []}, options={"doseq": True})
@example(query=[(10**5000, ())], options={"doseq": True})
def test_encoding_forms(query: Any, options: dict[str, Any]) -> None:
    same("urlencode", query, **options)
    same("urlencode", query, *options.values())


FUNCTIONS = [name for name in urllib.parse.__all__ if name[0].islower()]


@given(
    args=st.lists(st.one_of(any_text, others), max_size=4),
    options=st.dictionaries(
        st.sampled_from(
            ["url", "string", "qs", "query", "base", "bs", "scheme", "safe", "doseq", "nonsense", "components"]
        ),
        st.one_of(any_text, others),
        max_size=2,
    ),
)
def test_calls_that_may_not_fit(args: list[Any], options: dict[str, Any]) -> None:
    for name in FUNCTIONS:
        same(name, *args, **options)
