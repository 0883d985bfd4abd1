"""Lines that go on after those of a known format: with what, the first lines tell.

``... "agent" "203.0.113.7" rt=0.012 urt="0.011"`` goes on with three fields. One with a key is called by it, or as we
call what it is. Without a key, addresses in quotes are ``x_forwarded_for``, and the only number with a point is
``request_time``. Any other is ``more_1``, ``more_2``, as they are counted.
"""

from __future__ import annotations

from .._io.late import late
from .._typing import NamedTuple
from ._shapes import Piece, Shape
from .formats import ENOUGH

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_TOKEN = late(
    r"(?P<key>[A-Za-z_][\w.-]*[=:])?"
    r'(?:"(?P<quoted>(?:[^"\\]|\\.)*)"|\[(?P<inner>[^\]]*)\]|(?P<bare>[^\s"\[]\S*(?:(?:(?<=,) | : )\S+)*))(?: |$)'
)
_AROUND = {"quoted": ('"', '"'), "inner": ("[", "]"), "bare": ("", "")}
# What they are called by those who write them, what we call it, and what it must look like to be it.
_KEYS = {
    "rt": ("request_time", "seconds"), "request_time": ("request_time", "seconds"),
    "xff": ("x_forwarded_for", "forwarded"), "x_forwarded_for": ("x_forwarded_for", "forwarded"),
    "host": ("host", "authority"), "vhost": ("host", "authority"),
}  # fmt: skip
_REAL = late(r"[0-9]+\.[0-9]+|-")
_OTHER = late(r"[^a-z0-9]+")
_MOST = 64  # fields that lines may go on with


class _Token(NamedTuple):
    key: str
    group: str  # of the pattern
    value: str


def going_on(base: Shape, sure: Sequence[str], head: Sequence[str]) -> Shape | None:
    """The shape of lines that begin with another one and go on; None if there are none."""
    rests = _rests(base, sure, head)
    first = _tokens(rests[0]) if rests else []
    others = [_tokens(rest) for rest in rests]
    alike = [tokens for tokens in others if [token[:2] for token in tokens] == [token[:2] for token in first]]
    reals = _reals(alike) if alike else []
    taken = {*base.columns}
    pieces = list(base.pieces)
    end = base.end
    for place, (key, group, _) in enumerate(first):
        values = [tokens[place].value for tokens in alike]
        name, kind = _meaning(key, group, values, is_only_real=reals == [place])
        before, after = _AROUND[group]
        piece = Piece(f"{end} {key}{before}", name, kind, "list " if group == "bare" else "")
        piece = (piece.beside(taken) if name else None) or piece._replace(name=_more(place, taken), kind="text")
        taken.update(piece.columns)
        pieces.append(piece)
        end = after
    return Shape(tuple(pieces), end) if first else None


def _more(place: int, taken: set[str]) -> str:
    """A name by position; a key may have it already."""
    name = f"more_{place + 1}"
    while name in taken:
        name += "_"
    return name


def _rests(base: Shape, sure: Sequence[str], head: Sequence[str]) -> list[str]:
    """What the first lines have after the shape."""
    longer = Shape((*base.pieces, Piece(f"{base.end} ", "more", "text")))
    head = list(head[:ENOUGH])
    table = longer.found(head, ["more", *sure])
    places = table.values("error_at")
    if None not in places:
        return []
    rows = zip(places, table.values("more"), *map(table.values, sure), strict=True)
    return [rest for place, rest, *values in rows if place is None and rest and None not in values]


def _tokens(text: str) -> list[_Token]:
    """None of them, if it is not all tokens or there are too many."""
    found: list[_Token] = []
    at = 0
    while at < len(text):
        if len(found) == _MOST:
            return []
        match = _TOKEN().match(text, at)
        if match is None:
            return []
        group = next(group for group in _AROUND if match[group] is not None)
        found.append(_Token(match["key"] or "", group, match[group]))
        at = match.end()
    return found


def _reals(alike: Sequence[Sequence[_Token]]) -> list[int]:
    """Where numbers with a point stand, without a key or quotes."""
    return [
        place
        for place, (key, group, _) in enumerate(alike[0])
        if not key and group == "bare" and any(tokens[place].value != "-" for tokens in alike)
        and all(_REAL().fullmatch(tokens[place].value) for tokens in alike)
    ]  # fmt: skip


def _meaning(key: str, group: str, values: Sequence[str], *, is_only_real: bool) -> tuple[str, str]:
    """The name and the kind of a field; no name if it is not known."""
    own = _OTHER().sub("_", key.lower()).strip("_")
    if own in _KEYS:
        name, kind = _KEYS[own]
        if _are(values, kind):
            return name, "text" if kind == "forwarded" else kind
    if own:
        return own, "text"
    if is_only_real:
        return "request_time", "seconds"
    if group == "quoted" and any(value != "-" for value in values) and _are(values, "forwarded"):
        return "x_forwarded_for", "text"
    return "", "text"


def _are(values: Sequence[str], kind: str) -> bool:
    table = Shape((Piece("", "it", kind),)).found(list(values), ["it"])
    return table.first_present("error_at") is None
