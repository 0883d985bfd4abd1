"""What a normal form must keep, whatever the scheme."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from urlmill import URL, URLError, columns
from urlmill._profiles import AS_WRITTEN
from urlmill._url.normal import LEVELS
from urlmill._url.octets import octets_of
from urlmill._url.registry import _classes

from .samples import TEXTS

# Each has a word that means something in its scheme: a type code, a drive letter, a number, the name of a field.
# None has dot segments, which are steps that a normal form takes.
WORDS = [
    *(text for text in TEXTS.values() if "/." not in text),
    "http://h/a/b?x=1",
    "ftp://h/f;type=a",
    "ftp://h/f;type=d",
    "ftps://h/a/f;type=EN",
    "ftp://h/f;type=x",
    "ftp://h/f;type=a;type=d",
    "ftp://h/f;TYPE=a?q",
    "gopher://h/1",
    "gopher://h/T3?x%09y",
    "news:comp.lang.c",
    "news:a@b.c",
    "nntp://h/comp.lang.c/1234",
    "wais://h/db?words",
    "prospero://h/a/b;version=1",
    "mailto:a@b?subject=x&to=c@d&body=e&from=f@g",
    "file:///C:/x",
    "file:C:/x",
    "file://localhost/x",
    "file:////srv/share/x",
]
ESCAPABLE = re.compile("%[0-9A-F]{2}|([A-Za-z0-9])")
TAILS = ["".join(marks) for count in range(4) for marks in itertools.product("/?#q", repeat=count)]


def escaped(text: str) -> list[str]:
    """The text with one letter or digit after the authority escaped, each in turn, and with all of them escaped."""
    start = URL(text, profile="lenient")._start_of("path")
    found = [match.start() for match in ESCAPABLE.finditer(text, start) if match[1]]
    ways = [{at} for at in found] + [set(found)]
    return ["".join(f"%{ord(char):02X}" if at in way else char for at, char in enumerate(text)) for way in ways]


def meaning(url: URL) -> object:
    """What a client would do with the URL; that it would refuse it."""
    found: list[object] = []
    options: list[dict[str, Any]] = [{"os": "posix"}, {"os": "windows"}] if url.scheme == "file" else [{}]
    for option in options:
        try:
            plan = url.plan(**option)
        except URLError:
            found.append("refused")
            continue
        parts = {name: getattr(plan, name) for name in plan.__match_args__}
        if "target" in parts:
            parts["target"] = octets_of(parts["target"].decode())  # a server of the web decodes it
        if "headers" in parts:
            parts["headers"] = [(name.lower(), value) for name, value in parts["headers"]]
        found.append(parts)
    return found


@pytest.mark.parametrize("text", WORDS)
def test_an_escaped_letter_does_not_become_a_word_with_a_meaning(text: str) -> None:
    compared = 0
    for way, profile in itertools.product(escaped(text), AS_WRITTEN):
        try:
            url = URL(way, profile=profile)
        except URLError:
            continue
        for level in LEVELS:
            assert meaning(url.normalize(level)) == meaning(url), (way, profile, level)
        compared += 1
    assert compared


@pytest.mark.parametrize("scheme", sorted({*_classes, "unknown"}))
def test_the_normal_form_of_a_normal_form_is_itself(scheme: str) -> None:
    for start, tail, profile in itertools.product((f"{scheme}:", f"{scheme}://h"), TAILS, AS_WRITTEN):
        try:
            url = URL(start + tail, profile=profile)
        except URLError:
            continue
        for level in LEVELS:
            form = url.normalize(level)
            assert str(form.normalize(level)) == str(form), (str(url), profile, level)
            assert form.equivalent(url, level)


@pytest.mark.parametrize("scheme", ["ftp", "ftps"])
@pytest.mark.parametrize("level", ["syntax", "scheme"])
@pytest.mark.parametrize("code", ["a", "d", "x", "a;type=d"])
def test_a_file_name_that_ends_like_a_type_code_stays_a_name(scheme: str, level: Any, code: str) -> None:
    name = f"f;type={code}"
    texts = [f"{scheme}://h/{name.replace('type', way)}" for way in ("t%79pe", "ty%70e", "%54ype")]
    for text in texts:
        form = URL(text).normalize(level)
        assert form.name.lower() == name
        assert form.typecode is None  # type: ignore[attr-defined]
        assert not form.equivalent(URL(f"{scheme}://h/f;type=a"), level)
    for profile in ("lenient", "superset"):
        forms = columns.normalize(texts, level, profile=profile).to_pylist()
        assert forms == [str(URL(text).normalize(level)) for text in texts]
