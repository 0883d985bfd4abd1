"""Arrow arrays that are not what they should be, made from random octets.

What a consumer has no way to check is right: buffers are as long as length, offset and type ask for, and a last offset
stays within the text. All else may be wrong: formats, names, counts, lengths, null pointers, offsets, views, keys.
"""

from __future__ import annotations

import ctypes
from ctypes import Structure, c_void_p
from typing import Any

from tests.columns.arrow_structures import (
    ARRAY,
    GET,
    LAST_ERROR,
    RELEASES,
    SCHEMA,
    STREAM,
    Array,
    Schema,
    Stream,
    capsule,
)

FORMATS = [
    *(b"u", b"u", b"U", b"vu", b"vz", b"z", b"Z", b"n", b"b", b"c", b"s", b"S", b"i", b"l", b"L", b"g"),
    *(b"tdD", b"tsu:UTC", b"+l", b"+L", b"+s", b"+w:2", b"+m", b"+us:0,1", b"+r", b"+vl", b"d:10,2", b"w:3"),
    *(b"", b"x", b"\xff", b"+", b"+w:-1", b"tsu:\xff", b"+ud:0"),
]
NAMES = [b"url", b"url", b"", b"a\xff", b"name", None]
TEXT = b"http://user:s3cr3t@www.example.co.uk:8080/a/b%20c?d=e&f#g \xff\xc3\xa9 mailto:a@b ftp://h/%2Fx;type=a" * 40
LONGEST = 40
WIDEST = 32  # octets that a row of any type takes, but for views' texts


class Maker:
    """Makes structures from octets, and keeps alive what they point to."""

    def __init__(self, provider: Any) -> None:
        self.draw = provider
        self.kept: list[object] = []

    def wrong(self, chance: int = 12) -> bool:
        return bool(self.draw.ConsumeIntInRange(0, chance) == 1)

    def number(self, right: int) -> int:
        """The right one, as a rule."""
        if not self.wrong():
            return right
        return int(
            self.draw.PickValueInList([-1, 0, 1, 2, 3, right + 1, right - 1, 1 << 31, (1 << 63) - 1, -(1 << 63)])
        )

    def octets(self, data: bytes) -> int | None:
        """Where they stand."""
        memory = ctypes.create_string_buffer(data, max(1, len(data)))
        self.kept.append(memory)
        return ctypes.addressof(memory)

    def pointers(self, structures: list[Structure | None]) -> int | None:
        array = (c_void_p * max(1, len(structures)))()
        for at, structure in enumerate(structures):
            array[at] = None if structure is None else ctypes.addressof(structure)
        self.kept.append(array)
        return ctypes.addressof(array)

    # Types

    def schema(self, depth: int = 0, form: bytes | None = None) -> Schema:
        form = form if form is not None else bytes(self.draw.PickValueInList(FORMATS if depth < 5 else FORMATS[:16]))
        name = self.draw.PickValueInList(NAMES)
        made = Schema()
        self.kept.append(made)
        made.format = None if self.wrong(60) else self.octets(form + b"\0")
        made.name = None if name is None else self.octets(name + b"\0")
        made.metadata = None
        made.flags = self.draw.PickValueInList([2, 2, 2, 0, 1, 4, -1])
        children = [self.schema(depth + 1) for _ in range(children_of(form))]
        made.children = (
            None if self.wrong(30) else self.pointers([None if self.wrong(60) else each for each in children])
        )
        # More than there are could not be checked; fewer can.
        made.n_children = min(self.number(len(children)), len(children))
        has_keys = form in (b"c", b"s", b"S", b"i", b"l") and self.draw.ConsumeBool() and depth < 5
        made.dictionary = ctypes.addressof(self.schema(depth + 1)) if has_keys else None
        made.release = RELEASES[Schema]
        made._children, made._form = children, form
        return made

    # Values

    def array(self, schema: Schema, length: int | None = None) -> Array:
        form: bytes = schema._form
        made = Array()
        self.kept.append(made)
        rows = self.draw.ConsumeIntInRange(0, LONGEST) if length is None else length
        offset = self.draw.PickValueInList([0, 0, 0, 1, 5])
        made.length, made.offset = rows, offset
        if self.wrong(30):  # shorter than it is, or not to be had: both can be checked
            made.length = self.draw.PickValueInList([0, -1, -(1 << 63), max(0, rows - 1)])
        if self.wrong(30):
            made.offset = self.draw.PickValueInList([0, -1, -(1 << 63)])
        if form == b"n" and self.wrong(3):
            made.length = self.draw.PickValueInList([10**6, (1 << 63) - 1, 1 << 40])
        made.null_count = self.draw.PickValueInList([-1, 0, 0, 1, rows, rows + 1, 1 << 40])
        buffers = self.buffers(form, rows + offset)
        made.n_buffers = min(self.number(len(buffers)), len(buffers))
        array = (c_void_p * max(1, len(buffers)))(*buffers)
        self.kept.append(array)
        made.buffers = None if self.wrong(40) else ctypes.addressof(array)
        inner = max(4 * LONGEST, 2 * (rows + offset)) + 8
        children = [self.array(child, inner) for child in schema._children]
        made.n_children = min(self.number(len(children)), len(children))
        made.children = (
            None if self.wrong(40) else self.pointers([None if self.wrong(60) else each for each in children])
        )
        made.dictionary = None
        if schema.dictionary and not self.wrong(20):
            values = next(
                kept for kept in self.kept if isinstance(kept, Schema) and ctypes.addressof(kept) == schema.dictionary
            )
            made.dictionary = ctypes.addressof(self.array(values, self.draw.ConsumeIntInRange(0, LONGEST)))
        made.release = RELEASES[Array]
        return made

    def buffers(self, form: bytes, rows: int) -> list[int | None]:
        validity = (
            None
            if self.draw.ConsumeBool()
            else self.octets(self.draw.ConsumeBytes(rows // 8 + 1).ljust(rows // 8 + 8, b"\xff"))
        )
        if form == b"n" or form == b"+r":
            return []
        if form in (b"u", b"z", b"U", b"Z"):
            return [validity, self.offsets(rows, 8 if form.isupper() else 4, len(TEXT)), self.octets(TEXT)]
        if form in (b"vu", b"vz"):
            return [validity, self.views(rows), self.octets(TEXT), self.octets(len(TEXT).to_bytes(8, "little"))]
        if form in (b"+l", b"+m", b"+L"):
            return [validity, self.offsets(rows, 8 if form == b"+L" else 4, 4 * LONGEST)]
        if form == b"+s" or form.startswith(b"+w"):
            return [validity]
        data = self.draw.ConsumeBytes(rows * 8)
        values = self.octets(data.ljust((rows + 1) * WIDEST, b"\0"))
        if form.startswith(b"+u"):  # types and offsets
            return [values, values]
        return [validity, values, values] if form == b"+vl" else [validity, values]

    def offsets(self, rows: int, width: int, end: int) -> int | None:
        """Mostly forwards; the last one within the text, which cannot be checked."""
        if self.wrong(40):
            return None
        at, found = 0, []
        for _ in range(rows + 1):
            if self.wrong(40):
                found.append(int(self.draw.PickValueInList([-1, end + 1, (1 << 31) - 1, -(1 << 31), 0])))
                continue
            at = min(end, at + self.draw.ConsumeIntInRange(0, 60))
            found.append(at)
        # Wherever the array is said to begin or to end, an offset there is within the text.
        found = [min(each, end) if row >= rows - 6 or row < 7 else each for row, each in enumerate(found)]
        return self.octets(b"".join(each.to_bytes(width, "little", signed=True) for each in found))

    def views(self, rows: int) -> int | None:
        found = []
        for _ in range(rows):
            length = self.draw.PickValueInList(
                [0, 5, 12, 13, 40, 40, 100, len(TEXT)] + ([-1, 1 << 30] if self.wrong() else [])
            )
            buffer = self.draw.PickValueInList([0, 0, 0] + ([1, -1, 7, 1 << 30] if self.wrong() else []))
            start = (
                self.draw.ConsumeIntInRange(0, 100)
                if not self.wrong(20)
                else self.draw.PickValueInList([-1, 1 << 30, len(TEXT)])
            )
            if 0 <= length <= 12:
                found.append(
                    length.to_bytes(4, "little")
                    + TEXT[start : start + length].ljust(12, b"\0" if self.draw.ConsumeBool() else b"x")
                )
            else:
                prefix = TEXT[start : start + 4].ljust(4, b"\0") if not self.wrong(20) else b"zzzz"
                places = [buffer.to_bytes(4, "little", signed=True), start.to_bytes(4, "little", signed=True)]
                found.append(b"".join([length.to_bytes(4, "little", signed=True), prefix, *places]))
        return self.octets(b"".join(found))

    # What is handed over

    def offered(self, form: bytes | None = None) -> Any:
        """An object with one of the two methods."""
        schema = self.schema(form=form)
        if self.draw.ConsumeBool():
            return OfferedArray(capsule(SCHEMA, schema), capsule(ARRAY, self.array(schema)), self)
        return OfferedStream(self.stream(schema), self)

    def stream(self, schema: Schema) -> object:
        arrays = [self.array(schema) for _ in range(self.draw.ConsumeIntInRange(0, 3))]
        fails_at = self.draw.ConsumeIntInRange(0, 20)
        words = self.draw.PickValueInList([None, b"no more\0", b"\xff\xfe\0", b"\0"])
        error = None if words is None else self.octets(words)

        def get_schema(_: int, out: int) -> int:
            ctypes.memmove(out, ctypes.byref(schema), ctypes.sizeof(Schema))
            return 0 if fails_at != 19 else 22

        def get_next(_: int, out: int) -> int:
            if len(arrays) == fails_at:
                return 5
            array = arrays.pop() if arrays else Array()
            ctypes.memmove(out, ctypes.byref(array), ctypes.sizeof(Array))
            return 0

        made = Stream(GET(get_schema), GET(get_next), LAST_ERROR(lambda _: error), RELEASES[Stream], None)
        self.kept.append(made)
        return capsule(STREAM, made)


def children_of(form: bytes) -> int:
    """How many a type has."""
    if form in (b"+s", b"+us:0,1", b"+r"):
        return 2
    return 1 if form in (b"+l", b"+L", b"+w:2", b"+m", b"+vl", b"+w:-1", b"+ud:0") else 0


class OfferedArray:
    def __init__(self, schema: object, array: object, maker: Maker) -> None:
        self.schema, self.array, self.maker = schema, array, maker

    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]:
        return self.schema, self.array


class OfferedStream:
    def __init__(self, stream: object, maker: Maker) -> None:
        self.stream, self.maker = stream, maker

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.stream
