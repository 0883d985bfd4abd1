"""Schemes that list several hosts in one authority: C-39."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError, columns
from urlmill.columns import split
from urlmill.crawl import public_suffix, registrable_domain

from ..url.checks import attempt

LISTS = [
    ("mongodb://H1:1,h2:2/db?replicaSet=r", [("h1", 1), ("h2", 2)], "mongodb://h1:1,h2:2/db?replicaSet=r"),
    ("mongodb://u:p%40@h1,h2:27017,h3:0027017/", [("h1", 27017)], "mongodb://u:p%40@h1,h2,h3/"),
    ("postgresql://a,b@h1:,[2001:DB8:0::1]:5433/db", [("h1", 5432), ("[2001:db8:0::1]", 5433)],
     "postgresql://a,b@h1,[2001:db8::1]:5433/db"),
    ("postgres://B%C3%BCcher.example,%2Ftmp%2fx:5432", [("b%c3%bccher.example", 5432), ("%2Ftmp%2fx", 5432)],
     "postgres://xn--bcher-kva.example,%2Ftmp%2Fx"),
    ("postgres://,h:1/", [("", 5432), ("h", 1)], "postgres://,h:1/"),
    ("mongodb://h:1/", [("h", 1)], "mongodb://h:1/"),
    ("mongodb://%2FTmp%2fMongo.sock,B", [("%2FTmp%2fMongo.sock", None), ("b", 27017)],
     "mongodb://%2FTmp%2FMongo.sock,b"),
    ("postgresql://%2fvar%2FRun%2d:5432/Db", [("%2fvar%2FRun%2d", 5432)], "postgresql://%2Fvar%2FRun-/Db"),
    ("mongodb://a%2Cb:27017/", [("a%2cb", 27017)], "mongodb://a%2Cb/"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "hosts", "normal"), LISTS)
def test_a_list_of_hosts_is_read(text: str, hosts: list[tuple[str, int | None]], normal: str) -> None:
    """C-39."""
    for profile in ("superset", "strict", "lenient"):
        url: Any = URL(text, profile=profile)
        assert url.hosts[: len(hosts)] == hosts
        assert str(url.normalize()) == normal
        assert str(url.normalize().normalize()) == normal
        assert columns.normalize([text], profile=profile).to_pylist() == [normal]
        assert url.equivalent(URL(normal, profile=profile))
        assert columns.is_valid([text], profile).to_pylist() == [True]


def test_the_path_of_a_socket_keeps_its_case() -> None:
    """MongoDB and libpq read a host that begins with an escaped slash as a path, libpq "@" as an abstract socket."""
    for text in (
        "postgresql://%40Abstract/Db",
        "postgres://u@b,%40Abstract:1",
        "postgresql://%2Fvar%2FRun/Db",
        "mongodb://%2FTmp%2FMongo.sock,b",
        "mongodb://u@b,%2FTmp%2FMongo.sock",
    ):
        for level in ("string", "syntax", "scheme"):
            assert str(URL(text).normalize(level)) == text
            assert columns.normalize([text], level).to_pylist() == [text]
    for host in ("%40Abstract%2Fx", "%2FTmp"):
        url: Any = URL(f"postgresql://{host}/Db")
        assert (url.hosts, url.host_ascii, url.origin.opaque) == ([(host, 5432)], None, True)
    assert not URL("postgresql://%2FRun/").equivalent(URL("postgresql://%2Frun/"))
    assert str(URL("redis://%2FRun/").normalize()) == "redis://%2Frun/"


def test_only_libpq_has_abstract_sockets() -> None:
    text = "mongodb://%40Abstract,B/Db"
    url: Any = URL(text)
    assert url.hosts == [("%40abstract", 27017), ("b", 27017)]
    assert str(url.normalize()) == "mongodb://%40abstract,b/Db"
    assert columns.normalize([text]).to_pylist() == ["mongodb://%40abstract,b/Db"]


def test_a_list_is_the_host_of_its_url_and_has_no_origin() -> None:
    for text, host in (("mongodb://u@H1:1,h2:2/", "h1:1,h2:2"), ("mongodb://u@h1,H2/", "h1,h2")):
        url = URL(text)
        assert (url.user, url.host, url.host_type, url.host_ascii, url.port) == ("u", host, None, None, None)
        assert url.origin.opaque
        assert not url.same_origin(url)
        assert (url.registrable_domain, url.public_suffix) == (None, None)
        assert split([text], ["host", "port"], profile="superset")["host"].to_pylist() == [host]
    assert not URL("mongodb://h1,h2/").equivalent(URL("mongodb://h2,h1/"))
    assert not URL("mongodb://h1,h2/").equivalent(URL("mongodb://h1%2Ch2/"))
    assert URL("mongodb://h1/").origin.tuple == ("mongodb", "h1", 27017)


@pytest.mark.parametrize(
    ("text", "host", "error"),
    [
        ("mongodb://h1.example.com:27017,H2.example.com:27018/db", "h1.example.com:27017,h2.example.com:27018", None),
        ("mongodb://u:p@h1.example.com:1,h2/", "h1.example.com:1,h2", None),
        ("MONGODB://h1.example.com,h2:1", "h1.example.com,h2:1", None),
        ("postgres://[::1]:1,h2.example.com:2/", "[::1]:1,h2.example.com:2", None),
        ("postgresql://h1.example.com:1,bücher.example.com:2/", "h1.example.com:1,bücher.example.com:2", None),
        ("mongodb://h1.example.com:1,h2:x/", "h1.example.com:1,h2:x", "bad-port"),
        ("mongodb://h1.example.com:x,/", "h1.example.com:x,", "bad-port"),
        ("mongodb://h1.example.com:1,[::/?q", "h1.example.com:1,[::", "bad-host"),
    ],
)
def test_a_list_is_the_host_under_the_lenient_profile_too(text: str, host: str, error: str | None) -> None:
    """C-39. To answer for the first host alone would let a list past a check of its domain."""
    url = URL(text, profile="lenient")
    assert (url.host, url.port, url.host_type, url.raw_port) == (host, None, None, None)
    assert url.registrable_domain is url.public_suffix is None
    assert "bad-port" not in [found.kind for found in url.ambiguities()]
    assert registrable_domain(text) is public_suffix(text) is None
    assert columns.registrable_domain([text]).to_pylist() == columns.public_suffix([text]).to_pylist() == [None]
    for fields in (["host", "port"], ["host", "port", "path"], ["host", "port", "error"]):
        table = split([text], fields)
        assert (table["host"].to_pylist(), table["port"].to_pylist()) == ([host], [None])
    assert table["error"].to_pylist() == [error]


def test_one_host_with_a_comma_in_its_port_is_split_as_ever() -> None:
    for scheme in ("http", "redis", "x"):
        text = f"{scheme}://h.example.com:1,i:2/"
        url = URL(text, profile="lenient")
        assert (url.host, url.raw_port, registrable_domain(text)) == ("h.example.com", "1,i:2", "example.com")
        assert split([text], ["host"])["host"].to_pylist() == ["h.example.com"]


@pytest.mark.parametrize(
    ("text", "code", "position"),
    [
        ("mongodb://h1:1,h2:x/", "bad-port", 18),
        ("mongodb://h1:65536,h2/", "bad-port", 13),
        ("mongodb://h1:1:2,h2/", "bad-host", 10),
        ("mongodb://h1,[::1/", "bad-host", 13),
        ("mongodb://h1,[::1]x/", "bad-host", 18),
        ("mongodb://h1,h^2/", "bad-host", 14),
        ("mongodb://a@b@h1,h2/", "reserved-unencoded", 11),
        ("mongodb://a b@h1,h2/", "bad-char", 11),
        ("redis://h1:1,h2:2/", "bad-host", 8),
        ("http://h1:1,h2/", "bad-port", 11),
        ("x://h1:1,h2:2/", "bad-host", 4),
    ],
)
def test_each_host_of_a_list_is_judged(text: str, code: str, position: int) -> None:
    with pytest.raises(URLError) as error:
        URL(text)
    assert (error.value.code, error.value.position) == (code, position)
    found = split([text], ["error", "error_at"])
    assert (found["error"].to_pylist(), found["error_at"].to_pylist()) == ([code], [position])


@given(
    st.lists(
        st.sampled_from(["h", "H:1", "[::1]", "[::A]:2", "1.2.3.4", "%41", "a:", ":3", "", ":", "x:y"]), min_size=1
    )
)
def test_a_list_is_good_if_each_of_its_hosts_is(hosts: list[str]) -> None:
    text = f"postgresql://u:p@{','.join(hosts)}/db"
    alone = [attempt(URL, f"postgresql://u:p@{host}/db") for host in hosts]
    faults = [found.code for found in alone if isinstance(found, URLError)]
    url = attempt(URL, text)
    if isinstance(url, URLError):
        assert url.code in faults
        return
    assert faults == []
    assert [pair for one in alone for pair in one.hosts] == url.hosts
    assert url.normalize().hosts == [(URL(f"s://{host}").normalize().host, port) for host, port in url.hosts]
    assert URL.build(
        scheme="postgresql", user="u", password="p", host=url.raw_host, port=url.port, path="/db"
    ).equivalent(url)


@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("mongodb://a,,b/", 12),
        ("mongodb://,a/", 10),
        ("mongodb://u:p@a,/", 16),
        ("mongodb://a,:1/", 12),
        ("mongodb:///db", 10),
        ("mongodb://u@:1", 12),
    ],
)
def test_a_strict_list_has_no_empty_host(text: str, position: int) -> None:
    """C-39. To libpq an empty one is the default host, by the documentation of its parameter."""
    with pytest.raises(URLError) as error:
        URL(text, profile="strict")
    assert (error.value.code, error.value.position) == ("missing-host", position)
    assert columns.is_valid([text, text.replace("mongodb", "postgres")], "strict").to_pylist() == [False, True]
    assert str(URL(text)) == text


@pytest.mark.parametrize(
    ("query", "offset", "host"),
    [
        ("?host=evil", 1, "evil"),
        ("?a=b&host=x&host=%2Ftmp%2FX", 12, "/tmp/X"),
        ("?hostaddr=10.0.0.1&host=evil", 1, "10.0.0.1"),
        ("?h%6Fst=", 1, ""),
    ],
)
def test_a_host_in_the_query_is_where_libpq_goes(query: str, offset: int, host: str) -> None:
    for scheme in ("postgres", "POSTGRES"):
        url = URL(f"{scheme}://good/db{query}")
        (found,) = [one for one in url.ambiguities() if one.kind == "query-host"]
        assert (found.hosts["libpq"], found.hosts["rfc3986"]) == (host, "good")
        assert found.position == len(f"{scheme}://good/db") + offset
    assert [one.kind for one in URL(f"mongodb://good/db{query}").ambiguities()] == []
    assert URL("postgres://good/db?sslmode=require").ambiguities() == []


@pytest.mark.parametrize(
    ("authority", "query"),
    [
        ("Good", "host=gooD"),
        ("u:p@good:1", "host=evil&host=good"),
        ("a:1,B", "host=A,b"),
        ("[::A]:5433", "hostaddr=::a"),
        ("%2Ftmp%2FX", "host=/tmp/X"),
        ("%40Abstract", "host=%40Abstract"),
        ("b%C3%BCcher", "host=B%C3%BCcher"),
        ("", "host="),
    ],
)
def test_the_same_host_in_the_query_is_not_ambiguous(authority: str, query: str) -> None:
    assert "query-host" not in [one.kind for one in URL(f"postgres://{authority}/db?{query}").ambiguities()]


@pytest.mark.parametrize(
    ("authority", "query"),
    [("a,b", "host=a"), ("a", "host=a,b"), ("a,b", "host=b,a"), ("%2Ftmp%2FX", "host=/tmp/x"), ("", "host=/tmp"),
     ("good", "host=good&hostaddr=10.0.0.1")],
)  # fmt: skip
def test_any_other_host_in_the_query_is(authority: str, query: str) -> None:
    assert "query-host" in [one.kind for one in URL(f"postgres://{authority}/db?{query}").ambiguities()]


def test_no_other_scheme_is_built_with_a_list() -> None:
    assert str(URL.build(scheme="mongodb", host="h1:1,h2", path="/")) == "mongodb://h1:1,h2/"
    assert str(URL("mongodb://h/x").replace(host="a,[::1]:2")) == "mongodb://a,[::1]:2/x"
    for scheme, host in (("http", "a,b:80"), ("http", "a:80,b"), ("mongodb", "a@b,c"), ("mongodb", "a,b:x")):
        with pytest.raises(URLError):
            URL.build(scheme=scheme, host=host, path="/")
    with pytest.raises(URLError, match="its own port"):
        URL("mongodb://a,b/").replace(port=1)
