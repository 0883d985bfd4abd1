"""That the fast path is taken where it should be: the other tests would also pass if everything were handed over."""

from __future__ import annotations

import encodings
import encodings.aliases
import functools
import pkgutil
import subprocess
import sys
import urllib.parse
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import urlmill
import urlmill.parse

from .. import corpus
from ..nasty import Text

if TYPE_CHECKING:
    from types import FrameType

pytestmark = pytest.mark.skipif(urlmill.backend == "pure", reason="the pure backend is the interpreter's own module")


def handed_over(function: Callable[..., object], *args: Any, **kwargs: Any) -> bool:
    """Whether a call runs code of ``urllib/parse.py``."""
    seen = []

    def watch(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_filename == urllib.parse.__file__:
            seen.append(frame.f_code.co_name)

    sys.setprofile(watch)
    try:
        function(*args, **kwargs)
    except UnicodeError:
        pass  # a codec's, whoever has called it
    except ValueError:
        assert seen, "only the interpreter's own function raises"
    finally:
        sys.setprofile(None)
    return bool(seen)


URL = "https://user:pw@Example.org:80/a/b;c?d=e&f=g#h"
PARTS = urllib.parse.urlsplit(URL)
CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("urlsplit", (URL,), {}),
    ("urlsplit", ("HTTP://h/a b|c",), {}),
    ("urlsplit", ("/a/b?c",), {}),
    ("urlsplit", ("",), {}),
    ("urlsplit", (URL, "", True), {}),
    ("urlsplit", ("http://h/a",), {"allow_fragments": False}),
    ("urlsplit", ("https://example.org/é/中?😀",), {}),
    ("urlsplit", ("http://[2001:db8::1]:80/a",), {}),
    ("urlsplit", ("//[::ffff:192.0.2.1]",), {}),
    ("urlsplit", ("http://[fe80::1%25eth0]:80/a",), {}),
    ("urlparse", (URL,), {}),
    ("urlparse", ("mailto:a@b",), {"scheme": ""}),
    ("urlunsplit", (PARTS,), {}),
    ("urlunsplit", (tuple(PARTS),), {}),
    ("urlunparse", (urllib.parse.urlparse(URL),), {}),
    ("urlunparse", (("", "", "a", "", "b", ""),), {}),
    ("urlunsplit", (("mailto", "", "a@b", "", ""),), {}),
    ("urlunsplit", (("file", "", "/a", "q", ""),), {}),
    ("urlunsplit", (("http", "", "", "", "f"),), {}),
    ("urlunsplit", (("http", "", "//a", "", ""),), {}),
    ("urlunsplit", (("x", "", "//a", "", ""),), {}),
    ("urlunsplit", (("http", "", "a", "q", ""),), {}),
    ("urlunparse", (("file", "", "/a", "", "", ""),), {}),
    ("urlunparse", (("http", "", "a", "b", "", ""),), {}),
    ("urlunparse", (("http", "", "//a", "b", "", ""),), {}),
    ("urlparse", ("http://h/" + "a" * 10_000 + ";b",), {}),
    ("urldefrag", (URL,), {}),
    ("urldefrag", ("no fragment, é",), {}),
    ("urldefrag", ("http://[::1]/#a",), {}),
    ("urldefrag", ("http://[fe80::1%25a]/#a",), {}),
    ("urljoin", ("http://h/a/b?c#d", "../e/./f"), {}),
    ("urljoin", ("http://h/a/b?c#d", "?é"), {}),
    ("urljoin", ("http://h/a/b", "https://i/"), {"allow_fragments": True}),
    ("urljoin", ("http://h/a/b;c", "d;e=f"), {}),
    ("urljoin", ("http://h/a/b;c", "?d"), {}),
    ("urljoin", ("http://h/a/b", "c;"), {}),
    ("urljoin", ("http://h/a/b", "..;c"), {}),
    ("urljoin", ("http://[::1]/a/b", "../c"), {}),
    ("urljoin", ("", "d"), {}),
    ("urljoin", ("http://h/\na", ""), {}),
    ("quote", ("a b/ç",), {}),
    ("quote", (b"a b",), {"safe": "/:@"}),
    ("quote", ("a",), {"safe": "", "encoding": None}),
    ("quote", ("a b/é",), {"safe": b"/"}),
    ("quote", ("a b/é",), {"safe": "é"}),
    ("quote", ("a b/é",), {"encoding": "latin-1"}),
    ("quote", ("a b/中",), {"encoding": "cp1252", "errors": "xmlcharrefreplace"}),
    ("quote_plus", ("a b",), {}),
    ("quote_plus", ("a b",), {"encoding": "utf-16"}),
    ("quote_from_bytes", (b"\xff",), {}),
    ("unquote", ("a%20b%C3%A9%ff%zz",), {}),
    ("unquote", ("a%20b",), {"encoding": "utf-8", "errors": "replace"}),
    ("unquote", ("é",), {}),
    ("unquote", ("é%20中%C3😀%zz",), {}),
    ("unquote", ("%20",), {"encoding": "cp1252"}),
    ("unquote", ("%20%FF",), {"encoding": "ascii", "errors": "replace"}),
    ("unquote", ("中",), {"encoding": "no-such"}),
    ("unquote", ("a%20b%C3%A9%ff%zz",), {"encoding": "latin-1"}),
    ("unquote", ("\ud800%20",), {}),
    ("unquote", ("é%20",), {"encoding": "latin-1"}),
    ("unquote", ("中%A4é%A4",), {"encoding": "euc-jp"}),
    ("unquote", ("%20%00",), {"encoding": "utf-16"}),
    ("unquote", ("%20",), {"encoding": "Mac Roman"}),
    ("unquote", ("%20",), {"encoding": "cp1252", "errors": "strict"}),
    ("unquote", ("%FF",), {"errors": "strict"}),
    ("unquote", (b"a%20\xff",), {}),
    ("unquote", (b"a%20\xff",), {"encoding": "latin-1", "errors": "strict"}),
    ("unquote_plus", ("a+b%20",), {}),
    ("unquote_plus", ("é+\ud800",), {}),
    ("unquote_plus", ("+",), {"encoding": "utf-16"}),
    ("unquote_plus", ("é",), {}),
    ("unquote_plus", ("é+",), {"encoding": "utf-8"}),
    ("unquote_plus", ("a+b%ff",), {"encoding": "iso-8859-1"}),
    ("unquote_to_bytes", ("%ff",), {}),
    ("unquote_to_bytes", (b"%ff",), {}),
    ("unquote_to_bytes", ("é%ff",), {}),
    ("parse_qsl", ("a=b&c=%20+d&&e",), {}),
    ("parse_qsl", ("a=b&c=",), {"keep_blank_values": True, "max_num_fields": 10}),
    ("parse_qsl", ("a=b&c=",), {"strict_parsing": True}),
    ("parse_qs", ("a=b&a=c",), {"separator": "&"}),
    ("parse_qsl", ("a=b;c=d&e",), {"separator": ";"}),
    ("parse_qs", ("a=b;a=c",), {"separator": ";", "strict_parsing": True, "max_num_fields": 2}),
    ("parse_qsl", ("a=b&&c=d&e",), {"separator": "&&"}),
    ("parse_qs", ("a=b; a=c",), {"separator": "; ", "strict_parsing": True, "max_num_fields": 2}),
    ("parse_qsl", ("a=%E9+é&中=%F8",), {"encoding": "latin-1"}),
    ("parse_qs", ("é=%C3%A9&é=\ud800+",), {}),
    ("urlencode", ({"a": "b c", "d": 1, b"e": 2.5, "é": "ü", "n": None, "t": True},), {}),
    ("urlencode", ([("a", ["b", "c"]), ("d", (1, 2))],), {"doseq": True}),
    ("urlencode", ((("a", "b"), ("c", "d")),), {}),
    ("urlencode", ((("a", (1, 2)),),), {"doseq": True}),
    ("urlencode", ((),), {}),
    ("urlencode", ({"a": "b c"},), {"quote_via": urllib.parse.quote, "safe": "/"}),
]
if hasattr(PARTS, "_keep_empty"):  # from 3.15 on
    FILE: Any = urllib.parse.urlsplit("file:///a?", missing_as_none=True)  # type: ignore[call-overload]
    CALLS += [
        ("urlsplit", (URL,), {"missing_as_none": True}),
        ("urlsplit", ("/a", "", True), {"missing_as_none": False}),
        ("urlparse", ("http://h/a;p?",), {"missing_as_none": True}),
        ("urldefrag", (URL,), {"missing_as_none": True}),
        ("urldefrag", ("/a",), {"missing_as_none": True}),
        ("urlunsplit", (FILE,), {}),
        ("urlunsplit", (("mailto", None, "a@b", None, ""),), {"keep_empty": True}),
        ("urlunsplit", (PARTS,), {"keep_empty": False}),
        ("urlunparse", (("http", "h", "/a", "", None, None),), {"keep_empty": True}),
    ]


@pytest.mark.parametrize(("name", "args", "kwargs"), CALLS, ids=lambda value: value if isinstance(value, str) else "")
def test_everyday_calls_are_answered_here(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    assert not handed_over(getattr(urlmill.parse, name), *args, **kwargs)


@pytest.mark.parametrize(
    "url",
    [
        "http://[::1]a/",
        "http://[v1.a]/",
        "http://[::1%]/",
        "http://[::1%a%b]/",
        "http://é/",
        " http://h/",
        "http://h/\n",
        "1a:b",
    ],
)
def test_odd_urls_are_handed_over(url: str) -> None:
    assert handed_over(urlmill.parse.urlsplit, url)


ODD: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("urljoin", ("http://h/a", "http:b"), {}),
    ("urljoin", (b"", b"a"), {}),
    ("urlunsplit", (("http", "", "é", "", ""),), {}),
    ("urlunparse", (("http", "", "", "a", "", ""),), {}),
    ("urldefrag", ("http://[v1.a]/#a",), {}),
    ("unquote", ("%5Cn",), {"encoding": "unicode-escape"}),
    ("unquote", ("%20",), {"encoding": "cp1252", "errors": "namereplace"}),
    ("unquote", (Text("%20"),), {}),
    ("quote", ("\ud800",), {}),
    ("quote", ("a",), {"encoding": "idna"}),
    ("parse_qsl", ("a=b&c",), {"strict_parsing": True}),
    ("parse_qsl", ("a=b&",), {"strict_parsing": True}),
    ("parse_qsl", ("",), {"strict_parsing": True}),
    ("parse_qsl", ("a=b",), {"separator": b"&"}),
    ("parse_qsl", ("a=b",), {"separator": "é"}),
    ("parse_qsl", ("a=b;c=d",), {"separator": ";", "max_num_fields": 1}),
]


@pytest.mark.parametrize(("name", "args", "kwargs"), ODD, ids=lambda value: value if isinstance(value, str) else "")
def test_odd_calls_are_handed_over(name: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
    assert handed_over(getattr(urlmill.parse, name), *args, **kwargs)


@pytest.mark.parametrize(("value", "options"), [(1 << 64, {}), (-(1 << 64), {}), ([1, 1 << 64], {"doseq": True})])
def test_large_numbers_are_handed_over(value: object, options: dict[str, Any]) -> None:
    """Since 3.12 they are written by Python code, and while it runs another thread may change what is encoded."""
    for query in ({"a": value}, [("a", value)], {"b": "c", "a": value}):
        assert handed_over(urlmill.parse.urlencode, query, **options)
        assert urlmill.parse.urlencode(query, **options) == urllib.parse.urlencode(query, **options)
    assert not handed_over(urlmill.parse.urlencode, {"a": (1 << 63) - 1, "b": -(1 << 63)})


@pytest.mark.parametrize("attribute", ["hostname", "port", "username", "password", "geturl"])
@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
def test_attributes_are_read_here(name: str, attribute: str) -> None:
    result = getattr(urlmill.parse, name)(URL)
    value = getattr(result, attribute)
    read = value if callable(value) else functools.partial(getattr, result, attribute)
    assert not handed_over(read)


def test_nearly_all_real_urls_are_answered_here() -> None:
    urls = corpus.URLS[::20]
    assert sum(handed_over(urlmill.parse.urlsplit, url) for url in urls) <= len(urls) / 500
    pairs = corpus.PAIRS[::20]
    assert sum(handed_over(urlmill.parse.urljoin, base, url) for base, url in pairs) <= len(pairs) / 50


def names_of_codecs() -> list[str]:
    modules = [module.name for module in pkgutil.iter_modules(encodings.__path__)]
    spelt = [name.replace("_", "-") for name in modules] + [name.upper() for name in modules]
    return sorted({*modules, *spelt, *encodings.aliases.aliases, "no-such", "cp+1252", "iso-8859-12", "a" * 99})


def outcome(function: Callable[..., object], *args: Any, **kwargs: Any) -> object:
    try:
        return function(*args, **kwargs)
    except (UnicodeError, LookupError, TypeError) as error:
        return type(error), str(error), getattr(error, "__notes__", None)


@pytest.mark.parametrize("encoding", names_of_codecs())
def test_every_codec_answers_as_if_the_interpreter_had_called_it(encoding: str) -> None:
    texts = ["a", "a%20b", "%E9%A4%00", "é+%E9%FF中+%80", "%", "+", "\ud800%A4", b"%E9\xff", "†", "† é", "a b/"]
    for errors in ["replace", "strict", "ignore", "surrogateescape", "xmlcharrefreplace", "no-such"]:
        options = {"encoding": encoding, "errors": errors}
        for name in ["unquote", "unquote_plus", "quote", "quote_plus"]:
            ours, theirs = getattr(urlmill.parse, name), getattr(urllib.parse, name)
            for text in texts:
                assert outcome(ours, text, **options) == outcome(theirs, text, **options), (name, text, options)
        for query in ["a=%E9%A4;; +é=%FF", "a=b"]:
            ours, theirs = urlmill.parse.parse_qsl, urllib.parse.parse_qsl
            for separator in [";", ";;"]:
                expected = outcome(theirs, query, separator=separator, **options)
                assert outcome(ours, query, separator=separator, **options) == expected, (query, separator, options)


def test_a_codec_warns_in_the_name_of_the_interpreter() -> None:
    """Who has no filter for the warnings of other modules does not see it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        urlmill.parse.unquote("%5Cq", "unicode-escape")
    vars(urllib.parse).pop("__warningregistry__", None)  # which other tests would take for a name of that module
    assert [warning.filename for warning in caught] == [urllib.parse.__file__]


INTERRUPTED = """
import sys
from urlmill.parse import unquote

class Interrupts:
    def find_spec(name, *_):
        if name == "encodings.koi8_r":
            sys.meta_path.remove(Interrupts)
            raise KeyboardInterrupt

sys.meta_path.insert(0, Interrupts)
try:
    print(unquote("%C1", "koi8-r"))
except KeyboardInterrupt:
    print("interrupted")
print(ascii(unquote("%C1", "koi8-r")))
"""


def test_an_interrupt_while_a_codec_is_imported_is_raised() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout.split(), done.stderr) == (["interrupted", "'\\u0430'"], "")
