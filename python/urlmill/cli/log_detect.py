"""Which format a log has, as its first lines tell."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from .log_formats import FIELDS_FORMATS
from .log_json import JsonLines
from .log_w3c import FIELDS, Extended, first_fields
from .usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .log_formats import Fields, Format

NAMES = ("common", "combined", "vhost_combined", "vhost_common", "nginx", "json", "w3c", "cloudfront")
ENOUGH = 50  # lines
_FRACTION = re.compile(r"\b\d\d:\d\d:\d\d\.\d")
_PART = 5  # one line in so many must make sense, where the first lines of a log are not all its own


def detect(first_lines: Sequence[str]) -> Format | None:
    """The format of a log that begins with these lines; None if it is none that we know."""
    head = [line for line in first_lines if line]
    if head and head[0].startswith("#") and any(line.startswith(FIELDS.decode()) for line in head):
        return _extended(head)
    sample = head[:ENOUGH]
    if 2 * len(objects := _objects(sample)) > len(sample):
        return JsonLines(objects)
    counts = [_matched(form, sample) for form in FIELDS_FORMATS]
    most = max(*counts, len(objects))
    if not most or _PART * most < len(sample):
        return None
    if most == len(objects):
        return JsonLines(objects)
    enough = min(most, len(sample) // 2 + 1)  # of several that most lines fit, the first is meant
    return next(form for form, count in zip(FIELDS_FORMATS, counts, strict=True) if count >= enough)


def named(name: str, first_lines: Sequence[str]) -> Format:
    """The format of this name, as these lines have it: some have more than one shape."""
    head = [line for line in first_lines if line]
    if name == "json":
        return JsonLines(_objects(head[:ENOUGH]))
    if name in ("w3c", "cloudfront"):
        if not any(line.startswith(FIELDS.decode()) for line in head):
            raise UsageError(f"--format {name}: there is no {FIELDS.decode()} line above the others")
        return _extended(head)
    forms = [form for form in FIELDS_FORMATS if form.name == name]
    return max(forms, key=lambda form: _matched(form, head[:ENOUGH]))


def _extended(head: list[str]) -> Extended:
    fields = first_fields("\n".join(head).encode()) or ""
    has_fractions = any(_FRACTION.search(line) for line in head if not line.startswith("#"))
    return Extended(fields, unit="us" if has_fractions else "s")


def _objects(sample: Sequence[str]) -> list[dict[str, object]]:
    objects = []
    for line in sample:
        try:
            found = json.loads(line) if line.lstrip().startswith("{") else None
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            objects.append(found)
    return objects


def _matched(form: Fields, sample: Sequence[str]) -> int:
    table = form.read(pa.array(sample, pa.string_view()), b"", ["client"])
    # A client is never absent: what is read as a dash there is something else.
    found: int = pc.sum(pc.and_(pc.is_null(table.column("error_at")), pc.is_valid(table.column("client")))).as_py()
    return found or 0
