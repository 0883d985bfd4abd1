"""Lines of URLs, read as columns."""

from __future__ import annotations

from types import MappingProxyType

from .._fields import OF_QUERY, OF_WEB, fields_under, only_of_web
from .._io.arrow import pa, pc
from .._io.bad import Bad
from .._io.rows import LINE, Rows
from .._io.tables import kept, valid_rows
from .._io.usage import UsageError
from .._url.canonical import KEYED
from .._url.canonical import LEVELS as FORMS
from .._url.canonical import key as key_of
from ..columns import canonical, fingerprint, href, key, normalize, query_value, split
from ..columns._special import Special, unknown_field
from ..errors import URLError
from .records import urls_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from .._io.inputs import Block

# Beside what a URL has: the line itself, its number, and its normal form.
_OWN = ("url", "line", "normal")
FINGERPRINT = "\0fingerprint"  # a column for commands alone: no option can name it
# What the levels of canonical form give.
_FORMS: dict[str, Callable[..., Any]] = {"normal": canonical, "key": key, FINGERPRINT: fingerprint}


def check_fields(fields: list[str], profile: str) -> None:
    """Whether lines of URLs have them all."""
    known = (*fields_under(profile), *_OWN)
    for field in fields:
        if field in known or is_of_query(field):
            continue
        if field in OF_WEB:
            raise UsageError(only_of_web(field, "--profile web to split, get, dedupe or extract"))
        try:
            special = Special(field)
        except ValueError:
            raise UsageError(unknown_field(field, _OWN)) from None
        except TypeError as error:  # what a column cannot hold
            raise UsageError(str(error)) from None
        try:
            special.check(profile)
        except ValueError as error:
            raise UsageError(str(error)) from None


def is_of_query(field: str) -> bool:
    """Whether it is the value of one name of the query."""
    return field.startswith(OF_QUERY) and field != OF_QUERY


def values_of_query(urls: Any, fields: list[str], profile: str) -> dict[str, Any]:
    """The columns of those fields that are values of the query."""
    names = {field: field.removeprefix(OF_QUERY) for field in fields if is_of_query(field)}
    if names and profile == "web":
        urls = pa.chunked_array(href(urls, threads=1))
    return {field: pa.chunked_array(query_value(urls, name, threads=1)) for field, name in names.items()}


def url_rows(
    fields: list[str],
    options: argparse.Namespace,
    level: str = "scheme",
    switches: Mapping[str, bool] = MappingProxyType({}),
) -> Callable[[Block], Rows]:
    """Reads URLs, one on each line. ``url`` is the line itself, ``line`` its number, ``normal`` its normal or canonical
    form of this level, ``key`` and FINGERPRINT are made of the latter. A line that has none is a bad line.
    """
    known: dict[str, Callable[..., Any]] = _FORMS if level in FORMS else {"key": key} if level in KEYED else {}
    forms = {field: known[field] for field in fields if field in known}
    check_fields([field for field in fields if field not in forms], options.profile)
    is_lenient = options.profile == "lenient"
    is_judged = not is_lenient or options.bad is not None or options.strict
    asked = [field for field in fields if field not in (*_OWN, *forms) and not is_of_query(field)]
    asked += [field for field in ("error", "error_at") if is_judged and field not in asked]

    def read(block: Block) -> Rows:
        lines, numbers, bad = urls_of(block)
        columns: dict[str, Any] = {"url": lines}
        if asked:
            parts = pa.table(split(lines, asked, profile=options.profile, threads=1))
            columns |= zip(parts.column_names, parts.columns, strict=True)
        columns |= values_of_query(lines, fields, options.profile)
        if "normal" in fields and "normal" not in forms:
            columns["normal"] = pa.chunked_array(normalize(lines, level, profile=options.profile, threads=1))  # type: ignore[arg-type]
        for field, make in forms.items():
            columns[field] = pa.chunked_array(make(lines, level, threads=1, **switches))
        if "line" in fields:
            columns["line"] = pa.array(numbers, pa.uint64())
        if options.limit is not None:
            columns[LINE] = pa.array(numbers, pa.uint64())
        keep = pc.is_valid(lines) if lines.null_count else None
        wrong = _bad_of(numbers, lines, columns["error"], columns["error_at"]) if is_judged else []
        if wrong and not is_lenient:
            keep = pc.and_(pc.is_valid(lines), pc.is_null(columns["error"]))
        for form in [columns[field] for field in forms if columns[field].null_count]:
            keep = pc.is_valid(form) if keep is None else pc.and_(keep, pc.is_valid(form))
            known = {each.line for each in wrong}
            refused = _refused(numbers, lines, form, level, switches)
            wrong += [each for each in refused if each.line not in known]
        if wrong:
            bad = sorted([*bad, *wrong], key=lambda each: each.line)
        table = pa.table({field: columns[field] for field in (*fields, LINE) if field in columns})
        return Rows(table if keep is None else kept(table, keep), bad)

    return read


def _refused(numbers: Sequence[int], lines: Any, forms: Any, level: str, switches: Mapping[str, bool]) -> list[Bad]:
    """The lines that have no canonical form, and so no key."""
    found = []
    for row in pc.indices_nonzero(pc.and_(pc.is_valid(lines), pc.is_null(forms))).to_pylist():
        text = lines[row].as_py()
        try:
            key_of(text, level, **switches)
        except URLError as error:
            found.append(Bad(numbers[row], error.code, error.position, text))
    return found


def _bad_of(numbers: Sequence[int], lines: Any, codes: Any, places: Any) -> list[Bad]:
    """The lines that have an error."""
    return [Bad(numbers[row], codes[row].as_py(), places[row].as_py(), lines[row].as_py()) for row in valid_rows(codes)]
