"""Formats from nginx's ``log_format NAME escape=json '{...}'``: its keys, and what they are."""

from __future__ import annotations

import json
import re

from .._io.usage import UsageError
from ._json_formats import OTHERS, JsonFormat
from ._pasted import NGINX, TOGETHER, string_of_nginx

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_IS_JSON = re.compile(r"\s*log_format\s+\S+\s+escape=json\s")
_STRING_OR_VARIABLE = re.compile(r'"(?:[^"\\]|\\.)*"|\$\{\w+\}|\$\w+')
_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_WHOLE = {"".join(parts): name for parts, (name, _) in TOGETHER.items()}
_APART = {"args": "query", "query_string": "query"}
_SHOWN = 160  # characters of a key that is refused
_MOST_DOTS = 8  # of a path: each may go into an object or be a part of a key, so the ways double with each
_FIRST = ("request_uri", "http_host")  # of several that are ours, these say more


def pasted_json(text: str) -> JsonFormat | None:
    """The format that a directive describes; None if it is not one of JSON."""
    if not _IS_JSON.match(text):
        return None
    string = string_of_nginx(text)
    try:
        template = json.loads(_STRING_OR_VARIABLE.sub(_quoted, string))
    except (ValueError, RecursionError):
        template = None
    if not isinstance(template, dict):
        raise UsageError(f"format: expected an object of JSON after escape=json, got {string}")
    keys: dict[str, list[str]] = {}
    stems = []
    for path, value in _leaves(template, ()):
        if ours := _ours(value):
            key = ".".join(path)
            if key.count(".") > _MOST_DOTS:
                raise UsageError(f"format: expected keys with at most {_MOST_DOTS} dots or objects, got {key[:_SHOWN]}")
            theirs = keys.setdefault(ours, [])
            theirs.insert(0 if value.strip("${}") in _FIRST else len(theirs), key)
            if value.strip("${}") == "uri":
                stems.append(key)
    ours_and_theirs = {ours: tuple(theirs) for ours, theirs in keys.items()}
    return JsonFormat("log_format", "nginx", ours_and_theirs, stems=tuple(stems))


def _ours(value: str) -> str | None:
    """Our column of a value, if it is one variable or several that are one."""
    if together := _WHOLE.get(value):
        return together
    found = _VARIABLE.fullmatch(value)
    if not found:
        return None
    name = found[1] or found[2]
    ours = _APART.get(name) or NGINX.get(name, ("", ""))[0]
    return ours if ours in OTHERS.keys else None


def _leaves(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    if isinstance(value, dict):
        for key, each in value.items():
            yield from _leaves(each, (*path, key))
    elif isinstance(value, str):
        yield path, value


def _quoted(found: re.Match[str]) -> str:
    """A number stands there without quotes."""
    return found[0] if found[0].startswith('"') else f'"{found[0]}"'
