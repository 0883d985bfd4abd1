"""What is asked of any URL, for the tests of what users may rely on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from urlmill import URL, URLError
from urlmill._url.plan import Plan

RAW_PARTS = ("scheme", "authority", "raw_user", "raw_password", "raw_host", "raw_port", "path", "query", "fragment")
PARTS = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")


def attempt(function: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """What it gives, or the URLError it raises; no other exception is expected of anything here."""
    try:
        return function(*args, **kwargs)
    except URLError as error:
        return error


def read(text: str, **options: Any) -> URL | URLError:
    found: URL | URLError = attempt(URL, text, **options)
    return found


def attributes(url: URL, names: tuple[str, ...] = PARTS) -> dict[str, Any]:
    return {name: getattr(url, name) for name in names}


def public_properties(url: URL) -> list[str]:
    kinds = (property, type(URL.__mro__[1].scheme))  # type: ignore[attr-defined]  # the native module's are descriptors in C
    return [name for name in dir(type(url)) if name[0] != "_" and isinstance(getattr(type(url), name), kinds)]


# Those that refuse a path that is not made of segments.
OF_PATHS = {"name", "parent", "parents", "suffix", "suffixes"}


def ask_everything(url: URL) -> None:
    """Asks for each of its properties, none of which fails: only those of paths may refuse."""
    for name in public_properties(url):
        found = attempt(getattr, url, name)
        if isinstance(found, URLError) and name != "error":
            assert (name in OF_PATHS, found.code in ("no-segments", "bad-segment")) == (True, True), (name, found)
            assert 0 <= found.position <= len(found.url)


def outcome_of_plan(url: URL) -> Plan | str:
    """The plan, or the code of the error."""
    plan: Plan | URLError = attempt(url.plan)
    return plan.code if isinstance(plan, URLError) else plan
