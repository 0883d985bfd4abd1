r"""Patterns of Python's `re`, as far as the kernel reads them in the same way.

The kernel has Rust's `regex`, whose time is linear and which knows no look-around and no backreferences. What a pattern
means is told by Python's own parser: here that is written down so that it means the same there, or given up.

| what | why it is given up, or for which lines |
|---|---|
| look-around, backreferences, conditions, possessive and atomic groups | `regex` has other words or none for them |
| ``\B`` | interpreters differ on an empty line |
| a repeated part that may be empty | which round is the last that counts for a group differs |
| ``\d``, ``\s``, ``\w``, ``\b``, no difference of case | for lines of ASCII only: versions of Unicode differ |
| flags ``a`` and ``L`` | they change the classes |
"""

from __future__ import annotations

import re
import sys

from .._typing import NamedTuple

if sys.version_info >= (3, 11):
    from re import _parser
else:
    import sre_parse as _parser

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

_CLASSES = {"DIGIT": "0-9", "SPACE": r"\t-\r\x1c- ", "WORD": "0-9A-Za-z_"}
_NOT = {"DIGIT": r"\x00-/:-\x7f", "SPACE": r"\x00-\x08\x0e-\x1b!-\x7f", "WORD": r"\x00-/:-@\[-^`{-\x7f"}
_PLACES = {
    "AT_BEGINNING": r"\A",
    "AT_BEGINNING_STRING": r"\A",
    "AT_END": r"\z",  # no line has a line break in it
    "AT_END_STRING": r"\z",
    "AT_BOUNDARY": r"(?-u:\b)",
}
_UNIT = 0x80  # what is below needs no Unicode


class Translated(NamedTuple):
    """A pattern for the kernel."""

    pattern: str
    is_for_ascii: bool  # the kernel reads lines of ASCII only


class _GivenUpError(Exception):
    """The kernel would read it in another way."""


def parsed_pattern(pattern: str) -> Any:
    """A pattern that compiles, for `translated`. It may give the warnings of `re` again."""
    return _parser.parse(pattern)


def translated(parsed: Any, groups: Collection[str]) -> Translated | None:
    """A parsed pattern, with these groups alone; None if it stays with `re`."""
    try:
        return _Writer(parsed.state, groups).written(parsed)
    except (_GivenUpError, RecursionError):
        return None


class _Writer:
    def __init__(self, state: Any, groups: Collection[str]) -> None:
        self._names = {number: name for name, number in state.groupdict.items() if name in groups}
        self._flags = state.flags
        self._is_for_ascii = False
        if self._flags & (re.ASCII | re.LOCALE):
            raise _GivenUpError

    def written(self, parsed: Any) -> Translated:
        text = self._sequence(parsed, self._flags)
        return Translated(text, self._is_for_ascii)

    def _sequence(self, items: Any, flags: int) -> str:
        return "".join(self._item(str(op), value, flags) for op, value in items)

    def _item(self, op: str, value: Any, flags: int) -> str:
        if op == "LITERAL":
            return self._set(f"{self._character(value, flags)}", flags)
        if op == "NOT_LITERAL":
            return self._set(f"^{self._character(value, flags)}", flags)
        if op == "ANY":
            return r"(?s:.)" if flags & re.DOTALL else r"[^\n]"
        if op == "IN":
            return self._set("".join(self._member(str(op), each, flags) for op, each in value), flags)
        if op == "BRANCH":
            return f"(?:{'|'.join(self._sequence(each, flags) for each in value[1])})"
        if op == "SUBPATTERN":
            return self._group(value, flags)
        if op in ("MAX_REPEAT", "MIN_REPEAT"):
            return self._repeated(value, flags, "?" if op == "MIN_REPEAT" else "")
        if op == "AT" and str(value) in _PLACES:
            self._is_for_ascii |= str(value) == "AT_BOUNDARY"
            return _PLACES[str(value)]
        raise _GivenUpError

    def _group(self, value: Any, flags: int) -> str:
        number, added, removed, items = value
        if (added | removed) & (re.ASCII | re.LOCALE | re.UNICODE):
            raise _GivenUpError
        inner = self._sequence(items, (flags | added) & ~removed)
        return f"(?P<{group_name(number)}>{inner})" if number in self._names else f"(?:{inner})"

    def _repeated(self, value: Any, flags: int, lazy: str) -> str:
        least, most, items = value
        if items.getwidth()[0] == 0:
            raise _GivenUpError
        last = "" if most is _parser.MAXREPEAT or most == _parser.MAXREPEAT else int(most)
        return f"(?:{self._sequence(items, flags)}){{{int(least)},{last}}}{lazy}"

    def _member(self, op: str, value: Any, flags: int) -> str:
        if op == "NEGATE":
            return "^"
        if op == "LITERAL":
            return self._character(value, flags)
        if op == "RANGE":
            return "-".join(self._character(each, flags) for each in value)
        if op == "CATEGORY":
            name = str(value).removeprefix("CATEGORY_")
            self._is_for_ascii = True
            of = _NOT if name.startswith("NOT_") else _CLASSES
            if name.removeprefix("NOT_") in of:
                return of[name.removeprefix("NOT_")]
        raise _GivenUpError

    def _set(self, members: str, flags: int) -> str:
        if flags & re.IGNORECASE:
            self._is_for_ascii = True
            return f"(?i-u:[{members}])"
        return f"[{members}]"

    def _character(self, code: int, flags: int) -> str:
        if (flags & re.IGNORECASE and code >= _UNIT) or 0xD800 <= code < 0xE000:
            raise _GivenUpError  # the Kelvin sign and k are the same then
        return f"\\x{{{code:x}}}"


def group_name(number: int) -> str:
    """What a group is called in the pattern for the kernel."""
    return f"g{number}"
