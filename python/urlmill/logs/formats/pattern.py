"""Logs of which the user says what they look like: a pattern with named groups."""

from __future__ import annotations

import re
import warnings
from functools import cached_property

from ..._backend import impl
from ..._io.arrow import pa, pc
from ..._io.ordered import in_caller
from ..._io.tables import kept, replaced, taken
from ..._io.usage import UsageError
from .._columns import OF_REQUEST, OF_TARGET, array_of, kind_of
from .._patterns import group_name, parsed_pattern, translated
from .._targets import with_request
from .._values import is_absent, typed
from . import Format

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from . import Counter


class Pattern(Format):
    """A pattern of Python's `re` that is looked for in each line. Groups of our names have our types, others are text.

    The kernel reads the lines that it reads as `re` would, and `re` the others.
    """

    name = "regex"
    unit = "us"

    def __init__(self, pattern: str) -> None:
        self._pattern = pattern
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                self._compiled = re.compile(pattern)
                self._parsed = parsed_pattern(pattern)
        except (re.error, OverflowError, RecursionError) as error:
            raise UsageError(f"regex: {error}") from None
        self._groups = list(self._compiled.groupindex)
        if not self._groups:
            raise UsageError("regex: it has no named group, such as (?P<target>[^ ]+)")
        self._kernels: dict[tuple[str, ...], impl.Pattern | None] = {}

    def __reduce__(self) -> tuple[type[Pattern], tuple[str]]:
        """Spark sends it to its workers, where kernels are made anew."""
        return Pattern, (self._pattern,)

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
        """A group that took no part in the match is null. One that is empty is empty text, or no number."""
        names = [name for name in self._groups if name in wanted or name in self._checked]
        found, places = self._found(lines, names)
        is_good = pc.and_(pc.is_valid(lines), pc.is_null(places))
        columns: dict[str, Any] = {}
        for name, texts in zip(names, found, strict=True):
            texts = texts.cast(pa.large_string())
            columns[name] = typed(texts, kind_of(name))
            is_good = pc.and_(is_good, pc.or_(pc.is_valid(columns[name]), is_absent(texts)))
        if "request" in columns:
            columns = with_request(columns)
        is_bad = pc.and_not(pc.is_valid(lines), is_good)
        places = pc.if_else(is_bad, pa.scalar(0, pa.uint32()), pa.scalar(None, pa.uint32()))
        columns = {name: columns[name] for name in wanted if name in columns}
        return pa.table([*columns.values(), places], names=[*columns, "error_at"])

    def counter(self, name: str) -> Counter | None:
        """The kernel counts paths, and text that is a column as it is."""
        has_request = "request" in self._groups
        method = None
        if name == "path":
            group = "request" if has_request else "target"
            is_known = group in self._groups and not (has_request and "target" in self._groups)
            method = "method" if not has_request and "method" in self._groups else None
        else:
            group = name
            is_known = name in self._groups and kind_of(name) == "text" and name not in OF_TARGET
            is_known = is_known and not (has_request and name in OF_REQUEST)
        if not is_known:
            return None
        names: list[str] = list(dict.fromkeys([group, *([method] if method else []), *self._checked]))
        kernel = self._kernel(names)
        if kernel is None:
            return None
        kinds = ["text" if kind_of(each) == "request" else kind_of(each) for each in names]
        part = group if name == "path" else ""
        return impl.PatternCounter(kernel, kinds, 0, part, names.index(method) if method else None)

    def places(self, lines: Sequence[str]) -> list[int | None]:
        """Where the pattern is not in a line."""
        search = self._compiled.search
        return in_caller(lambda: [None if search(line) else 0 for line in lines])

    @cached_property
    def _checked(self) -> list[str]:
        """Whether a line is bad depends on no wish: these are always read."""
        return [name for name in self._groups if kind_of(name) != "text"]

    def _kernel(self, names: Sequence[str]) -> impl.Pattern | None:
        """None if the pattern stays with `re`."""
        key = tuple(names)
        if key not in self._kernels:
            found = translated(self._parsed, names)
            kernel = None
            if found is not None:
                numbers = [group_name(self._compiled.groupindex[name]) for name in names]
                try:
                    kernel = impl.Pattern(found.pattern, numbers, found.is_for_ascii)
                except ValueError:  # it would be too large
                    kernel = None
            self._kernels[key] = kernel
        return self._kernels[key]

    def _found(self, lines: Any, names: list[str]) -> tuple[list[Any], Any]:
        """The groups as text, and which lines do not match."""
        kernel = self._kernel(names)
        if kernel is None:
            return self._slow(lines, names)
        columns: list[Any]
        *columns, places, left = map(array_of, taken(kernel.read(lines)).columns)
        if not left.true_count:
            return columns, places
        some = array_of(kept(pa.table([lines], names=["line"]), left).column("line"))
        others, places_of_others = self._slow(some, names)
        columns = [
            replaced(column, left, other.cast(column.type)) for column, other in zip(columns, others, strict=True)
        ]
        return columns, replaced(places, left, places_of_others)

    def _slow(self, lines: Any, names: list[str]) -> tuple[list[Any], Any]:
        """The same by `re`, line by line."""
        search = self._compiled.search
        texts = lines.to_pylist()
        found = in_caller(lambda: [None if line is None else search(line) for line in texts])
        columns = [pa.array([each and each[name] for each in found], pa.large_string()) for name in names]
        is_wrong = pc.and_(pc.is_valid(lines), pa.array([each is None for each in found], pa.bool_()))
        return columns, pc.if_else(is_wrong, pa.scalar(0, pa.uint32()), pa.scalar(None, pa.uint32()))
