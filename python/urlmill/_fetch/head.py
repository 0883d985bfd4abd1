"""The head of an HTTP response: a status line and fields, RFC 9112 sections 4 and 5."""

from __future__ import annotations

import re
from email.message import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_STATUS_LINE = re.compile(rb"HTTP/(?:1\.[0-9]|0\.9)[ \t]+([1-9][0-9]{2})(?:[ \t]+(.*))?")
_FIELD = re.compile(rb"([!-9;-~]+):(.*)", re.DOTALL)  # a space before the colon is refused: section 5.1
_CONTROL = re.compile(rb"[\0-\x08\x0a-\x1f\x7f]")
MOST_FIELDS = 100


def status(line: bytes) -> tuple[int, bytes] | None:
    """The status and the words after it; None if the line is not a status line."""
    found = _STATUS_LINE.fullmatch(line)
    return (int(found[1]), (found[2] or b"").strip()) if found else None


def fields(lines: Iterable[bytes]) -> Message:
    """The fields of the lines, decoded as Latin-1, so that each character is an octet. Raises ValueError.

    The standard library's readers of mail would take the type of a field for that of what they read, and a line that
    begins with "From " for the start of a mailbox.
    """
    found: list[tuple[bytes, list[bytes]]] = []
    for line in lines:
        if _CONTROL.search(line):
            raise ValueError("there are control characters in its fields")
        field = _FIELD.fullmatch(line)
        if found and line.startswith((b" ", b"\t")):  # section 5.2: a line that is folded reads as one with a space
            found[-1][1].append(line.strip(b" \t"))
        elif not field:
            raise ValueError("there is a line among its fields that is not a field")
        elif len(found) == MOST_FIELDS:
            raise ValueError(f"it has more than {MOST_FIELDS} fields")
        else:
            found.append((field[1], [field[2].strip(b" \t")]))  # RFC 9110 section 5.5: the value is what is between
    message = Message()
    for name, parts in found:
        message[name.decode("latin-1")] = b" ".join(parts).strip(b" \t").decode("latin-1")
    return message
