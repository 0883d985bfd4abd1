"""Paths by their segments, as pathlib has them: names go in and come out, and nothing is read as something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from urlmill import URL, FileURL, FtpURL, URLError, testing

from .checks import RAW_PARTS, attempt, attributes
from .every_scheme import SCHEMES, a_part, for_every_scheme

NAMES = st.text(
    st.one_of(st.sampled_from("./%;?#:@|\\ ~é😀\udcffabc"), st.characters(exclude_categories=["Cs"])), max_size=6
)
WITHOUT_SEGMENTS = {"gopher", "mailto", "news", "nntp", "prospero", "telnet", "wais"}

EVERYDAY: list[tuple[str, Any, str]] = [
    ("http://h/a?q#f", lambda url: url / "b c" / "d/e", "http://h/a/b%20c/d%2Fe"),
    ("http://h", lambda url: url / "a", "http://h/a"),
    ("http://h/", lambda url: url / "a", "http://h/a"),
    ("http://h/a/", lambda url: url / "b", "http://h/a/b"),
    ("http://h/a", lambda url: url / "", "http://h/a/"),
    ("http://h/a/", lambda url: url / "", "http://h/a/"),
    ("http://h/a", lambda url: url / b"\xff", "http://h/a/%FF"),
    ("http://h/a?q", lambda url: url.joinpath("x", "%2e", "y;z"), "http://h/a/x/%252e/y;z"),
    ("HTTP://U:p@H:080/%41?q", lambda url: url.joinpath(), "HTTP://U:p@H:080/%41"),
    ("http://h/a/..", lambda url: url / "b", "http://h/a/../b"),
    ("http://h/a/b?q#f", lambda url: url.parent, "http://h/a"),
    ("http://h/a/b/", lambda url: url.parent, "http://h/a/b"),
    ("http://h/a", lambda url: url.parent, "http://h/"),
    ("http://h/?q", lambda url: url.parent, "http://h/"),
    ("http://h?q", lambda url: url.parent, "http://h"),
    ("http://h/a/b.txt?q", lambda url: url.with_name("c d"), "http://h/a/c%20d"),
    ("http://h/a/", lambda url: url.with_name("b"), "http://h/a/b"),
    ("http://h", lambda url: url.with_name("b"), "http://h/b"),
    ("http://h/a/b", lambda url: url.with_name(""), "http://h/a/"),
    ("http://h/%41.tar.gz?q", lambda url: url.with_suffix(".zip"), "http://h/%41.tar.zip"),
    ("http://h/%41", lambda url: url.with_suffix(".a b"), "http://h/%41.a%20b"),
    ("http://h/a%2Etxt", lambda url: url.with_suffix(""), "http://h/a"),
    ("ftp://h/a/b.txt;type=i", lambda url: url.with_name("c;type=a"), "ftp://h/a/c%3Btype=a;type=i"),
    ("ftp://h/a/b.txt;TYPE=i", lambda url: url.with_suffix(".gz"), "ftp://h/a/b.gz;TYPE=i"),
    ("ftp://h/a;type=d", lambda url: url / "b", "ftp://h/a/b"),
    ("ftp://h/a;type=a/b", lambda url: url.parent, "ftp://h/a%3Btype=a"),
    ("file:///c:/a", lambda url: url.parent.parent, "file:///c:/"),
    ("file:c|/a", lambda url: url / "b", "file:c|/a/b"),
    ("file:////host/share/a", lambda url: url.parents[-1], "file:////host/"),
    ("file:///", lambda url: url / "c:", "file:///c%3A"),
    ("svn:/a", lambda url: url / "b", "svn:/a/b"),
    ("postgres://h1,h2:1/db", lambda url: url.with_name("other"), "postgres://h1,h2:1/other"),
]


@pytest.mark.parametrize(("text", "edit", "expected"), EVERYDAY, ids=[str(number) for number in range(len(EVERYDAY))])
def test_everyday_paths(text: str, edit: Any, expected: str) -> None:
    assert str(edit(URL(text))) == expected


@pytest.mark.parametrize("scheme", sorted(SCHEMES.keys() - WITHOUT_SEGMENTS))
@a_part
@given(data=st.data())
def test_a_segment_comes_out_as_it_went_in(scheme: str, data: st.DataObject) -> None:
    url, name = data.draw(SCHEMES[scheme]), data.draw(NAMES)
    note(f"text: {str(url)!r}")
    below, renamed = attempt(lambda: url / name), attempt(url.with_name, name)
    if isinstance(below, URLError):
        assert below.code in ("bad-segment", "no-segments", "read-otherwise")
        assert (below.code == "bad-segment") == (name in (".", "..") and below.code != "no-segments")
        # A drive, or a path that would begin with one.
        assert below.code != "read-otherwise" or isinstance(url, FileURL)
    else:
        assert (below.name, below.query, below.fragment) == (name, None, None)
        kept = url.segments[:-1] if url.path.endswith("/") or not url.path else url.segments
        if not isinstance(url, FtpURL):  # its segments have the type code
            assert below.segments == [*kept, name]
        if "" not in url.segments[:-1]:  # above "//x" is "/", which is above "/x" too
            assert (below.parent / name).segments == below.segments
        assert type(below) is type(url)
        nothing = {"path": below.path, "query": None, "fragment": None}
        assert attributes(below, RAW_PARTS) == {**attributes(url, RAW_PARTS), **nothing}
        assert str(below)[: len(url.scheme or "")] == str(url)[: len(url.scheme or "")]
        assert below.is_relative_to(url)
    if not isinstance(renamed, URLError):
        assert renamed.name == name
        assert renamed.segments[:-1] == url.segments[:-1]
        if isinstance(url, FtpURL) and isinstance(renamed, FtpURL):
            assert (renamed.cwds, renamed.typecode) == (url.cwds, url.typecode)


@pytest.mark.parametrize("scheme", sorted(SCHEMES.keys() - WITHOUT_SEGMENTS))
@a_part
@given(data=st.data())
def test_parents_lead_up_to_the_root(scheme: str, data: st.DataObject) -> None:
    url = data.draw(SCHEMES[scheme].filter(lambda url: len(url.path) < 200))
    note(f"text: {str(url)!r}")
    above = attempt(lambda: list(url.parents))
    if isinstance(above, URLError):
        assert above.code in ("bad-segment", "no-segments")
        return
    step = url
    for parent in above:
        assert (step.parent, type(parent)) == (parent, type(url))
        assert parent != step
        step = parent
    assert step.parent.parent == step.parent
    assert len(step.parent.parents) == 0
    assert len(url.parents) == len(above)
    assert list(reversed(url.parents)) == above[::-1]
    assert url.parents[1:] == tuple(above[1:])


@pytest.mark.parametrize("scheme", sorted(WITHOUT_SEGMENTS))
@a_part
@given(data=st.data())
def test_schemes_without_such_paths_refuse(scheme: str, data: st.DataObject) -> None:
    url: Any = data.draw(SCHEMES[scheme])
    calls = (lambda: url / "a", lambda: url.joinpath("a"), lambda: url.with_name("a"), lambda: url.with_suffix(".a"))
    asked = [attempt(call) for call in calls]
    asked += [attempt(getattr, url, name) for name in ("parent", "parents", "name", "suffix", "suffixes")]
    asked.append(attempt(url.is_relative_to, url))
    assert {error.code for error in asked} == {"no-segments"}


@pytest.mark.parametrize("text", ["urn:a:b", "data:,x", "x:a/b", "x:"])
def test_a_path_without_a_root_has_no_segments_to_speak_of(text: str) -> None:
    url = URL(text)
    for found in (attempt(lambda: url / "a"), attempt(lambda: url.name), attempt(lambda: url.parent)):
        assert found.code == "no-segments"


@for_every_scheme
def test_a_name_is_the_last_segment_and_empty_after_a_slash(url: URL) -> None:
    name = attempt(lambda: url.name)
    if not isinstance(name, URLError):
        assert name == "" or not url.path.endswith("/")
        assert isinstance(url, FtpURL) or name == url.segments[-1]


@given(name=st.text("ab.A", min_size=1, max_size=6).filter(lambda name: name.strip(".")))
def test_suffixes_are_those_of_pathlib(name: str) -> None:
    url, path = URL("http://h/x") / name, PurePosixPath(f"/x/{name}")
    if not name.endswith(".") and not name.startswith(".."):  # on which its versions differ
        assert (url.suffix, url.suffixes) == (path.suffix, path.suffixes)
        assert url.with_suffix(".new").name == path.with_suffix(".new").name
        assert url.with_suffix("").name == path.with_suffix("").name


def test_a_suffix_is_as_written() -> None:
    assert URL("http://h/a.HTML").suffix == ".HTML"
    for name in ("a.", ".bashrc", "a", ""):
        assert (URL(f"http://h/{name}").suffix, URL(f"http://h/{name}").suffixes) == ("", [])


@pytest.mark.parametrize("name", [".", "..", b".."])
def test_steps_are_no_names(name: Any) -> None:
    url = URL("http://h/a/b")
    for call in (lambda: url / name, lambda: url.joinpath("x", name), lambda: url.with_name(name)):
        with pytest.raises(URLError, match=r"bad-segment.*neither '\.' nor '\.\.'"):
            call()


@pytest.mark.parametrize("last", ["..", "%2e%2E", ".%2e"])
def test_what_a_step_leads_to_has_neither_parent_nor_another_name(last: str) -> None:
    url = URL(f"http://h/a/{last}")
    calls: list[Callable[[], object]] = [lambda: url.parent, lambda: url.with_name("x"), lambda: url.parents[1]]
    for call in [*calls, lambda: url.with_suffix(".x")]:
        assert attempt(call).code == "bad-segment"
    assert str(url.normalize().parent) == "http://h/"


def test_an_empty_segment_is_not_lost_in_silence() -> None:
    with pytest.raises(URLError, match=r"bad-segment.*only the last one may be empty"):
        URL("http://h/users").joinpath("", "posts")
    assert str(URL("http://h/users").joinpath("posts", "")) == "http://h/users/posts/"


@pytest.mark.parametrize("name", [".x", "%2E.x", "..x", "%2e..x", "%2E%2E.x"])
def test_without_its_suffix_a_name_does_not_become_a_step(name: str) -> None:
    url = URL(f"http://h/a/{name}")
    made = attempt(url.with_suffix, "")
    if url.suffix and url.name.removesuffix(url.suffix) in (".", ".."):
        assert made.code == "bad-segment"
    else:
        assert made.name == url.name.removesuffix(url.suffix)


@pytest.mark.parametrize("suffix", ["txt", ".", "..", ".x.", "x.y"])
def test_a_suffix_begins_with_a_dot_and_ends_with_something_else(suffix: str) -> None:
    with pytest.raises(URLError, match="bad-suffix"):
        URL("http://h/a").with_suffix(suffix)


def test_only_text_and_octets_are_segments() -> None:
    url: Any = URL("http://h/a")
    with pytest.raises(TypeError, match="unsupported operand"):
        url / 1
    with pytest.raises(TypeError, match="a segment is given as str or bytes, not int"):
        url.joinpath("x", 1)
    with pytest.raises(TypeError, match="a segment is given as str or bytes, not NoneType"):
        url.with_name(None)
    with pytest.raises(TypeError, match="suffix: expected str, got bytes"):
        url.with_suffix(b".x")
    with pytest.raises(URLError, match="bad-suffix"):
        URL("http://h/").with_suffix(".x")


def test_a_name_does_not_become_a_drive() -> None:
    with pytest.raises(URLError, match="read-otherwise"):
        URL("file:///").joinpath("c:", "x")
    assert FileURL("file:///x").with_name("c:").segments == ["c:"]


@pytest.mark.parametrize("profile", ["strict", "rfc1738"])
@pytest.mark.parametrize("text", ["http://h/a", "ftp://h/a", "file:///a"])
def test_names_keep_to_the_strict_profiles(text: str, profile: str) -> None:
    name = "a~b;c d?é'"
    assert (URL(text, profile=profile) / name).name == name


RELATIVE = [
    ("http://h/a/b?q", "http://h/a", True),
    ("http://h/a", "HTTP://H:80/a?x#y", True),
    ("http://h/a/", "http://h/a", True),
    ("http://h/a", "http://h/a/", False),
    ("http://h/a/b", "http://h/a/", True),
    ("http://h", "http://h/", True),
    ("http://h/", "http://h", True),
    ("http://h/ab", "http://h/a", False),
    ("http://h/a/../b", "http://h/a", False),
    ("http://h/a/%2e%2e/b", "http://h/a", False),
    ("http://h/a/b", "http://h/x/../a", True),
    ("http://i/a/b", "http://h/a", False),
    ("https://h/a/b", "http://h/a", False),
    ("http://h:8/a/b", "http://h/a", False),
    ("http://u@h/a/b", "http://h/a", False),
    ("http://h/%7Ea/b", "http://h/~a", True),
    ("http://h/a%2Fb", "http://h/a", False),
    ("http://h/a/..\\b", "http://h/a", False),
    ("http://h/a/x\\..\\..\\b", "http://h/a", False),
    ("http://h/a/x\\..\\b", "http://h/a", True),
    ("http://h/a\\b/c", "http://h/a\\b", True),
    ("http://h/a\\b", "http://h/a", False),
    ("file:///c:/x/y", "file:///c:/x", True),
    ("file:///d:/x/y", "file:///c:/", False),
    ("ftp://h/a/b;type=a", "ftp://h/a", True),
]


@pytest.mark.parametrize(("one", "other", "expected"), RELATIVE)
def test_what_lies_below(one: str, other: str, expected: bool) -> None:
    assert URL(one).is_relative_to(URL(other)) is expected
    assert URL(one).is_relative_to(other) is expected


def test_only_a_url_or_text_can_be_above() -> None:
    with pytest.raises(TypeError, match="other: expected a URL or str, got NoneType"):
        URL("http://h/").is_relative_to(None)  # type: ignore[arg-type]


@given(url=testing.file_urls())
def test_no_path_of_another_machine_becomes_one_of_this(url: FileURL) -> None:
    for made in (attempt(lambda: url / "x"), attempt(lambda: url.parent), attempt(url.with_name, "x")):
        if not isinstance(made, URLError) and not {".", ".."} & set(url.segments):
            assert (made.unc_host, made.drive, made.host) == (url.unc_host, url.drive, url.host)
