"""Percent-encoding, beyond what the drop-in offers."""

import re

_BAD = re.compile(r"%(?![0-9A-Fa-f]{2})")


def find_bad_percent(text: str) -> int:
    """Where the first ``%`` stands that two hexadecimal digits do not follow; -1 if there is none."""
    match = _BAD.search(text)
    return match.start() if match else -1
