"""The table of addresses that are not public, beside IANA's registries and the tables of the interpreter."""

from __future__ import annotations

import ipaddress
from typing import TypeAlias

import pytest

from urlmill._hosts.ranges import SPECIAL, why_not_public

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

# Every row of the registries of special-purpose addresses (IPv4, of 2024-09; IPv6, of 2025-10), and whether it is
# globally reachable. None where IANA has "N/A", or the row was terminated.
REGISTRIES: dict[str, bool | None] = {
    "0.0.0.0/8": False,
    "0.0.0.0/32": False,
    "10.0.0.0/8": False,
    "100.64.0.0/10": False,
    "127.0.0.0/8": False,
    "169.254.0.0/16": False,
    "172.16.0.0/12": False,
    "192.0.0.0/24": False,
    "192.0.0.0/29": False,
    "192.0.0.8/32": False,
    "192.0.0.9/32": True,
    "192.0.0.10/32": True,
    "192.0.0.170/32": False,
    "192.0.0.171/32": False,
    "192.0.2.0/24": False,
    "192.31.196.0/24": True,
    "192.52.193.0/24": True,
    "192.88.99.0/24": None,
    "192.88.99.2/32": False,
    "192.168.0.0/16": False,
    "192.175.48.0/24": True,
    "198.18.0.0/15": False,
    "198.51.100.0/24": False,
    "203.0.113.0/24": False,
    "240.0.0.0/4": False,
    "255.255.255.255/32": False,
    "::1/128": False,
    "::/128": False,
    "::ffff:0:0/96": False,
    "64:ff9b::/96": True,
    "64:ff9b:1::/48": False,
    "100::/64": False,
    "100:0:0:1::/64": False,
    "2001::/23": False,
    "2001::/32": None,
    "2001:1::1/128": True,
    "2001:1::2/128": True,
    "2001:1::3/128": True,
    "2001:2::/48": False,
    "2001:3::/32": True,
    "2001:4:112::/48": True,
    "2001:10::/28": None,
    "2001:20::/28": True,
    "2001:30::/28": True,
    "2001:db8::/32": False,
    "2002::/16": None,
    "2620:4f:8000::/48": True,
    "3fff::/20": False,
    "5f00::/16": False,
    "fc00::/7": False,
    "fe80::/10": False,
}
# What the address inside decides, and what the table is stricter about, as it says itself.
BY_WHAT_IS_INSIDE = {"::ffff:0:0/96", "64:ff9b::/96"}
STRICTER = {"192.0.0.0/24", "2001::/23"}
# Not of these registries: multicast, and what RFC 4291 and RFC 3879 retired.
MORE = {"224.0.0.0/4", "::/96", "fec0::/10", "ff00::/8"}


def edges(network: Network) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    return [network[0], network[network.num_addresses // 2], network[-1]]


def around(network: Network) -> list[ipaddress.IPv4Address | ipaddress.IPv6Address]:
    """The same, and the addresses next to it."""
    first, last, largest = int(network[0]), int(network[-1]), 2**network.max_prefixlen - 1
    kind = ipaddress.IPv4Address if network.version == 4 else ipaddress.IPv6Address
    return [*edges(network), *(kind(number) for number in (first - 1, last + 1) if 0 <= number <= largest)]


@pytest.mark.parametrize(("text", "is_reachable"), REGISTRIES.items())
def test_what_the_registries_call_not_reachable_is_not_public(text: str, is_reachable: bool | None) -> None:
    network = ipaddress.ip_network(text)
    stricter = [ipaddress.ip_network(each) for each in STRICTER]
    is_stricter = any(each.version == network.version and each.overlaps(network) for each in stricter)
    if text not in BY_WHAT_IS_INSIDE:
        for address in edges(network):
            assert bool(why_not_public(address)) is (not is_reachable or is_stricter), address


def test_the_table_has_nothing_but_the_registries_and_what_it_says() -> None:
    listed = {text for text, _ in SPECIAL}
    assert listed <= REGISTRIES.keys() | MORE
    outermost = {text for text, is_reachable in REGISTRIES.items() if not is_reachable} - BY_WHAT_IS_INSIDE - listed
    networks = [ipaddress.ip_network(text) for text in listed]
    for network in map(ipaddress.ip_network, outermost):
        assert any(network.version == each.version and network.overlaps(each) for each in networks), network


def test_what_the_interpreter_calls_not_global_is_not_public() -> None:
    tables = [*SPECIAL, *((text, "") for text in REGISTRIES)]
    for address in {address for text, _ in tables for address in around(ipaddress.ip_network(text))}:
        if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
            continue  # interpreters differ in whether they look inside
        if not address.is_global or address.is_multicast or address.is_reserved:
            assert why_not_public(address) or address in ipaddress.ip_network("64:ff9b::/96"), address
