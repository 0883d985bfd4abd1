"""What a call did, in a form that two implementations can be compared by."""

from __future__ import annotations

import urllib.parse
import warnings
from collections.abc import Callable
from typing import Any

# Ours are subclasses of these; everything else must be of the very same type.
RESULTS = (urllib.parse.SplitResult, urllib.parse.ParseResult, urllib.parse.DefragResult)


def outcome(function: Callable[..., Any], *args: Any, **kwargs: Any) -> tuple[object, object]:
    """The value with its types, or the exception with its words; and the warnings."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            result: object = typed(function(*args, **kwargs))
        except Exception as error:
            result = (type(error), str(error), [type(cause) for cause in (error.__cause__, error.__context__)])
    return result, [(warning.category, str(warning.message), warning.filename) for warning in caught]


def typed(value: object) -> object:
    """The value, every part of it paired with its type."""
    if isinstance(value, RESULTS):
        kind = next(known for known in RESULTS if isinstance(value, known))
        mark = getattr(value, "_keep_empty", "not set")  # from 3.15 on
        return kind, [typed(item) for item in value], repr(value), hash(value), typed(mark)
    if isinstance(value, (tuple, list)):
        return type(value), [typed(item) for item in value]
    if isinstance(value, dict):
        return type(value), [(typed(key), typed(item)) for key, item in value.items()]
    return type(value), value
