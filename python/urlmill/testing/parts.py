"""Strategies for the parts of URLs, as they are written. Simple ones come first: examples shrink towards them."""

from __future__ import annotations

import string
from collections.abc import Callable
from functools import cache
from ipaddress import IPv6Address
from typing import TypeVar

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

_Made = TypeVar("_Made")
_LETTERS = string.ascii_letters + string.digits
_UNRESERVED = _LETTERS + "-._~"
_SUB_DELIMS = "!$&'()*+,;="
_NAMES = ["a", "b", "pub", "etc", "motd", "index.html", "README.txt", "c.tar.gz", "x-1_2~"]

# Of delimiters, of what needs no escape, of UTF-8 and what only looks like it; in both cases of the digits.
_ESCAPES = [
    "%2F", "%3B", "%09", "%3F", "%25", "%2E", "%2f", "%3b", "%3f", "%2e", "%41", "%7E", "%7e", "%20", "%23", "%40",
    "%3A", "%5B", "%5D", "%5C", "%7C", "%3D", "%26", "%2B", "%2C", "%2A", "%25%32%46", "%00", "%0D%0A",
    "%C3%A9", "%c3%a9", "%C3%a9", "%E4%B8%AD", "%F0%9F%98%80", "%EE%80%80", "%E2%80%AE",
    "%FF", "%e9", "%C3", "%ED%A0%80", "%C0%AF",
]  # fmt: skip
_WIDE = [
    "é",
    "ü",
    "ß",
    "中",
    "\u0301",
    "e\u0301",
    "İ",
    "K",
    "\uff0e",
    "\uff0f",
    "😀",
    "\ue000",
    "\u200d",
    "\u202e",
    "\xa0",
]
_WEB_ONLY = list(' "<>[\\]^`{|}')
_LONG = 2000


def once(make: Callable[[], _Made]) -> Callable[[], _Made]:
    """Keeps what ``make`` has made: a strategy does not change, and to make one takes milliseconds."""
    return cache(make)


def escapes() -> SearchStrategy[str]:
    """Percent-encoded octets: ``%2F``, ``%e9``, ``%C3%A9``."""
    digits = st.integers(0, 255).map(lambda octet: f"%{octet:02X}")
    return st.one_of(st.sampled_from(_ESCAPES), digits, digits.map(str.lower))


def wide() -> SearchStrategy[str]:
    """Characters that an IRI may hold and a URI may not."""
    assigned = st.characters(min_codepoint=0xA0, exclude_categories=("Cs", "Cc", "Cn"))
    return st.one_of(st.sampled_from(_WIDE), assigned)


def data(allowed: str, *, iri: bool = True, least: int = 0, extra: tuple[str, ...] = ()) -> SearchStrategy[str]:
    """Raw text of the characters ``allowed``, of escapes, of wide characters with ``iri``, and the pieces ``extra``.

    Now and then it is very long.
    """
    names = [name for name in _NAMES if set(name) <= set(allowed)]
    pieces = [st.sampled_from(names), st.sampled_from(allowed), escapes()]
    if iri:
        pieces.append(wide())
    if extra:
        pieces.append(st.sampled_from(extra))
    text = st.lists(st.one_of(pieces), min_size=least, max_size=4).map("".join)
    long = ["a" * _LONG, "%41" * _LONG, "%2f" * _LONG] + ["é" * _LONG] * iri
    return rarely(long, else_=st.one_of(st.sampled_from(names), text))


def rarely(unusual: list[str], *, else_: SearchStrategy[str]) -> SearchStrategy[str]:
    """One of ``unusual`` once in a while. What is usual is drawn all the same, so that examples shrink to it."""
    last = 150
    return st.tuples(else_, st.integers(0, last)).map(
        lambda drawn: unusual[last - drawn[1]] if drawn[1] > last - len(unusual) else drawn[0]
    )


def maybe(text: SearchStrategy[str], before: str = "", after: str = "") -> SearchStrategy[str]:
    """Nothing, or ``text`` between its delimiters: empty and absent are different things."""
    return st.one_of(st.just(""), text.map(lambda found: before + found + after))


def joined(*parts: SearchStrategy[str] | str) -> SearchStrategy[str]:
    """One after the other."""
    return st.tuples(*(st.just(part) if isinstance(part, str) else part for part in parts)).map("".join)


# The authority


def hosts(*, iri: bool = True) -> SearchStrategy[str]:
    """Names, IPv4, IPv6 with and without a zone, IPvFuture: ``h.example``, ``[fe80::1%25en0]``, ``[v7.x:y]``."""
    kinds = [_names(), st.sampled_from(_ODD_NAMES), _ipv4(), _ipv6(), st.sampled_from(_FUTURE)]
    if iri:
        kinds.append(st.sampled_from(_WIDE_NAMES))
        kinds.append(st.lists(st.one_of(st.sampled_from("ab-."), wide()), min_size=1, max_size=4).map("".join))
    return rarely(["a." * _LONG + "example"], else_=st.one_of(kinds))


_ODD_NAMES = [
    "H.Example", "localhost", "LOCALHOST", "example.", "a..b", ".a", "h_x.example", "3com.example", "a-.b", "-a",
    "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "0x7f.1", "%41.example", "%c3%a9.example", "%E9.example", "a%2Fb",
    "a%2eb", "a%40b", "a%00b", "%25", "a!$&'()*+,;=b", "~", "xn--bcher-kva.example", "XN--BCHER-KVA.example", "xn--a",
]  # fmt: skip
_WIDE_NAMES = [
    "bücher.example", "BÜCHER.example", "faß.de", "例え.テスト", "é%C3%A9.example", "\uff41\uff0eexample",
    "a\u0301.example", "İ.example", "\u0301a.example", "😀.example", "a\u3002b",
]  # fmt: skip
_FUTURE = ["[v7.x:y]", "[V1F.a]", "[v1.!$&'()*+,;=:~]", "[vF.A]"]
_ZONES = ["%25en0", "%25En1", "%25eth0.1~_-", "%25%65n0", "%25a%2fb", "%25%C3%A9", "%2525"]


def _names() -> SearchStrategy[str]:
    label = st.text(_LETTERS, min_size=1, max_size=4)
    return st.one_of(st.sampled_from(["h", "h.example"]), st.lists(label, min_size=1, max_size=4).map(".".join))


def _ipv4() -> SearchStrategy[str]:
    return st.one_of(st.sampled_from(["192.0.2.7", "0.0.0.0", "255.255.255.255"]), st.ip_addresses(v=4).map(str))


def _ipv6() -> SearchStrategy[str]:
    address = st.ip_addresses(v=6)
    written = st.one_of(
        st.sampled_from(["::", "::1", "1::", "FE80::1", "fe80::a", "2001:db8::7", "::ffff:192.0.2.7", "1:2:3:4:5:6:7::",
                         "::2:3:4:5:6:7:8", "1:2:3:4:5:6:1.2.3.4"]),
        address.map(str),
        address.map(lambda found: found.exploded.upper() if isinstance(found, IPv6Address) else str(found)),
    )  # fmt: skip
    return joined("[", written, st.one_of(st.just(""), st.sampled_from(_ZONES)), "]")


def ports(default: int | None = None) -> SearchStrategy[str]:
    """Port numbers as they may be written: ``0080``, and none at all; ``default`` comes often."""
    usual = ["8080", "", "0", "00", "65535", "0000000000000000000000021"]
    if default is not None:
        usual = [str(default), f"0{default}", *usual]
    return st.one_of(st.sampled_from(usual), st.integers(0, 65535).map(str))


def logins(*, iri: bool = True) -> SearchStrategy[str]:
    """User names, with and without a password, all of which may be empty: ``user``, ``user:``, ``:pw``, ``u:p:q``."""
    user = st.one_of(st.sampled_from(["user", "", "u", "anonymous"]), data(_UNRESERVED + _SUB_DELIMS, iri=iri))
    password = st.one_of(st.sampled_from(["secret", "", "p:q"]), data(_UNRESERVED + _SUB_DELIMS + ":", iri=iri))
    return joined(user, maybe(password, ":"))


def authorities(default: int | None = None, *, login: bool = False) -> SearchStrategy[str]:
    """``//``, perhaps a login, a host, perhaps a port."""
    before = maybe(logins(), after="@") if login else ""
    return joined("//", before, hosts(), maybe(ports(default), ":"))


# What follows it


def segments(*, web: bool = False, without: str = "") -> SearchStrategy[str]:
    """What may stand between two slashes: empty, a step, an escaped slash. With ``web``, what browsers let pass."""
    allowed = "".join(char for char in _UNRESERVED + _SUB_DELIMS + ":@" if char not in without)
    steps = st.sampled_from(["", ".", "..", "%2e", "%2E%2e", ".%2E", "...", "~", "%2Fetc", "%2f"])
    extra = tuple(_WEB_ONLY) if web else ()
    return st.one_of(data(allowed, extra=extra), steps)


def paths(*, web: bool = False, without: str = "") -> SearchStrategy[str]:
    """Nothing, or a slash and segments; now and then very many."""
    usual = st.lists(segments(web=web, without=without), max_size=5).map(
        lambda found: "".join(f"/{part}" for part in found)
    )
    return rarely(["/a" * _LONG, "/" * _LONG, "/.." * _LONG, "/a/.." * _LONG], else_=usual)


def queries(*, web: bool = False) -> SearchStrategy[str]:
    """Fields of a form, or anything else that may follow a question mark."""
    extra = tuple(_WEB_ONLY) if web else ()
    fields = st.sampled_from(["q=1", "", "a=b&c=d", "a", "=", "&", "a=+&a=%2B", "?", "a/../b", "x=%26;y", "a=1=2"])
    return st.one_of(fields, data(_UNRESERVED + _SUB_DELIMS + ":@/?", extra=extra))


def fragments(*, web: bool = False) -> SearchStrategy[str]:
    """What may follow a number sign."""
    return st.one_of(
        st.sampled_from(["f", "", "/a?b", "%23"]), data(_UNRESERVED + _SUB_DELIMS + ":@/?", extra=("#",) * web)
    )
