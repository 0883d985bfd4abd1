"""Refreshes ``public_suffix_list.dat``, the one copy of the Public Suffix List that both backends read.

The official text comes out of the newest ``publicsuffixlist`` package, so that whatever mirror pip uses will do. Kept
are its notices, its date, the marks of its two sections and its rules. Remarks about single rules are left out: they
are half of it. Each international rule is followed by the same rule in A-labels, the form that hosts are compared in.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

import idna

LIST = Path(__file__).resolve().parent.parent / "python" / "urlmill" / "_hosts" / "public_suffix_list.dat"
FIRST_MARK = "// ===BEGIN ICANN DOMAINS==="
MARKS = [FIRST_MARK, "// ===END ICANN DOMAINS===", "// ===BEGIN PRIVATE DOMAINS===", "// ===END PRIVATE DOMAINS==="]
# The backends know no other kinds: an asterisk is a whole label and stands first.
RULE = re.compile(r"(?:\*\.|!)?[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*")
REMARK = """\
// Changed by urlmill's tools/update_public_suffixes.py: remarks about single rules are left out, and each rule with
// characters beyond ASCII stands here a second time in A-labels.

"""


def main() -> None:
    """Fetches the list and writes it, unless it is not what the backends expect."""
    text = reduced(official_text())
    LIST.write_text(text, "utf-8", newline="\n")
    print(f"{LIST.name}: {date_of(text)}, {len(LIST.read_bytes())} bytes")


def official_text() -> str:
    """The list as its maintainers publish it."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        subprocess.run([*command, "--only-binary", ":all:", "--dest", folder, "publicsuffixlist"], check=True)
        (wheel,) = Path(folder).iterdir()
        with zipfile.ZipFile(wheel) as archive:
            return archive.read("publicsuffixlist/public_suffix_list.dat").decode("utf-8")


def reduced(official: str) -> str:
    """What the library needs of the text."""
    head, mark, body = official.partition(FIRST_MARK)
    kept: list[str] = []
    for line in (mark + body).splitlines():
        line = line.strip()
        if line in MARKS:
            kept.append(line)
        elif line and not line.startswith("//"):
            kept += dict.fromkeys((line, in_a_labels(line)))
    if [line for line in kept if line in MARKS] != MARKS:
        sys.exit("the sections of the list are not the two that were expected")
    if "Mozilla Public" not in head or not date_of(head):
        sys.exit("the list does not begin with its licence and its date")
    return head + REMARK + "\n".join(kept) + "\n"


def in_a_labels(rule: str) -> str:
    """The rule as hosts are compared with it."""
    labels = [label if label.isascii() else idna.encode(label).decode("ascii") for label in rule.split(".")]
    found = ".".join(labels)
    if not RULE.fullmatch(found):
        sys.exit(f"a rule of a new kind: {rule}")
    return found


def date_of(text: str) -> str:
    """The day the list was published."""
    found = re.search(r"^// VERSION: (\d{4}-\d{2}-\d{2})_", text, re.MULTILINE)
    return found[1] if found else ""


if __name__ == "__main__":
    main()
