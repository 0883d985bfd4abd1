"""Text that may be shown on a terminal, whatever is in it."""

import re

# Controls, and what turns text around or hides it.
_UNSEEN = re.compile("[\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ud800-\udfff]")


def printable(text: str) -> str:
    """The same, with an escape for each character that a terminal would obey and not show."""
    return _UNSEEN.sub(lambda match: match[0].encode("unicode_escape", "surrogatepass").decode(), text)
