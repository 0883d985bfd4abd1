"""A policy judges the host that is connected to, when it is given a URL as browsers read it."""

from __future__ import annotations

import pytest

from urlmill import URL, WebURL
from urlmill.gate import GateError, Policy


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("http://0x7f.1/", "address-denied"),
        ("http://%31%32%37.1/", "address-denied"),
        ("http:\\\\127.1\\x", "address-denied"),
        ("http:2130706433", "address-denied"),
        ("http://good.example\\@10.0.0.1/", None),
        ("http://good.example@10.0.0.1/", "login-denied"),
        ("http://①②⑦.0.0.1/", "address-denied"),
        ("http://[::ffff:7f00:1]/", "address-denied"),
        ("http://loc\talhost/", "host-denied"),
        ("http://ｌocalhost./", "host-denied"),
        ("http://e%76il.example/", "host-denied"),
        ("http://evil。example/", "host-denied"),
        ("http://good.example/", None),
        ("http://good.example/a|b[]", None),
        ('http://a"b.example/', "host-denied"),
        ("file:///etc/passwd", "scheme-denied"),
        ("x://127.0.0.1/", "scheme-denied"),
    ],
)
def test_the_host_of_the_href_is_judged(text: str, code: str | None) -> None:
    policy = Policy(denied=[".evil.example", "evil.example"])
    url = URL(text, profile="web")
    if code is None:
        assert policy.check(url) is url
        assert (url.host, url.host_ascii) == ("good.example", "good.example")
        return
    with pytest.raises(GateError) as caught:
        policy.check(url)
    assert caught.value.code == code
    assert 0 <= caught.value.position <= len(str(url))


def test_of_schemes_the_standard_does_not_know_the_host_is_what_a_client_looks_up() -> None:
    policy = Policy(schemes=["x"])
    for text in ("x://127.0.0.1/", "x://0x7f.1/", "x://%31%32%37.1/"):
        with pytest.raises(GateError, match="loopback"):
            policy.check(WebURL(text))


def test_redirects_are_resolved_as_browsers_do() -> None:
    policy = Policy(hosts=["www.example"])
    base = WebURL("https://u@www.example/a/b")
    found = policy.safe_redirect("../x y", base)
    assert (type(found), str(found)) == (WebURL, "https://www.example/x%20y")
    for target in ("//evil.example/", "/\\evil.example", "https:evil.example"):
        with pytest.raises(GateError):
            policy.safe_redirect(target, WebURL("http://www.example/"))
