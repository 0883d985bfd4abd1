"""Known vulnerabilities of the packages that urlmill asks for, by the index's own database.

Of each requirement the oldest release that it allows and the newest one are looked up: one is what a careless user may
have, the other what everybody gets.
"""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from typing import Any

from .project import read
from .steps import Failed, Log

INDEX = "https://pypi.org/pypi"
SECONDS = 20
_REQUIREMENT = re.compile(r'"([A-Za-z][\w.-]*)(?:\[[\w,]+\])?(?:>=([\d.]+))?[^"]*"')


def requirements() -> dict[str, str | None]:
    """What is needed to run it, extras too: the name, and the oldest version."""
    text = read("pyproject.toml")
    needed = re.findall(r"(?m)^dependencies = (\[.*\])", text)
    needed += re.findall(r"(?ms)^\[project\.optional-dependencies\]\n(.*?)^\[", text)
    found: dict[str, str | None] = {}
    for name, oldest in _REQUIREMENT.findall("\n".join(needed)):
        found[name] = oldest or found.get(name)
    return found


def is_reachable() -> bool:
    try:
        return bool(asked("pip", None))
    except (OSError, ValueError):
        return False


def asked(name: str, version: str | None) -> Any:
    """What the index says of a release; of the newest, if no version is given."""
    address = "/".join([INDEX, name, *([version] if version else []), "json"])
    with urllib.request.urlopen(address, timeout=SECONDS) as answer:
        return json.load(answer)


def vulnerabilities(told: Any) -> list[str]:
    """Those that were not withdrawn."""
    return [each["id"] for each in told.get("vulnerabilities", []) if not each.get("withdrawn")]


def oldest_release(told: Any, oldest: str) -> str:
    """The version as the index writes it: "20" is "20.0.0" there."""
    short = re.compile(r"(\.0)+$")
    return next((each for each in told.get("releases", {}) if short.sub("", each) == short.sub("", oldest)), oldest)


def check(log: Log) -> str:
    faults, untold, count = [], 0, 0
    for name, oldest in requirements().items():
        answers = [asked(name, None)]
        if oldest:
            try:
                answers.append(asked(name, oldest_release(answers[0], oldest)))
            except urllib.error.HTTPError:  # some indexes tell of the newest release only
                untold += 1
        count += len(answers)
        faults += [f"{name} {told['info']['version']}: {each}" for told in answers for each in vulnerabilities(told)]
    log.file.write_text("\n".join(faults), "utf-8")
    if faults:
        raise Failed("\n  ".join(["", *faults]))
    more = f"; of {untold} the index does not tell" if untold else ""
    return f"{count} releases of packages, none with a known vulnerability{more}"
