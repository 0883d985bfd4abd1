"""A spider end to end, against a server on this machine: with our parts it asks for the same and finds the same."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

pytest.importorskip("scrapy", reason="Scrapy is not installed here: `make test` has it")

ROOT = Path(__file__).resolve().parents[2]
PAGES = 40


def page(path: str) -> bytes:
    """Links to others, to the same ones by other names, and away from here."""
    number = sum(map(ord, path)) % PAGES
    links = [
        f"<a href='/p{(number * 7 + step) % PAGES}?b=1&amp;a={step}#x'>to <b>é{step}</b></a>"
        f"<a rel=nofollow href='p{(number + step) % PAGES}?a={step}&amp;b=1'>again</a>"
        for step in range(4)
    ]
    away = "<a href=mailto:me>m</a><a href=a.zip>z</a><a href='/p1?private'>p</a><a href='http://[/'>n</a>"
    return f"<title>{path}</title><base href=/x/../>{''.join(links)}{away}".encode()


@contextmanager
def site() -> Iterator[tuple[str, list[str]]]:
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = page(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", asked
        server.shutdown()


def walked(mode: str, start: str) -> Any:
    command = [sys.executable, "-m", "tests.integrations.spider", mode, start]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.once
def test_the_same_items_and_the_same_requests() -> None:
    with site() as (start, asked):
        own = walked("own", start)
        asked_by_own = sorted(asked)
        asked.clear()
        ours = walked("ours", start)
    assert ours == own
    assert sorted(asked) == asked_by_own
    assert len(set(asked)) == len(asked) > PAGES
