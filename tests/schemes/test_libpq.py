"""What libpq and the drivers of MongoDB read in a URL beside its hosts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from urlmill import URL, columns
from urlmill._io.terminal import Paint
from urlmill.cli.show.facts import as_json, facts_of
from urlmill.cli.show.page import page


def shown(text: str) -> str:
    return "\n".join(page(facts_of(text, "superset"), Paint(is_on=False), None, "utf-8"))


@pytest.mark.parametrize(
    "text", ["postgres://h1:5433,h2:5434/db", "mongodb://h1,h2/db", "mongodb://%2Ftmp%2Fm.sock/db"]
)
def test_a_list_and_a_socket_have_no_port_of_their_own(text: str) -> None:
    assert URL(text).effective_port is None
    assert as_json(facts_of(text, "superset"))["port"] is None
    assert not [line for line in shown(text).splitlines() if line.startswith("port")]


def test_one_host_has_the_port_of_its_scheme() -> None:
    assert [URL(f"{scheme}://h/db").effective_port for scheme in ("mongodb", "postgres")] == [27017, 5432]
    assert URL("mongodb://h:1/db").effective_port == 1


def test_only_the_file_of_a_socket_of_libpq_has_a_port_in_its_name() -> None:
    sockets: list[Any] = [URL("mongodb://%2Ftmp%2Fm.sock,h/db"), URL("postgres://%2Ftmp/db")]
    assert [url.hosts for url in sockets] == [[("%2Ftmp%2Fm.sock", None), ("h", 27017)], [("%2Ftmp", 5432)]]
    assert sockets[1].effective_port == 5432


def test_show_has_the_hosts() -> None:
    text = "postgres://h1:5433,h2/db"
    assert as_json(facts_of(text, "superset"))["own_parts"] == {"hosts": [["h1", 5433], ["h2", 5432]]}
    (line,) = [line for line in shown(text).splitlines() if line.startswith("hosts")]
    assert all(part in line for part in ("h1", "5433", "h2", "5432"))


@pytest.mark.parametrize(
    ("text", "is_other"),
    [
        ("postgres://h/db?port=5433", True),
        ("postgres://h:5433/db?port=5433", False),
        ("postgres://h/db?port=5432", False),
        ("postgres://h/db?port=", False),
        ("postgres://h:5433/db?p%6Frt=", True),
        ("postgres://h1,h2:5433/db?port=5432,5433", False),
        ("postgres://h1,h2:5433/db?port=5432", True),
        ("mongodb://h/db?port=5433", False),
    ],
)
def test_a_port_in_the_query_is_where_libpq_goes(text: str, is_other: bool) -> None:
    found = [one.position for one in URL(text).ambiguities() if one.kind == "query-port"]
    assert found == ([text.index("?") + 1] if is_other else [])
    assert ("query-port" in shown(text)) == is_other


def test_a_port_in_the_query_does_not_hide_the_hosts() -> None:
    assert "evil" in shown("postgres://good/db?host=evil&port=1").partition("query-port")[2]


@pytest.mark.parametrize(
    ("text", "display"),
    [
        ("postgres://h/db?user=u&password=hunter2", "postgres://h/db?user=u&password=***"),
        ("postgresql://h/db?sslpassword=hunter2&a=b", "postgresql://h/db?sslpassword=***&a=b"),
        ("postgres://h/db?p%61ssword=hunter2#hunter2", "postgres://h/db?p%61ssword=***"),
        ("postgres://u:hunter2@h/db?password=hunter2", "postgres://u:***@h/db?password=***"),
        ("postgres://u:hunter2?password=hunter2@h/", "postgres://u:***"),
        ("jdbc:postgresql://h/db?password=hunter2", "jdbc:postgresql://h/db?password=***"),
        ("postgresql+psycopg://h/db?password=hun\tter2", "postgresql+psycopg://h/db?password=***"),
        ("http://h/db?password=shown", "http://h/db?password=shown"),
    ],
)
def test_a_password_among_the_parameters_of_libpq_is_masked(text: str, display: str) -> None:
    url = URL(text, profile="lenient")
    assert url.display() == display
    seen = [repr(url), repr(columns.split([text])), shown(text), json.dumps(as_json(facts_of(text, "superset")))]
    assert not any("hunter2" in each for each in seen)
