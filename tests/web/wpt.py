"""The test data of the web platform: of the shared data beside the repository, or of the folder ``URLMILL_WPT``.

It is not part of the repository. Where it is not there, the tests that need it are skipped and say so; those of
``test_against_ada.py`` and ``test_own_table.py`` stay.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ..corpus import SHARED

FOLDER = Path(os.environ.get("URLMILL_WPT") or SHARED / "wpt")

_ESCAPE = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x\{([0-9A-Fa-f]+)\}")
# What the file of Unicode reports of flags that the URL Standard has off: VerifyDnsLength, CheckHyphens, STD3 rules.
_OFF = {"A4_1", "A4_2", "X4_2", "V2", "V3", "U1"}


def cases(name: str) -> list[dict[str, Any]]:
    """The cases of a JSON file, without the remarks between them."""
    found = json.loads(_text(name))
    return [case for case in found if isinstance(case, dict)]


class Name(NamedTuple):
    """A name of ``IdnaTestV2.txt``: what ToASCII makes of it, and the errors that it records."""

    source: str
    ascii: str
    errors: set[str]


def names() -> Iterator[Name]:
    for line in _text("IdnaTestV2.txt").splitlines():
        columns = [_unescaped(each.strip()) for each in line.partition("#")[0].split(";")]
        if len(columns) > 4:
            source, shown, errors, to_ascii, ascii_errors = columns[:5]
            shown = shown or source
            found = set(re.findall(r"\w+", ascii_errors or errors))
            yield Name(_empty(source), _empty(to_ascii or shown), found - _OFF)


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), text)


def _empty(text: str) -> str:
    return "" if text == '""' else text


def _text(name: str) -> str:
    file = FOLDER / name
    if not file.is_file():
        pytest.skip(f"{name} of web-platform-tests is not there; URLMILL_WPT names the folder that has it")
    return file.read_text("utf-8")
