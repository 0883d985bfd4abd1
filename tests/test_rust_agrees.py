"""What both languages must know is written once in each, and here the two are compared."""

from __future__ import annotations

import re
from pathlib import Path

from urlmill import _profiles
from urlmill._fields import FIELDS
from urlmill._pure import column_fields
from urlmill._url.normal import LEVELS
from urlmill.errors import _ADVICE

RUST = Path(__file__).parents[1] / "rust"


def found(file: str, pattern: str, *, after: str = "", until: str = "\n}\n") -> list[str]:
    """What the pattern finds in a file, in the passage that begins and ends so."""
    text = (RUST / file).read_text("utf-8")
    start = text.index(after)
    names: list[str] = re.findall(pattern, text[start : text.find(until, start)])
    assert names
    return names


def test_the_fields_are_those_of_the_native_backend() -> None:
    names = found("urlmill-columns/src/field.rs", r'=> "(\w+)"', after="const fn name")
    assert set(names) == set(column_fields.FIELDS)
    assert set(FIELDS) < set(names)


def test_the_bits_of_rules_are_those_of_the_parser() -> None:
    text = (RUST / "urlmill-core/src/parse.rs").read_text("utf-8")
    rules = {name: 1 << int(bit or 0) for name, bit in re.findall(r"pub const (\w+): u32 = 1(?: << (\d+))?;", text)}
    assert rules
    assert rules == {name: value for name, value in vars(_profiles).items() if type(value) is int}


def test_the_codes_of_the_core_have_advice() -> None:
    codes = found("urlmill-core/src/error.rs", r'=> "([a-z-]+)"', after="const fn name")
    assert set(codes) < set(_ADVICE)


def test_the_levels_of_normalizing_are_those_of_the_core() -> None:
    levels = found("urlmill-core/src/normal.rs", r"(?m)^    ([A-Z]\w+),$", after="enum Level")
    assert ("string", *map(str.lower, levels)) == LEVELS  # "string" asks nothing of the core
