"""Conditions of ``--where`` beyond comparing: patterns, lists, networks, values of the query."""

from __future__ import annotations

import re
from ipaddress import ip_address, ip_network
from pathlib import Path
from time import process_time

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import logs
from urlmill._io.filters import Where
from urlmill._io.usage import UsageError
from urlmill.cli.main import main

from .subcommands import TABLES, line_of, sample

CLIENTS = [
    "192.0.2.1", "192.0.3.1", "::1", "[2001:db8::5]", "::ffff:192.0.2.9", None, "a.example", "fe80::1%eth0", "192.0.2",
    "1.2.3.4\0",
]  # fmt: skip
AGENTS = ["Bot", "a robot", None, "", "a,b", "(x)", "BOTTLE", "x\ny", "'", "bot"]
STATUSES = [200, 404, 500, None, 301, 302, 410, 200, 404, 204]
HOSTS = ["a.example"] * len(CLIENTS)
ROWS = pa.table(
    {
        "client": pa.array(CLIENTS, pa.string_view()),
        "agent": pa.array(AGENTS, pa.large_string()),
        "status": pa.array(STATUSES, pa.uint16()),
        "host": pa.array(HOSTS, pa.string()).dictionary_encode(),
        "row": range(len(CLIENTS)),
    }
)
LOG = '192.0.2.{} - - [17/May/2015:10:05:0{} +0000] "GET /a?q={}&x HTTP/1.1" 200 17\n'


def rows(*conditions: str) -> list[int]:
    found: list[int] = Where(conditions).filtered(ROWS)["row"].to_pylist()
    return found


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("agent ~ ^[Bb]ot", [0, 9]),
        ("agent ~bot", [1, 9]),
        ("agent !~ bot", [0, 2, 3, 4, 5, 6, 7, 8]),
        ("agent ~* bot", [0, 1, 6, 9]),
        ("agent~*^bot$", [0, 9]),
        ("agent !~* bot", [2, 3, 4, 5, 7, 8]),
        ("status ~ ^4", [1, 6, 8]),
        ("host ~ ^A[.]E", list(range(10))),
        ("status in (404, 410)", [1, 6, 8]),
        ("status not in (200,404)", [2, 3, 4, 5, 6, 9]),
        ("agent in ('a,b', \"(x)\")", [4, 5]),
        ("agent in (a,b)", []),
        ("agent in (*ot, BOT*)", [0, 1, 6, 9]),
        ("agent in bot", [9]),
        ("host IN (A.example)", list(range(10))),
        ("client in 192.0.2.0/24", [0, 4]),
        ("client in 192.0.2.77/24", [0, 4]),
        ("client in (192.0.2.0/24, ::1, 2001:db8::/32)", [0, 2, 3, 4]),
        ("client in (::ffff:192.0.2.0/120)", [0, 4]),
        ("client in (0:0:0::1, [fe80::]/10)", [2]),
        ("client in (fe80::/10)", [7]),
        ("client not in 0.0.0.0/0", [2, 3, 5, 6, 7, 8, 9]),
        ("client in (192.0.2.1, a.example)", [0, 6]),
    ],
)
def test_conditions(condition: str, expected: list[int]) -> None:
    assert rows(condition) == expected


def test_several_conditions_must_all_hold() -> None:
    assert rows("agent ~* bot", "status in (200, 404)") == [0, 1]


@pytest.mark.parametrize(
    ("condition", "words"),
    [
        ("agent ~", "expected a pattern, got an empty one"),
        ("agent ~ (a", "expected a pattern of RE2"),
        ("agent ~ a(?=b)", "no look-around"),
        (r"agent ~ (a)\1", "no backreferences"),
        ("agent in ()", "expected a value, got an empty one"),
        ("agent in (a,,b)", "expected a value"),
        ("agent in (a", r"expected \) at its end"),
        ("agent in ", "expected a value"),
        ("client in 192.0.2.0/33", "expected a network such as 192.0.2.0/24"),
        ("client in (::1, 2001:db8::/200)", "got '2001:db8::/200'"),
        ("status in (404, x)", "status is uint16, which 'x' is not"),
        ("agent", "expected FIELD=VALUE"),
        ("in (a)", "expected FIELD=VALUE"),
    ],
)
def test_what_is_wrong_with_a_condition_is_said(condition: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        rows(condition)


@given(
    st.lists(st.none() | st.text("aAbB1\nß", max_size=6)), st.sampled_from(["a", "^A", "b$", "a.*B", "[^a]1", "ß|1"])
)
def test_patterns_are_those_of_python_where_both_have_them(values: list[str | None], pattern: str) -> None:
    table = pa.table({"v": pa.array(values, pa.string_view())})
    for sign, flags in (("~", 0), ("~*", re.IGNORECASE)):
        # In Python, the end of a text is also before a line break that ends it.
        found = re.compile(pattern.replace("$", r"\Z"), flags)
        expected = [value for value in values if value is not None and found.search(value)]
        assert Where([f"v {sign} {pattern}"]).filtered(table)["v"].to_pylist() == expected
        others = [value for value in values if value is None or not found.search(value)]
        assert Where([f"v !{sign} {pattern}"]).filtered(table)["v"].to_pylist() == others


ADDRESSES = st.one_of(
    st.integers(0, (1 << 32) - 1).map(ip_address),
    st.integers(0xC0000200, 0xC00002FF).map(ip_address),
    st.integers(0, (1 << 128) - 1).map(ip_address),
    st.integers(0x20010DB8 << 96, (0x20010DB8 << 96) + 99).map(ip_address),
)
NETWORKS = st.tuples(ADDRESSES, st.integers(0, 32)).map(
    lambda given: ip_network((given[0], given[1] if given[0].version == 4 else 4 * given[1]), strict=False)
)


@given(st.lists(ADDRESSES, max_size=9), st.lists(NETWORKS, min_size=1, max_size=5))
def test_networks_are_those_of_the_ipaddress_module(addresses: list, networks: list) -> None:  # type: ignore[type-arg]
    table = pa.table({"client": pa.array(map(str, addresses), pa.string())})
    found = Where([f"client in ({', '.join(map(str, networks))})"]).filtered(table)["client"].to_pylist()
    plain = [getattr(address, "ipv4_mapped", None) or address for address in addresses]
    expected = [
        str(address)
        for address, one in zip(addresses, plain, strict=True)
        if any(one in network for network in networks)
    ]
    assert found == expected


# Values of the query


@pytest.mark.parametrize("command", TABLES)
def test_every_command_knows_the_values_of_a_query(
    command: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    lines = [line_of(command, f"http://h/a?{query}") for query in ("q=1&q=2", "q=caf%C3%A9", "x[]=3", "Q=1")]
    path = f"{tmp_path}/in"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{line}\n" for line in lines)
    for condition, count in (("query:q!=", 2), ("query:q=café", 1), ("query:q~*É", 1), ("query:x[]=3", 1)):
        assert main([*sample(command), path, "--where", condition, "--to", "jsonl", "--quiet"]) == 0
        assert capfdbinary.readouterr().out.count(b"\n") == count


@pytest.mark.parametrize("command", ["split", "logs", "extract"])
def test_values_of_a_query_are_columns(command: str, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    path = f"{tmp_path}/in"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{line_of(command, f'http://h/a{query}')}\n" for query in ("?q=a+b&q=2", "", "?x=1&q"))
    assert main([*sample(command), path, "--fields", "query:q,path", "--to", "tsv", "--quiet"]) == 0
    out = capfdbinary.readouterr().out.decode()
    assert [line.split("\t")[-2:] for line in out.splitlines()] == [
        ["query:q", "path"], ["a b", "/a"], ["", "/a"], ['""', "/a"],
    ]  # fmt: skip
    assert main(["top", "query:q", path, "--to", "csv", "--quiet", *sample("logs")[1:][: 2 * (command == "logs")]]) == 0
    assert capfdbinary.readouterr().out.decode().splitlines()[1].startswith("a b,1,")


def test_the_library_takes_the_same(tmp_path: Path) -> None:
    path = f"{tmp_path}/log"
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(LOG.format(number, number, "abc"[number % 3]) for number in range(9))
    reader = logs.read(path, fields=["client", "query:q"], where=["client in 192.0.2.0/30", "query:q ~* ^[AB]"])
    assert reader.to_pyarrow().to_pylist() == [
        {"client": "192.0.2.0", "query:q": "a"},
        {"client": "192.0.2.1", "query:q": "b"},
        {"client": "192.0.2.3", "query:q": "a"},
    ]
    with pytest.raises(ValueError, match="expected a network"):
        logs.read(path, where="client in 192.0.2.0/99")


def test_lists_are_texts_with_commas(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "in"
    path.write_text("ftp://h/a/b/c\nftp://h/a/b/d\nftp://h/x\nhttp://h/\n")
    for arguments in (["top", "cwds"], ["top", "cwds", "--sum", "depth"], ["dedupe", "--by", "cwds"]):
        assert main([*arguments, str(path), "--to", "csv", "--quiet"]) == 0
    out = capsys.readouterr().out
    assert '"a,b",2,0.5\n' in out
    assert "ftp://h/a/b/c,2\n" in out
    assert main(["get", "{url}", "--where", "cwds=a,*", "--where", "cwds~b$", str(path)]) == 0
    assert capsys.readouterr().out == "ftp://h/a/b/c\nftp://h/a/b/d\n"


# Names that are not known


@pytest.mark.parametrize(
    ("arguments", "meant"),
    [
        (["split", "--fields", "hots"], "host"),
        (["split", "--fields", "lin"], "line"),
        (["split", "--where", "pth=x"], "path"),
        (["get", "{hots}"], "host"),
        (["dedupe", "--by", "nomal"], "normal"),
        (["logs", "--fields", "sttaus", "--quiet"], "status"),
        (["logs", "--where", "clent=x", "--quiet"], "client"),
        (["top", "referer_hots", "--format", "combined", "--quiet"], "referer_host"),
    ],
)
def test_a_misspelt_field_is_asked_about(
    arguments: list[str], meant: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = f"{tmp_path}/in"
    with open(path, "w", encoding="utf-8") as file:
        file.write(LOG.format(1, 1, "x"))
    assert main([*arguments, path]) == 2
    assert f"did you mean {meant!r}?" in capsys.readouterr().err


@pytest.mark.parametrize("condition", ["host=www.example.ORG", "host in (WWW.example.org)", "host ~ ^www"])
def test_hosts_are_compared_without_case_however_a_log_writes_them(condition: str, tmp_path: Path) -> None:
    (tmp_path / "log").write_text(
        'WWW.Example.org:443 192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 17 "-" "-"\n', "utf-8"
    )
    assert logs.read(tmp_path / "log", fields="path", where=condition).to_pyarrow().num_rows == 1


def test_spaces_within_a_member_take_linear_time() -> None:
    start = process_time()
    (condition,) = Where([f"agent in (a{' ' * 30_000}b , ' c ')"]).conditions
    assert condition.values == (f"a{' ' * 30_000}b", " c ")
    assert process_time() - start < 1  # six times that, if each space may be the last
