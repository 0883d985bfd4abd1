"""Logs of which the user says what they look like: a pattern with named groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from .._backend import impl
from .log_columns import OF_REQUEST, TEXT, array_of, kind_of
from .log_targets import first_of
from .log_values import is_absent, only, typed
from .usage import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Pattern:
    """A pattern (RE2) that is looked for in each line. Groups of our names have our types, the others are text."""

    name = "regex"
    unit = "us"
    is_open = False

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        try:
            found = pc.extract_regex(pa.array([], pa.large_string()), pattern)
        except pa.ArrowInvalid as error:
            raise UsageError(f"--regex: {error}") from None
        self._groups = [field.name for field in found.type]
        if not self._groups:
            raise UsageError("--regex: it has no named group, such as (?P<target>[^ ]+)")
        if len(set(self._groups)) < len(self._groups):
            raise UsageError("--regex: two groups have the same name")

    @property
    def columns(self) -> list[str]:
        """Its groups, and what is in a request."""
        return list(dict.fromkeys([*self._groups, *(OF_REQUEST if "request" in self._groups else ())]))

    @property
    def usual(self) -> list[str]:
        """All of its groups; of targets, the parts."""
        parts = {"request": ("method", "path", "query"), "target": ("path", "query")}
        return list(dict.fromkeys(name for group in self._groups for name in parts.get(group, (group,))))

    def path_of(self, name: str) -> str | None:
        """A column has one name only."""
        return name if name in self.columns else None

    def read(self, lines: Any, octets: bytes, wanted: Sequence[str]) -> Any:  # noqa: ARG002
        """A group that took no part in the match is empty for RE2, so that what is empty is null."""
        found = pc.extract_regex(lines.cast(pa.large_string()), self._pattern)
        is_good = pc.is_valid(found)
        columns: dict[str, Any] = {}
        for name, texts in zip(self._groups, found.flatten(), strict=True):
            if name in wanted or kind_of(name) != "text":  # whether a line is bad depends on no wish
                texts = only(texts, pc.not_equal(texts, ""))
                columns[name] = typed(texts, kind_of(name))
                is_good = pc.and_(is_good, pc.or_(pc.is_valid(columns[name]), is_absent(texts)))
        if "request" in columns:
            columns = with_request(columns)
        is_bad = pc.and_not(pc.is_valid(lines), is_good)
        places = only(pa.repeat(pa.scalar(0, pa.uint32()), len(lines)), is_bad)
        columns = {name: columns[name] for name in wanted if name in columns}
        return pa.table([*columns.values(), places], names=[*columns, "error_at"])

    def without_comments(self, octets: bytes) -> bytes:
        """There are none."""
        return octets


def with_request(columns: dict[str, Any], *, is_first: bool = False) -> dict[str, Any]:
    """With what is in the request, behind or before what there is."""
    table = pa.table(impl.read_records(columns["request"], [("", "request", "request"), ("", "", "")]))
    columns = dict(columns)
    for name in OF_REQUEST:
        both = [columns[name]] if name in columns else []
        both.insert(0 if is_first else len(both), array_of(table.column(name)).cast(TEXT))
        columns[name] = first_of(both)
    return columns
