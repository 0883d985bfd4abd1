"""file: between URLs and the paths of systems, beyond the vectors. The numbers are those of the requirements."""

from __future__ import annotations

import os
import subprocess
import sys
import unicodedata
from contextlib import suppress
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import Any

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from urlmill import URL, FileURL, FtpURL, URLError, extract
from urlmill.schemes.file.encoding import composed
from urlmill.schemes.file.systems import Location, naming_of

from .files import SYSTEMS, code_of, read

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
        ("\\\\localhost\u200b\\s", "file://localhost%E2%80%8B/s"),
        ("\\\\ｌＯcalhost\\s", "file://%EF%BD%8C%EF%BC%AFcalhost/s"),
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
        assert read(text).to_unc() == read(text).to_path(os="windows", allow_unc=True) == result
        with pytest.raises(
            URLError, match=r"not-local.*allow_unc=True"
        ):  # to open one would send credentials to its host
            read(text).to_path(os="windows")
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
    assert str(FileURL.from_path("//a//b/./c", os="posix")) == "file:///a/b/c"
    assert str(FileURL.from_path("/c:/x~$", os="posix")) == "file:///c%3A/x~%24"
    assert str(FileURL.from_path("..", os="posix", cwd="/a/b")) == "file:///a/"
    assert str(FileURL.from_path("/x", os="posix", host="[::1]")) == "file://[::1]/x"
    assert str(FileURL.from_path("/x", os="posix", host="localhost")) == "file://localhost/x"
    assert code_of(FileURL.from_path, "/x", os="posix", host="[zz]") == "bad-host"
    assert code_of(FileURL.from_path, "x", os="posix", cwd="y") == "not-absolute"
    assert code_of(FileURL.from_path, "/\0", os="posix") == "control-char"
    assert code_of(FileURL.from_path, "x", os="vms") == "not-absolute"
    for wrong in ({"os": "cpm"}, {"authority": "some"}, {"os": "windows", "host": "h"}):
        with pytest.raises(ValueError, match=r"os is |an authority is|a host of its own"):
            FileURL.from_path("\\\\h\\s" if "host" in wrong else "/x", **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("path", "position"),
    [
        ("/a/..", 3),
        ("/a/../b", 3),
        ("/a/./..", 5),
        ("//a//b/./../c", 9),
        ("../a/../b", 5),
        ("a/..", 2),
        ("/../a/..", 6),
    ],
)
def test_a_step_after_a_name_has_no_url(path: str, position: int) -> None:
    """C-40."""
    for system in ("posix", "macos"):
        with pytest.raises(URLError) as caught:
            FileURL.from_path(path, os=system, cwd="/w/d")
        assert (caught.value.code, caught.value.position, caught.value.url) == ("step-after-name", position, path)
    assert str(FileURL.from_path(f"C:{path}" if path[0] == "/" else path, os="windows", cwd="C:\\w\\d"))


@pytest.mark.skipif(os.name == "nt", reason="Windows has no links that '..' follows")
def test_a_path_with_steps_is_the_same_file_as_its_url_or_has_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """C-40: the parent of a link's target is not that of the link."""
    (tmp_path / "far" / "target").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "far" / "target")
    (tmp_path / "far" / "f").write_text("beside the target")
    (tmp_path / "f").write_text("beside the link")
    path = f"{tmp_path}/link/../f"
    assert Path(path).read_text() == "beside the target"
    assert code_of(FileURL.from_path, path) == "step-after-name"
    assert FileURL.from_path(os.path.realpath(path)).read_bytes() == b"beside the target"
    monkeypatch.chdir(tmp_path / "link")
    for path in ("../f", ".././f", f"/../{tmp_path}/f"):
        assert FileURL.from_path(path).read_bytes() == Path(path).read_bytes()


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


def test_a_plan_has_no_line_ends_though_a_posix_name_may() -> None:
    """FILE-24 for the path; the plan is where they are refused, whatever the scheme."""
    for raw in ("%0D%0A", "a%0A", "%0d", "x/a%0Ab/y"):
        url = read(f"file:///d/{raw}")
        for system in ("posix", "macos"):
            assert url.to_path(os=system) == f"/d/{'/'.join(url.segments[1:])}"
            assert code_of(url.plan, os=system) == "control-char"
    with pytest.raises(URLError) as caught:
        read("file:///%0A/../a/b%0Ac/").plan(os="posix")
    assert caught.value.position == len("file:///%0A/../a/")
    assert read("file:///%0A/../a%09b").plan(os="posix").path == "/a\tb"


@pytest.mark.skipif(os.name == "nt", reason="names are characters there")
def test_a_file_can_be_read_whatever_the_octets_of_its_name(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9"
    try:
        with open(path, "wb") as file:
            file.write(b"x")
    except OSError:
        pytest.skip("this file system takes UTF-8 only")
    assert FileURL.from_path(path).read_bytes() == b"x"


ASCII_LOCALE = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
OPEN_IT = """
import sys
from urlmill import URL
url = URL(sys.argv[1])
for path in (url.plan().path, url.to_path()):
    with open(path, "rb") as file:
        assert file.read() == b"hello", path
print(sys.getfilesystemencoding())
"""


@pytest.mark.skipif(
    sys.platform != "linux" or sys.implementation.name != "cpython",
    reason="names are characters elsewhere, or UTF-8 under any locale",
)
def test_the_path_of_this_system_opens_under_any_locale(tmp_path: Path) -> None:
    path = tmp_path / "caf\u00e9 \u6771"
    path.write_bytes(b"hello")
    command = [sys.executable, "-c", OPEN_IT, str(FileURL.from_path(path))]
    done = subprocess.run(command, env=os.environ | ASCII_LOCALE, capture_output=True, text=True, check=True)
    assert done.stdout == "ascii\n"
    assert FileURL.from_path(path).plan().path == str(path)


def test_an_address_of_this_machine_is_not_looked_up_and_the_error_says_so() -> None:
    with pytest.raises(URLError, match=r"no address, not even 127\.0\.0\.1, is taken for it .*local_names"):
        read("file://127.0.0.1/etc/motd").plan()
    assert read("file://127.0.0.1/x", local_names=["127.0.0.1"]).plan(os="posix").path == "/x"


def test_each_file_is_an_origin_of_its_own() -> None:
    """FILE-2, FILE-19."""
    url = read("file:///x")
    assert not url.same_origin(url)
    assert url.effective_port is None


# Time

UNITS = ("%5B", "%5D", "@", ":", "/", "\\", "../", "%2e/", "|", "c:/", "[", "é", "%C3%A9.", "-", " ", '"')


@pytest.mark.parametrize("start", ["", "////", "//", "/c:/"])
def test_huge_urls_and_paths_take_no_longer_than_they_have_to(start: str) -> None:
    """No time is asserted: with quadratic work these would take many minutes."""
    for unit in UNITS:
        rest = start + unit * (50_000 // len(unit))
        with suppress(URLError):
            URL(f"file:{rest}")
        url = read(f"file:{rest}", profile="lenient")
        for name in ("is_local", "segments", "unc_host", "unc_user", "error"):
            getattr(url, name)
        url.display(), url.normalize(), url.join("../x"), list(extract(f"file:{rest}"))
        for system in SYSTEMS:
            with suppress(URLError):
                url.to_path(os=system)
            with suppress(URLError):
                FileURL.from_path(rest, os=system, cwd=None)


marks = st.text("a\u00e9\u0316\u0301\u0344\u0f73\u0f71\u1e17\u1100\u1161\uac00\u0338=\u0308\u093c\u0958", max_size=12)


@given(marks)
def test_characters_are_composed_as_the_interpreter_does_it(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFC", text)


def test_a_pure_path_is_of_the_system_that_it_is_for() -> None:
    assert str(FileURL.from_path(PureWindowsPath(r"C:\x"))) == "file:///C:/x"
    assert str(FileURL.from_path(PurePosixPath("/C:/x"))) == "file:///C%3A/x"
    assert str(FileURL.from_path(PureWindowsPath("x"), cwd=PureWindowsPath("D:/y"))) == "file:///D:/y/x"


def test_a_message_about_a_path_speaks_of_paths() -> None:
    with pytest.raises(URLError, match=r"a path with its root; .*from_path\(cwd=...\) a relative path"):
        FileURL.from_path(r"a\b", os="windows")
