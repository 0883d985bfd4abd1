"""What there is to see of ``urlmill.parse`` besides the answers of its functions."""

from __future__ import annotations

import copy
import functools
import inspect
import pickle
import subprocess
import sys
import types
import urllib.parse
import warnings
import weakref
from typing import Any

import pytest

import urlmill
import urlmill.parse

from ..outcome import outcome

FUNCTIONS = [name for name in urllib.parse.__all__ if name[0].islower()]
URL = "https://User:pw@Example.ORG:8080/a;p?q=1#f"


def fast(name: str) -> Any:
    return getattr(urlmill.parse, name)(URL)


def test_every_name_is_there() -> None:
    assert set(dir(urllib.parse)) <= set(dir(urlmill.parse))
    assert urlmill.parse.__all__ == urllib.parse.__all__


def test_a_function_that_no_backend_knows_is_the_interpreters_own() -> None:
    program = """
import urllib.parse as theirs
theirs.urlnew = lambda: 1
theirs.__all__.append("urlnew")
import urlmill.parse as ours, urlmill
assert ours.urlnew is theirs.urlnew
with urlmill.installed():
    assert theirs.urlnew() == 1
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_data_and_classes_are_the_interpreters_own() -> None:
    for name, value in vars(urllib.parse).items():
        if not name.startswith("_") and not callable(value):
            assert vars(urlmill.parse)[name] is value, name
    for name in urllib.parse.__all__:
        if name[0].isupper():
            assert vars(urlmill.parse)[name] is getattr(urllib.parse, name)


@pytest.mark.skipif(urlmill.backend == "native", reason="the native drop-in has functions of its own")
def test_every_function_of_the_pure_drop_in_is_the_interpreters_own() -> None:
    for name in FUNCTIONS:
        assert getattr(urlmill.parse, name) is getattr(urllib.parse, name), name
    for name in ("urlsplit", "urlparse", "urldefrag"):
        assert type(fast(name)) is type(getattr(urllib.parse, name)(URL)), name


def test_a_name_that_is_not_there_raises_attribute_error() -> None:
    with pytest.raises(AttributeError):
        urlmill.parse.no_such_name  # type: ignore[attr-defined] # noqa: B018


@pytest.mark.skipif(not hasattr(urllib.parse, "__getattr__"), reason="this release gives out no name with a warning")
def test_a_deprecated_name_warns_at_the_caller() -> None:
    with pytest.warns(DeprecationWarning, match="Quoter") as caught:
        quoter = urlmill.parse.Quoter  # type: ignore[attr-defined]
    assert caught[0].filename == __file__
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert quoter is urllib.parse.Quoter  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["splittype", "splithost", "splitport", "splitquery", "to_bytes"])
def test_deprecated_helpers_warn_at_the_caller(name: str) -> None:
    helper = getattr(urlmill.parse, name, None)
    if helper is None:
        assert not hasattr(urllib.parse, name)
        return
    with pytest.warns(DeprecationWarning, match=name) as caught:
        helper("http://a:1/b?c")
    assert caught[0].filename == __file__


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_looks_like_the_one_it_stands_for(name: str) -> None:
    ours, theirs = getattr(urlmill.parse, name), getattr(urllib.parse, name)
    assert ours.__name__ == theirs.__name__ == name
    assert ours.__qualname__ == theirs.__qualname__
    assert ours.__doc__ == theirs.__doc__
    assert inspect.signature(ours) == inspect.signature(theirs)
    assert f"urllib.parse.{name}" in repr(ours) or ours is theirs
    assert weakref.ref(ours)() is ours


@pytest.mark.parametrize("name", FUNCTIONS)
def test_a_function_pickles_and_copies_as_itself(name: str) -> None:
    ours = getattr(urlmill.parse, name)
    assert pickle.loads(pickle.dumps(ours)) is ours
    assert copy.copy(ours) is copy.deepcopy(ours) is ours


def test_a_wrapper_gets_no_more_than_from_the_interpreters_own() -> None:
    @functools.wraps(urlmill.parse.quote)
    def wrapper() -> None: ...

    assert set(vars(wrapper)) <= {"__wrapped__", "__module__", "__doc__", "__call__"}
    assert wrapper.__name__ == "quote"


def test_a_function_in_a_class_is_a_method() -> None:
    class Reader:
        split = urlmill.parse.urlsplit
        quoted = urlmill.parse.quote

    with pytest.raises((TypeError, AttributeError)):
        Reader().split()  # type: ignore[misc]
    assert isinstance(vars(Reader)["quoted"].__get__(Reader()), types.MethodType)
    assert Reader.quoted("a b") == "a%20b"


def test_a_function_takes_attributes() -> None:
    quote = urlmill.parse.quote
    quote.note = 1  # type: ignore[attr-defined]
    assert quote.note == 1  # type: ignore[attr-defined]
    del quote.note  # type: ignore[attr-defined]


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
def test_a_result_is_one_of_the_interpreters(name: str) -> None:
    ours, theirs = fast(name), getattr(urllib.parse, name)(URL)
    assert isinstance(ours, type(theirs))
    assert ours == theirs
    assert theirs == ours
    assert hash(ours) == hash(theirs)
    assert repr(ours) == repr(theirs)
    assert ours < (*theirs[:-1], "z")
    assert ours._fields == theirs._fields
    assert ours._asdict() == theirs._asdict()
    assert ours._replace(netloc="Q").hostname == "q"
    assert ours.encode() == theirs.encode()
    assert not hasattr(ours, "__dict__")


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_result_pickles_as_the_interpreters_own_class(name: str, protocol: int) -> None:
    ours = fast(name)
    loaded = pickle.loads(pickle.dumps(ours, protocol))
    assert loaded == ours
    assert type(loaded) is type(getattr(urllib.parse, name)(URL))
    assert b"urlmill" not in pickle.dumps(ours, protocol)
    assert copy.copy(ours) == copy.deepcopy(ours) == ours
    assert pickle.loads(pickle.dumps(type(ours), protocol)) is type(ours)


@pytest.mark.parametrize("name", ["urlsplit", "urlparse"])
def test_a_result_class_can_be_subclassed(name: str) -> None:
    class Mine(type(fast(name))):  # type: ignore[misc]
        @property
        def site(self) -> str:
            return f"{self.hostname}:{self.port}"

    mine = Mine(*fast(name))
    assert mine.site == "example.org:8080"
    assert mine.geturl() == URL


def test_a_result_can_be_matched() -> None:
    match urlmill.parse.urlsplit(URL):
        case urllib.parse.SplitResult(scheme="https", path=path):
            assert path == "/a;p"
        case _:
            pytest.fail("not matched")


def test_a_malformed_result_is_an_error_and_no_crash() -> None:
    kind = type(urlmill.parse.urlsplit(URL))
    short = tuple.__new__(kind, ())
    with pytest.raises(IndexError):
        short.hostname  # noqa: B018
    assert outcome(urlmill.parse.urlunsplit, short) == outcome(urllib.parse.urlunsplit, short)
    with pytest.raises((TypeError, AttributeError)):
        kind.hostname.__get__(("a",))


def test_the_cache_answers_questions() -> None:
    split: Any = urlmill.parse.urlsplit
    urlmill.parse.clear_cache()
    if not hasattr(split, "cache_info"):
        pytest.skip("the interpreter's own urlsplit has no cache on this release, and the pure backend is that")
    for _ in range(5):
        assert split("https://example.org/cached") == urllib.parse.urlsplit("https://example.org/cached")
    info = split.cache_info()
    assert info.hits + info.misses == 5 or urlmill.backend == "pure"
    assert info.hits >= 3
    assert info.currsize == 1
    assert split.cache_parameters()["maxsize"] == info.maxsize
    split.cache_clear()
    assert split.cache_info()[:2] == (0, 0)
    assert split.cache_info().currsize == 0


def test_changed_scheme_lists_are_honoured() -> None:
    program = """
import urllib.parse as theirs, urlmill.parse as ours
def check():
    for base, ref in (("http://a/b/c", "../d"), ("zz://a/b/c", "../d"), ("https://a/b", "//c/d"), ("ftp://a/b", "c")):
        assert ours.urljoin(base, ref) == theirs.urljoin(base, ref), (base, ref)
        theirs.clear_cache()
        assert ours.urlparse(base + ";x") == theirs.urlparse(base + ";x")
    for scheme in ("http", "zz", "mailto"):
        for path in ("", "/a", "a"):
            assert ours.urlunsplit((scheme, "", path, "", "")) == theirs.urlunsplit((scheme, "", path, "", ""))
check()
theirs.uses_relative.append("zz"); theirs.uses_netloc.append("zz"); check()
theirs.uses_relative.remove("http"); check()
theirs.uses_netloc.remove("https"); check()
theirs.uses_params.remove("http"); check()
theirs.uses_relative[:] = []; check()
theirs.uses_netloc.insert(0, "http"); check()
theirs.uses_netloc.append("".join(["mail", "to"])); check()
theirs.uses_netloc.append(None); check()
theirs.uses_netloc = ["zz"]
assert ours.urlunsplit(("zz", "", "/a", "", "")) == theirs.urlunsplit(("zz", "", "/a", "", ""))
"""
    subprocess.run([sys.executable, "-c", program], check=True)
    before = "import urllib.parse as t; t.uses_netloc = tuple(t.uses_netloc); t.uses_relative.append(None)"
    subprocess.run([sys.executable, "-c", before + program.partition("theirs.uses_rel")[0]], check=True)
