"""Access logs: what the command says of their formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from urlmill.cli.main import main

from ..logs.samples import CLOUDFRONT, COMBINED, COMMON, ECS, GCP, JSON_CADDY, JSON_NGINX, NGINX, VHOST, W3C
from .access_logs import Run, bad_of

NAMES = {
    "common": COMMON, "combined": COMBINED, "vhost_combined": VHOST, "nginx": NGINX, "json": JSON_NGINX, "w3c": W3C,
    "cloudfront": CLOUDFRONT, "caddy": JSON_CADDY, "ecs": ECS, "gcp": GCP,
}  # fmt: skip


@pytest.mark.parametrize(("name", "lines"), NAMES.items(), ids=NAMES)
def test_the_format_is_found_and_said(run_logs: Run, name: str, lines: list[str]) -> None:
    assert run_logs(logs=[lines])[2] == f"urlmill: 0.log: {name}\n"
    assert run_logs("--quiet", logs=[lines])[2] == ""


@pytest.mark.parametrize(("name", "lines"), NAMES.items(), ids=NAMES)
def test_a_format_that_was_named_is_not_said_and_gives_the_same_rows(
    run_logs: Run, name: str, lines: list[str]
) -> None:
    assert run_logs("--format", name, logs=[lines]) == (0, run_logs(logs=[lines])[1], "")


@pytest.mark.parametrize("header", ["#Fields:", "#Fields: ", "#Fields:\t"])
def test_a_w3c_header_without_fields(header: str, run_logs: Run, tmp_path: Path) -> None:
    for log in ([header, "x"], ["#Version: 1.0", header, "x"], [header, "", "x"]):
        for more in ([], ["--format", "w3c"]):
            status, rows, said = run_logs(*more, logs=[log])
            assert (status, rows) == (2, [])
            assert said.endswith("its first #Fields: line names no field\n")
            assert said.count("\n") == 1
    lines = ["#Fields: cs-uri-stem sc-status", "/1 200", header, "/2 200", "", "x", "#Fields: cs-uri-stem", "/3"]
    _, rows, _ = run_logs("--fields", "path", "--bad", str(tmp_path / "bad"), logs=[lines])
    assert [row["path"] for row in rows] == ["/1", "/3"]
    assert [(int(line), text) for line, _, _, text in bad_of(tmp_path / "bad")] == [(4, lines[3]), (6, lines[5])]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--regex", "(?P<a>"),
        ("--regex", "a"),
        ("--regex", "(?P<a>.)(?P<a>.)"),
        ("--regex", "(?P<a>.)", "--format", "json"),
    ],
    ids=["broken", "no group", "one name twice", "beside a format"],
)
def test_a_wrong_pattern_is_a_usage_error(run_logs: Run, arguments: tuple[str, ...]) -> None:
    assert run_logs(*arguments, logs=[COMMON])[0] == 2


@pytest.mark.parametrize(
    "more", [(), ("--regex", r"^(?P<client>[0-9.]+) .* \[(?P<time>[^\]]+)\]")], ids=["format", "regex"]
)
def test_strict_ends_with_one_if_a_line_is_bad(run_logs: Run, more: tuple[str, ...]) -> None:
    for lines, expected in ((COMMON, 0), ([*COMMON, "?"], 1)):
        status, rows, _ = run_logs(*more, "--strict", logs=[lines])
        assert (status, len(rows)) == (expected, len(COMMON))


def test_hosts_of_a_later_log_are_not_left_out_silently(run_logs: Run) -> None:
    assert "1.log: its hosts are left out" in run_logs(logs=[COMBINED, VHOST])[2]
    assert "left out" not in run_logs("--fields", "path", logs=[COMBINED, VHOST])[2]
    assert "left out" not in run_logs(logs=[VHOST, COMBINED])[2]


def test_a_format_may_be_that_of_the_configuration_of_a_server(run_logs: Run) -> None:
    given = '$remote_addr $ident $remote_user [$time_local] "$request" $status $body_bytes_sent'
    status, rows, said = run_logs("--format", given, "--fields", "client,path,status", logs=[COMMON])
    assert (status, said) == (0, "")
    assert rows == run_logs("--fields", "client,path,status", logs=[COMMON])[1]


@pytest.mark.parametrize("name", ["nonsense", "$a$b", "%Z", "common in nonsense"])
def test_a_format_that_there_is_not_is_a_usage_error(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="2"):
        main(["logs", "--format", name])
    assert "argument --format: " in capsys.readouterr().err
