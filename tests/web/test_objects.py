"""WebURL: what ``URL(text, profile="web")`` gives."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, HttpURL, URLError, WebURL, extract, register, testing
from urlmill._profiles import AS_WRITTEN
from urlmill._url.normal import LEVELS

from .. import strategies
from ..url.checks import RAW_PARTS, ask_everything, attempt, attributes

ANY_TEXT = st.one_of(testing.url_texts(), strategies.text, st.text(st.characters(), max_size=30))
A_BASE = "https://user:pw@base.example:8443/a/b?c#d"


def web(text: str, **options: Any) -> WebURL:
    found: WebURL = URL(text, profile="web", **options)
    return found


def test_it_is_a_url_and_of_no_scheme() -> None:
    for text in ("http://h/", "ftp://h/x", "mailto:a@b", "a:b", "urn:x:y"):
        url = web(text)
        assert type(url) is WebURL
        assert isinstance(url, URL)
        assert not isinstance(url, HttpURL)
        assert (url.profile, url.options, str(url), url.href) == ("web", {}, text, text)
        assert type(WebURL(text)) is WebURL


@pytest.mark.parametrize(
    ("text", "href"),
    [
        (" HTTP://EXAMPLE.org:80/a/../b c\t", "http://example.org/b%20c"),
        ("http:h", "http://h/"),
        ("https:\\\\h\\a?b\\#c`", "https://h/a?b\\#c%60"),
        ("http://0x7f.1/%7e%zz", "http://127.0.0.1/%7e%zz"),
        ("http://[1:0:0::2]/", "http://[1::2]/"),
        ("file:C|/x", "file:///C:/x"),
        ("a:/..//b", "a:/.//b"),
        ("javascript:alert('é \ud800')", "javascript:alert('%C3%A9 %EF%BF%BD')"),
    ],
)
def test_the_text_is_the_href_and_the_source_what_was_given(text: str, href: str) -> None:
    url = web(text)
    assert (str(url), url.href, url.source) == (href, href, text)
    again = web(href)
    assert (again, again.source) == (url, href)


def test_a_text_that_is_its_own_href_is_not_copied() -> None:
    text = "".join(["http://h/", "a" * 50])
    assert str(web(text)) is text
    assert web(text).source is text


@given(text=ANY_TEXT, base=st.one_of(st.none(), ANY_TEXT))
def test_what_is_read_is_read_again_alike(text: str, base: str | None) -> None:
    url = attempt(web, text, base=base)
    assert URL.can_parse(text, profile="web", base=base) == isinstance(url, WebURL)
    assert (URL.try_parse(text, profile="web", base=base) is not None) == isinstance(url, WebURL)
    if isinstance(url, URLError):
        assert 0 <= url.position <= len(url.url)
        assert url.url in (text, base)
        return
    assert str(url).isascii()
    assert url.source == text
    for again in (web(str(url)), pickle.loads(pickle.dumps(url)), copy.deepcopy(url), web(str(url), base=A_BASE)):
        assert (str(again), again, hash(again)) == (str(url), url, hash(url))
        assert attributes(again, RAW_PARTS) == attributes(url, RAW_PARTS)
    assert pickle.loads(pickle.dumps(url)).source == text
    assert web(A_BASE).join(str(url)) == url
    assert all(url.normalize(level) is url for level in LEVELS)
    assert url.to_uri() is url
    ask_everything(url)
    url.display(), repr(url), url.ambiguities()


@given(text=ANY_TEXT)
def test_the_parts_are_those_of_the_href(text: str) -> None:
    url = attempt(web, text)
    if isinstance(url, URLError):
        return
    authority = "" if url.authority is None else f"//{url.authority}"
    mark = "/." if url.authority is None and url.path.startswith("//") else ""
    query = "" if url.query is None else f"?{url.query}"
    fragment = "" if url.fragment is None else f"#{url.fragment}"
    assert f"{url.scheme}:{authority}{mark}{url.path}{query}{fragment}" == str(url)
    if url.authority is not None:
        login = "" if url.raw_user is None else url.raw_user
        login += "" if url.raw_password is None else f":{url.raw_password}"
        login += "" if url.raw_user is None else "@"
        port = "" if url.raw_port is None else f":{url.raw_port}"
        assert f"{login}{url.raw_host}{port}" == url.authority
    for part in ("path", "query", "fragment"):
        found = getattr(url, part)
        if found is not None:
            assert str(url).startswith(found, url._start_of(part))


def test_parts_have_the_names_they_have_everywhere() -> None:
    url = web("HTTPS://us%41er:p%C3%A9@EXAMPLE.org:8443/a/%7eb?q=%41+b&r#f%20")
    assert (url.scheme, url.user, url.password, url.host, url.port) == ("https", "usAer", "pé", "example.org", 8443)
    assert (url.raw_user, url.raw_password, url.path, url.query) == ("us%41er", "p%C3%A9", "/a/%7eb", "q=%41+b&r")
    assert (url.fragment, url.segments, url.name) == ("f%20", ["a", "~b"], "~b")
    assert (url.effective_port, url.is_default_port, url.registrable_domain) == (8443, False, "example.org")
    opaque = web("mailto:a@b.example?x")
    assert (opaque.host, opaque.path, opaque.query, opaque.authority) == (None, "a@b.example", "x", None)
    assert web("file:///x").host == ""
    assert web("A://HOST/x").host == "host"
    assert web("A://HOST/x").raw_host == "HOST"
    assert (web("ws://h/").effective_port, web("ssh://h/").effective_port) == (80, None)


def test_parts_stand_where_the_text_says() -> None:
    url = web("a:/.//p?q#f")
    assert (url.path, url._start_of("path")) == ("//p", 4)
    assert (str(url)[url._start_of("query")], str(url)[url._start_of("fragment")]) == ("q", "f")


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("https://u@EXAMPLE.org:443/x", "https://example.org"),
        ("http://h:81/", "http://h:81"),
        ("blob:https://h:1/x", "https://h:1"),
        ("blob:ftp://h/", "null"),
        ("file:///x", "null"),
        ("ssh://h/", "null"),
        ("data:x", "null"),
    ],
)
def test_the_origin_is_that_of_browsers(text: str, origin: str) -> None:
    assert str(web(text).origin) == origin


def test_origins_are_compared_with_those_of_other_profiles() -> None:
    assert web("http://EXAMPLE.org/").same_origin(URL("http://example.org:80/x"))
    assert not web("file:///x").same_origin(web("file:///x"))
    assert web("https://a.example.co.uk/").same_site(web("https://b.example.co.uk/"))


# How it is made


def test_base_is_for_this_profile() -> None:
    assert str(web("../x?y", base=A_BASE)) == "https://user:pw@base.example:8443/x?y"
    assert str(WebURL("//h", base=web("ftp://i/"))) == "ftp://h/"
    assert web("?x", base=URL("http://h/a")).source == "?x"
    for profile in AS_WRITTEN:
        with pytest.raises(TypeError, match=f"base is for the profile 'web', not for '{profile}'; .*join"):
            URL("x", profile=profile, base="http://h/")
    with pytest.raises(TypeError, match="base is for the profile 'web', not for 'superset'"):
        URL("x", base="http://h/")
    for wrong in (1, b"http://h/"):
        with pytest.raises(TypeError, match="base: expected str or a URL"):
            web("x", base=wrong)
    with pytest.raises(URLError) as caught:
        web("x", base="http://h:x/")
    assert (caught.value.code, caught.value.position, caught.value.url) == ("bad-port", 9, "http://h:x/")


def test_what_no_browser_takes_is_refused_with_a_position_in_the_source() -> None:
    for text, code, position in (
        ("x", "not-absolute", 0),
        ("http://é\U0001f600@h:9x/", "bad-port", 13),
        ("é http://h:1x", "not-absolute", 0),
        ("http://1.2.3.256/", "bad-ipv4", 7),
    ):
        with pytest.raises(URLError) as caught:
            web(text)
        assert (caught.value.code, caught.value.position, caught.value.url) == (code, position, text)
        assert WebURL.try_parse(text) is None


def test_other_options_and_classes_are_refused_with_a_sentence() -> None:
    with pytest.raises(TypeError, match="there is no option 'iri' under the profile 'web'; there is base"):
        URL("http://h/", profile="web", iri=False)
    with pytest.raises(TypeError, match="HttpURL is not for the profile 'web': write URL"):
        HttpURL("http://h/", profile="web")
    with pytest.raises(TypeError, match="HttpURL is not for the profile 'web'"):
        HttpURL.can_parse("http://h/", profile="web")
    for profile in AS_WRITTEN:
        with pytest.raises(TypeError, match="WebURL is for the profile 'web'"):
            WebURL("http://h/", profile=profile)
    for wrong in (None, b"http://h/", 1):
        with pytest.raises(TypeError, match="a URL is made from str, not"):
            URL(wrong, profile="web")  # type: ignore[call-overload]
        with pytest.raises(TypeError):
            URL.can_parse(wrong, profile="web")  # type: ignore[arg-type]


def test_a_url_can_be_made_from_another_one() -> None:
    text = "http://H:80/a b"
    assert web(URL(text)) == web(text)  # type: ignore[arg-type]
    assert URL(web(text)).profile == "superset"
    assert str(URL(web(text))) == "http://h/a%20b"
    assert web(web(text)).source == "http://h/a%20b"  # type: ignore[arg-type]


def test_equality_and_order_go_by_the_href() -> None:
    assert web("HTTP://h") == web("http://h/") == URL("http://h/")
    assert hash(web("HTTP://h")) == hash("http://h/")
    assert web("http://b") > web("http://A/")
    assert {web("http://h"), web("http://h/")} == {URL("http://h/")}


class Noted(WebURL):
    """With a dict of its own, and a rule."""

    note: str

    def _check(self) -> None:
        super()._check()
        if self.host == "bad":
            raise self._fault("bad-host", "host")


def test_subclasses_keep_their_class() -> None:
    url = Noted(" http://H/a")
    url.note = "mine"
    again = pickle.loads(pickle.dumps(url))
    assert (type(again), again.note, again.source, again) == (Noted, "mine", " http://H/a", url)
    for made in (
        url.join("x"),
        url / "b",
        url.replace(path="/y"),
        url.with_query(a=1),
        Noted.build(scheme="a", path="b"),
    ):
        assert type(made) is Noted
    for call in (Noted, Noted.try_parse, url.join):
        assert attempt(call, "http://bad/") is None or attempt(call, "http://bad/").code == "bad-host"
    assert Noted.can_parse("http://good/")
    assert not Noted.can_parse("http://bad/")
    with pytest.raises(TypeError, match="a WebURL is of every scheme"):

        class Own(WebURL):
            scheme_names = ("x-own",)

    with pytest.raises(TypeError, match="tuple of the schemes"):
        register(Noted)


class Slotted(WebURL):
    """With a slot of its own."""

    __slots__ = ("note",)

    note: str


def test_slots_of_subclasses_survive_a_pickle() -> None:
    url = Slotted(" http://H/a")
    url.note = "mine"
    again = pickle.loads(pickle.dumps(url))
    assert (type(again), again.note, again.source) == (Slotted, "mine", " http://H/a")


# What is not there


@pytest.mark.parametrize("method", ["plan", "read_bytes", "to_path", "to_iri"])
def test_what_only_other_profiles_have_is_refused_with_a_sentence(method: str) -> None:
    with pytest.raises(URLError, match=r"under the profile 'web'.*URL\(str\(url\)\)"):
        getattr(web("ftp://h/a"), method)()


def test_parts_of_schemes_are_named_where_they_are() -> None:
    url: Any = web("gopher://h/1x")
    with pytest.raises(
        AttributeError, match=r"the profile 'web' has no parts of a scheme; URL\(str\(url\)\).gophertype"
    ):
        url.gophertype  # noqa: B018
    with pytest.raises(AttributeError, match="it is called 'host'"):
        url.hostname  # noqa: B018
    assert not hasattr(url, "nonsense")


def test_no_password_is_shown() -> None:
    url = web("http:\\\\us:s3cr3t@h\\x")
    assert repr(url) == "WebURL('http://us:***@h/x')"
    assert url.display() == "http://us:***@h/x"
    assert web("mailto:a:b@c").display() == "mailto:a:b@c"
    assert web("x:a:s3cr3t@c").display() == URL("x:a:s3cr3t@c").display() == "x:***@c"
    assert web("sip:a:s3cr3t@c").display() == URL("sip:a:s3cr3t@c").display()
    assert str(url.without_login()) == "http://h/x"
    error = attempt(web, "http://u:s3cr3t@h:x/")
    assert "s3cr3t" not in str(error) + repr(error)


def test_texts_hold_urls_of_this_profile_too() -> None:
    found = [str(each.url) for each in extract("see http://H:80/a|b and <URL:mailto:x>", profile="web")]
    assert found == ["http://h/a|b", "mailto:x"]
