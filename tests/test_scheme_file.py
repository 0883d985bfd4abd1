"""file: beyond the vectors. The numbers are those of the requirements."""

from __future__ import annotations

import os
import unicodedata
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from urlmill import URL, FileURL, FtpURL, URLError
from urlmill.schemes.naming import Location, naming_of

SYSTEMS: tuple[Any, ...] = ("posix", "macos", "windows", "vms", "mac")
PROFILES = ("superset", "strict", "rfc1738", "lenient")


def code_of(operation: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(URLError) as caught:
        operation(*args, **kwargs)
    assert 0 <= caught.value.position <= len(caught.value.url)
    return caught.value.code


def read(text: str, **options: Any) -> FileURL:
    url = URL(text, **options)
    assert isinstance(url, FileURL)
    return url


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


ANYTHING = st.text(alphabet="/:|\\@[]%5Bb2Ffc.?#h \0é\ud800", max_size=14).map("file:".__add__)


@given(ANYTHING)
@example("file://localhost//x")
@example("file:////%5B@x%5D/")
def test_the_lenient_profile_takes_anything_and_has_all_its_parts(text: str) -> None:
    url = read(text, profile="lenient")
    assert str(url) == text
    for name in ("drive", "segments", "unc_host", "unc_user", "is_local", "host", "origin", "error", "url_path"):
        getattr(url, name)
    url.normalize()
    url.normalize("syntax")
    url.display()
    assert url.equivalent(url)
    for system in SYSTEMS:
        with suppress(URLError):
            url.to_path(os=system)


@given(ANYTHING, st.sampled_from(PROFILES))
def test_the_normal_form_is_normal_and_of_the_same_place(text: str, profile: str) -> None:
    try:
        url = read(text, profile=profile)
    except URLError:
        assume(False)
    for level in ("syntax", "scheme"):
        normal = url.normalize(level)
        assert isinstance(normal, FileURL)
        assert normal == normal.normalize(level)
        assert url.is_local == normal.is_local
    assert url.equivalent(url.normalize())


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


@given(st.lists(st.text(st.characters(codec="utf-8")), min_size=1, max_size=4))
@example(["c:", "x"])
@example(["c:x"])
def test_segments_are_read_as_they_were_built(segments: list[str]) -> None:
    assume(len(segments) == 1 or segments[0])
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
    assert read("file://bücher.example/x", local_names=names).is_local
    for host in ("127.0.0.1", "[::1]", "localhost.", "u@localhost", "u@", "localhost@h"):
        assert not read(f"file://{host}/x").is_local
    assert not read("file:////localhost/x").is_local
    assert not read("file:////me.example/x", local_names=names).is_local


def test_slashes_that_dot_segments_hide_are_not_local() -> None:
    """FILE-34, by way of RFC 3986 section 5.2.4."""
    for path in ("/.//h/s", "/a/..//h/s", "/%2e//h/s", "/a/.%2E//h/s"):
        url = read(f"file://{path}")
        assert not url.is_local
        assert code_of(url.to_path, os="windows") == code_of(url.to_path, os="posix") == "not-local"


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


@given(st.text("ab./:|c", max_size=8))
@example("/..//c:/..")
def test_no_reference_loses_the_drive(reference: str) -> None:
    assume(":" not in reference and "|" not in reference and not reference.startswith("//"))
    joined = read("file:///c:/a/b").join(reference)
    assert isinstance(joined, FileURL)
    assert joined.drive == "c"


def test_drive_letters_have_no_case_where_there_are_drives() -> None:
    """FILE-29, FILE-8."""
    lower, upper = read("file:///c:/x"), read("file://localhost/C|/x")
    assert lower.equivalent(upper)
    assert lower.equivalent(upper, os="windows")
    assert not lower.equivalent(upper, os="posix")
    assert not lower.equivalent(read("file:///C:/X"))
    assert str(read("file:c|/a/../../x").normalize()) == "file:///c:/x"
    assert str(read("file:c|/a").normalize("syntax")) == "file:c:/a"


def test_a_unc_name_means_the_same_in_authority_and_path() -> None:
    """FILE-34, C-22."""
    assert read("file:////H/s/f").equivalent(read("file://h/s/f"))
    assert read("file://///%5B::1%5D/s").equivalent(read("file://[::1]/s"))
    assert not read("file:////localhost/s").equivalent(read("file://localhost/s"))
    assert str(FileURL.update("file:////localhost/s")) == "file:////localhost/s"
    assert str(FileURL.update("file:////h/c:/s")) == "file:////h/c:/s"
    assert str(FileURL.update("file://///u@h/s?q#f")) == "file://u@h/s?q#f"
    assert read("file:////s/f", profile="rfc1738").is_local


def test_old_urls_are_updated() -> None:
    """FILE-32, FILE-35."""
    assert str(FileURL.update(r"file:\\h\s\f?q#f", backslashes=True)) == "file://h/s/f?q#f"
    assert str(FileURL.update(r"file:\\\\h\s\f", backslashes=True)) == "file://h/s/f"
    assert str(FileURL.update(URL(r"FILE:///C|\x", profile="lenient"), backslashes=True)) == "FILE:///C:/x"
    assert code_of(FileURL.update, r"file:///c:\x") == "bad-char"
    assert code_of(FileURL.update, "http://h/x") == "bad-scheme"


def test_a_bar_is_a_colon_wherever_it_cannot_stand() -> None:
    """FILE-32."""
    url = read("file:c|/é")
    assert str(url.to_uri()) == "file:c:/%C3%A9"
    assert url.to_path(os="posix") == read("file:c:/é").to_path(os="posix") == "/c:/é"


# Paths

NAME = st.text(st.characters(codec="utf-8", exclude_characters="\0"), min_size=1, max_size=6)
PLAIN = st.text("abzAZ019$_-", min_size=1, max_size=6)


@given(st.lists(NAME, min_size=1, max_size=4), st.booleans(), st.sampled_from(SYSTEMS))
@example(["C:", "x"], False, "posix")
@example(["a/b", "c"], False, "mac")
def test_a_path_comes_back_from_its_url(names: list[str], is_directory: bool, system: Any) -> None:
    """FILE-12, FILE-24, FILE-25, FILE-39."""
    naming = naming_of(system)
    location = Location([*names, ""] if is_directory else names, drive="C" if system == "windows" else None)
    assume(not any(naming.refusal(location, index) for index in range(len(location.names))))
    path = naming.path(location)
    url = FileURL.from_path(path, os=system)
    assert url.is_local
    assert str(url).isascii()
    assert url.to_path(os=system) == path
    assert read(str(url), profile="strict").to_path(os=system) == path


@given(st.lists(PLAIN, min_size=1, max_size=4), st.booleans())
def test_a_vms_path_comes_back_from_its_url(names: list[str], is_directory: bool) -> None:
    """FILE-27."""
    assume("000000" not in names)  # it is the root, however often it is named
    test_a_path_comes_back_from_its_url.hypothesis.inner_test(names, is_directory, "vms")  # type: ignore[attr-defined]


@given(st.binary(min_size=1, max_size=8))
@example(b"caf\xe9")
def test_octets_that_are_no_text_survive(name: bytes) -> None:
    """FILE-16, FILE-24: POSIX names are octets."""
    assume(not set(name) & {0, 0x2F} and name not in (b".", b".."))
    url = FileURL.from_path(b"/" + name, os="posix")
    assert url.to_path(os="posix", fs_encoding="utf-8") == b"/" + name
    assert url.to_path(os="posix") == "/" + name.decode("utf-8", "surrogateescape")
    assert FileURL.from_path(url.to_path(os="posix"), os="posix") == url


SEPARATORS = {"posix": "/", "macos": "/", "windows": "\\/", "vms": ":[].", "mac": ":"}


@given(st.text(alphabet="a.:/\\%[]<>~ ", max_size=10), st.sampled_from(SYSTEMS))
@example("..", "posix")
@example(".%2E", "windows")
def test_no_segment_smuggles_a_separator_into_a_path(data: str, system: Any) -> None:
    """FILE-20, FILE-21: the path has as many names as the URL has segments, or there is none."""
    raw = "".join(f"%{octet:02X}" for octet in data.encode())
    url = read(f"file:///C:/dir/{raw}" if system == "windows" else f"file:///dir/sub/{raw}")
    try:
        path = url.to_path(os=system)
    except URLError:
        return
    if data in (".", ".."):
        return
    assert isinstance(path, str)
    if system == "vms":
        assert path == f"dir:[sub]{data}"
        return
    parts = path.replace("/", "\\").split("\\") if system == "windows" else path.split(SEPARATORS[system][0])
    assert parts[-1] == data
    assert ".." not in parts
    assert len(parts) == 3 + (system in ("posix", "macos"))


@pytest.mark.parametrize(
    ("raw", "code"),
    [
        ("a%00", "control-char"),
        ("a%0A", "control-char"),
        ("a%5Cb", "unrepresentable"),
        ("a:b", "unrepresentable"),  # an alternate data stream
        ("a*", "unrepresentable"),
        ("a%3F", "unrepresentable"),
        ("a%7Cb", "unrepresentable"),
        ("%FF", "unrepresentable"),
        ("a.", "unrepresentable"),
        ("a%20", "unrepresentable"),
        ("....", "device-name"),
        ("..%20", "device-name"),
        ("NUL", "device-name"),
        ("aux.tar.gz", "device-name"),
        ("prn%20.txt", "device-name"),
        ("COM%C2%B2", "device-name"),
        ("conin$", "device-name"),
    ],
)
def test_windows_has_names_of_its_own(raw: str, code: str) -> None:
    """FILE-21; and the same the other way."""
    url = read(f"file:///C:/dir/{raw}/x")
    assert code_of(url.to_path, os="windows") == code
    assert code_of(url.plan, os="windows") == code
    if raw not in ("a%5Cb", "%FF"):
        assert code_of(FileURL.from_path, f"C:\\dir\\{url.segments[1]}", os="windows") == code


@pytest.mark.parametrize("name", ["console", "com10", "nul1", "auxiliary.txt", ".nul", "a.con", "com", "lpt"])
def test_what_only_looks_like_a_device_is_a_name(name: str) -> None:
    assert read(f"file:///C:/{name}").to_path(os="windows") == f"C:\\{name}"


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("C:/a/./b/../c", "file:///C:/a/c"),
        ("c:\\..\\..\\a", "file:///c:/a"),
        ("c:\\", "file:///c:/"),
        ("c:\\a\\\\b\\", "file:///c:/a/b/"),
        ("a", "file:///D:/w/a"),
        ("\\a", "file:///D:/a"),
        ("//h/s/a", "file://h/s/a"),
        ("\\\\h\\s\\..\\..\\a", "file://h/s/a"),
        ("\\\\h\\s\\", "file://h/s/"),
        ("\\\\2001:db8::1\\s", "file://[2001:db8::1]/s"),
        ("\\\\bücher\\s", "file://b%C3%BCcher/s"),
        ("\\\\localhost\\s\\a", "file:////localhost/s/a"),
        ("c:a", "drive-relative"),
        ("c:", "drive-relative"),
        ("\\\\h", "bad-unc"),
        ("\\\\h\\", "bad-unc"),
        ("\\\\\\s\\a", "bad-unc"),
        ("\\\\h\\..\\a", "bad-unc"),
        ("\\\\h@SSL\\s", "bad-host"),
        ("\\\\h\\pipe\\a", "device-name"),
        ("//?/C:/a", "win32-namespace"),
        ("//./COM1", "win32-namespace"),
        ("\\??\\C:\\a", "win32-namespace"),
        ("\\\\.", "win32-namespace"),
        ("C:\\\ud800", "unrepresentable"),
    ],
)
def test_paths_of_windows_become_urls(path: str, result: str) -> None:
    """FILE-12, FILE-15, FILE-25, FILE-31, FILE-33, FILE-37."""
    if result.startswith("file:"):
        assert str(FileURL.from_path(path, os="windows", cwd="D:\\w")) == result
    else:
        assert code_of(FileURL.from_path, path, os="windows", cwd="D:\\w") == result


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("file://h/s/a", "\\\\h\\s\\a"),
        ("file://H/s/", "\\\\H\\s\\"),
        ("file://u@h/s", "\\\\h\\s"),
        ("file://///%5B2001:db8::1%5D/s", "\\\\2001:db8::1\\s"),
        ("file:////localhost/s", "\\\\localhost\\s"),
        ("file://localhost/s", "not-unc"),
        ("file:///s/a", "not-unc"),
        ("file://h/", "not-unc"),
        ("file://h/c:/a", "unrepresentable"),
        ("file://[v1.x]/s", "unsupported-address"),
        ("file://./s", "win32-namespace"),
        ("file://%3f/C:/a", "win32-namespace"),
        ("file://h%5Cx/s", "bad-host"),
        ("file://h/ipc$/a", "device-name"),
    ],
)
def test_urls_become_unc_names(text: str, result: str) -> None:
    """FILE-33, FILE-34, FILE-15, FILE-37."""
    if result.startswith("\\"):
        assert read(text).to_unc() == read(text).to_path(os="windows") == result
        assert code_of(read(text).to_path, os="windows", allow_unc=False) == "not-local"
    else:
        assert code_of(read(text).to_unc) == result


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("DKA0:[A]B.C;3", "file:///DKA0/A/B.C%3B3"),
        ("DKA0:<A.B>", "file:///DKA0/A/B/"),
        ("DKA0:[000000]A.B", "file:///DKA0/A.B"),
        ("DKA0:", "file:///DKA0"),
        ("A.B", "file:///D/X/Y/A.B"),
        ("[.Z]A.B", "file:///D/X/Y/Z/A.B"),
        ("[-.Z]A.B", "file:///D/X/Z/A.B"),
        ("[----]A.B", "file:///D/A.B"),
        ("[Q]A.B", "file:///D/Q/A.B"),
        ('N"U SECRET"::D:[X]A.B', "file://U@N/D/X/A.B"),
        ("N::D:[X]A.B", "file://N/D/X/A.B"),
        ("N::A.B", "not-absolute"),
        ("SYS$LOGIN:A.B", "not-absolute"),
        ("D:[A...]B.C", "unrepresentable"),
        ("D:[A]*.C", "unrepresentable"),
        ("D:[A][B]C", "unrepresentable"),
        ("NL:[A]B", "device-name"),
    ],
)
def test_paths_of_vms_become_urls(path: str, result: str) -> None:
    """FILE-14, FILE-27, C-23, C-24."""
    if result.startswith("file:"):
        assert str(FileURL.from_path(path, os="vms", cwd="D:[X.Y]")) == result
    else:
        assert code_of(FileURL.from_path, path, os="vms", cwd="D:[X.Y]") == result


@pytest.mark.parametrize(
    ("path", "result"),
    [
        ("Disk:Folder:File", "file:///Disk/Folder/File"),
        ("Disk:", "file:///Disk/"),
        ("Disk:a::b", "file:///Disk/b"),
        ("Disk::::b", "file:///Disk/b"),
        (":a", "file:///W/w/a"),
        ("::a", "file:///W/a"),
        ("a", "file:///W/w/a"),
        ("Disk:1/2", "file:///Disk/1%2F2"),
        ("Disk:..", "unrepresentable"),
    ],
)
def test_paths_of_the_old_mac_become_urls(path: str, result: str) -> None:
    if result.startswith("file:"):
        assert str(FileURL.from_path(path, os="mac", cwd="W:w")) == result
    else:
        assert code_of(FileURL.from_path, path, os="mac", cwd="W:w") == result


def test_two_colons_of_the_old_mac_would_lead_up() -> None:
    for text in ("file:///Disk/a//b", "file:///", "file:///Disk/a%3Ab"):
        assert code_of(read(text).to_path, os="mac") == "unrepresentable"
    assert read("file:///Disk").to_path(os="mac") == "Disk:"


def test_paths_of_posix_become_urls() -> None:
    """FILE-7, FILE-12, FILE-14."""
    assert str(FileURL.from_path("//a//b/./../c", os="posix")) == "file:///a/c"
    assert str(FileURL.from_path("/c:/x~$", os="posix")) == "file:///c%3A/x~%24"
    assert str(FileURL.from_path("..", os="posix", cwd="/a/b")) == "file:///a/"
    assert str(FileURL.from_path("/x", os="posix", host="[::1]")) == "file://[::1]/x"
    assert str(FileURL.from_path("/x", os="posix", host="localhost")) == "file://localhost/x"
    assert code_of(FileURL.from_path, "/x", os="posix", host="[zz]") == "bad-host"
    assert code_of(FileURL.from_path, "x", os="posix", cwd="y") == "not-absolute"
    assert code_of(FileURL.from_path, "/\0", os="posix") == "control-char"
    assert code_of(FileURL.from_path, "x", os="vms") == "not-absolute"
    for wrong in ({"os": "cpm"}, {"authority": "some"}, {"os": "windows", "host": "h"}):
        with pytest.raises(ValueError, match=r"there is no system|an authority is|a host of its own"):
            FileURL.from_path("\\\\h\\s" if "host" in wrong else "/x", **wrong)  # type: ignore[arg-type]


def test_the_encoding_of_a_file_system_is_known_or_not() -> None:
    """FILE-16, FILE-17, FILE-26."""
    assert read("file:///%E8%A1%A8").to_path(os="windows", fs_encoding="cp932") == b"\\\x95\x5c"
    # Between the escape sequences a slash is half a character.
    text = b"\x1b$B0/\x1b(B".decode("iso-2022-jp")
    assert code_of(read(f"file:///{text}").to_path, os="posix", fs_encoding="iso-2022-jp") == "unrepresentable"
    assert code_of(read("file:///a").to_path, os="posix", fs_encoding="utf-16") == "unrepresentable"
    assert code_of(read("file:///%FF").to_path, os="posix", fs_encoding="latin-1") == "unrepresentable"
    assert code_of(FileURL.from_path, b"/\xff", os="posix", fs_encoding="ascii") == "unrepresentable"
    for name in ("reçu", "Ａé", "한"):
        composed = FileURL.from_path("/" + unicodedata.normalize("NFD", name), os="macos", nfc=True)
        assert composed.segments == [unicodedata.normalize("NFC", name)]


# Reading


def test_a_file_of_this_machine_can_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FILE-9, FILE-10, FILE-20."""
    path = tmp_path / "a b#c?d%e.txt"
    path.write_bytes(b"hello\n")
    url = FileURL.from_path(path)
    assert url.read_bytes() == b"hello\n"
    assert Path(os.fsdecode(url.to_path())) == path
    assert url.plan().path == str(path)
    assert url.plan().connect is None
    with url.open("r", encoding="ascii") as file:
        assert file.read() == "hello\n"
    for mode in ("w", "r+", "ab", "x", "rw", ""):
        with pytest.raises(ValueError, match="for reading"):
            url.open(mode)
    monkeypatch.chdir(tmp_path)
    assert FileURL.from_path(path.name) == url
    for host in ("host.example", "127.0.0.1", "u@localhost", "//localhost"):
        other = read(str(url).replace("///", f"//{host}/", 1))
        assert code_of(other.read_bytes) == code_of(other.open) == code_of(other.plan) == "not-local"
    assert code_of(FtpURL("ftp://localhost/etc/motd").read_bytes) == "not-a-file-url"


@pytest.mark.skipif(os.name == "nt", reason="names are characters there")
def test_a_file_can_be_read_whatever_the_octets_of_its_name(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9"
    try:
        with open(path, "wb") as file:
            file.write(b"x")
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    assert FileURL.from_path(path).read_bytes() == b"x"


def test_each_file_is_an_origin_of_its_own() -> None:
    """FILE-2, FILE-19."""
    url = read("file:///x")
    assert not url.same_origin(url)
    assert url.effective_port is None
