"""``urlmill extract --links``: the rows of ``crawl.links``, and where they stand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from urlmill import URL, crawl
from urlmill.cli.main import main

from ..crawl.pages import ODD, PIECES, real_pages

BASE = "https://base.example/d/"
FIELDS = ("written", "rel", "same_site", "host", "query:a")


def rows_of(path: Path, capfd: pytest.CaptureFixture[str], *more: str, status: int = 0) -> list[dict[str, Any]]:
    asked = ["extract", "--links", "--to", "jsonl", "--quiet", *more, str(path)]
    assert main(asked) == status
    return [json.loads(line) for line in capfd.readouterr().out.splitlines()]


def compare(page: str | bytes, path: Path, capfd: pytest.CaptureFixture[str]) -> int:
    octets = page if isinstance(page, bytes) else page.encode("utf-8", "replace")
    path.write_bytes(octets)
    found = rows_of(path, capfd, "--base", BASE, "--fields", ",".join(FIELDS))
    text = crawl.decode(octets)
    links = crawl.links(text, BASE)
    expected = []
    for row in range(len(links)):
        href = links["href"][row]
        if href is None:
            continue
        before = text.encode("utf-8", "replace")[: links["position"][row]].decode("utf-8", "replace")
        url = URL(href, profile="web")
        expected.append(
            {
                "line": before.count("\n") + 1,
                "column": len(before.rpartition("\n")[2]) + 1,
                "url": href,
                **{name: links[name][row] for name in ("tag", "attribute", "anchor", "nofollow")},
                **{name: links[name][row] for name in ("written", "rel", "same_site")},
                "host": url.host,
                "query:a": url.params.get("a") if url.query is not None else None,
            }
        )
    assert found == expected
    return len(found)


def test_odd_and_real_pages(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    pages: list[str | bytes] = [*ODD, *real_pages()[:20], "\n\n<a href=/é>é</a>é<a\nhref=?a=b%20c>\r\n<img src=x>"]
    assert sum(compare(page, tmp_path / "in", capfd) for page in pages) > 20


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(PIECES), max_size=16).map("".join))
def test_any_page(tmp_path: Path, capfd: pytest.CaptureFixture[str], page: str) -> None:
    compare(page, tmp_path / "in", capfd)


def test_what_leads_nowhere_is_a_bad_line(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page, bad = tmp_path / "page", tmp_path / "bad"
    page.write_text("<a href=/a>x</a>\n<a href=http://u:secret@[>y</a>\n<a href=http://h/>z</a>", "utf-8")
    assert [row["url"] for row in rows_of(page, capfd, "--bad", str(bad))] == ["http://h/"]
    lines = [line.split("\t")[1:] for line in bad.read_text("utf-8").splitlines()[1:]]
    assert lines == [["1", "not-absolute", "0", "/a"], ["2", "bad-host", "0", "http://u:***@["]]
    assert [row["url"] for row in rows_of(page, capfd, "--base", BASE)] == ["https://base.example/a", "http://h/"]


def test_rows_are_chosen_as_elsewhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page"
    page.write_text("<a href=/a rel=nofollow>x</a><img src=b><a href=http://h/>z</a>" * 3, "utf-8")
    more = ["--base", BASE, "--where", "tag=a", "--where", "same_site=true", "--limit", "2"]
    assert [row["url"] for row in rows_of(page, capfd, *more)] == ["https://base.example/a"] * 2
    assert main(["extract", "--links", str(page), "--fields", "nonsense"]) == 2
    assert "nonsense" in capfd.readouterr().err
    assert main(["extract", "--links", str(page), "--profile", "strict"]) == 2
    assert "--links reads URLs as browsers do" in capfd.readouterr().err
