"""Addresses that hosts are written as."""


def canonical_ipv6(address: str) -> str:
    """An IPv6 address, without brackets and zone id, as RFC 5952 has it.

    >>> canonical_ipv6("2001:DB8:0:0:0:0:0:1"), canonical_ipv6("::FFFF:C000:201")
    ('2001:db8::1', '::ffff:192.0.2.1')
    """
    from ipaddress import IPv4Address, IPv6Address  # only now: few URLs have one

    number = int(IPv6Address(address))
    if number >> 32 == 0xFFFF:  # section 5; interpreters differ in how they write it
        return f"::ffff:{IPv4Address(number & 0xFFFFFFFF)}"
    return IPv6Address(number).compressed
