"""As much of a news server as the plans need (RFC 3977), with two groups and two articles."""

from __future__ import annotations

import fnmatch
from io import BufferedIOBase

GROUPS = {b"example.group.this": (1, 2), b"example.group.n/a": (7, 7), "example.gr\u00fcn".encode(): (1, 0)}

# The second line of the body begins with a period, which is doubled on its way (section 3.1.1).
ARTICLE = b"Message-ID: <one@example.org>\r\nSubject: one\r\n\r\nA body\r\n.with a period\r\n"
_IDS = (b"<one@example.org>", b"<a/b%c@[10.20.30.108]>")


def converse(incoming: BufferedIOBase, outgoing: BufferedIOBase) -> bytes:
    """Answers one command after the other, until QUIT."""
    heard = b""
    group: bytes | None = None
    outgoing.write(b"200 ready\r\n")
    for line in incoming:
        heard += line
        verb, *arguments = line.removesuffix(b"\r\n").split(b" ")
        argument = b" ".join(arguments)
        if verb == b"QUIT":
            outgoing.write(b"205 bye\r\n")
            break
        if verb == b"GROUP" and argument in GROUPS:
            group = argument
        outgoing.write(_reply(verb, argument, group))
    return heard


def _reply(verb: bytes, argument: bytes, group: bytes | None) -> bytes:
    first, last = GROUPS.get(group or b"", (0, -1))
    if verb == b"GROUP":
        if argument not in GROUPS:
            return b"411 no such group\r\n"
        return b"211 %d %d %d %b\r\n" % (last - first + 1, first, last, argument)
    if verb == b"LIST":
        pattern = argument.removeprefix(b"ACTIVE").removeprefix(b" ") or b"*"
        names = [name for name in GROUPS if fnmatch.fnmatchcase(name, pattern)]
        return _block(b"215 groups follow", b"".join(b"%b %d %d y\r\n" % (name, *GROUPS[name][::-1]) for name in names))
    if verb == b"ARTICLE" and argument.startswith(b"<"):
        return _block(b"220 0 " + argument, ARTICLE) if argument in _IDS else b"430 no such article\r\n"
    if verb in (b"ARTICLE", b"OVER") and group is None:
        return b"412 no group\r\n"
    if verb == b"ARTICLE":
        return _block(b"220 " + argument, ARTICLE) if first <= int(argument) <= last else b"423 no such number\r\n"
    if verb == b"OVER":
        low, high = map(int, argument.split(b"-"))
        numbers = range(max(low, first), min(high, last) + 1)
        return _block(b"224 overview follows", b"".join(b"%d\tone\r\n" % number for number in numbers))
    return b"500 what?\r\n"


def _block(status: bytes, text: bytes) -> bytes:
    stuffed = (b"." + line if line.startswith(b".") else line for line in text.splitlines(keepends=True))
    return status + b"\r\n" + b"".join(stuffed) + b".\r\n"
