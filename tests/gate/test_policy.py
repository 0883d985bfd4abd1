"""What a policy lets through, what it refuses, and in which words."""

from __future__ import annotations

import copy
import dataclasses
import ipaddress
import pickle
from typing import Any

import pytest
from hypothesis import given

from urlmill import URL, URLError
from urlmill.gate import CODES, GateError, Policy
from urlmill.testing import url_texts

from ..url.test_address import LOOPBACK


def code(policy: Policy, url: str | URL) -> str | None:
    try:
        policy.check(url)
    except GateError as error:
        return error.code if error.code in CODES and "expected" in str(error) else str(error)
    return None


def test_what_was_checked_is_what_is_handed_on() -> None:
    url = URL("https://www.example/a?b#c")
    assert Policy().check(url) is url
    assert Policy().check(str(url)) == url


@pytest.mark.parametrize("host", LOOPBACK)
def test_no_spelling_of_a_local_address_passes(host: str) -> None:
    assert code(Policy(), f"http://{host}/") == "address-denied"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("ftp://www.example/", "scheme-denied"),
        ("file:///etc/passwd", "scheme-denied"),
        ("http://user@www.example/", "login-denied"),
        ("http://@www.example/", "login-denied"),
        ("http://good.example:pw@evil.example/", "login-denied"),
        ("http://localhost/", "host-denied"),
        ("http://LOCALHOST./", "host-denied"),
        ("http://a.localhost/", "host-denied"),
        ("http://redis:6379/", "host-denied"),
        ("http://metadata.google.internal/", "host-denied"),
        ("http://printer.local/", "host-denied"),
        ("http://nas.home.arpa/", "host-denied"),
        ("http://localhost.localdomain/", "host-denied"),
        ("http://localhost6.localdomain6./", "host-denied"),
        ("http://wiki.corp/", "host-denied"),
        ("http://router.LAN/", "host-denied"),
        ("http://corp.example/", None),
        ("http://fa\xdf.example/", "ambiguous"),  # sockets of Python go to fass.example
        ("http://\u03c2.example/", "ambiguous"),
        ("http://\u115fgood.example/", "ambiguous"),
        ("http://xn--fa-hia.example/", None),
        ("http://[v1.a]/", "host-denied"),
        ("http://good.example,evil.example/", "host-denied"),
        ("http://good.example;evil.example/", "host-denied"),
        ("http://a..example/", "host-denied"),
        ("http://_dmarc.a_b.example/", None),
        ("http://a%2fb.example/", "host-denied"),
        ("http://" + "a" * 300 + ".example/", "host-denied"),
        ("http://169.254.169.254/latest/meta-data/", "address-denied"),
        ("http://[fe80::1%25lo]/", "address-denied"),
        ("http://[::1%25lo]/", "host-denied"),
        ("http://[fd00:ec2::254]/", "address-denied"),
        ("http://[2002:7f00:1::]/", "address-denied"),
        ("http://0/", "address-denied"),
        ("http://134744072/", "ambiguous"),
        ("http://⑧.8.8.8/", "ambiguous"),
        ("http://1.2.3.256/", "ambiguous"),
        ("http://www.example/", None),
        ("https://www.example:8443/a?b", None),
        ("https://bücher.example/", None),
        ("https://WWW.example./a|b", None),
        ("http://8.8.8.8/", None),
        ("http://[2001:4860:4860::8888]/", None),
        ("http://[::ffff:8.8.8.8]/", None),
    ],
)
def test_the_default_is_for_what_strangers_name(url: str, expected: str | None) -> None:
    assert code(Policy(), url) == expected


@pytest.mark.parametrize(
    ("options", "url", "expected"),
    [
        ({"schemes": ["ftp"]}, "ftp://ftp.example/", None),
        ({"schemes": ["ftp"]}, "http://www.example/", "scheme-denied"),
        ({"schemes": ["file"]}, "file:///etc/passwd", "no-host"),
        ({"schemes": ["file"], "public_only": False}, "file:///etc/passwd", None),
        ({"schemes": ["file"], "public_only": False, "hosts": ["h"]}, "file:///etc/passwd", "no-host"),
        ({"schemes": ["mongodb"], "public_only": False}, "mongodb://a.example,b.example/", "host-denied"),
        ({"schemes": ["postgres"]}, "postgres://good.example/?host=evil.example", "ambiguous"),
        ({"schemes": ["postgres"]}, "postgres://good.example/?port=22", "ambiguous"),
        ({"ports": [80, 443]}, "https://www.example/", None),
        ({"ports": [80, 443]}, "https://www.example:/", None),
        ({"ports": [80, 443]}, "https://www.example:22/", "port-denied"),
        ({"ports": []}, "https://www.example/", "port-denied"),
        ({"ports": [80], "schemes": ["x"]}, "x://www.example/", "port-denied"),
        ({"hosts": ["a.example"]}, "http://A.example./", None),
        ({"hosts": ["A.example."]}, "http://a.example/", None),
        ({"hosts": ["a.example"]}, "http://b.a.example/", "host-denied"),
        ({"hosts": [".a.example"]}, "http://b.a.example/", None),
        ({"hosts": [".a.example"]}, "http://a.example/", None),
        ({"hosts": [".a.example"]}, "http://xa.example/", "host-denied"),
        ({"hosts": [".a.example"]}, "http://a.example.evil.example/", "host-denied"),
        ({"hosts": [".a.example"]}, "http://8.8.8.8/", "host-denied"),
        ({"hosts": []}, "http://a.example/", "host-denied"),
        ({"hosts": ["bücher.example"]}, "http://xn--bcher-kva.example/", None),
        ({"hosts": ["8.8.8.0/24"]}, "http://8.8.8.8/", None),
        ({"hosts": ["8.8.8.0/24"]}, "http://[::ffff:8.8.8.8]/", None),
        ({"hosts": ["8.8.8.0/24"]}, "http://[64:ff9b::8.8.8.8]/", None),
        ({"hosts": ["64:ff9b::/96"]}, "http://[64:ff9b::8.8.8.8]/", None),
        ({"hosts": ["8.8.8.8"]}, "http://8.8.4.4/", "host-denied"),
        ({"hosts": ["8.8.8.8"], "public_only": False}, "http://[2002:808:808::]/", "host-denied"),
        ({"hosts": ["10.0.0.1"]}, "http://10.0.0.1/", "address-denied"),
        ({"hosts": ["10.0.0.1"], "public_only": False}, "http://10.0.0.1/", None),
        ({"hosts": ["intranet"], "public_only": False}, "http://intranet/", None),
        ({"denied": [".evil.example"]}, "http://a.evil.example/", "host-denied"),
        ({"denied": [".evil.example"]}, "http://EVIL.example./", "host-denied"),
        ({"denied": ["evil.example"]}, "http://ev%69l.example/", "host-denied"),
        ({"denied": ["evil.example"]}, "http://ｅvil。example/", "host-denied"),
        ({"denied": ["a.example"], "hosts": [".example"]}, "http://a.example/", "host-denied"),
        ({"denied": ["8.8.8.0/24"]}, "http://8.8.8.8/", "address-denied"),
        ({"denied": ["8.8.8.0/24"]}, "http://[::ffff:808:808]/", "address-denied"),
        ({"denied": ["64:ff9b::/96"]}, "http://[64:ff9b::8.8.8.8]/", "address-denied"),
        ({"denied": ["fass.example"]}, "http://fa\xdf.example/", "ambiguous"),
        ({"denied": ["::ffff:8.8.8.0/120"]}, "http://8.8.8.8/", "address-denied"),
        ({"denied": ["::ffff:8.8.8.0/120"]}, "http://8.8.4.4/", None),
        ({"denied": ["::ffff:0:0/96"]}, "http://8.8.8.8/", None),
        ({"denied": ["::ffff:0:0/96"]}, "http://[::ffff:8.8.8.8]/", "address-denied"),
        ({"hosts": ["::ffff:8.8.8.8"]}, "http://8.8.8.8/", None),
        ({"public_only": False}, "http://127.0.0.1/", None),
        ({"public_only": False, "denied": ["127.0.0.0/8"]}, "http://[2002:7f00:1::]/", "address-denied"),
        ({"public_only": False}, "http://127.1/", "ambiguous"),
        ({"public_only": False, "refused_ambiguities": "none"}, "http://127.1/", None),
        ({"refused_ambiguities": "all"}, "https://www.example/a|b", "ambiguous"),
        ({"refused_ambiguities": "all"}, "https://www.example/a", None),
        ({"login": True}, "http://user:pw@www.example/", None),
        ({"login": True}, "http://www.good.example@evil.example/", None),
        ({"login": True, "refused_ambiguities": "all"}, "http://www.good.example@evil.example/", "ambiguous"),
    ],
)
def test_each_rule_of_a_policy_counts(options: dict[str, Any], url: str, expected: str | None) -> None:
    assert code(Policy(**options), url) == expected


@pytest.mark.parametrize(
    "address",
    [
        "127.0.0.1", "10.0.0.1", "169.254.169.254", "::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "64:ff9b:1::7f00:1",
        "2002:7f00:1::", "2001::80ff:fffe", "2001:0:7f00:1::", "::127.0.0.1", "2a00::5efe:7f00:1", "fe80::1%lo",
        "fc00::1",
    ],
)  # fmt: skip
def test_an_address_that_is_not_public_is_refused_after_the_look_up(address: str) -> None:
    for given_as in (address, ipaddress.ip_address(address)):
        with pytest.raises(GateError) as caught:
            Policy().check_address(given_as)
        assert caught.value.code == "address-denied"
    assert Policy(public_only=False).check_address(address) == ipaddress.ip_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "10.1.2.3", "::ffff:10.1.2.3", "::10.1.2.3", "::ffff:0:10.1.2.3", "64:ff9b::10.1.2.3", "2002:a01:203::1",
        "2001::f5fe:fdfc",
        "2001:0:a01:203::1", "2a00::5efe:10.1.2.3", "2a00::200:5efe:10.1.2.3",
        # RFC 6052 section 2.2, with prefixes of 48, 56, 64 and 96 bits
        "64:ff9b:1:a01:2:300::", "64:ff9b:1:a:1:203::", "64:ff9b:1:0:a:102:300::", "64:ff9b:1::10.1.2.3",
    ],
)  # fmt: skip
def test_a_network_that_is_denied_is_denied_inside_of_other_addresses(address: str) -> None:
    policy = Policy(public_only=False, denied=["10.1.2.3"])
    with pytest.raises(GateError, match="not denied"):
        policy.check_address(address)
    policy.check_address("10.1.2.4")


def test_an_address_is_an_address() -> None:
    assert Policy().check_address("8.8.8.8") == ipaddress.IPv4Address("8.8.8.8")
    for text in ("127.1", "0177.0.0.1", "localhost", "", "[::1]", " 8.8.8.8"):
        with pytest.raises(GateError, match="expected an IPv4 or IPv6 address"):
            Policy().check_address(text)
    with pytest.raises(TypeError, match="got int"):
        Policy().check_address(2130706433)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "kind", "words"),
    [
        ({"schemes": "http"}, TypeError, "schemes: expected a collection of names, got str"),
        ({"schemes": [1]}, TypeError, r"schemes: expected names \(str\), got int"),
        ({"schemes": ["HTTP"]}, ValueError, "schemes: expected a scheme in lower case, such as https, got 'HTTP'"),
        ({"schemes": ["http:"]}, ValueError, "schemes: expected a scheme"),
        ({"ports": 80}, TypeError, "ports: expected a collection of numbers, got int"),
        ({"ports": ["80"]}, TypeError, "ports: expected numbers"),
        ({"ports": [True]}, TypeError, "ports: expected numbers"),
        ({"ports": [70000]}, ValueError, "ports: expected numbers from 0 to 65535, got 70000"),
        ({"hosts": "a.example"}, TypeError, "hosts: expected a collection of hosts, got str"),
        *(
            ({argument: [host]}, ValueError, f"{argument}: expected a name, '.' and a domain")
            for argument in ("hosts", "denied")
            for host in ("", ".", "*.a.example", "a b", "a/b", "[::1]", "127.1", "0x7f.1", "a..b", "10.0.0.1/8", "a:80")
        ),
        ({"denied": None}, TypeError, "denied: expected a collection of hosts, got NoneType"),
        ({"public_only": 1}, TypeError, "public_only: expected True or False, got int"),
        ({"login": None}, TypeError, "login: expected True or False"),
        ({"refused_ambiguities": "some"}, ValueError, "expected one of hosts, all, none, got 'some'"),
    ],
)
def test_a_policy_that_makes_no_sense_is_refused(options: dict[str, Any], kind: type[Exception], words: str) -> None:
    with pytest.raises(kind, match=words):
        Policy(**options)


@pytest.mark.parametrize("method", ["check", "check_address", "safe_redirect"])
def test_arguments_of_another_type_are_refused(method: str) -> None:
    more = ["http://h.example/"] if method == "safe_redirect" else []
    for given_as in (None, b"http://h.example/", 1):
        with pytest.raises(TypeError, match="expected a"):
            getattr(Policy(), method)(given_as, *more)


def test_what_is_no_url_is_refused_as_such() -> None:
    for url in ("//h", "", "http:///x", "http://a\\b/", "http://h:99999/", " http://h.example/", "http://h.example/\n"):
        with pytest.raises(URLError):
            Policy().check(url)
        with pytest.raises(URLError):
            Policy().check(URL(url, profile="lenient"))


def test_a_policy_is_a_value() -> None:
    policy = Policy(hosts=["a.example", "8.8.8.0/24"], ports=[80], denied=["b.example"])
    assert policy == Policy(hosts=("8.8.8.0/24", "a.example"), ports={80}, denied=["b.example"])
    assert hash(policy) == hash(copy.copy(policy))
    for same in (pickle.loads(pickle.dumps(policy)), copy.deepcopy(policy), dataclasses.replace(policy)):
        assert same == policy
        assert code(same, "http://a.example/") is None
        assert code(same, "http://b.example/") == "host-denied"
    assert code(dataclasses.replace(policy, hosts=None), "http://c.example/") is None
    with pytest.raises(dataclasses.FrozenInstanceError):
        policy.login = True  # type: ignore[misc]


def test_a_refusal_survives_pickling_and_points_into_the_url() -> None:
    with pytest.raises(GateError) as caught:
        Policy().check("http://user:secret@127.1/")
    with pytest.raises(GateError) as caught:
        Policy(login=True).check("http://user:secret@127.1/")
    again = pickle.loads(pickle.dumps(caught.value))
    assert (str(again), again.code, again.position) == (str(caught.value), "address-denied", 19)
    assert isinstance(caught.value, URLError)
    assert "secret" not in f"{caught.value}{caught.value!r}"


@given(url_texts())
def test_nothing_but_a_refusal_is_raised_and_what_passes_is_public(text: str) -> None:
    try:
        url = Policy().check(text)
    except URLError:
        return
    assert url.scheme in ("http", "https")
    assert url.raw_user is None
    if url.address is not None:
        Policy().check_address(url.address)
    assert not any(found.hosts for found in url.ambiguities())
