"""Arrow as pyarrow has it: what it is asked to read, and to make sure of."""

from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# What text is read as: octets, since it may be none. Nulls are read as they are.
_OCTETS = {"string": "binary", "large_string": "large_binary", "string_view": "binary_view",
           "binary": "", "large_binary": "", "binary_view": "", "null": ""}  # fmt: skip


def pyarrow_module() -> "Any":
    """pyarrow, imported when it is needed."""
    from importlib import import_module

    try:
        return import_module("pyarrow")
    except ModuleNotFoundError:
        raise ImportError("without its native module urlmill takes pyarrow for this: pip install pyarrow") from None


def type_of(pyarrow: "Any", kind: str) -> "Any":
    """The type of this name."""
    if kind.startswith("list<item: "):
        return pyarrow.list_(type_of(pyarrow, kind[len("list<item: ") : -1]))
    if kind.startswith("struct<"):
        pairs = [field.split(": ") for field in kind[len("struct<") : -1].split(", ")]
        return pyarrow.struct([(name, type_of(pyarrow, kind)) for name, kind in pairs])
    if kind.startswith("timestamp["):
        return pyarrow.timestamp(kind[len("timestamp[") :].partition(",")[0], "UTC")
    if kind.startswith("fixed_size_binary["):
        return pyarrow.binary(int(kind[len("fixed_size_binary[") : -1]))
    return getattr(pyarrow, {"bool": "bool_", "double": "float64"}.get(kind, kind))()


def texts_of(chunk: "Any") -> "list[str | bytes | None]":
    """The rows of an array of text; bytes that are not UTF-8 stay as they are."""
    pyarrow = pyarrow_module()
    if isinstance(chunk.type, pyarrow.BaseExtensionType):
        chunk = chunk.storage
    if pyarrow.types.is_dictionary(chunk.type) and not pyarrow.types.is_dictionary(chunk.type.value_type):
        values = texts_of(chunk.dictionary)
        keys = chunk.indices.to_pylist()
        if not all(key is None or 0 <= key < len(values) for key in keys):
            raise not_well_formed("a row points to where no such text is")
        return [None if key is None else values[key] for key in keys]
    octets = _OCTETS.get(str(chunk.type))
    if octets is None:
        hint = "; of a table, give one column" if pyarrow.types.is_struct(chunk.type) else ""
        raise TypeError(f"a column of URLs holds text, not {chunk.type}{hint}")
    if octets:
        with suppress(pyarrow.ArrowException, IndexError):
            chunk.validate(full=True)
            texts: list[str | bytes | None] = chunk.to_pylist()
            return texts
        chunk = chunk.view(getattr(pyarrow, octets)())  # of which some rows may still be text
    check(chunk)
    return [_decoded(value) for value in chunk.to_pylist()]


def _decoded(value: "str | bytes | None") -> "str | bytes | None":
    if not isinstance(value, bytes):
        return value
    try:
        return value.decode()
    except UnicodeDecodeError:
        return value


def chunks_of(urls: object) -> "Any":
    """The arrays of whatever has the Arrow PyCapsule interface."""
    pyarrow = pyarrow_module()
    ask_pyarrow(urls)
    if hasattr(urls, "__arrow_c_array__"):
        return [taken(pyarrow.array, urls)]
    chunked = taken(pyarrow.chunked_array, urls)
    return chunked.chunks or [chunked.combine_chunks()]


def taken(make: "Callable[[Any], Any]", given: "Any") -> "Any":
    """What pyarrow makes of it. Raises TypeError for a type that is not one of Arrow's."""
    try:
        return make(given)
    except pyarrow_module().ArrowInvalid as error:
        # Arrow's types begin with a letter or a plus sign, those that Polars has besides with an underscore.
        if "format string: '_" in str(error):
            raise TypeError(f"a column cannot be carried: its type is not one of Arrow's ({error})") from None
        raise


def check(array: "Any", where: str = "", *, is_cheap: bool = False) -> None:
    """That pyarrow can read it: it takes what it is given as it is, and may read elsewhere."""
    try:
        array.validate(full=not is_cheap)
    except (pyarrow_module().ArrowException, IndexError) as error:
        raise not_well_formed(f"{where}{error}") from None


def ask_pyarrow(given: "Any") -> None:
    """Whether offsets fit the buffers they point into. How large those are is known to whoever made them alone."""
    if type(given).__module__ == "pyarrow.lib" and hasattr(given, "validate"):
        check(given, is_cheap=True)


def not_well_formed(words: str) -> ValueError:
    """The error for data that breaks the rules of its own format."""
    return ValueError(f"the Arrow data is not well formed: {words}")
