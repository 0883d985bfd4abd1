"""The labels of a host that is not plain ASCII: as written, and as the name system knows them."""

from urllib.parse import unquote

from ..errors import URLError
from .names import DOTS, escaped_delimiter, looked_up

# No rule of the Public Suffix List has that many, and hosts may be long.
_ENOUGH = 20


def last_labels(host: str) -> tuple[list[str], str] | None:
    """The last labels of ``host`` as they are written, and the name that they are in the name system.

    None for a host that cannot be looked up: one that IDNA refuses, or that has a delimiter in an escape or behind a
    mapping; and if a label is empty, but for what follows a last dot.

    >>> last_labels("www.b%C3%BCcher\u3002example.")
    (['www', 'b%C3%BCcher', 'example'], 'www.xn--bcher-kva.example')
    """
    if escaped_delimiter(host) >= 0:
        return None
    try:
        if ".." in f".{looked_up(_decoded(host))}":
            return None
        labels = _without_last_dot(DOTS.split(host))[-_ENOUGH:]
        known_as = [looked_up(_decoded(label)).split(".") for label in labels]
    except (URLError, UnicodeError):
        return None
    # An escape may stand for a dot. What it divides is shown decoded.
    written = [
        part for label, parts in zip(labels, known_as, strict=True) for part in (parts if parts[1:] else [label])
    ]
    known = _without_last_dot([part for parts in known_as for part in parts])
    return None if "" in known else (written[: len(known)], ".".join(known))


def _decoded(raw: str) -> str:
    return unquote(raw, errors="strict")


def _without_last_dot(labels: list[str]) -> list[str]:
    return labels[:-1] if len(labels) > 1 and not labels[-1] else labels
