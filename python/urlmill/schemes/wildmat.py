r"""wildmat: which newsgroups a pattern stands for, by RFC 3977 section 4.

    wildmat = pattern *("," ["!"] pattern)
    pattern = 1*( "*" / "?" / any character but "!" "*" "," "?" "[" "\" "]" )

In a pattern ``*`` is any string and ``?`` any character. Of the patterns that match, the last one decides.
"""

import re

from .._url.octets import pieces
from ..errors import URLError

_BARRED = re.compile(r"[!\[\\\]]")
# RFC 3977 section 3.1: a command has 512 octets with its line end, so that no server is sent a longer wildmat. With
# that limit the time is linear in the name.
LONGEST = 512


def matches(pattern: str, string: str) -> bool:
    """Whether ``string`` is among those that the wildmat ``pattern`` stands for, which has at most 512 characters.

    >>> matches("comp.*,!comp.lang.*,comp.lang.c", "comp.lang.c")
    True
    """
    bad = LONGEST if len(pattern) > LONGEST else find_bad(pattern)
    if bad >= 0:
        raise URLError("bad-wildmat", bad, pattern)
    for single in reversed(pattern.split(",")):
        if _fits(single.removeprefix("!"), string):
            return not single.startswith("!")
    return False


def find_bad(pattern: str) -> int:
    """Where ``pattern`` fails to be a wildmat; -1 if it is one."""
    for start, single in pieces(pattern, ","):
        mark = start > 0 and single.startswith("!")
        bad = _BARRED.search(single, mark)
        if bad or len(single) == mark:
            return start + (bad.start() if bad else len(single))
    return -1


def _fits(pattern: str, string: str) -> bool:
    first, *others = pattern.split("*")
    if not others:
        return len(pattern) == len(string) and _begins(first, string, 0)
    *middle, last = others
    end = len(string) - len(last)
    if not _begins(first, string, 0) or not _begins(last, string, end):
        return False
    # Each where it fits first: that leaves the most to those that follow.
    position = len(first)
    for piece in middle:
        found = _expression(piece).search(string, position, max(end, 0))
        if not found:
            return False
        position = found.end()
    return position <= end


def _begins(piece: str, string: str, position: int) -> bool:
    return position >= 0 and _expression(piece).match(string, position) is not None


def _expression(piece: str) -> "re.Pattern[str]":
    return re.compile(re.escape(piece).replace(r"\?", "."), re.DOTALL)
