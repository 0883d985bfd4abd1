"""Which addresses are public: those of servers that anybody can reach.

The table is IANA's, of the registries of special-purpose addresses for IPv4 and IPv6 (RFC 6890, RFC 8190;
https://www.iana.org/assignments/iana-ipv4-special-registry and .../iana-ipv6-special-registry) as they were in October
2025, with multicast added. It is ours since ``ipaddress`` changes its own between patch releases, and lags behind: 3.15
takes 5f00::/16 for global. Where it is stricter than the registries it says so: of 192.0.0.0/24 and 2001::/23 some
addresses can be reached by anybody, but no server that a URL names is there.
"""

from ipaddress import IPv4Address, IPv6Address, ip_network

from .addresses import ipv4_inside, same_as_ipv4

SPECIAL = (
    ("0.0.0.0/8", "this network, RFC 791"),
    ("10.0.0.0/8", "private use, RFC 1918"),
    ("100.64.0.0/10", "shared by carriers, RFC 6598"),
    ("127.0.0.0/8", "loopback, RFC 1122"),
    ("169.254.0.0/16", "link-local, RFC 3927"),
    ("172.16.0.0/12", "private use, RFC 1918"),
    ("192.0.0.0/24", "protocol assignments, RFC 6890"),  # stricter: two anycast services are global
    ("192.0.2.0/24", "documentation, RFC 5737"),
    ("192.88.99.0/24", "6to4 relays, RFC 7526"),
    ("192.168.0.0/16", "private use, RFC 1918"),
    ("198.18.0.0/15", "benchmarks, RFC 2544"),
    ("198.51.100.0/24", "documentation, RFC 5737"),
    ("203.0.113.0/24", "documentation, RFC 5737"),
    ("224.0.0.0/4", "multicast, RFC 5771"),
    ("240.0.0.0/4", "reserved, RFC 1112"),  # 255.255.255.255 among it
    ("::/128", "unspecified, RFC 4291"),
    ("::1/128", "loopback, RFC 4291"),
    ("::/96", "IPv4-compatible, RFC 4291"),
    ("64:ff9b:1::/48", "local NAT64, RFC 8215"),
    ("100::/64", "discarded, RFC 6666"),
    ("100:0:0:1::/64", "dummy, RFC 9780"),
    ("2001::/32", "Teredo, RFC 4380"),
    ("2001::/23", "protocol assignments, RFC 2928"),  # stricter: anycast services, AMT, AS112 and ORCHIDs are global
    ("2001:db8::/32", "documentation, RFC 3849"),
    ("2002::/16", "6to4, RFC 3056"),
    ("3fff::/20", "documentation, RFC 9637"),
    ("5f00::/16", "segment routing, RFC 9602"),
    ("fc00::/7", "unique local, RFC 4193"),
    ("fe80::/10", "link-local, RFC 4291"),
    ("fec0::/10", "site-local, RFC 3879"),
    ("ff00::/8", "multicast, RFC 4291"),
)
_NETWORKS = [(ip_network(text), name) for text, name in SPECIAL]
_RANGES = {
    version: [(int(network[0]), int(network[-1]), name) for network, name in _NETWORKS if network.version == version]
    for version in (4, 6)
}
_NOT_ASSIGNED = "not global unicast, RFC 4291"


def why_not_public(address: IPv4Address | IPv6Address) -> str | None:
    """What the address is, if not public; with what it carries inside. None for a public one.

    >>> from ipaddress import ip_address
    >>> why_not_public(ip_address("::ffff:10.0.0.1")), why_not_public(ip_address("192.0.43.8"))
    ('private use, RFC 1918', None)
    """
    number = int(address)
    if address.version == 4:
        return _range_of(4, number)
    same = same_as_ipv4(number)
    if same is not None:  # C-43
        return _range_of(4, same)
    found = _range_of(6, number)
    if found is not None:
        return found
    if number >> 125 != 1:  # 2000::/3 is all that has been given out
        return _NOT_ASSIGNED
    return next((f"{how}, to {why}" for how, ipv4 in ipv4_inside(number) if (why := _range_of(4, ipv4))), None)


def _range_of(version: int, number: int) -> str | None:
    for first, last, name in _RANGES[version]:
        if first <= number <= last:
            return name
    return None
