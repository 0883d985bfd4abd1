"""Which format a log has, as its first lines tell."""

from __future__ import annotations

from functools import lru_cache

from .._io.arrow import pa
from .._io.usage import UsageError
from ._envelopes import ENVELOPES, Enveloped, envelope_of, messages_of
from .formats import ENOUGH, delimited, json, w3c

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from .formats import Family, Format

_FAMILIES: tuple[Family, ...] = (w3c, json, delimited)  # in the order in which they are asked
NAMES = (*delimited.NAMES, *json.NAMES, *w3c.NAMES)
_IN = " in "  # between the name of a format and that of what is around it
_PART = 5  # one line in so many must make sense, where the first lines of a log are not all its own


def detect(first_lines: Sequence[str]) -> Format | None:
    """The format of a log that begins with these lines; None if it is none that we know."""
    return _detected_of(tuple(line for line in first_lines if line))


@lru_cache(1)  # `top` asks twice: whether it is a log, and which
def _detected_of(head: tuple[str, ...]) -> Format | None:
    if found := envelope_of(head[:ENOUGH]):
        envelope, inside = found
        form = _detected(inside)
        return Enveloped(envelope, form) if form and form.name not in w3c.NAMES else None
    return _detected(head)


def named(name: str, first_lines: Sequence[str]) -> Format:
    """The format of this name, as these lines have it: some have more than one shape."""
    head = [line for line in first_lines if line]
    name, is_pasted = _described(name)
    if not is_pasted and _IN in name:
        name, _, around = name.partition(_IN)
        several = [each for each in ENVELOPES if each.name == around]
        envelope = next((each for each in several if each.may_be_around(head)), several[-1])
        lines = pa.array(head, pa.string_view())
        _check_inside(name)
        return Enveloped(envelope, _named(name, messages_of(envelope, lines, "\n".join(head).encode())))
    if found := envelope_of(head[:ENOUGH]):
        _check_inside(name)
        return Enveloped(found[0], _named(name, found[1]))
    return _named(name, head)


def config_of(name: str) -> str:
    """The configuration file that the format of this name is read from; empty if it is in none."""
    if name in NAMES:
        return ""
    from ._config import file_named

    return file_named(name)[0]


def check_name(name: str) -> str:
    """The name, or the string that a configuration file has for it. Raises UsageError if there is no such format, in an
    envelope or not.
    """
    name, is_pasted = _described(name)
    if is_pasted:
        _pasted(name, [])
        return name
    inside, _, around = name.partition(_IN)
    if inside not in NAMES or (around and around not in {each.name for each in ENVELOPES}):
        raise UsageError(
            f"unknown format {name!r}; there are {', '.join(NAMES)}; or give a log_format or LogFormat string, or the "
            "configuration file that has it"
        )
    return name


def _described(name: str) -> tuple[str, bool]:
    """The name, or the string that a configuration file has for it; and whether it is such a string."""
    if name in NAMES:
        return name, False
    from ._config import described  # few logs need them
    from ._pasted import is_pasted

    name = described(name)
    return name, is_pasted(name)


def _pasted(text: str, head: Sequence[str]) -> Format:
    from ._pasted import pasted
    from ._pasted_json import pasted_json

    template = pasted_json(text)
    return json.of(template, head) if template else pasted(text)


def _check_inside(name: str) -> None:
    """A log in an envelope is not cut where a ``#Fields:`` in it changes the columns."""
    if name in w3c.NAMES:
        raise UsageError(f"{name}: it is not read in an envelope; take the envelope off first")


def _detected(head: Sequence[str]) -> Format | None:
    size = len(head[:ENOUGH])
    best = None
    for seen in (each for family in _FAMILIES for each in family.seen(head)):
        if 2 * seen.count > size:  # of several that most lines fit, the first is meant
            return seen.form
        if best is None or seen.count > best.count:
            best = seen
    return best.form if best and best.count and _PART * best.count >= size else None


def _named(name: str, head: Sequence[str]) -> Format:
    family = next((family for family in _FAMILIES if name in family.NAMES), None)
    return _pasted(name, head) if family is None else family.named(name, head)
