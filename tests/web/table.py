"""The table of ``docs/web.md``: what each reader says of some URLs. ``python -m tests.web.table`` prints its rows."""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from pathlib import Path

from urlmill import URL, URLError

PAGE = Path(__file__).parents[2] / "docs" / "web.md"
READERS = ("superset", "strict", "rfc1738", "lenient", "urllib", "web")

# What a table of Markdown does not show.
_SHOWN = {" ": "␠", "\t": "⇥", "|": "\\|"}


def shown(text: str) -> str:
    """A URL as the table has it."""
    return "".join(_SHOWN.get(char, char) for char in text)


def text_of(cell: str) -> str:
    """The URL that a cell has."""
    text = cell.strip("`")
    for char, mark in _SHOWN.items():
        text = text.replace(mark, char)
    return text


def _host(host: str | None) -> str:
    return f"`{shown(host)}`" if host else "no host"


def by(profile: str) -> Callable[[str], str]:
    """The host that a profile finds, or the code of its error."""

    def answer(text: str) -> str:
        try:
            return _host(URL(text, profile=profile).host)
        except URLError as error:
            return error.code

    return answer


def by_urllib(text: str) -> str:
    try:
        return _host(urllib.parse.urlsplit(text).hostname)
    except ValueError:
        return "refused"


def by_browsers(text: str) -> str:
    try:
        return f"`{shown(URL(text, profile='web').href)}`"
    except URLError as error:
        return error.code


def answers(text: str) -> dict[str, str]:
    """What each reader says."""
    profiles = {profile: by(profile)(text) for profile in ("superset", "strict", "rfc1738", "lenient")}
    return {**profiles, "urllib": by_urllib(text), "web": by_browsers(text)}


def rows() -> list[dict[str, str]]:
    """Those of the page."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("| `")]
    table = [[cell.strip() for cell in line.replace("\\|", "\0").strip("|").split("|")] for line in lines]
    return [
        dict(zip(("URL", *READERS), (cell.replace("\0", "\\|") for cell in row), strict=True))
        for row in table
        if len(row) == len(READERS) + 1
    ]


if __name__ == "__main__":
    for row in rows():
        found = answers(text_of(row["URL"]))
        print("| " + " | ".join([row["URL"], *(found[reader] for reader in READERS)]) + " |")
