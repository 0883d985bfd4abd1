"""Fields that would make the same column."""

from __future__ import annotations

import pytest

from urlmill import logs
from urlmill.logs._going_on import _MOST
from urlmill.logs._pasted import APACHE, NGINX, pasted

from .samples import COMBINED

LETTERS = [f"%{name}" for name in APACHE]


@pytest.mark.parametrize("variables", [[f"${name}" for name in NGINX], LETTERS], ids=["nginx", "apache"])
def test_no_two_variables_make_the_same_column(variables: list[str]) -> None:
    for first in variables:
        for second in variables:
            (shape,) = pasted(f'{first} "{second}"').shapes
            assert len(set(shape.columns)) == len(shape.columns), (first, second)


@pytest.mark.parametrize(
    ("given", "line", "expected"),
    [
        ('$server_port $http_host "$request"', '80 a.example "GET /a HTTP/1.1"',
         {"port": 80, "host": "a.example", "method": "GET", "path": "/a"}),
        ("%p %{Host}i %s", "80 a.example:81 200", {"port": 80, "host": "a.example:81", "status": 200}),
        ('$request_uri "$request"', '/b "GET /a HTTP/1.1"', {"request_uri": "/b", "method": "GET", "path": "/a"}),
        ('%m %U%q "%r"', 'PUT /b "GET /a HTTP/1.1"', {"method": "GET", "path": "/a"}),
        ("$remote_port $remote_addr:$remote_port", "7 192.0.2.1:8", {"client_port": 7, "client": "192.0.2.1:8"}),
    ],
)  # fmt: skip
def test_a_field_gives_way_where_its_column_is_taken(given: str, line: str, expected: dict[str, object]) -> None:
    (row,) = logs.parse([line], given).to_pylist()
    assert {name: row[name] for name in expected} == expected


def test_a_detected_log_may_have_a_host_with_a_port_and_a_port() -> None:
    line = f'{COMBINED[0]} host="a.example" port=80'
    assert logs.parse([line], fields=["host", "port"]).num_rows == 1


def test_a_key_may_be_called_as_fields_without_a_key_are() -> None:
    line = f"{COMBINED[0]} more_2=x b"
    assert logs.parse([line], fields=["more_2", "more_2_"]).to_pylist() == [{"more_2": "x", "more_2_": "b"}]


def test_lines_go_on_with_a_limited_number_of_fields() -> None:
    assert logs.detect([COMBINED[0] + " a" * _MOST]) == "nginx"
    assert logs.detect([COMBINED[0] + " a" * (_MOST + 1)]) is None
