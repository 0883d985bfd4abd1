"""What is percent-encoded, and where: section 1.3 of the URL Standard.

Each set is a pattern of runs of the characters that are encoded. All of them have the C0 controls and what lies beyond
``~``; none has ``%``.
"""

import re

_C0 = "\\0-\x1f\x7f-\U0010ffff"

C0_CONTROL = re.compile(f"[{_C0}]+")
FRAGMENT = re.compile(f'[{_C0} "<>`]+')
QUERY = re.compile(f'[{_C0} "#<>]+')
SPECIAL_QUERY = re.compile(f"[{_C0} \"#<>']+")
PATH = re.compile(f'[{_C0} "#<>?^`{{}}]+')
USERINFO = re.compile(rf'[{_C0} "#<>?^`{{}}/:;=@\[\\\]|]+')


def encoded(text: str, percent_encode_set: "re.Pattern[str]") -> str:
    """The text with what is in the set as escapes of its UTF-8 octets."""
    return percent_encode_set.sub(_escapes, text)


def _escapes(run: "re.Match[str]") -> str:
    return "%" + run[0].encode("utf-8").hex("%").upper()
