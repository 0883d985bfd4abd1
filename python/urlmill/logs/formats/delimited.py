"""Text formats: which of them a log has. `urlmill.logs._text_formats` is the table of them."""

from __future__ import annotations

from .._delimited import Fields
from .._going_on import going_on
from .._shapes import shape_of
from .._text_formats import FORMATS
from . import Seen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .._shapes import Shape
    from .._text_formats import TextFormat

_GOING_ON = {form.with_more: form for form in FORMATS if form.with_more}
_MOST_KNOWN = ("common", "combined", "vhost_combined", "vhost_common", "nginx")
NAMES = tuple(dict.fromkeys([*_MOST_KNOWN, *sorted(form.name for form in FORMATS)]))


def seen(head: Sequence[str]) -> Iterator[Seen]:
    """How many lines are records of each; and last, of each whose lines go on."""
    yield from (_seen(form, head) for form in FORMATS)
    for form in _GOING_ON.values():
        yield from _seen_going_on(form, head)


def named(name: str, head: Sequence[str]) -> Fields:
    """The format of this name, with the shapes that the lines have."""
    found = [_seen(form, head) for form in FORMATS if form.name == name]
    if form := _GOING_ON.get(name):
        found += _seen_going_on(form, head)
        if not found:  # what nginx.org has for an example
            found = [_with_times(name, [shape_of(f'{form.shapes[0]} "{{x_forwarded_for}}"')], form.sure, head)]
    return max(found, key=lambda each: each.count).form  # type: ignore[return-value]  # all are of this file


def _seen(form: TextFormat, head: Sequence[str]) -> Seen:
    return _with_times(form.name, [shape_of(text) for text in form.shapes], form.sure, head)


def _seen_going_on(form: TextFormat, head: Sequence[str]) -> Iterator[Seen]:
    base = shape_of(form.shapes[0])
    if shape := going_on(base, form.sure, head) or going_on(base.with_any_time(), form.sure, head):
        yield _with_times(form.with_more, [shape], form.sure, head)


def _with_times(name: str, shapes: Sequence[Shape], sure: Sequence[str], head: Sequence[str]) -> Seen:
    """With times as the lines have them: most have whole seconds, as Apache writes them."""
    plain = Fields(name, tuple(shapes))
    count = plain.fits(head, sure)
    if not count or plain.unit == "us":
        any_time = Fields(name, tuple(shape.with_any_time() for shape in shapes))
        if any_time.shapes != plain.shapes and (more := any_time.fits(head, sure)):
            return Seen(any_time, more)
    return Seen(plain, count)
