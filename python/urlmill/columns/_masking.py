"""The first rows of columns, as they may be shown: passwords never are.

A cell has a part of a text only. Where the text misses its form, so that its password is split over cells which show
none by themselves, it is the whole text that tells what has to be hidden:

    http:/user:password@host/            path: /user:password@host/
    http://user:pass/word@host/          netloc: user:pass    path: /word@host/
"""

import re
from itertools import islice
from urllib.parse import unquote

from .._url import masking
from .._url.url import URL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._backend import impl

SHOWN_ROWS = 8
SHOWN_WIDTH = 32
_LONGEST = 4096  # octets of a text that is kept to be compared

_DROPPED = re.compile("[\t\r\n]")
_DELIMITERS = re.compile(r"[^\w]+|_")  # a cell may begin or end at any of them
_LEAST = 3  # characters that are not there by chance
# A colon before something that is not slashes, a mask, or a number such as a port or a minute.
_LOGIN = re.compile(r":(?!//|\*\*\*|[0-9]{1,5}(?:[^\w@]|$))")


class Origin:
    """What columns were made from: the texts of the first rows. Columns of ``others`` were there before."""

    __slots__ = ("_others", "_texts")

    def __init__(self, *texts: "impl.Texts", others: tuple[str, ...] = ()) -> None:
        # The first rows only: a table without views would keep all of the texts in memory otherwise.
        self._texts = [[column.text(row, _LONGEST) for row in range(min(len(column), SHOWN_ROWS))] for column in texts]
        self._others = others

    def masked(self, names: list[str], values: "list[Any]", row: int) -> "list[Any]":
        """The cells of a row, as they may be shown. Others may have given the same name to several."""
        shown = [(name in self._others, _masked(name, value)) for name, value in zip(names, values, strict=True)]
        is_suspect = _has_login([value for is_other, value in shown if is_other])
        texts = [each[row] for each in self._texts]
        hidden = [each for text in texts if text is not None for each in _hidden(text)]

        def tells(is_other: bool, value: "Any") -> bool:
            if is_other:
                return is_suspect and _may_be_of_login(value)
            return _tells(value, hidden) or (None in texts and _may_be_of_login(value))

        return [masking.MASK if tells(is_other, value) else value for is_other, value in shown]


def _masked(name: str, value: "Any") -> "Any":
    """What a cell shows, judged by itself, however deep."""
    if isinstance(value, list):
        return [_masked(name, item) for item in value]
    if isinstance(value, dict):
        return {key: _masked(key, item) for key, item in value.items()}
    if isinstance(value, bytes) and name.endswith("fingerprint"):
        return value.hex()
    if isinstance(value, bytes):
        return _masked(name, value.decode("utf-8", "backslashreplace"))
    if not isinstance(value, str):
        return value
    if "password" in name:
        return masking.MASK
    if name.endswith("key") and ":" in value.partition("@")[2]:
        return masking.MASK  # its login stands behind its host
    if name.endswith(("netloc", "authority")):
        return URL(f"//{value}", profile="lenient").display()[2:]
    if name.endswith("quoted"):  # whose delimiters are escaped
        plain = unquote(value)
        shown = URL(plain, profile="lenient").display()
        return value if shown == plain else shown
    return URL(value, profile="lenient").display()


def _hidden(text: str) -> "Iterator[tuple[str, int]]":
    """What must not be shown of a text: each part of it, and how many characters of it tell something."""
    url = URL(text, profile="lenient")
    places = masking.hidden(text, url._login_start)
    # In a URL of good form the password is in no other cell, so that what is equal to a little of it is so by chance.
    is_good = [text[begin:end] for begin, end in places] == [url.raw_password]
    for begin, end in places:
        yield text[begin:end], _LEAST if is_good else 1


def _tells(value: "Any", hidden: list[tuple[str, int]]) -> bool:
    """Whether a cell has something of what is hidden."""
    return any(
        _have_in_common(one, other, least)
        for part, least in hidden
        for one in _readings(part)
        for text in islice(_texts_in(value), SHOWN_WIDTH)  # the rest is not shown
        for other in _readings(text[:SHOWN_WIDTH])
    )


def _have_in_common(hidden: str, shown: str, least: int) -> bool:
    """Whether they overlap in their text: then a piece between delimiters of one is in the other."""
    return any(len(piece) >= least and piece in shown for piece in _pieces(hidden)) or any(
        len(piece) >= least and piece in hidden for piece in _pieces(shown)
    )


def _readings(text: str) -> set[str]:
    """As it is, and decoded; without what readers drop, nor case, which hosts have none of."""
    plain = _DROPPED.sub("", text.replace(masking.MASK, "")).casefold()
    return {plain, _DROPPED.sub("", unquote(plain)).casefold()}


def _pieces(text: str) -> list[str]:
    return [text, *_DELIMITERS.split(text)]


def _has_login(cells: "list[Any]") -> bool:
    """Whether cells of a text that is not at hand may be parts of a login."""
    texts = [text for cell in cells for text in _texts_in(cell)]
    return any("@" in text for text in texts) and any(map(_LOGIN.search, texts))


def _may_be_of_login(cell: "Any") -> bool:
    return any("@" in text or _LOGIN.search(text) for text in _texts_in(cell))


def _texts_in(value: "Any") -> "Iterator[str]":
    if isinstance(value, str):
        yield value
    elif isinstance(value, (list, dict)):
        for item in value.values() if isinstance(value, dict) else value:
            yield from _texts_in(item)
