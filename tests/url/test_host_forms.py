"""How hosts are written in normal forms and origins: by syntax alone, and by what the scheme knows."""

from __future__ import annotations

import ipaddress
import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError, columns


def forms(text: str, profile: Any = "superset") -> tuple[str, str]:
    """The normal forms of both levels, if columns have the same."""
    url = URL(text, profile=profile)
    found = str(url.normalize("syntax")), str(url.normalize("scheme"))
    levels: Any = ("syntax", "scheme")
    for level, form in zip(levels, found, strict=True):
        assert columns.normalize([text], level, profile=profile).to_pylist() == [form]
        assert str(URL(form, profile=profile).normalize(level)) == form
    return found


@pytest.mark.parametrize("scheme", ["x-made-up", "mongodb", "http", "file"])
@pytest.mark.parametrize("profile", ["superset", "lenient", "strict"])
@pytest.mark.parametrize(
    ("host", "normal"),
    [
        ("a%2Cb", "a%2Cb"),
        ("A%2cB%3d", "a%2Cb%3D"),
        ("a,B", "a,b"),
        ("%41%2eb%7E", "a.b~"),
        ("%2F%2Cx", "%2F%2Cx"),
        ("A%2C.%C3%BC", "a%2C.%C3%BC"),
    ],
)
def test_escaped_delimiters_in_a_host_stay_escaped(scheme: str, profile: str, host: str, normal: str) -> None:
    """RFC 3986, sections 2.2 and 6.2.2.2: only escapes of unreserved characters say nothing."""
    assert forms(f"{scheme}://{host}/x", profile) == (f"{scheme}://{normal}/x", f"{scheme}://{normal}/x")


def test_a_delimiter_in_a_host_is_not_equivalent_to_its_escape() -> None:
    for scheme in ("mongodb", "http", "x-made-up"):
        one, other = URL(f"{scheme}://a%2Cb/"), URL(f"{scheme}://a,b/")
        assert not one.equivalent(other)
        assert not one.equivalent(other, "syntax")
        assert one.equivalent(URL(f"{scheme}://A%2cb/"), "syntax")


@pytest.mark.parametrize("scheme", ["http", "ftp", "redis"])
def test_origins_are_the_same_where_hosts_are_equivalent(scheme: str) -> None:
    """C-34."""
    hosts = [
        "a,b",
        "A,B",
        "a%2eb",
        "a.b",
        "höst",
        "h%C3%B6st",
        "xn--hst-sna",
        "[::1]",
        "[0:0::1]",
        "h~",
        "h%7E",
    ]
    urls = [URL(f"{scheme}://{host}/") for host in hosts]
    for one, other in itertools.product(urls, urls):
        assert one.same_origin(other) == one.equivalent(other), (one, other)


@pytest.mark.parametrize("char", "!$&'()*+,;=:@/?#[] %\\\"<>^`{|}\0\x7f")
def test_a_name_with_an_escaped_delimiter_is_not_looked_up(char: str) -> None:
    """C-34. Decoded, ``a%2Cb`` would be another host."""
    host = f"a%{ord(char):02x}b.example.com"
    for scheme in ("http", "ftp", "redis"):
        url = URL(f"{scheme}://{host}/x")
        assert url.origin.opaque
        assert url.host_ascii is url.registrable_domain is url.public_suffix is None
        assert columns.registrable_domain([str(url)]).to_pylist() == [None]
        if scheme != "redis":
            with pytest.raises(URLError) as caught:
                url.plan()
            assert (caught.value.code, caught.value.position) == ("bad-host", len(f"{scheme}://a"))


@pytest.mark.parametrize("char", "azAZ09-._~")
def test_an_escape_of_an_unreserved_character_says_nothing(char: str) -> None:
    url = URL(f"http://a%{ord(char):02x}b.example.com/")
    assert url.host_ascii == f"a{char.lower()}b.example.com"
    assert url.registrable_domain == "example.com"


@pytest.mark.parametrize(
    ("host", "syntax", "looked_up"),
    [
        ("höst", "h%C3%B6st", "xn--hst-sna"),
        ("h%c3%b6st", "h%C3%B6st", "xn--hst-sna"),
        ("HÖST", "h%C3%96st", "xn--hst-sna"),
        ("ⓛⓞⓒⓐⓛⓗⓞⓢⓣ", "%E2%93%9B%E2%93%9E%E2%93%92%E2%93%90%E2%93%9B%E2%93%97%E2%93%9E%E2%93%A2%E2%93%A3", "localhost"),
        ("local%E2%80%8Bhost", "local%E2%80%8Bhost", "localhost"),
        ("%C3", "%C3", "%C3"),
    ],
)
def test_only_schemes_that_look_names_up_know_idna(host: str, syntax: str, looked_up: str) -> None:
    """C-34."""
    for scheme in ("http", "ftp", "telnet", "news"):
        path = "/" if scheme == "telnet" else "/x"
        written = f"{scheme}://{host}{path}"
        assert forms(written) == (f"{scheme}://{syntax}{path}", f"{scheme}://{looked_up}{path}")
    for scheme in ("file", "x-made-up"):
        written = f"{scheme}://{host}/x"
        assert forms(written) == (f"{scheme}://{syntax}/x", f"{scheme}://{syntax}/x")
        assert str(URL(written).to_uri()).lower() == f"{scheme}://{syntax}/x".lower()


ADDRESSES = [  # RFC 5952
    ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),  # section 4.3
    ("2001:0db8::0001", "2001:db8::1"),  # 4.1
    ("2001:db8:0:0:0:0:2:1", "2001:db8::2:1"),  # 4.2.1
    ("2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),  # 4.2.2
    ("2001:db8::1:1:1:1:1", "2001:db8:0:1:1:1:1:1"),
    ("2001:0:0:1:0:0:0:1", "2001:0:0:1::1"),  # 4.2.3
    ("2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"),
    ("0:0:0:0:0:0:0:0", "::"),
    ("0:0:0:0:0:FFFF:192.0.2.1", "::ffff:192.0.2.1"),  # 5
    ("::ffff:c000:201", "::ffff:192.0.2.1"),
    ("::192.0.2.1", "::c000:201"),
    ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"),
]


@pytest.mark.parametrize(("written", "normal"), ADDRESSES)
def test_an_ipv6_address_has_one_normal_form(written: str, normal: str) -> None:
    """C-35."""
    for scheme in ("http", "gopher", "file", "x-made-up"):
        text = f"{scheme}://[{written}]/0"
        assert forms(text) == (f"{scheme}://[{written.lower()}]/0", f"{scheme}://[{normal}]/0")
        assert forms(text, "lenient") == forms(text)
        assert URL(text).equivalent(URL(f"{scheme}://[{normal}]/0"))
    one, other = URL(f"ftp://[{written}]/"), URL(f"ftp://[{normal}]/")
    assert one.origin == other.origin
    assert one.origin.tuple == ("ftp", f"[{normal}]", 21)
    assert one.same_origin(other)
    assert not one.needs_reconnect(other)  # type: ignore[attr-defined]
    assert URL(f"file://[{written}]/x", local_names=[f"[{normal}]"]).is_local  # type: ignore[attr-defined]


def test_a_zone_id_keeps_its_case() -> None:
    assert forms("http://[FE80:0::1%25En%2d0]/") == ("http://[fe80:0::1%25En-0]/", "http://[fe80::1%25En-0]/")


@given(st.integers(0, 2**128 - 1) | st.lists(st.sampled_from([0, 0, 1, 0xFFFF]), min_size=8, max_size=8))
def test_every_spelling_of_an_address_has_the_same_form(address: int | list[int]) -> None:
    number = address if isinstance(address, int) else sum(group << 16 * place for place, group in enumerate(address))
    given = ipaddress.IPv6Address(number)
    groups = [f"{number >> 16 * place & 0xFFFF:x}" for place in range(7, -1, -1)]
    spellings = [given.exploded.upper(), ":".join(groups)]
    spellings.append(":".join(groups[:6]) + f":{ipaddress.IPv4Address(number & 0xFFFFFFFF)}")
    found = {str(URL(f"s://[{text}]/").normalize()) for text in spellings}
    assert len(found) == 1
    host = found.pop()[len("s://[") : -len("]/")]
    assert ipaddress.IPv6Address(host) == given
    assert columns.normalize([f"s://[{text}]/" for text in spellings]).to_pylist() == [f"s://[{host}]/"] * 3


def test_a_uri_has_the_delimiters_that_the_iri_has() -> None:
    assert str(URL("http://a%2C.é/").to_uri()) == "http://a%2C.%C3%A9/"
    assert str(URL("http://%41.é/").to_uri()) == "http://a.xn--9ca/"


def test_an_address_is_given_brackets() -> None:
    assert str(URL.build(scheme="http", host="::1", path="/")) == "http://[::1]/"
    assert str(URL.build(scheme="http", host="[::1]", port=1, path="/")) == "http://[::1]:1/"
    assert str(URL("ftp://u@h:2/").replace(host="2001:DB8::1")) == "ftp://u@[2001:DB8::1]:2/"
    assert str(URL("ftp://h/").replace(host="fe80::1%25en0")) == "ftp://[fe80::1%25en0]/"
    for host in ("::1]", "1:2", "::g", "h:80", "a::b@c"):
        with pytest.raises(URLError, match="bad-host"):
            URL.build(scheme="http", host=host, path="/")


def test_a_host_is_shown_as_written_but_for_case() -> None:
    """docs/objects.md says so. A host that was decoded could hold the delimiters of an authority."""
    url = URL("http://h%C3%B6st/")
    assert (url.raw_host, url.host, url.host_unicode, url.host_ascii) == (
        "h%C3%B6st", "h%c3%b6st", "höst", "xn--hst-sna",
    )  # fmt: skip
    assert columns.split(["http://h%C3%B6st/"], fields=["host"])["host"].to_pylist() == ["h%c3%b6st"]


@pytest.mark.parametrize(
    "escape",
    ["%E2%80%A8", "%E2%80%8B", "%E3%80%80", "%C2%A0", "%C2%AD", "%E2%80%AE", "%E2%81%A0", "%EF%BB%BF", "%E3%85%A4",
     "%CD%8F", "%E2%A0%80", "%EF%B8%8F", "%F3%A0%84%80", "%EF%BF%B9"],
)  # fmt: skip
def test_an_iri_has_no_characters_that_are_not_seen(escape: str) -> None:
    for text in (f"http://h/a{escape}b", f"http://h/?{escape}#{escape}", f"x://u{escape}@h{escape}/"):
        assert str(URL(text).to_iri()) == text
    assert str(URL(f"http://h/%C3%A9{escape}%C3%A9").to_iri()) == f"http://h/é{escape}é"


def test_a_list_of_hosts_with_an_address_keeps_its_escapes_in_an_iri() -> None:
    text = "mongodb://h%C3%A9,[::%25%C3%A9]/%C3%A9"
    assert str(URL(text).to_iri()) == "mongodb://h%C3%A9,[::%25%C3%A9]/é"
