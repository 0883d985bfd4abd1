"""Ada, the parser of Node, through the package ada-url: an implementation of the URL Standard that others wrote."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import ExitStack
from importlib import import_module
from itertools import chain, combinations
from typing import Any
from unittest.mock import patch

from urlmill import URLError, _pure
from urlmill._pure import web_idna, web_unicode

package: Any = import_module("ada_url")
URL: Any = package.URL
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_JOINER = re.compile("[\u200c\u200d]")
_nfc, _may_join = web_unicode.nfc, web_idna._may_join
# A syllable of Hangul without a final consonant, and one that follows: NFC makes one syllable of them.
_OPEN_SYLLABLE = f"[{''.join(map(chr, range(0xAC00, 0xD7A4, 28)))}]"
_BEFORE_CONSONANT = re.compile(rf"(?<={_OPEN_SYLLABLE})(?=[\u11a8-\u11c2])")


def href(text: str, base: str | None = None) -> str | None:
    """What Ada makes of it; it takes no lone surrogates, for which the Standard has U+FFFD."""
    text = _LONE_SURROGATE.sub("\ufffd", text)
    try:
        found: str = URL(text).href if base is None else URL(text, base=_LONE_SURROGATE.sub("\ufffd", base)).href
    except ValueError:
        return None
    return found


def _joins_for_ada(label: str, at: int) -> bool:
    if _JOINER.search(label[:at]) or _may_join(label, at):
        return True
    before, after = (set(map(web_unicode.joining_type, part)) for part in (label[:at], label[at + 1 :]))
    return label[at] == "\u200c" and bool(
        before & {web_unicode.JOINS_LEFT, web_unicode.JOINS_BOTH}
        and after & {web_unicode.JOINS_RIGHT, web_unicode.JOINS_BOTH}
    )


# In what Ada is known to differ from Unicode (ada-url 4.0), and how we would differ in the same way:
# - it lets pass names with letters from right to left that break the bidi rule (RFC 5893), such as by a label that
#   begins with a digit: 66 names of Unicode's test file that fail by this rule alone;
# - of the joiners in a label (RFC 5892) it looks at the first alone, and for what it joins anywhere in the label;
# - its NFC leaves a syllable of Hangul and a final consonant after it as they are.
_LIKE_ADA: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "bidi": (web_idna, "_keeps_bidi_rule", lambda _: True),
    "joiners": (web_idna, "_may_join", _joins_for_ada),
    "hangul": (web_unicode, "nfc", lambda text: "".join(map(_nfc, _BEFORE_CONSONANT.split(text)))),
}


def explanation(text: str, base: str | None, ours: str | None, theirs: str | None) -> str | None:
    """Why what we say differs from what Ada says, None if it is not known."""
    if _like_ada(text, base, ()) != ours:
        return None
    for names in chain.from_iterable(combinations(_LIKE_ADA, count) for count in (1, 2, 3)):
        if _like_ada(text, base, names) == theirs:
            return " and ".join(names)
    return None


def _like_ada(text: str, base: str | None, names: tuple[str, ...]) -> str | None:
    with ExitStack() as changed:
        for name in names:
            changed.enter_context(patch.object(*_LIKE_ADA[name]))
        try:
            return _pure.web_href(text, base)
        except URLError:
            return None
