"""Lists of hosts as people write them: names, domains, addresses and networks."""

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_network

from ..errors import URLError
from .addresses import ends_in_number
from .names import looked_up

# RFC 3986 lets more stand in a host, but the names of hosts have nothing else: RFC 1123 section 2.1, and underscores.
NAME = re.compile(r"[a-z0-9_\-]+(?:\.[a-z0-9_\-]+)*\.?")


class Hosts:
    """``"a.example"`` is that name alone, ``".a.example"`` the domain with every name below it."""

    def __init__(self, argument: str, given: Collection[str]) -> None:
        """Raises ValueError for what is none of them; ``argument`` is what the message calls them."""
        self._names: set[str] = set()
        self._domains: set[str] = set()
        self._networks: list[IPv4Network | IPv6Network] = []
        for text in given:
            network = _network(text)
            if network is not None:
                self._networks += [network, *_mapped(network)]
                continue
            name = _name(text.removeprefix("."))
            if name is None:
                words = "a name, '.' and a domain, an address without brackets, or a network such as 192.0.2.0/24"
                raise ValueError(f"{argument}: expected {words}; got {text!r}")
            (self._domains if text.startswith(".") else self._names).add(name)

    def has_name(self, name: str) -> bool:
        """Whether a name, as it is looked up and without a final dot, is among them."""
        return name in self._names or not self._domains.isdisjoint(domains(name))

    def has_address(self, *addresses: IPv4Address | IPv6Address) -> bool:
        """Whether one of the networks has one of the addresses."""
        return any(address in network for address in addresses for network in self._networks)


def domains(name: str) -> list[str]:
    """The name and every domain above it. A name is short, or this would take quadratic time.

    >>> domains("a.b.example")
    ['a.b.example', 'b.example', 'example']
    """
    labels = name.split(".")
    return [".".join(labels[start:]) for start in range(len(labels))]


def _name(text: str) -> str | None:
    """The name as it is looked up; None for what is not a name."""
    try:
        name = looked_up(text)
    except URLError:
        return None
    return name.removesuffix(".") if NAME.fullmatch(name) and not ends_in_number(name) else None


def _network(text: str) -> IPv4Network | IPv6Network | None:
    try:
        return ip_network(text)
    except ValueError:
        return None


def _mapped(network: IPv4Network | IPv6Network) -> list[IPv4Network]:
    """The IPv4 network that one of mapped addresses stands for (C-43). All of ``::ffff:0:0/96`` is but a spelling."""
    first = int(network.network_address)
    if network.version == 4 or network.prefixlen <= 96 or first >> 32 != 0xFFFF:
        return []
    return [IPv4Network((first & 0xFFFFFFFF, network.prefixlen - 96))]
