"""Writes ``unicode.dat``, the Unicode data for host names of the web profile, which both backends read.

The answers must not depend on the interpreter's Unicode, so the file has one version, that of the conformance tests.
The mapping of UTS 46 and the joining types come out of ``idna``, the rest out of ``unicodedata2``, both from PyPI in
the releases below. ``--check`` writes nothing and says whether the file is what would be written.

The file, all numbers little-endian and of 32 bits:

| part | what it is |
|---|---|
| 32 bytes | ``urlmill: Unicode 17.0.0``, filled up with line feeds |
| 5 numbers | how many entries each of the next parts has |
| runs | (first code point, properties), sorted: a run ends where the next one begins, the first begins at 0 |
| mappings | (code point, place), sorted: what UTS 46 maps it to |
| decompositions | (code point, place), sorted: the full canonical decomposition; Hangul has a formula instead |
| compositions | (first, second, composed), sorted: the pairs that NFC composes; Hangul has a formula instead |
| code points | what the places point into |

A place is ``start << 8 | length``: so many code points, from that one on. Properties are, from the lowest bit on:

| bits | what they say |
|---|---|
| 2 | the status in UTS 46, as in ``STATUSES``; deviations count as valid (non-transitional), STD3 rules are off |
| 1 | whether it is a mark: general category M |
| 3 | the joining type, as in ``JOINING``; those that no rule asks for count as none |
| 4 | the bidi class, as in ``BIDI``; those that no label may have count as none |
| 8 | the canonical combining class; 9 is a virama |

What is not valid has no mark, no joining type and no bidi class: no label that is good has it.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from struct import pack
from typing import Any

VERSION = "17.0.0"
PACKAGES = ("idna==3.16", "unicodedata2==17.0.1")
FILE = Path(__file__).resolve().parent.parent / "python" / "urlmill" / "_hosts" / "unicode.dat"

HEAD = f"urlmill: Unicode {VERSION}".encode().ljust(32, b"\n")
STATUSES = ("valid", "mapped", "ignored", "disallowed")
JOINING = ("", "L", "R", "D", "T")
BIDI = ("", "L", "R", "AL", "AN", "EN", "ES", "CS", "ET", "ON", "BN", "NSM")
MARK, JOINING_SHIFT, BIDI_SHIFT, CLASS_SHIFT = 4, 3, 6, 10

CODE_POINTS = range(0x110000)
HANGUL = range(0xAC00, 0xD7A4)


def main() -> None:
    """Writes the file, or only looks at it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--only-binary", ":all:"]
        subprocess.run([*command, "--target", folder, *PACKAGES], check=True)
        sys.path.insert(0, folder)
        written = document()
    if "--check" not in sys.argv:
        FILE.write_bytes(written)
    elif not FILE.exists() or FILE.read_bytes() != written:
        sys.exit(f"{FILE.name} is not up to date: run python tools/update_idna_tables.py")
    print(f"{FILE.name}: Unicode {VERSION}, {len(written)} bytes")


def document() -> bytes:
    """The file, from the packages that are at hand."""
    unicode = import_module("unicodedata2")
    idna = import_module("idna.uts46data"), import_module("idna.idnadata")
    versions = {unicode.unidata_version, *(module.__version__ for module in idna)}
    if versions != {VERSION}:
        raise ValueError(f"expected packages of Unicode {VERSION}, got {', '.join(sorted(versions))}")
    statuses, mapped = uts46(idna[0].uts46data)
    joining = {point: chr(kind) for point, kind in idna[1].joining_types().items()}
    points = Points()
    runs = runs_of([properties(unicode, point, statuses[point], joining) for point in CODE_POINTS])
    mappings = [(point, points.place(to)) for point, to in sorted(mapped.items())]
    full = {point: decomposed(unicode, point) for point in CODE_POINTS if point not in HANGUL}
    decompositions = [(point, points.place(to)) for point, to in full.items() if to != chr(point)]
    parts = runs, mappings, decompositions, compositions(unicode, full), points.all
    numbers = [len(part) for part in parts]
    for part in parts[:-1]:
        numbers += [number for entry in part for number in entry]
    numbers += points.all
    return HEAD + pack(f"<{len(numbers)}I", *numbers)


def uts46(rows: Any) -> tuple[list[str], dict[int, str]]:
    """The status of every code point, and what the mapped ones are mapped to."""
    names = {"V": "valid", "D": "valid", "M": "mapped", "I": "ignored", "X": "disallowed"}
    statuses, mapped = [], {}
    ends = [row[0] for row in rows[1:]] + [CODE_POINTS.stop]
    for (first, letter, *to), end in zip(rows, ends, strict=True):
        statuses += [names[letter]] * (end - first)
        if letter == "M":
            mapped.update(dict.fromkeys(range(first, end), to[0]))
    return statuses, mapped


def properties(unicode: Any, point: int, status: str, joining: dict[int, str]) -> int:
    character = chr(point)
    found = STATUSES.index(status) | int(unicode.combining(character)) << CLASS_SHIFT
    if status != "valid":
        return found
    if unicode.category(character).startswith("M"):
        found |= MARK
    kind, bidi = joining.get(point, ""), unicode.bidirectional(character)
    found |= (JOINING.index(kind) if kind in JOINING else 0) << JOINING_SHIFT
    return found | (BIDI.index(bidi) if bidi in BIDI else 0) << BIDI_SHIFT


def runs_of(values: list[int]) -> list[tuple[int, int]]:
    return [(at, value) for at, value in enumerate(values) if not at or values[at - 1] != value]


def decomposed(unicode: Any, point: int) -> str:
    """The full canonical decomposition, itself if there is none."""
    told = unicode.decomposition(chr(point))
    if not told or told.startswith("<"):
        return chr(point)
    return "".join(decomposed(unicode, int(each, 16)) for each in told.split())


def compositions(unicode: Any, full: dict[int, str]) -> list[tuple[int, int, int]]:
    """The pairs of which NFC makes one: what is excluded does not survive it."""
    found = []
    for point, to in full.items():
        if to != chr(point) and unicode.normalize("NFC", to) == chr(point):
            pair = unicode.decomposition(chr(point)).split()
            found.append((int(pair[0], 16), int(pair[1], 16), point))
    return sorted(found)


class Points:
    """Code points, one behind the other; what is there already is not put there again."""

    def __init__(self) -> None:
        self.text = ""

    def place(self, text: str) -> int:
        start = self.text.find(text)
        if start < 0:
            start = len(self.text)
            self.text += text
        return start << 8 | len(text)

    @property
    def all(self) -> list[int]:
        return [*map(ord, self.text)]


if __name__ == "__main__":
    main()
