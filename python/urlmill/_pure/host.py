"""Hosts: RFC 3986 section 3.2.2, with the zone ids of RFC 6874."""

import re

# Anything that is not ASCII may stand in a name: IRIs have it, and what becomes of it is for IDNA to say.
_BAD_NAME = re.compile(r"%(?![0-9A-Fa-f]{2})|[\0- \"#/:<>?@\[\\\]^`{|}\x7f]")
_IPV4 = re.compile(r"(?:(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])(?:\.(?!$)|$)){4}")
_FUTURE = re.compile(r"[vV][0-9A-Fa-f]+\.[A-Za-z0-9\-._~!$&'()*+,;=:]+")
_ZONE = re.compile(r"(?:[A-Za-z0-9\-._~]|%[0-9A-Fa-f]{2})+")
_GROUP = re.compile(r"[0-9A-Fa-f]{1,4}")


def find_bad_host(host: str) -> int:
    """Where a host shows that it is none; -1 if it is a name or an address."""
    if host.startswith("["):
        return -1 if _literal_kind(host) else 0
    match = _BAD_NAME.search(host)
    return match.start() if match else -1


def host_kind(host: str) -> str | None:
    """One of "name", "ipv4", "ipv6" and "ipvfuture"; None for a text that is not a host, and for an empty one."""
    if not host or find_bad_host(host) != -1:
        return None
    if host.startswith("["):
        return _literal_kind(host)
    return "ipv4" if _IPV4.fullmatch(host) else "name"


def _literal_kind(host: str) -> str | None:
    if len(host) < 2 or host[-1] != "]":
        return None
    inner = host[1:-1]
    if _FUTURE.fullmatch(inner):
        return "ipvfuture"
    address, mark, zone = inner.partition("%25")
    return "ipv6" if _is_ipv6(address) and (not mark or _ZONE.fullmatch(zone)) else None


def _is_ipv6(text: str) -> bool:
    head, gap, tail = text.partition("::")
    if "::" in tail or tail.startswith(":"):
        return False
    before = _count_groups(head, last=not gap)
    after = _count_groups(tail, last=True)
    if before is None or after is None:
        return False
    # Eight groups, or fewer with a gap, which stands for one or more.
    return before + after <= 7 if gap else before == 8


def _count_groups(text: str, *, last: bool) -> int | None:
    """How many groups of 16 bits; the last two may be written as an IPv4 address. None if something else is in it."""
    if not text:
        return 0
    *groups, final = text.split(":")
    count = len(groups)
    if not all(map(_GROUP.fullmatch, groups)):
        return None
    if last and _IPV4.fullmatch(final):
        return count + 2
    return count + 1 if _GROUP.fullmatch(final) else None
