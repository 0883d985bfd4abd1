"""The address that a client connects to, however the host is written."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL
from urlmill._hosts.ranges import why_not_public

from ..profiles import REFUSING

LOOPBACK = [
    "127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "0x7f.1", "0X7F.1", "0x7f000001", "0x7F.0x0.0x0.0x1", "2130706433",
    "017700000001", "0177.0.0.1", "0177.1", "00000177.0x.00.01", "0x" + "0" * 60 + "7f000001", "0" * 60 + "177.1",
    "①②⑦.0.0.1", "１２７.0.0.1", "０ｘ７ｆ.1", "127。0。0。1", "127．0｡0.1", "%31%32%37.0.0.1", "127%2E1",
    "%EF%BC%9127.1",
    "[::ffff:7f00:1]", "[::FFFF:127.0.0.1]", "[0:0:0:0:0:ffff:7f00:1]", "[64:ff9b::7f00:1]", "[64:ff9b::127.0.0.1]",
]  # fmt: skip
NAMES = [
    "example.org", "localhost", "127.0.0.1.nip.io", "a1", "0x7g", "1.2.3.256", "08.1", "0x100000000", "1.2.3.4.5",
    "127..1", "-1", "127.0.0.1..", "[v1.a]", "0x7f.example",
]  # fmt: skip
REFUSED = [
    "127.0.0.1\\", "127.0.0.1%00", "127.0.0.1%2f", "127.0.0.1 ", "127.0.0.1＠h", "[::1", "[::1%25lo]",
    "[fe80::1%25%2F]", "127.0.0.1\t", "127.0.0.1%", "[127.0.0.1]",
]  # fmt: skip


@pytest.mark.parametrize("host", LOOPBACK)
def test_every_spelling_of_an_address_is_that_address(host: str) -> None:
    assert URL(f"http://{host}/").address == ipaddress.IPv4Address("127.0.0.1")
    assert URL(f"gopher://{host}:80/").address == ipaddress.IPv4Address("127.0.0.1")


@pytest.mark.parametrize("host", LOOPBACK)
def test_a_reviewer_is_told_of_every_spelling_but_the_usual_one(host: str) -> None:
    said = [found.why for found in URL(f"http://{host}/").ambiguities() if found.kind in ("ipv4-number", "ipv4-inside")]
    assert bool(said) is (host != "127.0.0.1")
    assert all("127.0.0.1" in why for why in said)


@pytest.mark.parametrize("host", ["[2002:7f00:1::]", "[::127.0.0.1]", "[2001::80ff:fffe]", "[2a00::5efe:7f00:1]"])
def test_a_reviewer_is_told_of_an_address_inside_of_another(host: str) -> None:
    url = URL(f"http://{host}/")
    assert isinstance(url.address, ipaddress.IPv6Address)
    (found,) = url.ambiguities()
    assert found.kind == "ipv4-inside"
    assert "127.0.0.1" in found.why


@pytest.mark.parametrize("host", NAMES)
def test_a_name_has_no_address(host: str) -> None:
    assert URL(f"http://{host}/").address is None


@pytest.mark.parametrize("host", REFUSED)
def test_a_host_that_is_refused_has_no_address(host: str) -> None:
    assert URL(f"http://{host}/", profile="lenient").address is None


@pytest.mark.parametrize("text", ["mailto:a@127.0.0.1", "file:///127.0.0.1", "urn:127.0.0.1", "mongodb://127.0.0.1,h/"])
def test_without_one_host_there_is_no_address(text: str) -> None:
    assert URL(text).address is None


def test_a_zone_stays_with_its_address() -> None:
    assert URL("http://[fe80::1%25eth0]/").address == ipaddress.IPv6Address("fe80::1%eth0")


@pytest.mark.parametrize("profile", REFUSING)
def test_profiles_that_take_the_host_agree_on_the_address(profile: str) -> None:
    for host in LOOPBACK:
        with contextlib.suppress(ValueError):
            assert URL(f"http://{host}/", profile=profile).address == ipaddress.IPv4Address("127.0.0.1")


numbers = st.integers(0, 300) | st.integers(0, 1 << 33)
spelled = numbers.flatmap(lambda n: st.sampled_from([str(n), hex(n), hex(n).upper().replace("X", "x"), f"0{n:o}"]))


@pytest.mark.skipif(sys.platform != "linux", reason="other systems read some of it in their own ways")
@given(st.lists(spelled, min_size=1, max_size=5).map(".".join))
def test_the_system_reads_numbers_in_the_same_way(host: str) -> None:
    try:
        found = ipaddress.IPv4Address(socket.inet_aton(host))
    except OSError:
        found = None
    assert URL(f"http://{host}/").address == found


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("8.8.8.8", None), ("1.1.1.1", None), ("192.0.43.8", None), ("100.63.255.255", None), ("100.128.0.0", None),
        ("172.15.255.255", None), ("172.32.0.0", None), ("192.0.1.0", None), ("198.17.255.255", None),
        ("198.20.0.0", None), ("223.255.255.255", None), ("192.31.196.1", None), ("192.175.48.1", None),
        ("2001:4860:4860::8888", None), ("2001:200::1", None), ("2a00:1450::1", None), ("2620:4f:8000::1", None),
        ("2606:4700::1111", None), ("::ffff:8.8.8.8", None), ("64:ff9b::8.8.8.8", None), ("2a00::5efe:8.8.8.8", None),
        ("0.0.0.0", "this network"), ("0.1.2.3", "this network"), ("10.255.0.1", "private"),
        ("100.64.0.1", "shared"), ("100.127.255.255", "shared"), ("127.0.0.1", "loopback"),
        ("127.255.255.254", "loopback"), ("169.254.169.254", "link-local"), ("172.16.0.1", "private"),
        ("172.31.255.255", "private"), ("192.0.0.8", "protocol"), ("192.0.0.9", "protocol"),
        ("192.0.0.170", "protocol"), ("192.0.2.1", "documentation"), ("192.88.99.1", "6to4"),
        ("192.168.255.255", "private"), ("198.18.0.1", "benchmarks"), ("198.19.255.255", "benchmarks"),
        ("198.51.100.1", "documentation"), ("203.0.113.1", "documentation"), ("224.0.0.1", "multicast"),
        ("239.255.255.255", "multicast"), ("240.0.0.1", "reserved"), ("255.255.255.255", "reserved"),
        ("::", "unspecified"), ("::1", "loopback"), ("::127.0.0.1", "IPv4-compatible"),
        ("::8.8.8.8", "IPv4-compatible"),
        ("::ffff:127.0.0.1", "loopback"), ("::ffff:10.0.0.1", "private"), ("::ffff:0:127.0.0.1", "not global"),
        ("64:ff9b::127.0.0.1", "loopback"), ("64:ff9b::a9fe:a9fe", "link-local"),
        ("64:ff9b:1::8.8.8.8", "local NAT64"), ("100::1", "discarded"), ("100:0:0:1::1", "dummy"), ("200::1", "not"),
        ("2001::1", "Teredo"), ("2001:0:808:808::f7f7:f7f7", "Teredo"), ("2001:1::1", "protocol"),
        ("2001:2::1", "protocol"), ("2001:20::1", "protocol"), ("2001:1ff::1", "protocol"),
        ("2001:db8::1", "documentation"), ("2002:7f00:1::", "6to4"), ("2002:808:808::1", "6to4"),
        ("3fff::1", "documentation"), ("4000::1", "not global"), ("5f00::1", "segment"), ("fc00::1", "unique local"),
        ("fd00:ec2::254", "unique local"), ("fe80::1", "link-local"), ("fe80::1%lo", "link-local"),
        ("fec0::1", "site-local"), ("ff02::1", "multicast"), ("ff0e::1", "multicast"),
        ("2a00::5efe:10.0.0.1", "ISATAP, to private"), ("2a00::200:5efe:127.0.0.1", "ISATAP, to loopback"),
    ],
)  # fmt: skip
def test_an_address_is_public_or_not_on_every_interpreter(address: str, why: str | None) -> None:
    found = why_not_public(ipaddress.ip_address(address))
    assert found is None if why is None else (found or "").startswith(why)


@given(st.integers(0, (1 << 32) - 1).map(ipaddress.IPv4Address))
def test_what_the_interpreter_calls_not_global_is_not_public(address: ipaddress.IPv4Address) -> None:
    if not address.is_global or address.is_multicast:
        assert why_not_public(address)
