"""Unicode 17.0 for host names, from ``unicode.dat``: no answer may depend on the interpreter's own ``unicodedata``.

The head of ``tools/update_idna_tables.py`` describes the file. This module is loaded when the first host beyond ASCII
comes, and reads it then.
"""

from bisect import bisect_right
from pathlib import Path
from struct import unpack_from

VALID, MAPPED, IGNORED, DISALLOWED = range(4)
JOINS_LEFT, JOINS_RIGHT, JOINS_BOTH, TRANSPARENT = range(1, 5)
L, R, AL, AN, EN, ES, CS, ET, ON, BN, NSM = range(1, 12)
VIRAMA = 9

# Hangul is composed by a formula: chapter 3.12 of the Unicode Standard.
_SYLLABLE, _LEADING, _VOWEL, _TRAILING = 0xAC00, 0x1100, 0x1161, 0x11A7
_LEADINGS, _VOWELS, _TRAILINGS = 19, 21, 28
_SYLLABLES = _LEADINGS * _VOWELS * _TRAILINGS


def status(character: str) -> int:
    """The status in UTS 46, non-transitional and without the STD3 rules."""
    return _properties(character) & 3


def is_mark(character: str) -> bool:
    return _properties(character) & 4 != 0


def joining_type(character: str) -> int:
    return _properties(character) >> 3 & 7


def bidi_class(character: str) -> int:
    return _properties(character) >> 6 & 15


def combining_class(character: str) -> int:
    return _properties(character) >> 10


def mapped(character: str) -> str:
    """What UTS 46 maps a character to whose status is ``MAPPED``."""
    return _text(_MAPPINGS[character])


def nfc(text: str) -> str:
    """Canonical composition (UAX 15)."""
    return _composed(_decomposed(text))


def _properties(character: str) -> int:
    return _VALUES[bisect_right(_FIRSTS, ord(character)) - 1]


def _text(place: int) -> str:
    start = place >> 8
    return _POINTS[start : start + (place & 255)]


def _decomposed(text: str) -> list[str]:
    found: list[str] = []
    marks: list[tuple[int, str]] = []
    for character in text:
        for each in _parts(character):
            order = combining_class(each)
            if order:
                marks.append((order, each))
                continue
            if marks:
                found += _in_order(marks)
                marks = []
            found.append(each)
    return found + _in_order(marks)


def _in_order(marks: list[tuple[int, str]]) -> list[str]:
    marks.sort(key=lambda mark: mark[0])  # which keeps those of one class as they stood
    return [mark for _, mark in marks]


def _parts(character: str) -> str:
    at = ord(character) - _SYLLABLE
    if 0 <= at < _SYLLABLES:
        rest, trailing = divmod(at, _TRAILINGS)
        leading, vowel = divmod(rest, _VOWELS)
        pair = chr(_LEADING + leading) + chr(_VOWEL + vowel)
        return pair + chr(_TRAILING + trailing) if trailing else pair
    place = _DECOMPOSITIONS.get(character)
    return character if place is None else _text(place)


def _composed(characters: list[str]) -> str:
    """Each mark goes into the last starter, unless another mark of its class or above stands between."""
    found: list[str] = []
    starter = -1  # where in `found`
    last = 0  # the class of what was put behind it
    for character in characters:
        order = combining_class(character)
        if starter >= 0 and (starter == len(found) - 1 or last < order):
            pair = _pair(found[starter], character)
            if pair:
                found[starter] = pair
                continue
        if not order:
            starter = len(found)
        last = order
        found.append(character)
    return "".join(found)


def _pair(first: str, second: str) -> str | None:
    leading, vowel = ord(first) - _LEADING, ord(second) - _VOWEL
    if 0 <= leading < _LEADINGS and 0 <= vowel < _VOWELS:
        return chr(_SYLLABLE + (leading * _VOWELS + vowel) * _TRAILINGS)
    syllable, trailing = ord(first) - _SYLLABLE, ord(second) - _TRAILING
    if 0 <= syllable < _SYLLABLES and not syllable % _TRAILINGS and 0 < trailing < _TRAILINGS:
        return chr(ord(first) + trailing)
    return _COMPOSITIONS.get(first + second)


_DATA = (Path(__file__).parent.parent / "_hosts" / "unicode.dat").read_bytes()
_RUNS, _MAPPED, _DECOMPOSED, _COMPOSED, _COUNT = unpack_from("<5I", _DATA, 32)
_NUMBERS = unpack_from(f"<{2 * (_RUNS + _MAPPED + _DECOMPOSED) + 3 * _COMPOSED}I", _DATA, 52)
_POINTS = _DATA[-4 * _COUNT :].decode("utf-32-le")


def _columns(before: int, entries: int, width: int) -> list[tuple[int, ...]]:
    """Of a part that begins after so many numbers, one tuple for each number of its entries."""
    return [_NUMBERS[before + column : before + width * entries : width] for column in range(width)]


def _places(before: int, entries: int) -> dict[str, int]:
    points, places = _columns(before, entries, 2)
    return dict(zip(map(chr, points), places, strict=True))


_FIRSTS, _VALUES = _columns(0, _RUNS, 2)
_MAPPINGS = _places(2 * _RUNS, _MAPPED)
_DECOMPOSITIONS = _places(2 * (_RUNS + _MAPPED), _DECOMPOSED)
_COMPOSITIONS = {
    chr(first) + chr(second): chr(composed)
    for first, second, composed in zip(*_columns(2 * (_RUNS + _MAPPED + _DECOMPOSED), _COMPOSED, 3), strict=True)
}
