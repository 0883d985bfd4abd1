"""What the objects say of one text, for each function of columns and of engines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from urlmill import URL, URLError, crawl

from .answers import LONE, ODD

TEXTS = [
    *ODD, None, "a%20b+c", "%", "%4", "%C3%A9%ff%E2%82", "é%C3%A9", "é%C3", "%E2%82é", "%f0%9f%98%80", "plain-longer",
    "http://h/?a=1&b=2&a=3", "http://h/?a", "http://h/?a=", "http://h/?%61=long%20enough%20for%20a%20buffer&&=&=x&b",
    "http://h/?a+b=1+2", "http://h/?a=%ff&b=%C3%A9", "?a=1#a=2", "prospero://h/a?b=1", "ftp://h/a?a=1", "../g", "//g",
    "http:g", "file:c:/x", "http://h/a/./b/../c",
]  # fmt: skip


def each(function: Callable[[str], Any], texts: list[str | None]) -> list[Any]:
    """What a function says of each text; what Arrow has no text for is null."""
    return [None if text is None or LONE.search(text) else without_surrogates(function(text)) for text in texts]


def without_surrogates(value: Any) -> Any:
    if isinstance(value, list):
        return [each if isinstance(each, str) else _pair(each) for each in value]
    return None if isinstance(value, str) and LONE.search(value) else value


def _pair(pair: Any) -> dict[str, Any]:
    return {name: without_surrogates(item) for name, item in zip(("name", "value"), pair, strict=True)}


def lenient(text: str) -> URL:
    return URL(text, profile="lenient")


def value_of(key: str) -> Callable[[str], Any]:
    return lambda text: next((value for name, value in lenient(text).query_items() if name == key), None)


def normal_form(level: Any) -> Callable[[str], str]:
    return lambda text: str(lenient(text).normalize(level))


def is_taken(profile: Any) -> Callable[[str], bool]:
    def taken(text: str) -> bool:
        try:
            URL(text, profile=profile)
        except URLError:
            return False
        return True

    return taken


WWW = dict.fromkeys(crawl.SWITCHES, False) | {"www": True}


def above(text: str) -> list[str]:
    try:
        parents = list(map(str, lenient(text).parents))
    except URLError:
        parents = []
    return [*parents[::-1][:31], text]


def without_query(*names: str) -> Callable[[str], str]:
    def without(text: str) -> str:
        try:
            return str(lenient(text).without_query(*names))
        except URLError:
            return text

    return without
