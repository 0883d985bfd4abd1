"""What a URL object says about itself, in a form that can be compared across processes.

Run as a program it answers for the backend of its own process: lists of questions come in as lines of JSON, and so do
the answers go out. The classes are chosen at import, so two backends take two processes.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from urlmill import URL, backend
from urlmill._profiles import PROFILES
from urlmill._url.normal import LEVELS

if TYPE_CHECKING:
    from typing_extensions import Self

PARTS = [
    "scheme", "authority", "raw_user", "raw_password", "raw_host", "raw_port", "user", "password", "host", "port",
    "path", "query", "fragment", "host_type", "zone", "effective_port", "url_path", "segments", "profile", "options",
    "public_suffix", "registrable_domain",
]  # fmt: skip
OPTIONS: list[dict[str, Any]] = [
    *({"profile": profile} for profile in PROFILES),
    {"iri": False},
    {"qmark": "path"},
]
REFERENCES = ["", "#f", "?q", "g", "../g", "/g", "//i/g", "./../.", "x:y", "g;x=1/./y"]


def answer(text: str, reference: str | None = None) -> list[object]:
    """Everything, under every profile."""
    found = [attempt(lambda options: facts(URL(text, **options)), options) for options in OPTIONS]
    base = URL(text, profile="lenient")
    for given in REFERENCES if reference is None else [reference]:
        found.append(attempt(lambda given: str(base.join(given)), given))
        found.append(attempt(lambda given: str(URL(text).join(given, profile="rfc1808")), given))
    return found


def facts(url: URL) -> list[object]:
    found: list[object] = [type(url).__name__, str(url), repr(url)]
    found += [[name, attempt(getattr, url, name)] for name in (*PARTS, *url.part_names)]
    found += [attempt(lambda level: str(url.normalize(level)), level) for level in LEVELS]
    found.append(attempt(lambda: plan(url)))
    found += [
        attempt(lambda: str(url.to_uri())),
        attempt(lambda: str(url.to_iri())),
        attempt(lambda: str(url.replace())),
    ]
    found += [attempt(lambda: repr(url.ambiguities())), attempt(url.query_items)]
    return found


def plan(url: URL) -> list[str]:
    made = url.plan()
    return [type(made).__name__, *(repr(getattr(made, name)) for name in made.__match_args__)]


def attempt(function: Callable[..., object], *arguments: Any) -> object:
    """The value, or the error with its place."""
    try:
        return function(*arguments)
    except Exception as error:
        if type(error).__name__ == "URLError":  # of this package, or of its copy on the other backend
            return ["URLError", *(getattr(error, name) for name in ("code", "position", "url"))]
        return [type(error).__name__, str(error)]


def through_json(value: object) -> Any:
    """As it arrives on the other side; lone surrogates get through as escapes."""
    return json.loads(json.dumps(value, ensure_ascii=True, default=repr))


class Other:
    """A process with the pure backend, kept alive."""

    def __init__(self, name: str = "pure") -> None:
        environment = {**os.environ, "URLMILL_BACKEND": name}
        command = [sys.executable, "-m", __name__]
        pipe = subprocess.PIPE
        root = Path(__file__).parents[2]
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=environment, encoding="ascii", cwd=root)
        self.backend: str = self._read()

    def answers(self, questions: list[tuple[str, str | None]]) -> list[Any]:
        """What it says to each of a batch."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(questions, ensure_ascii=True) + "\n")
        self._process.stdin.flush()
        answers = self._read()
        assert isinstance(answers, list)
        return answers

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise EOFError(f"the other process ended with {self._process.wait()}")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self._process.communicate()


def main() -> None:
    print(json.dumps(backend), flush=True)
    for line in sys.stdin:
        answers = [answer(text, reference) for text, reference in json.loads(line)]
        print(json.dumps(answers, ensure_ascii=True, default=repr), flush=True)


if __name__ == "__main__":
    main()
