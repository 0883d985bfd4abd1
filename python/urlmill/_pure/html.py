"""HTML cut into tags and text: section 13.2.5 of the HTML Standard, as far as links go."""

import re
from html.entities import html5

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    _Attributes = list[tuple[str, str]]
    _Piece = tuple[Literal["text"], str] | tuple[Literal["open"], str, int, _Attributes] | tuple[Literal["end"], str]

_NAME = re.compile(r"[^\t\n\f\r />]+")
_SPACE = re.compile(r"[\t\n\f\r ]*")
_BEFORE = re.compile(r"[\t\n\f\r /]*")
_NAME_END = re.compile(r"[\t\n\f\r />=]")
_VALUE_END = re.compile(r"[\t\n\f\r >]")
_COMMENT_END = re.compile(r"--!?>")
_IN_SCRIPT = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.ASCII | re.IGNORECASE)
_ODD = re.compile("\r\n?|\0")
_REFERENCE = re.compile(r"&(?:#(?:[0-9]+|[xX][0-9a-fA-F]+);?|[A-Za-z][A-Za-z0-9]*;?)")

# What has text in it up to its end tag, and no tags; and whether character references stand in the text.
_TEXT = {"title": True, "textarea": True} | dict.fromkeys(("style", "iframe", "xmp", "noembed", "noframes"), False)
_LONGEST = max(map(len, html5))


def pieces(page: str) -> "Iterator[_Piece]":
    """Text that is shown, tags that begin something with where they stand, and tags that end something."""
    at = text = 0
    while (start := page.find("<", at)) >= 0:
        markup = page[start + 1 : start + 4]
        is_end = markup[:1] == "/"
        first = markup[is_end : is_end + 1]
        if first.isascii() and first.isalpha():
            found = _NAME.match(page, start + 1 + is_end)
            name = lowered(found[0]) if found else ""
            yield "text", page[text:start]
            read = _attributes(page, found.end() if found else start)
            if read is None:
                return
            attributes, at = read
            if is_end:
                yield "end", name
            else:
                yield "open", name, start, attributes
                after = _after_content(page, at, name)
                if _TEXT.get(name):
                    yield "text", page[at:after]
                if after is None:
                    return
                at = after
        elif markup == "!--":
            yield "text", page[text:start]
            at = _after_comment(page, start + 4)
        elif first and (is_end or first in "!?"):
            yield "text", page[text:start]
            at = page.find(">", start) + 1 or len(page)
        else:
            at = start + 1
            continue
        text = at
    yield "text", page[text:]


def lowered(name: str) -> str:
    """In lower case, as far as it is ASCII."""
    return name.lower() if name.isascii() else name


def _attributes(page: str, at: int) -> "tuple[_Attributes, int] | None":
    """The attributes of a tag as written, and where it ends; None if the page ends before."""
    found: _Attributes = []
    while True:
        at = _after(_BEFORE, page, at)
        if page[at : at + 1] in ("", ">"):
            return (found, at + 1) if at < len(page) else None
        end = _NAME_END.search(page, at + 1)
        if not end:
            return None
        name, sign = lowered(page[at : end.start()]), _after(_SPACE, page, end.start())
        if page[sign : sign + 1] != "=":
            found.append((name, ""))
            at = sign
            continue
        start = _after(_SPACE, page, sign + 1)
        quote = page[start : start + 1]
        if quote in ('"', "'"):
            start += 1
            stop = page.find(quote, start)
            at = stop + 1
        else:
            end = _VALUE_END.search(page, start)
            at = stop = end.start() if end else -1
        if stop < 0:
            return None
        found.append((name, page[start:stop]))


def _after(pattern: "re.Pattern[str]", page: str, at: int) -> int:
    found = pattern.match(page, at)
    return found.end() if found else at


def _after_comment(page: str, start: int) -> int:
    for short in (">", "->"):
        if page.startswith(short, start):
            return start + len(short)
    found = _COMMENT_END.search(page, start)
    return found.end() if found else len(page)


def _after_content(page: str, start: int, name: str) -> int | None:
    """Where the text ends that belongs to a tag; None if the page does."""
    if name == "script":
        return _end_of_script(page, start)
    if name == "plaintext":
        return None
    if name not in _TEXT:
        return start
    found = re.compile(rf"</{name}(?=[\t\n\f\r />])", re.ASCII | re.IGNORECASE).search(page, start)
    return found.start() if found else None


def _end_of_script(page: str, at: int) -> int | None:
    """Where the end tag begins. Within ``<!--`` and ``-->`` a ``<script>`` has an end tag of its own."""
    is_comment = is_script_within = False
    while found := _IN_SCRIPT.search(page, at):
        at = found.start() + 1
        if found[0] == "-->":
            is_comment = is_script_within = False
        elif found[0] == "<!--":
            is_comment = True
            at += 1  # the dashes of "<!-->" are those of its end, too
        elif not found[1]:
            is_script_within |= is_comment
        elif is_script_within:
            is_script_within = False
        else:
            return found.start()
    return None


def meant(written: str, *, in_attribute: bool) -> str:
    """With line feeds for line ends, U+FFFD for NUL, and what character references stand for."""
    if "\r" in written or "\0" in written:
        written = _ODD.sub(lambda odd: "\ufffd" if odd[0] == "\0" else "\n", written)
    if "&" not in written:
        return written
    return _REFERENCE.sub(lambda found: _referred(found, in_attribute), written)


def _referred(found: "re.Match[str]", in_attribute: bool) -> str:
    name = found[0][1:]
    if name[0] == "#":
        return _character(name[1:].rstrip(";"))
    if name in html5:
        following = found.string[found.end() : found.end() + 1]
        is_left = in_attribute and name[-1] != ";" and _goes_on(following)
        return found[0] if is_left else html5[name]
    for end in range(min(len(name), _LONGEST), 1, -1):
        if name[:end] in html5:
            return found[0] if in_attribute and _goes_on(name[end : end + 1]) else html5[name[:end]] + name[end:]
    return found[0]


def _goes_on(following: str) -> bool:
    return following == "=" or (following.isascii() and following.isalnum())


def _character(number: str) -> str:
    digits, base = (number[1:], 16) if number[0] in "xX" else (number, 10)
    digits = digits.lstrip("0")
    code = int(digits, base) if digits and len(digits) < 8 else 0
    if 0x80 <= code < 0xA0:  # read as in windows-1252, which has five holes
        return bytes([code]).decode("cp1252", "ignore") or chr(code)
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"
