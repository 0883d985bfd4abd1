"""Envelopes: times, places, parts of lines, and what is not read in them."""

from __future__ import annotations

import json

import pytest

from urlmill import logs

from .reading import Read
from .samples import FOLDER

CRI = "2026-03-10T10:05:03Z stdout F "
W3C = ["#Fields: cs-method cs-uri-stem cs-username", "GET /a bob", "#Fields: cs-method cs-username cs-uri-stem"]


def docker(message: str) -> str:
    return json.dumps({"log": f"{message}\n", "stream": "stdout", "time": "2026-03-10T10:05:03Z"})


def test_w3c_in_an_envelope_is_refused() -> None:
    lines = [CRI + line for line in [*W3C, "GET bob /a"]]
    assert logs.detect(lines) is None
    for name in ("w3c", "w3c in cri"):
        with pytest.raises(ValueError, match="w3c: it is not read in an envelope"):
            logs.parse(lines, name)


def test_a_line_without_a_time_has_that_of_its_envelope(read: Read) -> None:
    inside = ['{"time":"2020-01-01T00:00:00Z","path":"/a"}', '{"path":"/b"}']
    rows, _ = read([docker(each) for each in inside], "time,path")
    assert [row["time"] for row in rows] == ["2020-01-01T00:00:00+00:00", "2026-03-10T10:05:03+00:00"]


def test_a_place_in_a_message_with_escapes_is_the_start_of_the_line(read: Read) -> None:
    for name in ("docker", "journald"):
        lines = (FOLDER / f"{name}.log").read_text("utf-8").splitlines()
        _, reader = read([*lines, *lines, lines[0].replace(" 200 ", " ok ")], "client")
        assert [each.at for each in reader.bad] == [0]


def test_journald_may_be_asked_for_few_fields(read: Read) -> None:
    """`journalctl -o json --output-fields=MESSAGE` writes the time all the same, and neither host nor program."""
    lines = [json.loads(line) for line in (FOLDER / "journald.log").read_text("utf-8").splitlines()]
    few = [json.dumps({key: line[key] for key in ("__REALTIME_TIMESTAMP", "MESSAGE")}) for line in lines]
    rows, reader = read(few, "time,client,path")
    assert rows == read([json.dumps(line) for line in lines], "time,client,path")[0]
    assert (len(rows), reader.format) == (len(lines), "uvicorn in journald")


def test_messages_of_docker_without_line_breaks_are_whole_if_none_has_one(read: Read) -> None:
    """As fluentd and others hand them on."""
    lines = (FOLDER / "docker.log").read_text("utf-8").splitlines()
    without = [line.replace(r'\n"', '"') for line in lines]
    assert without != lines
    for name in (None, "combined", "combined in docker"):
        rows, reader = read(without, "client,path", format=name)
        assert (rows, reader.bad_count) == (read(lines, "client,path", format=name)[0], 0)
        assert len(rows) == len(lines)


def test_a_part_of_a_line_may_have_more_tags(read: Read) -> None:
    lines = (FOLDER / "cri_parts.log").read_text("utf-8").splitlines()
    _, reader = read([line.replace(" P ", " P:x ") for line in lines], "path")
    assert [each.line for each in reader.bad] == [2, 4, 5]
