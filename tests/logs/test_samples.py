"""A sample of every format and envelope, with the rows that are expected of it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from urlmill import logs
from urlmill.logs import _envelopes, _json_formats
from urlmill.logs._detect import NAMES, detect
from urlmill.logs._shapes import shape_of
from urlmill.logs._text_formats import FORMATS
from urlmill.logs.formats import delimited, w3c
from urlmill.logs.formats import json as json_lines

from .. import corpus
from .reading import Read
from .samples import FOLDER, format_of

SAMPLES = sorted(FOLDER.glob("*.json"))
# A sample, and a format that could be meant just as well by the lines alone: it is asked later.
OVERLAPS = {
    ("lighttpd", "combined"),  # the host stands where others have the answer of identd
    ("vhost_without_port", "vhost_common"),
    ("apigateway_clf", "common"),  # its lines go on
    ("ecs", "otel"),  # which took names from it
    ("ecs_dotted", "otel"),
}


def lines_of(path: Path) -> list[str]:
    return path.with_suffix(".log").read_text("utf-8").splitlines()


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_a_sample_has_the_rows_that_are_expected(path: Path, read: Read) -> None:
    expected: dict[str, Any] = json.loads(path.read_text("utf-8"))
    rows, reader = read(lines_of(path), ",".join(expected["rows"][0]))
    assert rows == expected["rows"]
    assert [each.line for each in reader.bad] == expected["bad"]
    assert reader.format == expected["format"]


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_the_rows_of_a_sample_do_not_depend_on_the_columns_that_are_asked_for(path: Path, read: Read) -> None:
    expected: dict[str, Any] = json.loads(path.read_text("utf-8"))
    names = [*expected["rows"][0]]
    for name in random.Random(path.stem).sample(names, corpus.fewer(len(names))):
        rows, reader = read(lines_of(path), name)
        assert rows == [{name: row[name]} for row in expected["rows"]]
        assert [each.line for each in reader.bad] == expected["bad"]


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.log")), ids=lambda path: path.stem)
def test_no_sample_is_taken_for_the_format_of_another(path: Path) -> None:
    lines = lines_of(path)
    name = format_of(path)
    inside, _, around = name.partition(" in ")
    for form in FORMATS:
        seen = delimited._seen(form, lines)
        is_own = not around and form.name == inside
        assert (seen.count > 0) == is_own or (path.stem, form.name) in OVERLAPS, form.name
    for envelope in _envelopes.ENVELOPES:
        found = _envelopes.messages_of(envelope, _given(lines), "\n".join(lines).encode())
        assert bool(found) == (envelope.name == around), envelope.name
    assert any(each.count for each in w3c.seen(lines)) == (inside in ("w3c", "cloudfront"))
    objects = json_lines._objects_of(lines)
    assert bool(objects) == lines[0].startswith("{")
    for each in _json_formats.FORMATS:
        is_own = not around and each.name == inside
        is_told = any(json_lines.is_told(each, found) for found in objects)
        assert is_told == is_own or (path.stem, each.name) in OVERLAPS, each.name


def _given(lines: list[str]) -> Any:
    import pyarrow as pa

    return pa.array(lines, pa.string_view())


def test_every_format_and_every_envelope_has_a_sample() -> None:
    names = {format_of(path) for path in SAMPLES}
    expected = {*delimited.NAMES, *json_lines.NAMES, *w3c.NAMES, *_envelopes.NAMES}
    assert {name for each in names for name in each.split(" in ")} >= expected
    assert {path.stem for path in FOLDER.glob("*.log")} == {path.stem for path in SAMPLES}
    assert {name.split(" in ")[0] for name in names} <= {*NAMES}


@pytest.mark.parametrize("form", FORMATS, ids=lambda form: form.name)
def test_no_shape_has_two_columns_of_one_name(form: Any) -> None:
    for text in form.shapes:
        columns = shape_of(text).columns
        assert len(columns) == len({*columns})
        assert {*form.sure} <= {*columns}
        assert "error_at" not in columns


PREFIXES = [
    "web1.example.org nginx: ", "Mar 10 ", "prefix.example 5 ", "2026-03-10 10:05:03 ", "- ", "10:05:03 ",
    "[pod/web-1/nginx] ", "web-1  | ", "INFO:root:", "203.0.113.7; ", "1 2 3 ", "level=info msg=",
]  # fmt: skip


@pytest.mark.parametrize("prefix", PREFIXES)
@pytest.mark.parametrize("name", ["common", "combined", "nginx", "traefik", "ingress_nginx"])
def test_what_stands_before_a_line_and_is_not_known_makes_it_unknown(prefix: str, name: str) -> None:
    lines = [prefix + line for line in (FOLDER / f"{name}.log").read_text("utf-8").splitlines()]
    assert detect(lines) is None
    assert logs.parse([*lines], name).num_rows == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("192.0.2.1", "Mar"), ("192.0.2.1", "192.0.2"), ("192.0.2.1", "192.0.2.256"), ("192.0.2.1", "2001:db8::g"),
        ("192.0.2.1", "10"), ("192.0.2.1", "web_1"), (" - - ", " - a - b "), (" 200 ", " 20 "), (" 200 ", " 2000 "),
        (" 17 ", " 1e3 "), ("17/May", "32/May"),
    ],
)  # fmt: skip
def test_a_line_with_something_that_is_not_what_it_should_be_is_bad(before: str, after: str, read: Read) -> None:
    good = (FOLDER / "combined.log").read_text("utf-8").splitlines()
    wrong = good[0].replace(before, after, 1)
    assert wrong != good[0]
    rows, reader = read([*good, wrong], "client")
    assert len(rows) == 2
    assert [(each.line, each.reason) for each in reader.bad] == [(3, "bad-line")]


def test_the_place_of_what_is_wrong_is_that_in_the_whole_line(read: Read) -> None:
    lines = (FOLDER / "syslog.log").read_text("utf-8").splitlines()
    wrong = lines[0].replace(" 200 ", " ok ")
    _, reader = read([*lines, wrong], "client")
    assert [each.at for each in reader.bad] == [wrong.index(" ok ") + 1]


def test_an_envelope_around_what_is_not_known_is_not_known() -> None:
    for name in ("docker", "journald", "cri", "syslog"):
        lines = (FOLDER / f"{name}.log").read_text("utf-8").splitlines()
        assert detect([line.replace("HTTP/", "FTP/").replace("[", "(") for line in lines]) is None


PAGE = Path(__file__).parents[2] / "docs" / "logs.md"


def test_the_docs_list_every_format_and_every_envelope() -> None:
    text = PAGE.read_text("utf-8").partition("## Formats")[2]
    found = re.findall(r"^\| `(\w+)` \| (.*) \| (.*) \|$", text, re.MULTILINE)
    rows = [(name, of) for name, of, _ in found]
    assert [name for name, _ in rows] == [*NAMES, *_envelopes.NAMES]
    known = (*FORMATS, *_json_formats.FORMATS, _json_formats.OTHERS)
    assert {form.name: form.of for form in known}.items() <= dict(rows).items()
    listed = {sample: name for name, _, samples in found for sample in re.findall(r"`(\w+)`", samples)}
    assert listed == {path.stem: format_of(path).split(" in ")[-1] for path in SAMPLES}


@pytest.mark.usefixtures("small_blocks")
@pytest.mark.parametrize("name", ["cri_parts", "docker_parts"])
def test_parts_of_lines_are_bad_wherever_a_block_ends(name: str, read: Read) -> None:
    lines = lines_of(FOLDER / f"{name}.log")
    for more in range(4):  # blocks are cut elsewhere
        rows, reader = read([*lines[:1] * more, *lines], "path")
        assert [row["path"] for row in rows] == [*["/a"] * more, "/a", "/c", "/e"]
        assert [each.line - more for each in reader.bad] == [2, 4, 5]
        assert name != "cri_parts" or all(each.text[each.at] in "PF" for each in reader.bad)


@pytest.mark.parametrize("name", ["cri", "docker", "syslog"])
def test_an_empty_message_is_a_bad_line(name: str, read: Read) -> None:
    (line, *_) = lines_of(FOLDER / f"{name}.log")
    message = line[line.index("192.0.2.1") : line.index("\\n") if name == "docker" else None]
    rows, reader = read([line, line, line.replace(message, ""), line], "path")
    assert len(rows) == 3
    assert [each.line for each in reader.bad] == [3]
