"""The labels of a host that is not plain ASCII: as written, and as the name system knows them."""

import re
from urllib.parse import unquote

from .errors import URLError
from .hosts import looked_up

# IDNA takes three more characters for dots (RFC 3490 section 3.1, and UTS 46).
_DOTS = re.compile("[.\u3002\uff0e\uff61]")
# No rule of the Public Suffix List has that many, and hosts may be long.
_ENOUGH = 20


def last_labels(host: str) -> tuple[list[str], str] | None:
    """The last labels of ``host`` as they are written, and the name that they are in the name system.

    A label that IDNA refuses stays as it is. None if one is empty, but for what follows a last dot.

    >>> last_labels("www.b%C3%BCcher\u3002example.")
    (['www', 'b%C3%BCcher', 'example'], 'www.xn--bcher-kva.example')
    """
    labels = _without_last_dot(_DOTS.split(host))
    if "" in labels:
        return None
    written: list[str] = []
    known: list[str] = []
    for label in labels[-_ENOUGH:]:
        parts = _known(label)
        # An escape may stand for a dot. What it divides is shown decoded.
        written += parts if len(parts) > 1 else [label]
        known += parts
    known = _without_last_dot(known)
    return None if "" in known else (written[: len(known)], ".".join(known))


def _known(label: str) -> list[str]:
    try:
        return looked_up(unquote(label, errors="strict")).split(".")
    except (URLError, UnicodeError):
        return [label]


def _without_last_dot(labels: list[str]) -> list[str]:
    return labels[:-1] if len(labels) > 1 and not labels[-1] else labels
