"""What ``fetch`` takes, and what it refuses before it connects to anything."""

from __future__ import annotations

import pytest

import urlmill
from urlmill import URL, FetchError, fetch

from .servers import ftp, serving, stalls


@pytest.mark.parametrize("text", ["telnet://h/", "mailto:a@b", "wais://h/db", "redis://h/"])
def test_what_has_nothing_to_fetch_is_refused(text: str) -> None:
    with pytest.raises(FetchError, match="expected one of the schemes"):
        fetch(text)


@pytest.mark.parametrize(
    "options",
    [
        *({"timeout": each} for each in (0, float("nan"), float("inf"), 1e10, 4294967.3)),
        {"max_bytes": -1},
        {"max_redirects": -1},
    ],
)
def test_limits_are_limits(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="is a number"):
        fetch("http://127.0.0.1:1/", **options)  # type: ignore[arg-type]


def test_a_single_scheme_is_not_a_collection() -> None:
    with pytest.raises(TypeError, match="not a single one"):
        fetch("http://127.0.0.1:1/", schemes="http")


@pytest.mark.parametrize("schemes", [["foo"], ["http", "telnet"], {"HTTP"}, [5]])
def test_schemes_that_nothing_fetches_are_refused(schemes: list[str]) -> None:
    with pytest.raises(ValueError, match=r"expected schemes among ftp, ftps, .*, file, got"):
        fetch("http://127.0.0.1:1/", schemes=schemes)


@pytest.mark.parametrize(("url", "kind"), [(5, "int"), (b"http://127.0.0.1:1/", "bytes"), (None, "NoneType")])
def test_what_is_not_a_url_is_refused(url: str, kind: str) -> None:
    with pytest.raises(TypeError, match=f"expected a URL or a str, got {kind}"):
        fetch(url)


def test_a_connection_is_not_kept_from_another_url() -> None:
    with serving(ftp({})) as served:
        before = URL(f"ftp://{served.at}/a")
        with pytest.raises(ValueError, match="opens a connection of its own"):
            fetch(f"ftp://{served.at}/b", plan={"after": before})
        assert served.connections == 0


@pytest.mark.parametrize(
    "url",
    [
        "ftp://u%0D%0AQUIT@{}/a",
        "gopher://{}/0a%0D%0Ab",
        "news://{}/a%0D%0Ab@c",
        "news://u%20v:p@{}/a.b",
        "nntp://u:p%09q@{}/a.b",
    ],
)
def test_what_no_plan_sends_is_not_connected_for(url: str) -> None:
    with serving(stalls()) as served:
        with pytest.raises(urlmill.URLError, match="control-char"):
            fetch(url.format(served.at))
        assert served.connections == 0
