"""What join() takes for a reference."""

from __future__ import annotations

import pytest

from urlmill import URL, URLError

BASE = {"http": "http://h/a/b", "ftp": "ftp://h/a/b", "x": "x://h/a/b", "file": "file:///a/b"}


@pytest.mark.parametrize("profile", ["strict", "rfc1738"])
@pytest.mark.parametrize(
    ("reference", "position"), [("::", 0), ("1http://x/y", 0), (":", 0), ("a_b:c", 1), ("%61:b", 0), ("a,b:/c", 1)]
)
def test_a_strict_reference_does_not_begin_with_what_is_almost_a_scheme(
    profile: str, reference: str, position: int
) -> None:
    """RFC 3986, section 4.2: the first segment of a relative path has no colon."""
    for text in BASE.values():
        base = URL(text, profile=profile)
        with pytest.raises(URLError) as error:
            base.join(reference)
        assert (error.value.code, error.value.position, error.value.url) == ("bad-scheme", position, reference)
        assert str(base.join("./c:d")).endswith("/a/c:d")
        assert str(base.join("c/d:e")).endswith("/a/c/d:e")


def test_other_profiles_take_it_for_a_path() -> None:
    for profile in ("superset", "lenient"):
        assert str(URL("http://h/", profile=profile).join("::")) == "http://h/::"


@pytest.mark.parametrize("scheme", BASE)
@pytest.mark.parametrize("profile", ["superset", "strict", "rfc1738"])
@pytest.mark.parametrize("end", ["../c", "..", "x/../../c", "./../c?q#f"])
def test_a_character_that_vanishes_with_its_segment_is_seen(scheme: str, profile: str, end: str) -> None:
    base = URL(BASE[scheme], profile=profile)
    for segment, code in (("a\nb", "bad-char"), ("\0", "bad-char"), ("%zz", "bad-percent"), ("%", "bad-percent")):
        for start in ("", "y/", "/", f"{scheme}://h/" if scheme != "file" else "file:///"):
            reference = f"{start}{segment}/{end}"
            with pytest.raises(URLError) as error:
                base.join(reference)
            assert error.value.code == code
            assert error.value.url[error.value.position] == ("%" if code == "bad-percent" else segment.strip("ab"))
    kept = {"superset": ["~", ":x", "[]|{" if scheme in ("http", "x") else "@"], "strict": ["~"], "rfc1738": ["%7E"]}
    for segment in kept[profile]:
        assert base.join(f"x/{segment}/{end.partition('?')[0]}")


def test_each_profile_has_its_own_characters() -> None:
    for text, profile, segment in (
        ("http://h/", "strict", "a b"),
        ("http://h/", "strict", "é"),
        ("http://h/", "rfc1738", "~"),
        ("ftp://h/", "superset", "a b"),
        ("ftp://h/", "superset", "|"),
        ("file:///", "superset", "a|b"),
        ("file:///c:/", "superset", "a|b"),
        ("http://h/", "superset", "\ufdd0"),
        ("mailto:a@b", "superset", "ftp://h/[]"),
    ):
        with pytest.raises(URLError, match="bad-char"):
            URL(text, profile=profile).join(f"{segment}/../c")
    assert str(URL("http://h/").join("a b/é/../../c")) == "http://h/c"
    assert str(URL("file:///c:/").join("/D|/x/../y")) == "file:///D|/y"
    with pytest.raises(URLError, match="bad-char"):
        URL("http://h/", iri=False).join("é/../c")


def test_the_lenient_profile_joins_anything() -> None:
    assert str(URL("http://h/", profile="lenient").join("a\nb%/../c")) == "http://h/c"
