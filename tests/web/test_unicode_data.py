"""``unicode.dat`` against what is at hand: the interpreter's ``unicodedata``, and the packages that it is made from.

Normalization is stable: of a character that an older Unicode has, the newer one says the same.
"""

from __future__ import annotations

import sys
import unicodedata
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill._pure import web_unicode

TOOLS = Path(__file__).parents[2] / "tools"
ASSIGNED = [
    character for character in map(chr, range(0x110000)) if unicodedata.category(character) not in ("Cn", "Cs", "Co")
]
# Most characters neither decompose nor combine: those that do are drawn as often as the others.
LIVELY = [each for each in ASSIGNED if unicodedata.combining(each) or unicodedata.decomposition(each)]
HANGUL = "\u1100\u1112\u1113\u1161\u1175\u1176\u11a7\u11a8\u11c2\u11c3\uac00\uac01\ud7a3"
texts = st.text(st.one_of(st.sampled_from(LIVELY), st.sampled_from(ASSIGNED), st.sampled_from(HANGUL)), max_size=8)


def test_normalization_is_that_of_every_character_that_the_interpreter_knows() -> None:
    for character in ASSIGNED:
        assert web_unicode.nfc(character) == unicodedata.normalize("NFC", character), hex(ord(character))
        assert web_unicode.combining_class(character) == unicodedata.combining(character), hex(ord(character))


@given(text=texts)
def test_normalization_is_that_of_the_interpreter(text: str) -> None:
    assert web_unicode.nfc(text) == unicodedata.normalize("NFC", text)


def test_what_is_valid_is_marked_as_the_interpreter_marks_it() -> None:
    """Unicode may correct a category or a bidi class, but seldom does."""
    names = dict(enumerate(("L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM"), 1))
    valid = [each for each in ASSIGNED if web_unicode.status(each) == web_unicode.VALID]
    assert len(valid) > 100_000
    marks = [each for each in valid if web_unicode.is_mark(each) != unicodedata.category(each).startswith("M")]
    others = [each for each in valid if names.get(web_unicode.bidi_class(each)) != unicodedata.bidirectional(each)]
    assert len(marks) < 20
    assert len(others) < 100


def test_the_mapping_of_uts_46() -> None:
    """Not transitional, so that the deviations are valid; without the STD3 rules."""
    of: dict[int, list[str]] = {status: [] for status in range(4)}
    for character in "a_\xdf\u200d\U0001f600A\u1e9e\u3002\ufdfb\U00016ea0\xad\u0378\ufffd\ud800\U0010ffff":
        of[web_unicode.status(character)].append(character)
    assert of[web_unicode.VALID] == ["a", "_", "\xdf", "\u200d", "\U0001f600"]
    assert of[web_unicode.IGNORED] == ["\xad"]
    assert of[web_unicode.DISALLOWED] == ["\u0378", "\ufffd", "\ud800", "\U0010ffff"]
    mapped = {each: web_unicode.mapped(each) for each in of[web_unicode.MAPPED]}
    assert mapped == {
        "A": "a",
        "\u1e9e": "\xdf",
        "\u3002": ".",
        "\ufdfb": "\u062c\u0644 \u062c\u0644\u0627\u0644\u0647",
        "\U00016ea0": "\U00016ebb",  # new in Unicode 17
    }


def test_every_mapping_ends_in_valid_characters_that_are_normalized() -> None:
    mapped = [each for each in map(chr, range(0x110000)) if web_unicode.status(each) == web_unicode.MAPPED]
    assert len(mapped) > 6000
    for character in mapped:
        to = web_unicode.mapped(character)
        assert web_unicode.nfc(to) == to
        assert all(web_unicode.status(each) == web_unicode.VALID for each in to), hex(ord(character))


def test_joining_types_and_bidi_classes() -> None:
    types = {"\ua872": 1, "\u0627": 2, "\u0628": 3, "\u0301": 4, "a": 0, "\u0640": 0}
    assert {each: web_unicode.joining_type(each) for each in types} == types
    classes = {"a": "L", "\u05d0": "R", "\u0628": "AL", "\u0661": "AN", "1": "EN", "-": "ES", "\u0301": "NSM"}
    found = {each: web_unicode.bidi_class(each) for each in classes}
    assert found == {each: getattr(web_unicode, name) for each, name in classes.items()}


def test_the_file_is_what_its_tool_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the packages that it is made from are installed, in these very releases."""
    monkeypatch.syspath_prepend(TOOLS)
    tool = import_module("update_idna_tables")
    try:
        written = tool.document()
    except (ImportError, AttributeError, ValueError) as error:
        pytest.skip(f"needs {' and '.join(tool.PACKAGES)}: {error}")
    finally:
        sys.modules.pop("update_idna_tables")
    assert tool.FILE.read_bytes() == written
