"""Addresses in networks: ``192.0.2.0/24``, ``2001:db8::/32``. An IPv4 address in IPv6 clothes is an IPv4 address."""

from __future__ import annotations

import re
from bisect import bisect_right
from ipaddress import IPv4Network, IPv6Network, collapse_addresses, ip_network
from socket import AF_INET, AF_INET6, inet_pton

from .arrow import pa, pc
from .usage import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

_ADDRESS = re.compile(r"(?:[0-9]+\.[0-9.]*|[0-9A-Fa-f]*:[0-9A-Fa-f:.]*)(/[0-9.]*)?")
_MAPPED = bytes(10) + b"\xff\xff"
_Network = IPv4Network | IPv6Network


def network_of(text: str) -> _Network | None:
    """A network, or the one of a single address; None if a text is neither.

    Raises UsageError for a text with a prefix length that is not a network.
    """
    if text.startswith("[") and text.endswith("]"):
        text = text[1:-1]
    written = _ADDRESS.fullmatch(text)
    if not written:
        return None
    try:
        network = ip_network(text, strict=False)
    except ValueError:
        if written[1] is None:
            return None
        raise UsageError(f"where: expected a network such as 192.0.2.0/24 or 2001:db8::/32, got {text!r}") from None
    if isinstance(network, IPv6Network) and (mapped := network.network_address.ipv4_mapped) and network.prefixlen >= 96:
        return IPv4Network((mapped, network.prefixlen - 96), strict=False)
    return network


class Networks:
    """Some networks, as ranges that do not overlap."""

    def __init__(self, networks: Sequence[_Network]) -> None:
        merged: list[_Network] = [
            *collapse_addresses(each for each in networks if isinstance(each, IPv4Network)),
            *collapse_addresses(each for each in networks if isinstance(each, IPv6Network)),
        ]
        # Their octets compare as the addresses do; those of IPv4 are shorter, so each family has its own list.
        self._ranges: dict[int, tuple[list[bytes], list[bytes]]] = {4: ([], []), 16: ([], [])}
        for each in merged:
            first, last = each.network_address.packed, each.broadcast_address.packed
            firsts, lasts = self._ranges[len(first)]
            firsts.append(first)
            lasts.append(last)

    def __contains__(self, text: str | None) -> bool:
        """Whether it is an address in one of them."""
        octets = _octets(text) if text else None
        if octets is None:
            return False
        firsts, lasts = self._ranges[len(octets)]
        at = bisect_right(firsts, octets) - 1
        return at >= 0 and octets <= lasts[at]

    def mask(self, column: Any) -> Any:
        """The same for each row of a column of text, each value looked at once."""
        column = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
        coded = column.dictionary_encode()
        within = pa.array([each in self for each in coded.dictionary.to_pylist()], pa.bool_())
        return pc.take(within, coded.indices)


def _octets(text: str) -> bytes | None:
    """An address as it goes over the network; None if the text is not one. It has no zone."""
    text = text.removeprefix("[").removesuffix("]").partition("%")[0]
    try:
        octets = inet_pton(AF_INET6 if ":" in text else AF_INET, text)
    except (OSError, ValueError):
        return None
    return octets[12:] if len(octets) == 16 and octets.startswith(_MAPPED) else octets
