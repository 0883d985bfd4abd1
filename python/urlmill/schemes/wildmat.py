r"""wildmat: which newsgroups a pattern stands for, by RFC 3977 section 4.

    wildmat = pattern *("," ["!"] pattern)
    pattern = 1*( "*" / "?" / any character but "!" "*" "," "?" "[" "\" "]" )

In a pattern ``*`` is any string and ``?`` any character. Of the patterns that match, the last one decides.
"""

import re

from ..errors import URLError

_BARRED = re.compile(r"[!\[\\\]]")


def matches(pattern: str, string: str) -> bool:
    """Whether ``string`` is among those that the wildmat ``pattern`` stands for.

    >>> matches("comp.*,!comp.lang.*,comp.lang.c", "comp.lang.c")
    True
    """
    bad = find_bad(pattern)
    if bad >= 0:
        raise URLError("bad-wildmat", bad, pattern)
    for single in reversed(pattern.split(",")):
        if _fits(single.removeprefix("!"), string):
            return not single.startswith("!")
    return False


def find_bad(pattern: str) -> int:
    """Where ``pattern`` shows that it is no wildmat; -1 if it is one."""
    start = 0
    for single in pattern.split(","):
        mark = start > 0 and single.startswith("!")
        bad = _BARRED.search(single, mark)
        if bad or len(single) == mark:
            return start + (bad.start() if bad else len(single))
        start += len(single) + 1
    return -1


def _fits(pattern: str, string: str) -> bool:
    # Only the last star is ever gone back to: what an earlier one could still take, the later one can take as well.
    # So the time is at worst the product of the lengths, where a regular expression might take a power of them.
    at = position = resumed = 0
    star = -1
    while position < len(string):
        if at < len(pattern) and pattern[at] == "*":
            star, resumed = at, position
            at += 1
        elif at < len(pattern) and pattern[at] in ("?", string[position]):
            at, position = at + 1, position + 1
        elif star >= 0:
            resumed += 1
            at, position = star + 1, resumed
        else:
            return False
    return not pattern[at:].strip("*")
