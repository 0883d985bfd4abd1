"""The address that a host is, in each spelling that systems take."""

from .._hosts.addresses import can_have_zone, canonical_ipv6, ends_in_number, ipv4_number, same_as_ipv4
from .octets import text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ipaddress import IPv4Address, IPv6Address

    from .components import Components


def of(url: "Components") -> "IPv4Address | IPv6Address | None":
    """None for a name, for a host that is refused, and without one."""
    if url.host_type == "ipv6":
        return _ipv6(url.raw_host or "")
    name = url.host_ascii
    if not name or url.host_type == "ipvfuture" or not ends_in_number(name):
        return None
    number = ipv4_number(name)
    if number is None:
        return None
    from ipaddress import IPv4Address  # only now: few URLs have one

    return IPv4Address(number)


def _ipv6(literal: str) -> "IPv4Address | IPv6Address | None":
    from ipaddress import IPv4Address, IPv6Address

    text, mark, raw_zone = literal[1:-1].partition("%25")
    zone = text_of(raw_zone)
    if mark:
        return IPv6Address(f"{text}%{zone}") if can_have_zone(canonical_ipv6(text), zone) else None
    found = IPv6Address(text)
    number = same_as_ipv4(int(found))
    return found if number is None else IPv4Address(number)
