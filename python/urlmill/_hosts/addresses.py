"""Addresses that hosts are written as."""

import re
from collections.abc import Iterator

# What systems call their interfaces. Anything else in a zone id could only be there to deceive.
_ZONE = re.compile(r"[A-Za-z0-9\-._~]+")
_HEX = re.compile("0[xX][0-9A-Fa-f]*")
# RFC 6052 section 2.2: how many octets of an address in the local NAT64 prefix may come before the IPv4 address.
_LOCAL_PREFIXES = (6, 7, 8, 12)


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


def can_have_zone(address: str, zone: str) -> bool:
    """Whether a canonical IPv6 address may have that zone id: RFC 6874 section 4, on link-local addresses only."""
    return bool(re.match("fe[89ab]", address) and _ZONE.fullmatch(zone))


def ends_in_number(name: str) -> bool:
    """Whether the URL Standard takes a name for an IPv4 address, and refuses it if it is none.

    >>> ends_in_number("0x7f.1"), ends_in_number("a.09."), ends_in_number("a1.example")
    (True, True, False)
    """
    last = name.removesuffix(".").rpartition(".")[2]
    return (last.isascii() and last.isdigit()) or bool(_HEX.fullmatch(last))


def ipv4_number(name: str) -> int | None:
    """The IPv4 address that a name is read as by ``inet_aton`` or by the URL Standard, in any base and grouping.

    >>> ipv4_number("0x7f.1") == ipv4_number("2130706433") == ipv4_number("0177.0.0.1.") == 127 << 24 | 1
    True
    >>> ipv4_number("1.2.3.256"), ipv4_number("08.1"), ipv4_number("one.example")
    (None, None, None)
    """
    numbers = [_number(part) for part in name.removesuffix(".").split(".", 4)]
    if len(numbers) > 4 or None in numbers:
        return None
    *head, last = [number for number in numbers if number is not None]
    if any(number > 255 for number in head) or last >= 256 ** (4 - len(head)):
        return None
    return last + sum(number << 8 * (3 - index) for index, number in enumerate(head))


def _number(part: str) -> int | None:
    """Decimal, or octal after "0", or hexadecimal after "0x"."""
    for prefix, base, digits in (("0x", 16, "[0-9a-f]*"), ("0", 8, "[0-7]+"), ("", 10, "[0-9]+")):
        if part.lower().startswith(prefix) and re.fullmatch(digits, body := part.lower()[len(prefix) :]):
            return int(body.lstrip("0")[:40] or "0", base)  # longer ones are too large whatever follows
        if prefix and part.lower().startswith(prefix) and len(part) > len(prefix):
            return None
    return None


def same_as_ipv4(number: int) -> int | None:
    """The IPv4 address that an IPv6 address stands for: mapped (RFC 4291), or with NAT64's prefix (RFC 6052). C-43.

    >>> same_as_ipv4(0xffff << 32 | 0x7f000001) == same_as_ipv4(0x64ff9b << 96 | 0x7f000001) == 0x7f000001
    True
    """
    return number & 0xFFFFFFFF if number >> 32 in (0xFFFF, 0x64FF9B << 64) else None


def ipv4_inside(number: int) -> Iterator[tuple[str, int]]:
    """The IPv4 addresses that packets to an IPv6 address may be carried to, and by what.

    >>> [(how, hex(found)) for how, found in ipv4_inside(0x2002_7f00_0001 << 80)]
    [('6to4', '0x7f000001')]
    """
    last = number & 0xFFFFFFFF
    if number >> 32 == 0xFFFF:
        yield "mapped", last
    elif number >> 32 == 0xFFFF0000:
        yield "IPv4-translated", last  # RFC 2765 section 2.1
    elif number >> 32 == 0 and last > 1:  # not :: and ::1
        yield "IPv4-compatible", last  # RFC 4291 section 2.5.5.1
    elif number >> 32 == 0x64FF9B << 64:
        yield "NAT64", last
    elif number >> 80 == 0x64FF9B0001:  # RFC 8215: the length of the prefix is for the network to choose
        octets = number.to_bytes(16, "big")
        split = octets[:8] + octets[9:]  # the ninth octet is not a part of it
        for start in _LOCAL_PREFIXES:
            source = octets if start == 12 else split
            yield "NAT64", int.from_bytes(source[start : start + 4], "big")
    elif number >> 112 == 0x2002:
        yield "6to4", number >> 80 & 0xFFFFFFFF  # RFC 3056
    elif number >> 96 == 0x20010000:
        yield "Teredo", number >> 64 & 0xFFFFFFFF  # RFC 4380 section 4: the server, and the client with its bits turned
        yield "Teredo", last ^ 0xFFFFFFFF
    if number >> 32 & 0xFDFFFFFF == 0x5EFE:
        yield "ISATAP", last  # RFC 5214 section 6.1, whatever the prefix
