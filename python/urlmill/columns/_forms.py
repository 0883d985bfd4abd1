"""Canonical forms by the column, their keys and their fingerprints; and which rows are the first of theirs."""

from collections.abc import Iterable

from .._backend import impl
from .._url.canonical import _PERSON_AND_SALT, KEYED, canonical, check_level, core_form, key
from .._url.canonical.switches import check_switches
from ._arguments import layout_from, threads_from
from ._rules import Asked, rules_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

_WIDTH = 16  # octets of a fingerprint
_NULL = 2  # a flag that is neither


def read_forms(
    texts: "impl.Texts", name: str, level: str, switches: "Mapping[str, Any]", threads: int | None, layout: str = "view"
) -> "impl.Table":
    """The column of this name: "canonical", "key" or "fingerprint". Null where the level refuses the row."""
    threads, layout = threads_from(threads), layout_from(layout)
    if level in KEYED:
        check_switches(level, switches)
    # Names may come from what can be read once.
    switches = {each: _kept(value) for each, value in switches.items()}
    make: Callable[..., str] = key if name == "key" else canonical
    make("http://h/?a", level, **switches)  # which looks at the level and the switches
    profile = "web" if level == "web" else "lenient"
    field, known = name, core_form(level, switches)
    argument: object = known
    if name == "fingerprint":
        argument = (*known, *_PERSON_AND_SALT[level])
    elif name == "canonical" and level == "rfc3986":
        field, argument = "normal", "scheme"  # which knows the schemes, and so asks seldom
    asked = Asked(profile, lambda text: make(text, level, **switches))
    table = texts.split([(field, argument)], profile, threads, layout, rules_of(profile), asked)
    return table.select([(field, name)])


def read_made(
    texts: "impl.Texts", name: str, make: "Callable[[str], str]", threads: int | None, layout: str
) -> "impl.Table":
    """The column of this name: what ``make`` says of each row. Null where it raises URLError."""
    asked = Asked("lenient", make)
    fields: list[tuple[str, object]] = [("canonical", ("", 0))]  # a form that is asked for, row by row
    table = texts.split(fields, "lenient", threads_from(threads), layout_from(layout), rules_of("lenient"), asked)
    return table.select([("canonical", name)])


def fingerprints_of(
    texts: "impl.Texts", level: str, switches: "Mapping[str, Any]", threads: int | None
) -> tuple[bytes, bytes]:
    """The fingerprint of each row, one behind the other, and an octet for each: 1 if it has one."""
    check_level(level)
    return read_forms(texts, "fingerprint", level, switches, threads).octets("fingerprint")


def flags_of(fingerprints: bytes, present: bytes, ask: "Callable[[bytes], bytes]") -> bytes:
    """What ``ask`` says of the rows that have a fingerprint, an octet for each row; 2 for the others."""
    if 0 not in present:
        return ask(fingerprints)
    found = ask(b"".join(fingerprints[_WIDTH * start : _WIDTH * end] for start, end in _runs(present)))
    flags, at = bytearray([_NULL]) * len(present), 0
    for start, end in _runs(present):
        flags[start:end] = found[at : at + end - start]
        at += end - start
    return bytes(flags)


def _runs(present: bytes) -> "Iterator[tuple[int, int]]":
    start = present.find(1)
    while start >= 0:
        end = present.find(0, start)
        end = len(present) if end < 0 else end
        yield start, end
        start = present.find(1, end)


def _kept(value: object) -> object:
    return tuple(value) if isinstance(value, Iterable) and not isinstance(value, (str, bytes)) else value
