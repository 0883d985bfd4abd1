"""What is percent-encoded, and where: section 1.3 of the URL Standard.

Each set is a pattern of runs of the characters that are encoded. All of them have the C0 controls and what lies beyond
``~``; none has ``%``.
"""

import re


def _percent_encode_set(more: str) -> "re.Pattern[str]":
    """Controls, what is not ASCII, and ``more``: written as all but what is left, which is compiled soonest."""
    kept = "".join(character for character in map(chr, range(0x20, 0x7F)) if character not in more)
    return re.compile(f"[^{re.escape(kept)}]+")


C0_CONTROL = _percent_encode_set("")
FRAGMENT = _percent_encode_set(' "<>`')
QUERY = _percent_encode_set(' "#<>')
SPECIAL_QUERY = _percent_encode_set(" \"#<>'")
PATH = _percent_encode_set(' "#<>?^`{}')
USERINFO = _percent_encode_set(' "#<>?^`{}/:;=@[\\]|')


def encoded(text: str, percent_encode_set: "re.Pattern[str]") -> str:
    """The text with what is in the set as escapes of its UTF-8 octets."""
    return percent_encode_set.sub(_escapes, text)


def _escapes(run: "re.Match[str]") -> str:
    return "%" + run[0].encode("utf-8").hex("%").upper()
