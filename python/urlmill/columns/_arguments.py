"""What columns are asked with, looked at before either backend sees it, so that both refuse it in the same words."""

import sys
from io import IOBase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_LAYOUTS = ("view", "string", "large_string")
_ARROW = ("__arrow_c_array__", "__arrow_c_stream__")


def check_column(urls: object) -> None:
    """Whether it has rows."""
    if isinstance(urls, (str, bytes, bytearray)):
        raise TypeError("a column of URLs is a list or an Arrow array, not one text")
    if isinstance(urls, IOBase):
        raise TypeError("the lines of a file end in line breaks: give file.read().splitlines()")
    if _is_lazy(urls):
        raise TypeError(f"expected a list or an Arrow array, got {_kind(urls)}; give one column of its collect()")
    if not _has_rows(urls):
        raise TypeError(f"a column of URLs is a list or an Arrow array, not {_kind(urls)}")


def check_batch(batch: object) -> None:
    """Whether it is there already."""
    if _is_lazy(batch):
        raise TypeError(f"expected a record batch or a table, got {_kind(batch)}; give its collect()")


def check_bases(base: object) -> None:
    """Whether it has rows, if it is not one URL."""
    if isinstance(base, (bytes, bytearray)) or not _has_rows(base):
        raise TypeError(f"base is one URL, as str or URL, or a column of them, not {_kind(base)}")


def to_be_asked_about(given: "Any") -> "Any":
    """``given`` as an object of pyarrow's that has ``validate()``, if pyarrow holds its buffers and it has none itself.

    How large a buffer is, the capsules do not tell, and pyarrow reads files without a look whether offsets stay within
    theirs. So each backend has pyarrow look. A reader or a column of pandas would hand out its arrays past that.
    """
    pyarrow = sys.modules.get("pyarrow.lib")
    if pyarrow is None:
        return given
    if isinstance(given, pyarrow.RecordBatchReader):
        return pyarrow.Table.from_batches(list(given), given.schema)
    if isinstance(given, pyarrow.Array) and type(given).__module__ != "pyarrow.lib":
        return pyarrow.chunked_array([given])  # the class of somebody's extension type
    series = getattr(sys.modules.get("pandas"), "Series", None)
    stream = getattr(series, "__arrow_c_stream__", None)
    if stream is not None and getattr(type(given), "__arrow_c_stream__", None) is stream:
        return pyarrow.array(given)  # which is what it hands out; of a data frame, pyarrow itself has looked then
    return given


def fields_from(fields: "Iterable[Any]") -> list[str]:
    """The names of fields, each once."""
    if isinstance(fields, str):
        raise TypeError(f"fields is a list of names; for one field, write [{fields!r}]")
    if isinstance(fields, (bytes, bytearray)) or not hasattr(fields, "__iter__"):
        raise TypeError(f"fields is a list of names, not {_kind(fields)}")
    fields = list(fields)
    for name in fields:
        if not isinstance(name, str):
            raise TypeError(f"fields is a list of names, each a str, not {_kind(name)}")
        if fields.count(name) > 1:
            raise ValueError(f"the field {name!r} is asked for twice")
    return fields


def threads_from(threads: object) -> int | None:
    """How many threads; None for as many as there are processors."""
    if threads is None:
        return None
    if not isinstance(threads, int) or isinstance(threads, bool):
        raise TypeError(f"threads is an int or None, not {_kind(threads)}")
    if threads < 1:
        raise ValueError(f"expected threads of 1 or more, got {threads}")
    return min(int(threads), sys.maxsize)


def layout_from(layout: object) -> str:
    """One of the layouts of text."""
    if not isinstance(layout, str) or layout not in _LAYOUTS:
        raise ValueError(f"expected a layout ({', '.join(_LAYOUTS)}), got {layout!r}")
    return layout


def text_from(text: object, name: str) -> str:
    """The argument of this name, as text that Arrow can have."""
    plain = str_from(text, name)
    try:
        plain.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{name} has a lone surrogate, which Arrow has no text for") from None
    return plain


def str_from(text: object, name: str) -> str:
    """The argument of this name, without what a subclass may make of it."""
    if not isinstance(text, str):
        raise TypeError(f"{name} is a str, not {_kind(text)}")
    return str.__str__(text)


def _is_lazy(frame: object) -> bool:
    """Whether it is a query that has not run, such as those of Polars."""
    return hasattr(type(frame), "collect") and not any(hasattr(type(frame), name) for name in _ARROW)


def is_arrow(urls: object) -> bool:
    """Whether it has the Arrow PyCapsule interface."""
    return any(hasattr(urls, name) for name in _ARROW)


def _has_rows(urls: object) -> bool:
    return any(hasattr(type(urls), name) for name in (*_ARROW, "__iter__", "__getitem__"))


def _kind(value: object) -> str:
    return "None" if value is None else type(value).__name__
