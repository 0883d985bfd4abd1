"""file: beyond the vectors. The numbers are those of the requirements."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from urlmill import URL, FileURL, URLError, columns
from urlmill._profiles import AS_WRITTEN

from .files import SYSTEMS, code_of, read

# The grammar


@pytest.mark.parametrize(
    ("text", "superset", "strict", "rfc1738"),
    [
        ("file:///a/b", None, None, None),
        ("file:/a", None, None, "missing-authority"),
        ("file://h.example/a", None, None, None),
        ("file://h_x/a", None, None, "bad-host"),
        ("file:a", "missing-path", "missing-path", "missing-authority"),
        ("file://", "missing-path", "missing-path", "missing-path"),
        ("file://host", "missing-path", "missing-path", "missing-path"),
        ("file://host:/a", "port-not-allowed", "port-not-allowed", "port-not-allowed"),
        ("file://u@host/a", None, "userinfo-not-allowed", "userinfo-not-allowed"),
        ("file://u:p@host/a", "password-not-allowed", "password-not-allowed", "password-not-allowed"),
        ("file:///a?b", None, "query-not-allowed", None),
        ("file:///a#b", None, None, "bad-char"),
        ("file:///a;b", None, None, "reserved-unencoded"),
        ("file:c:/a", None, "missing-path", "missing-authority"),
        ("file:c:a", "drive-relative", "drive-relative", "missing-authority"),
        ("file:c:", "drive-relative", "drive-relative", "missing-authority"),
        ("file:///c:a", None, None, None),
        ("file:/c|/a", None, "bad-char", "bad-char"),
        ("file:///c|", "bad-char", "bad-char", "bad-char"),
        ("file:c|a", "bad-char", "bad-char", "bad-char"),
        ("file:////h/s", None, "missing-path", None),
        ("file://///h/s", None, "missing-path", None),
        ("file:////h:80/s", "port-not-allowed", "missing-path", None),
        ("file:////a@b@h/s", "reserved-unencoded", "missing-path", None),
        ("file:////2001:db8::1/s", "bad-host", "missing-path", None),
        ("file:////c:/a", "port-not-allowed", "missing-path", None),
        ("file:////c|/a", "bad-char", "bad-char", "bad-char"),
        ("file:////", "missing-host", "missing-path", None),
        ("file:////u@/s", "missing-host", "missing-path", None),
        ("file:////h//s", "missing-path", "missing-path", None),
        ("file://h//s", "missing-path", "missing-path", None),
        ("file:///a\\b", "bad-char", "bad-char", "bad-char"),
    ],
)
def test_each_profile_has_its_grammar(text: str, superset: str | None, strict: str | None, rfc1738: str | None) -> None:
    """FILE-4, FILE-5, FILE-22, FILE-28, FILE-31, FILE-32, FILE-34, FILE-35, FILE-38."""
    for profile, code in (("superset", superset), ("strict", strict), ("rfc1738", rfc1738)):
        if code is None:
            assert str(URL(text, profile=profile)) == text
        else:
            assert code_of(URL, text, profile=profile) == code, profile


# Whatever readers disagree about, and hosts that IDNA would make "localhost" of.
_TEXT = """/ // /// //// \\ : | @ [ ] %5B %5d %2F %2e . .. /../ /./ c: C| %63: c%3A localhost LOCALHOST ｌocalhost me
%6De h ? # a%20b é %C3%A9 %E2%80%8B \u00ad \U000e0100 %FF \ud800 % ~ ; 80 ::1 file: 。 %5C"""
PIECES = st.sampled_from([*_TEXT.split(), " ", "\0", "\u200b"])
ANYTHING = st.lists(PIECES, max_size=7).map("".join).map("file:".__add__)
OPTIONS: Any = st.sampled_from([{}, {"local_names": ("Me", "é")}, {"qmark": "path"}, {"allow_file_password": True}])


@given(ANYTHING)
@example("file://localhost//x")
@example("file:////%5B@x%5D/")
def test_the_lenient_profile_takes_anything_and_has_all_its_parts(text: str) -> None:
    url = read(text, profile="lenient")
    assert str(url) == text
    for name in ("drive", "segments", "unc_host", "unc_user", "is_local", "host", "origin", "error", "url_path"):
        getattr(url, name)
    url.display()
    for system in SYSTEMS:
        with suppress(URLError):
            url.to_path(os=system)


@pytest.mark.parametrize("profile", AS_WRITTEN)
@given(text=ANYTHING, options=OPTIONS)
@example("file://///../c:/..", {})
@example("file:////a b/x", {})
@example("file:////C|/", {})
@example("file:////localhost%E2%80%8B/x/y", {})
@example("file:////m%65/x", {"local_names": ("me",)})
@example("file://é/x", {"local_names": ("é",)})
@example("file:///%63:/x", {})
@example("file:///a/../c:/x", {})
@example("file://localhost:/x", {})
@example("file://localhost//../x", {})
@example("file:/\\h/../x", {})
def test_the_normal_form_is_normal_and_of_the_same_place(profile: str, text: str, options: Any) -> None:
    try:
        url = read(text, profile=profile, **options)
    except URLError:
        return
    choices: list[dict[str, Any]] = [{"level": "syntax"}, {"level": "scheme"}, {"os": "windows"}]
    for choice in choices:
        normal = url.normalize(**choice)
        assert isinstance(normal, FileURL)
        assert normal == normal.normalize(**choice)
        assert (normal.is_local, (normal.drive or "").lower()) == (url.is_local, (url.drive or "").lower())
        assert url.equivalent(normal, **choice)
    assert url.normalize("syntax").normalize() == url.normalize() == url.normalize().normalize("syntax")


@given(ANYTHING, st.sampled_from(AS_WRITTEN), OPTIONS)
@example("file:////localhost%E2%80%8B/x", "superset", {})
@example("file:/\\h\\x", "lenient", {})
@example("file://localhost:/x", "lenient", {})
@example("file:////", "lenient", {})
@example("file:////a/b", "rfc1738", {})
@example("file:///.//a", "rfc1738", {})
def test_no_other_form_of_a_url_is_of_another_place(text: str, profile: str, options: Any) -> None:
    """FILE-10, FILE-34: or a check of one would be a check of the other."""
    try:
        url = read(text, profile=profile, **options)
    except URLError:
        return
    forms: list[Any] = [url.to_uri, url.to_iri, lambda: url.to_uri(host="percent"), lambda: FileURL.update(url)]
    forms += [lambda: url.replace(fragment="f"), lambda: url.replace(query=None)]
    for form in forms:
        with suppress(URLError):
            assert form().is_local == url.is_local
    with suppress(URLError, TypeError):
        replaced: Any = url.replace(drive=url.drive)
        assert url.is_local or not replaced.is_local


@given(ANYTHING, st.lists(PIECES, max_size=4).map("".join), st.sampled_from(AS_WRITTEN), OPTIONS)
@example("file:////h/s/a", "/x", "superset", {})
@example("file:////h/s/a", "../../../x", "superset", {})
@example("file:///.//h/s", "/x", "superset", {})
@example("file:/\\h\\s", "x", "lenient", {})
@example("file://localhost//h/s", "/x", "lenient", {})
def test_no_reference_without_a_host_leads_to_this_machine(
    text: str, reference: str, profile: str, options: Any
) -> None:
    assume(not reference.startswith(("//", "file:")))
    try:
        url = read(text, profile=profile, **options)
    except URLError:
        return
    assume(not url.is_local)
    for drive_letters in (None, True):
        for strict in (True, False):
            with suppress(URLError):
                joined = url.join(reference, strict=strict, drive_letters=drive_letters)
                assert not (isinstance(joined, FileURL) and joined.is_local)


# Parts


def test_a_part_can_be_replaced_and_the_others_stay() -> None:
    url = read("file://h/c:/a/b#f")
    assert str(url.replace(segments=["x y", "é"])) == "file://h/c:/x%20y/%C3%A9#f"
    assert str(url.replace(drive=None)) == "file://h/a/b#f"
    assert str(url.replace(host="")) == "file:///c:/a/b#f"
    assert str(read("file:////u@h/s/f").replace(segments=["t"])) == "file:////u@h/t"
    assert str(URL.build(scheme="file", drive="c", segments=["a", b"\xff"])) == "file:/c:/a/%FF"
    assert str(URL.build(scheme="file", host="", segments=[])) == "file:///"
    assert code_of(URL.build, scheme="file", host="", drive="cc", segments=["a"]) == "bad-char"
    assert code_of(URL.build, scheme="file", host="", segments=["", "h", "s"]) == "bad-unc"
    assert code_of(URL.build, scheme="file", host="", unc_host="h/x", segments=["s"]) == "bad-host"


def test_parts_that_exclude_each_other_are_refused() -> None:
    wrong: list[dict[str, Any]] = [{"drive": "C", "unc_host": "h"}, {"segments": ["a"], "unc_user": "u"}]
    for parts in wrong:
        with pytest.raises(TypeError, match=r"either a drive or a unc_host|no unc_user without"):
            URL.build(scheme="file", host="", **parts)
    with pytest.raises(TypeError, match="either a drive"):
        read("file:///c:/x").replace(unc_host="h")
    with pytest.raises(ValueError, match="unc_host"):
        URL.build(scheme="file", host="h", unc_host="x", segments=[], profile="rfc1738")
    # A UNC name without a host is one all the same.
    url = read("file:////u@/s", profile="lenient")
    assert (url.unc_host, url.unc_user) == ("", "u")
    assert code_of(url.replace, segments=["x"]) == "bad-host"
    assert read("file:///s", profile="lenient").unc_host is None


def test_an_escaped_colon_makes_a_drive_as_vs_code_writes_it() -> None:
    """C-36."""
    for text in ("file:///c%3A/x", "file:///c%3a/x", "file:/c%3A/x", "file://localhost/c%3A/x"):
        for profile in ("superset", "lenient"):
            url = read(text, profile=profile)
            assert (url.drive, url.segments, url.is_local) == ("c", ["x"], True)
            assert url.to_path(os="windows") == "c:\\x"
            assert url.to_path(os="posix") == "/c:/x"
            assert str(url.normalize()) == str(url.normalize(os="posix")) == "file:///c:/x"
            assert str(url.normalize(os="windows")) == "file:///C:/x"
            assert url.equivalent(read("file:///c:/x"))
            assert url.equivalent(read("file:///C:/x"), os="windows")
            assert url.join("/y").to_path(os="windows") == "c:\\y"
            assert str(url.join("../../y")) == text.replace("x", "y")
        assert str(FileURL.update(text)) == text.replace("%3A", ":").replace("%3a", ":")
    strict = read("file:///c%3A/x", profile="strict")
    assert (strict.drive, strict.segments) == (None, ["c:", "x"])
    assert str(strict.normalize(os="windows")) == str(strict.to_uri()) == "file:///c%3A/x"
    assert code_of(strict.to_path, os="windows") == "unrepresentable"
    for text in ("file:///c%3A", "file:///c%3Ax/y", "file:///a/c%3A/x", "file:////h/c%3A/x"):
        assert read(text).drive is None
    assert code_of(URL, "file:c%3A/x") == "missing-path"


def test_a_name_that_looks_like_a_drive_is_not_built() -> None:
    with pytest.raises(ValueError, match="segments"):
        URL.build(scheme="file", host="", segments=["c:", "x"])
    assert read("file:///x").replace(segments=["c:"]).segments == ["c:"]
    url = FileURL.from_path("/c:/x", os="posix")
    assert (str(url), url.to_path(os="posix")) == ("file:///c%3A/x", "/c:/x")


@pytest.mark.parametrize("text", ["file:///a/../c:/x", "file:///./c%3A/x", "file:///%63:/x", "file:///b/%2E./%63%3A/x"])
def test_no_normal_form_has_a_drive_that_the_url_has_not(text: str) -> None:
    for level in ("syntax", "scheme"):
        normal = read(text).normalize(level)
        assert (normal.drive, normal.segments[0], normal.normalize(level)) == (None, ".", normal)
        assert normal.to_path(os="posix") == "/c:/x"
        assert code_of(normal.to_path, os="windows") == "unrepresentable"


@pytest.mark.parametrize("char", "!$&'()*+,;=")
def test_a_delimiter_and_its_escape_name_the_same_file(char: str) -> None:
    escape = f"%{ord(char):02x}"
    for start in ("file:///", "file://h/s/", "file:///c:/", "file:/a/"):
        one, other = read(f"{start}a{char}b/c"), read(f"{start}a{escape}b/c")
        assert one.equivalent(other)
        assert other.equivalent(one)
        assert str(one.normalize()) == str(other.normalize()) == str(one).replace("e:/a/", "e:///a/")
        assert not one.equivalent(other, "syntax")
        assert one.to_path(os="posix", assume_local=True) == other.to_path(os="posix", assume_local=True)
    assert not read("file:///a%2Fb").equivalent(read("file:///a/b"))
    assert not read(f"file:///a?{char}").equivalent(read(f"file:///a?{escape}"))
    assert not read(f"file://a{char}/x").equivalent(read(f"file://a{escape}/x"))
    assert not read("file:///a%253Bb").equivalent(read("file:///a%3Bb"))


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=4))
@example(["c:x"])
@example(["c:"])
def test_segments_are_read_as_they_were_built(segments: list[str]) -> None:
    assume(len(segments) == 1 or (segments[0] and not re.fullmatch("[A-Za-z]:", segments[0])))
    url = URL.build(scheme="file", host="", segments=segments)
    assert isinstance(url, FileURL)
    assert (url.segments, url.drive, url.unc_host) == (segments, None, None)


def test_the_characters_of_an_iri_are_not_decoded_again() -> None:
    """FILE-36: only escapes are ambiguous."""
    assert read("file:///é%87").segments_in("cp437") == ["éç"]
    assert code_of(read("file:///%FF").segments_in, "utf-8") == "unrepresentable"


def test_local_is_what_the_texts_say_and_what_the_caller_adds() -> None:
    """FILE-6, FILE-10, C-28."""
    names = ("Me.example", "bücher.example")
    for host in ("me.example", "ME.EXAMPLE", "m%65.example", "b%C3%BCcher.example", "xn--bcher-kva.example"):
        assert not read(f"file://{host}/x").is_local
    for host in ("me.example", "ME.EXAMPLE", "m%65.example"):
        assert read(f"file://{host}/x", local_names=names).is_local
        assert read(f"file://{host}/x", local_names=names).equivalent(read("file:/x"))
        assert str(read(f"file://{host}/x", local_names=names).normalize()) == "file:///x"
    for host in ("bücher.example", "B%C3%BCcher.example"):
        assert read(f"file://{host}/x", local_names=names).is_local
    assert not read("file://xn--bcher-kva.example/x", local_names=names).is_local  # C-34: names are not for IDNA here
    assert not read("file://a/x", local_names=("a/b", "a:1", "u@a", "")).is_local
    for host in ("127.0.0.1", "[::1]", "localhost.", "u@localhost", "u@", "localhost@h"):
        assert not read(f"file://{host}/x").is_local
    for host in ("LOCALHOST", "%6Cocalhost"):
        assert read(f"file://{host}/x").is_local
    for host in ("ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "local%E2%80%8Bhost", "local\u00adhost", "ｌocalhost"):
        assert not read(f"file://{host}/x").is_local
        with pytest.raises(URLError, match="not-local"):
            read(f"file://{host}/x").to_path()
    assert not read("file:////localhost/x").is_local
    assert not read("file:////me.example/x", local_names=names).is_local


def test_slashes_that_dot_segments_hide_are_not_local() -> None:
    """FILE-34, by way of RFC 3986 section 5.2.4."""
    for path in ("/.//h/s", "/a/..//h/s", "/%2e//h/s", "/a/.%2E//h/s"):
        url = read(f"file://{path}")
        assert not url.is_local
        assert code_of(url.to_path, os="windows") == code_of(url.to_path, os="posix") == "not-local"


def test_a_backslash_that_some_take_for_a_slash_is_not_local() -> None:
    """FILE-35: browsers and Windows read a host there; only the lenient profile lets it stand."""
    for text in (r"file:/\server\share", r"file:///\server/share", r"file:\\server\share", r"file:///a\..\/server"):
        url = read(text, profile="lenient")
        assert not url.is_local
        assert code_of(url.plan, os="posix") == code_of(url.to_path, os="windows") == "not-local"
        assert code_of(url.to_uri) == "not-local"
        assert "\\" in str(url.normalize())
    for text in (r"file:///a\b", r"file:///c:\x", r"file:///c:\..\..\\x", "file:///%5Cserver"):
        assert read(text, profile="lenient").is_local


def test_passwords_are_refused_or_at_least_not_shown() -> None:
    """FILE-22, C-24."""
    for text in ("file://u:secret@h/x", "file:////u:secret@h/x"):
        assert code_of(URL, text) == "password-not-allowed"
        choices: list[dict[str, Any]] = [{"profile": "lenient"}, {"allow_file_password": True}]
        for options in choices:
            url = URL(text, **options)
            assert "secret" not in url.display() + repr(url)
    assert read("file://u:secret@h/x", allow_file_password=True).password == "secret"


# Other URLs


@pytest.mark.parametrize(
    ("base", "reference", "result"),
    [
        ("file:///c:/a/b", "/d:/x", "file:///d:/x"),
        ("file:///c:/a/b", "d:/x", "file:///d:/x"),
        ("file:///c:/a/b", "/d:/../../x", "file:///d:/x"),
        ("file:///c:/a/b", "#f", "file:///c:/a/b#f"),
        ("file:///c:/a/b?q", "", "file:///c:/a/b?q"),
        ("file:///c:/a/b", "//h/x", "file://h/x"),
        ("file:///c:/a/b", "//h/c:/../x", "file://h/c:/x"),
        ("file:///c:/a/b", "file:///d:/../x", "file:///d:/x"),
        ("file:///c:/a/b", "http://h/../x", "http://h/x"),
        ("file:///c:/a/b", "/.//x", "file:///c://x"),
        ("file:///c|/a/b", "/x", "file:///c|/x"),
        ("file:c:/a/b", "../../x", "file:c:/x"),
        ("file:c:/a/b", "/x", "file:c:/x"),
        ("file://h/c:/a/b", "/x", "file://h/c:/x"),
        ("file:///a/b", "/x", "file:///x"),
        ("file:////h/s/a", "b", "file:////h/s/b"),
        ("file:////h/s/a", "/x", "file:////h/x"),
        ("file://///u@h/s/a?q", "../../../x", "file://///u@h/x"),
        ("file:////h/s/a?q", "#f", "file:////h/s/a?q#f"),
        ("file:////h/s/a", "/d:/x", "file:////h/d:/x"),
        ("file:////h/s/a", "//g/x", "file://g/x"),
        ("file:///.//h/s", "/x", "file:////h/x"),
    ],
)
def test_a_reference_stays_on_the_drive(base: str, reference: str, result: str) -> None:
    """FILE-30, C-21."""
    assert str(URL(base).join(reference)) == result


def test_a_reference_that_starts_from_a_drives_own_directory_is_refused() -> None:
    """FILE-31, C-30."""
    url = read("file:///c:/a")
    for reference in ("c:bar/baz", "/c:bar", "c:", "d:../x"):
        assert code_of(url.join, reference) == "drive-relative"
    assert str(url.join("file:c:/x", strict=False)) == "file:///c:/x"
    assert str(url.join("file:/x", strict=False)) == "file:///c:/x"
    assert str(url.join("x;y?z", profile="rfc1808")) == "file:///c:/x;y?z"


@given(st.text("ab./c", max_size=8).filter(lambda reference: not reference.startswith("//")))
@example("/..//c:/..")
def test_no_reference_loses_the_drive(reference: str) -> None:
    joined = read("file:///c:/a/b").join(reference)
    assert isinstance(joined, FileURL)
    assert joined.drive == "c"


def test_drive_letters_have_no_case_for_windows() -> None:
    """FILE-29, FILE-8, C-41."""
    lower, upper = read("file:///c:/x"), read("file://localhost/C|/x")
    assert lower.equivalent(upper, os="windows")
    assert upper.equivalent(lower, os="windows")
    assert not lower.equivalent(upper, "syntax", os="windows")
    assert not lower.equivalent(read("file:///C:/X"), os="windows")
    assert str(read("file:c|/a/../../x").normalize(os="windows")) == "file:///C:/x"
    assert str(read("file:c|/a").normalize("syntax")) == "file:c:/a"


@pytest.mark.parametrize("system", [None, "posix", "macos", "vms", "mac"])
def test_drive_letters_are_names_to_the_other_systems(system: Any) -> None:
    """C-41. In upper case they would name another file."""
    lower, upper = read("file:///c:/x"), read("file://localhost/C|/x")
    assert not lower.equivalent(upper, os=system)
    assert str(read("file:c|/a/../../x").normalize(os=system)) == "file:///c:/x"
    for url, path in ((lower, "/c:/x"), (upper, "/C:/x")):
        assert url.normalize(os=system).to_path(os="posix") == url.to_path(os="posix") == path
    assert columns.normalize(["file:/c|/x", "file:/C|/x"]).to_pylist() == ["file:///c:/x", "file:///C:/x"]


@pytest.mark.parametrize("system", ["Windows", "", "nt"])
def test_an_unknown_system_is_refused(system: Any) -> None:
    url = read("file:///c:/x")
    calls: list[Any] = [url.normalize, partial(url.equivalent, url), partial(url.equivalent, URL("http://h/"))]
    for call in calls:
        for level in ("string", "syntax", "scheme"):
            with pytest.raises(ValueError, match="os is 'posix' or 'macos' or"):
                call(level, os=system)


def test_a_unc_name_means_the_same_in_authority_and_path() -> None:
    """FILE-34, C-22."""
    assert read("file:////H/s/f").equivalent(read("file://h/s/f"))
    assert read("file://///%5B::1%5D/s").equivalent(read("file://[::1]/s"))
    assert not read("file:////localhost/s").equivalent(read("file://localhost/s"))
    for host in ("localhost", "LocalHost", "%6Cocalhost"):
        text = f"file:////{host}/s"
        assert str(FileURL.update(text)) == text
        assert not read(text).normalize().equivalent(read("file:///s"))
    for host in ("localhost%E2%80%8B", "local%C2%ADhost", "ｌocalhost", "a%20b", "a%40b"):
        assert str(FileURL.update(f"file:////{host}/s")) == f"file://{host}/s"
        assert not read(f"file:////{host}/s").is_local
        assert not read(f"file:////{host}/s").normalize().equivalent(read("file:///s"))
    assert str(FileURL.update("file:////h/c:/s")) == "file:////h/c:/s"
    assert str(FileURL.update("file://///u@h/s?q#f")) == "file://u@h/s?q#f"
    assert read("file:////s/f", profile="rfc1738").is_local


def test_old_urls_are_updated() -> None:
    """FILE-32, FILE-35."""
    assert str(FileURL.update(r"file:\\h\s\f?q#f", backslashes=True)) == "file://h/s/f?q#f"
    assert str(FileURL.update(r"file:\\\\h\s\f", backslashes=True)) == "file://h/s/f"
    assert str(FileURL.update(URL(r"FILE:///C|\x", profile="lenient"), backslashes=True)) == "FILE:///C:/x"
    assert code_of(FileURL.update, r"file:///c:\x") == "bad-char"
    # C-9, C-22: what RFC 1738 read in another way.
    assert str(FileURL.update(URL("file:////a/b?c", profile="rfc1738"))) == "file:///a/b%3Fc"
    assert code_of(FileURL.update, URL("file://///a/b", profile="rfc1738")) == "bad-unc"
    assert code_of(FileURL.update, "http://h/x") == "bad-scheme"


def test_a_bar_is_a_colon_wherever_it_cannot_stand() -> None:
    """FILE-32."""
    url = read("file:c|/é")
    assert str(url.to_uri()) == "file:c:/%C3%A9"
    assert url.to_path(os="posix") == read("file:c:/é").to_path(os="posix") == "/c:/é"


def test_a_drive_needs_no_step_before_two_slashes() -> None:
    whole = "file:c:/.//a"
    for base in (whole, "file:c:/x", "file:/x", "file:///x"):
        assert str(URL(base).join(whole)) == "file:c://a"
    assert str(URL("file:c:/x/y").join(".//a")) == "file:c:/x//a"


@pytest.mark.parametrize("text", ["file:c:/.//a", "file:///c:/.//a", "file:c:/./a", "file:///c:/a/../b"])
def test_a_reference_without_a_path_has_that_of_the_drive_as_it_is_written(text: str) -> None:
    assert [str(URL(text).join(reference)) for reference in ("", "#f", "?q")] == [text, f"{text}#f", f"{text}?q"]
    assert str(URL("file:///c:/a").join("file:c:/.//a")) == "file:c://a"
