"""Logs of which the user says what they look like: a pattern with named groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._io.arrow import pa, pc
from ..._io.usage import UsageError
from .._columns import OF_REQUEST, kind_of
from .._targets import with_request
from .._values import is_absent, only, typed
from . import Format

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


class Pattern(Format):
    """A pattern (RE2) that is looked for in each line. Groups of our names have our types, the others are text."""

    name = "regex"
    unit = "us"

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        try:
            found = pc.extract_regex(pa.array([], pa.large_string()), pattern)
        except pa.ArrowInvalid as error:
            raise UsageError(f"regex: {error}") from None
        self._groups = [field.name for field in found.type]
        if not self._groups:
            raise UsageError("regex: it has no named group, such as (?P<target>[^ ]+)")
        if len(set(self._groups)) < len(self._groups):
            raise UsageError("regex: two groups have the same name")

    @property
    def columns(self) -> list[str]:
        """Its groups, and what is in a request."""
        return list(dict.fromkeys([*self._groups, *(OF_REQUEST if "request" in self._groups else ())]))

    @property
    def usual(self) -> list[str]:
        """All of its groups; of targets, the parts."""
        parts = {"request": ("method", "path", "query"), "target": ("path", "query")}
        return list(dict.fromkeys(name for group in self._groups for name in parts.get(group, (group,))))

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
