"""Rows of columns, read: their texts, their parts, and what is wrong with them."""

from .._profiles import LENIENT, SEVERAL_HOSTS
from .column_fields import not_text
from .parse import parse
from .split import split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from .column_fields import _Fault
    from .columns import Rules
    from .parse import Parts


def rows_read(
    texts: "list[str | bytes | None]", names: list[str], profile: str, rules: "Rules", asked: "Any"
) -> "tuple[list[Any], list[Any], list[Any]]":
    """The texts that fields are made of, their parts, and what is wrong with them, a list of each."""
    if profile == "web":
        from . import column_web  # which the other profiles need not wait for

        return column_web.rows_read(texts, names)
    is_lenient = profile == "lenient"
    wants_faults = not is_lenient or "error" in names or "error_at" in names
    faults = [_fault(text, asked) for text in texts] if wants_faults else [None] * len(texts)
    if is_lenient:
        return texts, [_parts_of_any(text, rules) if isinstance(text, str) else None for text in texts], faults
    parts = [None if fault else _parts(text, rules) for text, fault in zip(texts, faults, strict=True)]
    return texts, parts, faults


def _fault(text: "str | bytes | None", asked: "Any") -> "_Fault | None":
    if isinstance(text, bytes):
        return not_text(text)
    fault: _Fault | None = None if text is None else asked.fault(text)
    return fault


def _parts(text: "str | bytes | None", rules: "Rules") -> "Parts | None":
    """Those of a row that nothing is wrong with."""
    return parse(text, rules.of((split(text)[0] or "").lower())) if isinstance(text, str) else None


def _parts_of_any(text: str, rules: "Rules") -> "Parts":
    """Those that any text can be split into. The rules matter to a list of hosts alone, which has a comma."""
    parts = parse(text, LENIENT)
    scheme, authority, *_ = parts
    if authority and "," in authority and rules.of((scheme or "").lower()) & SEVERAL_HOSTS:
        return parse(text, LENIENT | SEVERAL_HOSTS)
    return parts
