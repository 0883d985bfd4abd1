"""IPv4 and IPv6 addresses as the URL Standard reads and writes them: sections 3.5 and 3.6.

How an IPv4 address is read is in ``_hosts/addresses.py``, which others ask too.
"""

import re

from .._hosts.addresses import ends_in_number, ipv4_number

__all__ = ["ends_in_number", "ipv4_number", "ipv6_pieces", "ipv6_text", "ipv4_text"]

_HEX = re.compile("[0-9A-Fa-f]{1,4}")
_DECIMAL = re.compile("0|[1-9][0-9]{0,2}")


def ipv4_text(address: int) -> str:
    """In decimal, with dots."""
    return ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


def ipv6_pieces(text: str) -> list[int] | None:
    """The eight pieces of an address without its brackets, None if it is none."""
    before, gap, after = text.partition("::")
    head, tail = _pieces(before, is_last=not gap), _pieces(after, is_last=True)
    if head is None or tail is None:
        return None
    zeros = 8 - len(head) - len(tail)
    if zeros < 1 if gap else zeros != 0:
        return None
    return head + [0] * zeros + tail


def _pieces(text: str, *, is_last: bool) -> list[int] | None:
    """What stands on one side of the "::"; at the end of the address it may end in an IPv4 address."""
    found: list[int] = []
    if not text:
        return found
    *parts, last = text.split(":", 8)
    for part in parts:
        if not _HEX.fullmatch(part):
            return None
        found.append(int(part, 16))
    if _HEX.fullmatch(last):
        return [*found, int(last, 16)]
    octets = last.split(".", 4)
    if not is_last or len(octets) != 4 or not all(map(_DECIMAL.fullmatch, octets)):
        return None
    first, second, third, fourth = map(int, octets)
    if max(first, second, third, fourth) > 255:
        return None
    return [*found, first << 8 | second, third << 8 | fourth]


def ipv6_text(pieces: list[int]) -> str:
    """With the first of the longest runs of zeros left out, if it has two or more."""
    start, size = 0, 1
    for index in range(8):
        length = 0
        while index + length < 8 and not pieces[index + length]:
            length += 1
        if length > size:
            start, size = index, length
    shown = [f"{piece:x}" for piece in pieces]
    return ":".join(shown) if size == 1 else f"{':'.join(shown[:start])}::{':'.join(shown[start + size :])}"
