"""What can be done with a result: the same as with the interpreter's own, on every release.

From 3.15 on a result has a slot, ``_keep_empty``, and ``None`` for a part that is absent, if asked with
``missing_as_none=True``. Earlier releases have neither, and refuse the arguments.
"""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
import urllib.parse
import weakref
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
import urlmill.parse

from ..outcome import outcome
from ..strategies import text

OURS: Any = urlmill.parse  # the types do not know the arguments of 3.15 yet
SPLITTERS = ["urlsplit", "urlparse", "urldefrag"]
marked = pytest.mark.skipif(
    not hasattr(urllib.parse.urlsplit(""), "_keep_empty"), reason="results have no _keep_empty before Python 3.15"
)
native = pytest.mark.skipif(urlmill.backend == "pure", reason="the pure backend's functions are the interpreter's own")


def pickled(protocol: int) -> Callable[[Any], object]:
    return lambda result: pickle.loads(pickle.dumps(result, protocol))


def set_by_hand(value: object) -> Callable[[Any], object]:
    def change(result: Any) -> object:
        changed = type(result)(*result)  # a cached result is not ours to change
        changed._keep_empty = value
        return changed, changed.geturl(), changed._replace(fragment="x")

    return change


def refers_to_itself(result: Any) -> object:
    changed = type(result)(*result)
    changed._keep_empty = changed
    return changed._keep_empty is changed


OPERATIONS: dict[str, Callable[[Any], object]] = {
    "geturl": lambda result: result.geturl(),
    "_replace": lambda result: result._replace(fragment="x"),
    "_replace with None": lambda result: result._replace(fragment=None).geturl(),
    "copy.replace": lambda result: copy.replace(result, fragment=""),  # type: ignore[attr-defined]
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "encode": lambda result: result.encode("utf-8"),
    "encode and decode": lambda result: result.encode("utf-8").decode("utf-8"),
    "made by hand": lambda result: type(result)(*result),
    "made by hand, geturl": lambda result: type(result)(*result).geturl(),
    "_make": lambda result: type(result)._make(result),
    "unsplit": lambda result: urllib.parse.urlunsplit(result),
    "unparse": lambda result: urllib.parse.urlunparse(result),
    "unsplit by ours": lambda result: OURS.urlunsplit(result),
    "unparse by ours": lambda result: OURS.urlunparse(result),
    "unsplit by ours, keeping": lambda result: OURS.urlunsplit(result, keep_empty=True),
    "unparse by ours, keeping": lambda result: OURS.urlunparse(result, keep_empty=True),
    "unsplit by ours, dropping": lambda result: OURS.urlunsplit(result, keep_empty=False),
    "geturl with an argument": lambda result: result.geturl(keep_empty=True),
    "hostname": lambda result: result.hostname,
    "port": lambda result: result.port,
    "username": lambda result: result.username,
    "password": lambda result: result.password,
    "dict": lambda result: result._asdict(),
    "delete the mark": lambda result: delattr(type(result)(*result), "_keep_empty"),
    "refers to itself": refers_to_itself,
    **{f"pickle {protocol}": pickled(protocol) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)},
    **{f"mark {value!r}": set_by_hand(value) for value in (True, False, None, 1, "x")},
}


@pytest.mark.parametrize("name", SPLITTERS)
@given(url=text, more=st.sampled_from([{}, {"missing_as_none": True}, {"missing_as_none": False}]))
def test_a_result_does_what_the_interpreters_own_does(name: str, url: str, more: dict[str, Any]) -> None:
    try:
        theirs = getattr(urllib.parse, name)(url, **more)
    except (TypeError, ValueError):
        return
    ours = getattr(urlmill.parse, name)(url, **more)
    for operation, act in OPERATIONS.items():
        assert outcome(act, ours) == outcome(act, theirs), (operation, url, more)


@marked
@pytest.mark.parametrize("name", SPLITTERS)
@pytest.mark.parametrize("missing_as_none", [True, False])
def test_the_mark_is_what_the_interpreter_sets(name: str, missing_as_none: bool) -> None:
    result = getattr(urlmill.parse, name)("http://h/a", missing_as_none=missing_as_none)
    assert result._keep_empty is missing_as_none
    assert result[-1] == (None if missing_as_none else "")
    assert getattr(urlmill.parse, name)("http://h/a")._keep_empty is False


@marked
def test_absent_is_none_and_empty_is_empty() -> None:
    split: Any = urlmill.parse.urlsplit
    assert tuple(split("//h?", missing_as_none=True)) == (None, "h", "", "", None)
    assert tuple(split("a:#", missing_as_none=True)) == ("a", None, "", None, "")
    for url in ("http://h?", "http://h/#", "a:b?#", "file:///x?", "//?#", "?", "#", "", "http://h/a?b#c", "//h"):
        assert split(url, missing_as_none=True).geturl() == url


@marked
def test_the_two_results_of_a_url_do_not_mix() -> None:
    split: Any = urlmill.parse.urlsplit
    for _ in range(5):
        assert split("http://h/a?")[3:] == ("", "")
        assert split("http://h/a?", missing_as_none=True)[3:] == ("", None)


@marked
@pytest.mark.parametrize("name", ["urlunsplit", "urlunparse"])
def test_what_was_not_kept_cannot_be_kept(name: str) -> None:
    split: Any = getattr(urlmill.parse, {"urlunsplit": "urlsplit", "urlunparse": "urlparse"}[name])
    with pytest.raises(ValueError, match="missing_as_none=False"):
        getattr(urlmill.parse, name)(split("http://h/a?"), keep_empty=True)


@native
@pytest.mark.parametrize("name", SPLITTERS)
def test_a_result_that_refers_to_itself_is_collected(name: str) -> None:
    class Mark:
        """Something that a weak reference can be made to."""

    result = getattr(urlmill.parse, name)("http://h/a")
    assert gc.is_tracked(result)
    if not hasattr(result, "_keep_empty"):
        return
    changed: Any = result._replace(fragment="f")
    mark: Any = Mark()
    mark.result, changed._keep_empty = changed, mark
    gone = weakref.ref(mark)
    del mark, changed
    gc.collect()
    assert gone() is None


@native
def test_a_subclass_may_have_a_netloc_of_its_own() -> None:
    class Mine(type(urlmill.parse.urlsplit(""))):  # type: ignore[misc]
        netloc = property(lambda _: "u:p@Other:1")

    mine = Mine(*urlmill.parse.urlsplit("http://h/"))
    assert (mine.hostname, mine.port, mine.username, mine.password) == ("other", 1, "u", "p")


UNKNOWN = {
    "a result with a __dict__": "class SplitResult(theirs.SplitResult): pass\ntheirs.SplitResult = SplitResult",
    "a result that is no tuple": "theirs.DefragResult = type('DefragResult', (), {'_fields': ()})",
    "a class that is none": "theirs.DefragResult = lambda *parts: parts",
}
if hasattr(urllib.parse.urlsplit(""), "_keep_empty"):
    UNKNOWN |= {
        "results that are not marked": "theirs.urlsplit = lambda url: theirs.SplitResult('', '', '', '', '')",
        "keep_empty has another name": "old = theirs.urlunsplit\ntheirs.urlunsplit = lambda parts: old(parts)",
    }


@native
@pytest.mark.parametrize("change", UNKNOWN)
def test_results_of_an_unknown_kind_are_left_to_the_interpreter(change: str) -> None:
    """A release may add to its results again: then its own functions make them, and cost no more than before."""
    program = (
        f"import urllib.parse as theirs\n{UNKNOWN[change]}"
        """
import urlmill.parse as ours
for name in ("urlsplit", "urlparse", "urlunsplit", "urlunparse", "urldefrag", "clear_cache"):
    assert getattr(ours, name) is getattr(theirs, name), name
assert ours.quote is not theirs.quote
assert ours.urljoin("http://h/a", "b") == "http://h/b"
import urlmill
before = theirs.quote
urlmill.install()
assert theirs.quote is ours.quote
urlmill.uninstall()
assert theirs.quote is before
"""
    )
    subprocess.run([sys.executable, "-c", program], check=True)
