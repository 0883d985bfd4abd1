"""Schemes of which the default port is known."""

from __future__ import annotations

import pytest

from urlmill import URL, FtpURL, GopherURL, NntpURL, URLError, columns
from urlmill.columns import split

PORTS = {
    "amqp": 5672, "amqps": 5671, "ftps": 990, "git": 9418, "gophers": 70, "imap": 143, "imaps": 993, "ldap": 389,
    "ldaps": 636, "mongodb": 27017, "mqtt": 1883, "mqtts": 8883, "mysql": 3306, "nntps": 563, "postgres": 5432,
    "postgresql": 5432, "redis": 6379, "rediss": 6379, "rtsp": 554, "rtsps": 322, "sftp": 22,
    "ssh": 22, "ws": 80, "wss": 443,
}  # fmt: skip
OVER_TLS = ("ftps", "gophers", "nntps")  # they have plans


@pytest.mark.parametrize(("scheme", "port"), PORTS.items())
def test_the_default_port_says_nothing(scheme: str, port: int) -> None:
    plain, written, other = (
        URL(f"{scheme}://H.example/g"),
        URL(f"{scheme}://h.example:{port}/g"),
        URL(f"{scheme}://h:1/g"),
    )
    assert (plain.default_port, plain.effective_port, other.effective_port) == (port, port, 1)
    assert plain.equivalent(written)
    assert plain.same_origin(written)
    assert plain.origin.tuple == (scheme, "h.example", port)
    assert not plain.same_origin(URL(f"http://h.example:{port}/"))
    for text in (str(written), f"{scheme.upper()}://H.EXAMPLE:0{port}/g"):
        for profile in ("superset", "lenient", "strict"):
            assert str(URL(text, profile=profile).normalize()) == f"{scheme}://h.example/g"
            assert columns.normalize([text], profile=profile).to_pylist() == [f"{scheme}://h.example/g"]
    assert str(written.normalize("syntax")) == str(written)
    assert columns.normalize([str(written)], "syntax").to_pylist() == [str(written)]
    assert str(URL(f"{scheme}://bücher.example/g").normalize()) == f"{scheme}://xn--bcher-kva.example/g"
    if scheme not in OVER_TLS:
        with pytest.raises(URLError, match="unsupported-scheme"):
            plain.plan()


def test_only_schemes_that_say_so_have_a_host_and_a_root() -> None:
    assert str(URL("ws://h").normalize()) == "ws://h/"
    assert str(URL("amqp://h").normalize()) == "amqp://h"  # its virtual host is another with a slash
    for text in ("postgresql:///db", "ldap:///o=x", "amqp:///v", "redis:///1"):
        assert URL(text).host == ""
        assert URL(text).origin.tuple is None
    with pytest.raises(URLError, match="missing-host"):
        URL("wss:///x")


def test_a_strict_web_socket_has_neither_a_fragment_nor_a_login() -> None:
    """RFC 6455 section 3."""
    for text, code, position in (
        ("ws://h/x#", "fragment-not-allowed", 9),
        ("wss://h?q#f", "fragment-not-allowed", 10),
        ("wss://u@h/", "userinfo-not-allowed", 6),
    ):
        for each in (text, text.upper()):
            with pytest.raises(URLError) as error:
                URL(each, profile="strict")
            assert (error.value.code, error.value.position) == (code, position)
            assert columns.is_valid([each], "strict").to_pylist() == [False]
            assert str(URL(each)) == each
            assert columns.is_valid([each], "superset").to_pylist() == [True]
    assert URL("wss://h/%23?q", profile="strict").fragment is None


SEEDLIST_FAULTS = [
    ("mongodb+srv://h:27017/db", "port-not-allowed", 16),
    ("mongodb+srv://u:p@h:/db", "port-not-allowed", 20),
    ("mongodb+srv://a,b/db", "bad-host", 14),
    ("mongodb+srv://[::1]/db", "bad-host", 14),
    ("mongodb+srv://127.0.0.1/db", "bad-host", 14),
    ("mongodb+srv:///db", "missing-host", 14),
]


@pytest.mark.parametrize(("text", "code", "position"), SEEDLIST_FAULTS)
def test_a_seed_list_is_one_name_without_a_port(text: str, code: str, position: int) -> None:
    """C-39."""
    for profile in ("superset", "strict"):
        with pytest.raises(URLError) as error:
            URL(text, profile=profile)
        assert (error.value.code, error.value.position) == (code, position)
        assert columns.is_valid([text], profile).to_pylist() == [False]
    lenient = URL(text, profile="lenient").error
    assert lenient is not None
    assert (lenient.code, lenient.position) == (code, position)


def test_a_seed_list_has_no_port_that_could_be_known() -> None:
    url = URL("mongodb+srv://User:secret@Cluster.Example/db?tls=true")
    assert (url.host, url.port, url.effective_port, url.origin.opaque) == ("cluster.example", None, None, True)
    assert str(url.normalize()) == "mongodb+srv://User:secret@cluster.example/db?tls=true"
    assert "secret" not in repr(url)
    assert not url.equivalent(URL("mongodb://User:secret@Cluster.Example/db?tls=true"))


@pytest.mark.parametrize("scheme", ["redis", "mongodb", "mongodb+srv", "ws", "ssh"])
def test_passwords_are_masked_even_without_slashes(scheme: str) -> None:
    for text in (f"{scheme}:u:secret@h", f"{scheme}:/u:secret@h", f"{scheme}://u:secret@h,i:1/"):
        assert "secret" not in repr(URL(text, profile="lenient"))


def test_over_tls_a_url_has_the_parts_that_it_has_without() -> None:
    ftps, gophers, nntps = URL("ftps://h/%2Fetc/./m;type=a"), URL("gophers://h/7/../s%09q"), URL("nntps://h/a.b/7")
    assert isinstance(ftps, FtpURL)
    assert (ftps.cwds, ftps.name, ftps.typecode) == (["/etc", "."], "m", "a")
    assert isinstance(gophers, GopherURL)
    assert (gophers.selector, gophers.search, str(gophers.normalize())) == ("/../s", "q", "gophers://h/7/../s%09q")
    assert isinstance(nntps, NntpURL)
    assert (nntps.group, nntps.article) == ("a.b", 7)
    assert str(URL("nntps://h/a.b").to_news()) == "snews://h/a.b"  # type: ignore[attr-defined]
    assert split(["ftps://h/a/b;type=i"], ["name", "typecode"])["name"].to_pylist() == ["b"]
    assert not ftps.equivalent(URL("ftp://h:990/%2Fetc/./m;type=a"))
    assert ftps.needs_reconnect(URL("ftp://h:990/%2Fetc/./m"))
    assert not ftps.needs_reconnect(URL("ftps://h:990/%2Fetc/./n"))
    for text, code in (
        ("gophers://u@h/", "userinfo-not-allowed"),
        ("nntps://h/", "missing-group"),
        ("ftps:x", "missing-a"),
    ):
        with pytest.raises(URLError, match=code):
            URL(text)
