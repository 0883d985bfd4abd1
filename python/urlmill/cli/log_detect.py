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
_ENOUGH = 50  # lines
_FRACTION = re.compile(r"\b\d\d:\d\d:\d\d\.\d")
_PART = 5  # one line in so many must make sense, where the first lines of a log are not all its own


def detect(first_lines: Sequence[str]) -> Format | None:
    """The format of a log that begins with these lines; None if it is none that we know."""
    head = [line for line in first_lines if line]
    if head and head[0].startswith("#") and any(line.startswith(FIELDS.decode()) for line in head):
        return _extended(head)
    sample = head[:_ENOUGH]
    objects = _objects(sample)
    candidates = [(len(objects), _JSON), *((_matched(form, sample), form) for form in FIELDS_FORMATS)]
    found = next((form for count, form in candidates if 2 * count > len(sample)), None)
    if found is None:
        count, form = max(candidates, key=lambda each: each[0])
        found = form if count and _PART * count >= len(sample) else None
    return JsonLines(objects) if found == _JSON else found


def named(name: str, first_lines: Sequence[str]) -> Format:
    """The format of this name, as these lines have it: some have more than one shape."""
    head = [line for line in first_lines if line]
    if name == "json":
        return JsonLines(_objects(head[:_ENOUGH]))
    if name in ("w3c", "cloudfront"):
        if not any(line.startswith(FIELDS.decode()) for line in head):
            raise UsageError(f"--format {name}: there is no {FIELDS.decode()} line above the others")
        return _extended(head)
    forms = [form for form in FIELDS_FORMATS if form.name == name]
    return max(forms, key=lambda form: _matched(form, head[:_ENOUGH]))


_JSON = "json"


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
