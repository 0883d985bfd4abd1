"""What fuzzing begins with: a folder of texts for each target, and a dictionary of pieces for all.

The texts are the requirements' examples: those beside the repository, where they are there, else those in ``tests``.
"""

from __future__ import annotations

import gzip
import hashlib
import json
from pathlib import Path
from typing import Any

from tests import corpus
from tests.nasty import PIECES

ROOT = Path(__file__).resolve().parent.parent.parent
WORK = ROOT / "target" / "fuzz"
VECTORS = (ROOT.parent / "shared" / "spec" / "vectors.json", ROOT / "tests" / "schemes" / "vectors" / "vectors.json")
LOGS = ROOT / "tests" / "data" / "logs"
REAL = 300
LONGEST = 2000
SCHEMES = ("ftp", "gopher", "wais", "news", "nntp", "prospero", "telnet")
MORE_PIECES = [
    *(f"{name}://" for name in SCHEMES),
    *("file:///c:/", ";type=a", "%09", "u:s3cr3t@", "xn--bcher-kva", ".co.uk", '{"uri":"', '","status":'),
]


def texts() -> list[str]:
    """Every text of the vectors, and some real URLs."""
    file = next(file for file in VECTORS if file.exists())
    found = dict.fromkeys(each for each in strings(json.loads(file.read_text("utf-8"))) if len(each) < LONGEST)
    return [*found, *corpus.URLS[:: max(1, len(corpus.URLS) // REAL)]]


def strings(value: Any) -> list[str]:
    """Whatever is text in the values of a vector: URLs, bases, references, parts."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        value = [each for key, each in value.items() if key not in ("id", "req", "note", "seed", "section", "kind")]
    return [text for each in value for text in strings(each)] if isinstance(value, list) else []


def seeds(target: str) -> list[bytes]:
    """The first inputs of a target."""
    if target in ("json", "json_records"):
        return [file.read_bytes()[:LONGEST].rpartition(b"\n")[0] for file in sorted(LOGS.glob("json_*"))]
    if target == "records":
        form = b' - - [|] "|" | |\n'
        return [form + file.read_bytes()[:LONGEST] for file in sorted(LOGS.glob("*.log"))]
    if target == "counting":
        return [file.read_bytes()[:LONGEST] for file in sorted(LOGS.glob("co*.log"))]
    if target == "gzip":
        packed = [gzip.compress(file.read_bytes()[:LONGEST], mtime=0) for file in sorted(LOGS.glob("*.log"))]
        return [*packed, b"".join(packed[:3]), packed[0] + bytes(9)]
    if target == "capsules":
        return [bytes([start]) * 64 + bytes(range(256)) for start in range(16)]
    found = [text.encode("utf-8", "surrogatepass") for text in texts()]
    found += [one + b"\n" + other for one, other in zip(found[::7], found[3::7], strict=False)]
    # Python takes its time; its first octet chooses how the rest is read.
    return [bytes([at % 256]) + each for at, each in enumerate(found[::3])] if target == "surface" else found


def written(target: str) -> Path:
    """The folder with them; what earlier runs have found is there too."""
    folder = WORK / "corpus" / target
    folder.mkdir(parents=True, exist_ok=True)
    for seed in seeds(target):
        file = folder / hashlib.sha1(seed, usedforsecurity=False).hexdigest()
        if not file.exists():
            file.write_bytes(seed)
    return folder


def dictionary() -> Path:
    """The pieces, as libFuzzer reads them."""
    octets = [piece.encode("utf-8", "surrogatepass") for piece in dict.fromkeys([*PIECES, *MORE_PIECES]) if piece]
    lines = ['"' + "".join(f"\\x{octet:02x}" for octet in piece) + '"' for piece in octets]
    WORK.mkdir(parents=True, exist_ok=True)
    file = WORK / "dictionary.txt"
    file.write_text("\n".join(lines) + "\n", "ascii")
    return file
