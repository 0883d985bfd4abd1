"""Building, replacing, joining and showing: what must not get in, and what must not get lost."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

from urlmill import URL, URLError
from urlmill._url.ambiguity import host_for_browsers


@pytest.mark.parametrize("host", ["[a\r\nb]", "[evil.example", "[fe80::1%25%0D%0A]", "h%0D%0A.x", "a%3A81", "[::1]x"])
def test_what_is_no_host_reaches_neither_a_socket_nor_an_origin(host: str) -> None:
    url = URL(f"http://{host}/", profile="lenient")
    with pytest.raises(URLError, match=r"bad-host|bad-zone"):
        url.plan()
    assert url.origin.opaque or "%" in url.origin.serialized


@pytest.mark.parametrize("text", ["http://h/", "http://h:81/", "ftp://h/", "mailto:a@b"])
def test_origins_can_be_copied_and_pickled(text: str) -> None:
    origin = URL(text).origin
    assert copy.copy(origin) is copy.deepcopy(origin) is origin
    again = pickle.loads(pickle.dumps(origin))
    assert (again.tuple, str(again)) == (origin.tuple, str(origin))
    assert (again == origin) is not origin.opaque


@pytest.mark.parametrize("parts", [{"host": "u@evil"}, {"host": "h:80"}, {"host": "h/x"}, {"port": -1}])
def test_neither_a_host_nor_a_port_brings_anything_with_it(parts: dict[str, Any]) -> None:
    with pytest.raises(URLError, match=r"bad-host|bad-port|reserved-unencoded"):
        URL.build(scheme="http", **{"host": "good.example", **parts})
    with pytest.raises(URLError, match=r"bad-host|bad-port|reserved-unencoded"):
        URL("http://good.example/").replace(**parts)


def test_what_is_not_replaced_stays_as_it_is_written() -> None:
    assert str(URL("http://%41:%3a@H:080/").replace(fragment="x")) == "http://%41:%3a@H:080/#x"
    assert str(URL("ftp://h/a?b", qmark="path").replace(host="i")) == "ftp://i/a%3Fb"


def test_a_relative_reference_cannot_grow_the_host() -> None:
    for profile in ("rfc3986", "rfc1808"):
        assert URL("http://good.example").join(".evil.example/x", profile=profile).host == "good.example"


def test_joining_never_loses_what_the_caller_asked_for() -> None:
    with pytest.raises(URLError, match="userinfo-not-allowed"):
        URL("http://h/a", untrusted=True).join("//user:pw@evil/x")
    with pytest.raises(URLError, match="bad-char"):
        URL("http://h/a", profile="strict").join("b c")
    error = URL("http://a/b").join("http:g").error
    assert error is not None
    assert error.code == "missing-authority"
    with pytest.raises(TypeError, match="NoneType"):
        URL("http://h/").join(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("option", [{"qmark": "bogus"}, {"local_names": "srv"}])
def test_values_that_an_option_does_not_have_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        URL("file://s/x", **option)


def test_passwords_of_urls_in_urls_are_not_shown_either() -> None:
    assert repr(URL("jdbc:mysql://u:pw@h/x")) == "URL('jdbc:mysql://u:***@h/x')"


def test_a_zone_id_keeps_its_case_in_the_normal_form() -> None:
    url = URL("ftp://[FE80::1%25En1]/x")
    assert str(url.normalize()) == "ftp://[fe80::1%25En1]/x"
    assert url.normalize().plan() == url.plan()


@pytest.mark.parametrize(
    ("host", "read"),
    [
        ("[::ffff:192.0.2.7]", "[::ffff:c000:207]"),
        ("[0:0:1:0:0:0:2:0]", "[0:0:1::2:0]"),
        ("[1:2:3:4:5:6:7:8]", "[1:2:3:4:5:6:7:8]"),
        ("[::]", "[::]"),
    ],
)
def test_browsers_write_ipv6_addresses_in_one_way(host: str, read: str) -> None:
    assert host_for_browsers(f"telnet://{host}/") == host_for_browsers(f"http://{host}/") == read


@pytest.mark.parametrize(("text", "profile"), [("prospero://h/a", "superset"), ("ftp://h/a", "rfc1738")])
def test_a_query_is_not_put_where_it_would_be_read_as_part_of_the_path(text: str, profile: str) -> None:
    url = URL(text, profile=profile)
    with pytest.raises(URLError, match=r"^read-otherwise at position .*: .* cannot have query='x'") as caught:
        url.replace(query="x")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.why) == (str(caught.value), caught.value.why)
    with pytest.raises(URLError, match="cannot have query='x'"):
        URL.build(scheme=url.scheme, host="h", path="/a", query="x", profile=profile)
    assert str(url.replace(query=None)) == text
