"""Where a redirect may lead: nowhere that a browser would take for another host."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill._url.ambiguity import host_for_browsers
from urlmill.gate import GateError, Policy

BASE = "https://good.example/a/b?c"
EVIL = [
    "//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example", "\\/evil.example",
    "\\evil.example", "/\\/evil.example", " //evil.example", "\t//evil.example", "/\t/evil.example", "/\n/evil.example",
    "\r\n//evil.example", "/\r/evil.example", "\x00//evil.example", "\x1f//evil.example", "//evil.example ",
    "https://evil.example", "http://evil.example", "HTTPS://evil.example/", "https:evil.example", "https:/evil.example",
    "https:///evil.example", "https:////evil.example", "http:evil.example", "http:/evil.example", "http:///evil.example",
    "https:\\\\evil.example", "https://good.example\\@evil.example", "https://good.example@evil.example",
    "https://good.example:pw@evil.example", "https://evil.example\\good.example", "https://good.example.evil.example",
    "https://evil.example#good.example", "https://evil.example?good.example", "https://evil.example/good.example",
    "https://good.example%2f@evil.example", "https://good.example＠evil.example", "https://evil。example",
    "https://good.example:443@evil.example", "https://good.example:99/", "http://good.example/", "ftp://good.example/",
    "https://user@good.example/", "https://good.example%00.evil.example/",
    "javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\nscript:alert(1)", "data:text/html,x", "vbscript:x",
    "javascript://good.example/%0aalert(1)", "mailto:a@b", "/a//b", "/.//evil.example", "/..//evil.example", ".//x",
    "/%0d%0a\r\nSet-Cookie: x", "/a\u2028b", "/\u202eb", "/\ud800", "\u3000/x", "/x\u00a0", "/\u200b/evil.example",
    "\ufeff//evil.example", "evil.example:80/x",
]  # fmt: skip
GOOD = {
    "": "https://good.example/a/b?c",
    "/": "https://good.example/",
    "/x/y?z#w": "https://good.example/x/y?z#w",
    "d": "https://good.example/a/d",
    "../../d": "https://good.example/d",
    "?q=//evil.example": "https://good.example/a/b?q=//evil.example",
    "#//x": "https://good.example/a/b?c#//x",
    "/go?to=https://evil.example/": "https://good.example/go?to=https://evil.example/",
    "https://good.example/x": "https://good.example/x",
    "https://GOOD.example:443": "https://GOOD.example:443",
    "/caf\xe9?\xe9": "https://good.example/caf%C3%A9?%C3%A9",
    "/%2F%2Fevil.example": "https://good.example/%2F%2Fevil.example",
    "/@evil.example": "https://good.example/@evil.example",
    "evil.example": "https://good.example/a/evil.example",
}


@pytest.mark.parametrize("target", EVIL)
def test_what_leads_elsewhere_is_refused(target: str) -> None:
    with pytest.raises(URLError):
        Policy().safe_redirect(target, BASE)
    with pytest.raises(URLError):
        Policy(public_only=False, login=False, hosts=["good.example"], ports=[443]).safe_redirect(target, BASE)


@pytest.mark.parametrize("target", [*EVIL, *GOOD])
def test_backslashes_controls_outer_spaces_and_double_slashes_are_refused_outright(target: str) -> None:
    everything = Policy(hosts=["good.example", "evil.example"], login=True, refused_ambiguities="none")
    if re.search(r"[\\\0-\x1f\x7f]|^[ ]|[ ]$|^//", target):
        with pytest.raises(GateError) as caught:
            everything.safe_redirect(target, BASE)
        assert caught.value.code == "redirect-denied"


@pytest.mark.parametrize(("target", "expected"), GOOD.items())
def test_what_stays_is_given_whole_and_in_ascii(target: str, expected: str) -> None:
    found = Policy().safe_redirect(target, BASE)
    assert str(found) == expected
    assert expected.isascii()


def test_the_hosts_of_a_policy_are_led_to() -> None:
    policy = Policy(hosts=[".good.example"])
    assert str(policy.safe_redirect("https://login.good.example/x", BASE)) == "https://login.good.example/x"
    assert str(policy.safe_redirect("http://good.example/", BASE)) == "http://good.example/"
    for target in ("https://evil.example/", "https://u:p@login.good.example/", "ftp://login.good.example/"):
        with pytest.raises(GateError):
            policy.safe_redirect(target, BASE)


def test_a_site_of_ones_own_need_not_be_public() -> None:
    assert str(Policy().safe_redirect("/x", "http://localhost:8000/a")) == "http://localhost:8000/x"


def test_a_login_of_the_base_goes_nowhere() -> None:
    assert str(Policy().safe_redirect("/x", "https://user:secret@good.example/")) == "https://good.example/x"
    with pytest.raises(GateError, match="without a login"):
        Policy().safe_redirect("https://u:secret@good.example/", BASE)
    assert Policy(login=True).safe_redirect("https://u@good.example/", BASE).user == "u"


def test_the_base_is_the_url_of_a_site() -> None:
    for base in ("mailto:a@b", "file:///x", "urn:x"):
        with pytest.raises(ValueError, match="base: expected a URL with a host and a port"):
            Policy().safe_redirect("/x", base)
    with pytest.raises(GateError, match="expected one of the schemes"):
        Policy().safe_redirect("/x", "ftp://ftp.example/")
    with pytest.raises(GateError, match="begins with one slash"):
        Policy().safe_redirect("../c", "https://good.example//a/b")


def host_in_browsers(target: str, base: str) -> str | None:
    """Where a browser goes from ``base``: the URL Standard, as far as hosts are concerned."""
    text = re.sub("[\t\n\r]", "", target.strip("".join(map(chr, range(33)))))
    home = URL(base)
    scheme = re.match(r"([A-Za-z][A-Za-z0-9+.\-]*):", text)
    if scheme:
        rest = text[scheme.end() :].replace("\\", "/")
        if scheme[1].lower() == home.scheme and not rest.startswith("//"):
            return home.host
        return host_for_browsers(text)
    if text.replace("\\", "/").startswith("//"):
        return host_for_browsers(f"{home.scheme}:{text}")
    return home.host


pieces = st.sampled_from([
    *"/\\ \t\n\r\0:@?#.%a", "//", "http:", "https:", "HTTPS://", "evil.example", "good.example", "javascript:", "%2f",
    "%5c", "\xa0", "\u3000", "\uff0f", "\u2028", "\u200b", "\x85", "..", "443", "\xe9", "[::1]",
])  # fmt: skip


@given(
    st.lists(pieces, max_size=7).map("".join), st.sampled_from([BASE, "http://good.example", "https://good.example//a"])
)
@example("/\\evil.example", BASE)
def test_no_browser_reads_another_host_in_what_passes(target: str, base: str) -> None:
    try:
        found = Policy().safe_redirect(target, base)
    except URLError:
        return
    assert found.host == "good.example"
    assert host_in_browsers(target, base) == host_for_browsers(str(found)) == "good.example"
    assert not re.search(r"[\\\0-\x20\x7f]", str(found).replace("%", ""))
