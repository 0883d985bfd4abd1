"""What type checkers make of the profile "web". A line that ends with ``# wrong`` must be an error, no other line."""

from typing_extensions import assert_type

from urlmill import URL, HttpURL, WebURL, web


def constructed(text: str, profile: str) -> None:
    """The profile says what is given; only a name that is not known until it runs does not."""
    assert_type(URL(text, profile="web"), WebURL)
    assert_type(URL(text, profile="web", base=URL(text)), WebURL)
    assert_type(URL(text, profile=profile), URL)
    assert_type(WebURL(text), WebURL)
    assert_type(WebURL(text, base="https://h.example/"), WebURL)
    assert_type(WebURL.try_parse(text, base=text), WebURL | None)
    assert_type(URL.can_parse(text, profile="web", base=text), bool)
    WebURL(text, text)  # wrong
    WebURL(3)  # wrong
    http: HttpURL = URL(text, profile="web")  # wrong
    url: URL = WebURL(text)
    print(http, url)


def asked(url: WebURL) -> None:
    """What it has, and what others have."""
    assert_type((url.href, url.source), tuple[str, str])
    assert_type(url.params.get("a"), str | None)
    assert_type(url.join("x"), WebURL)
    assert_type(url.replace(scheme="http", host="h"), WebURL)
    assert_type(url.parent / "a", WebURL)
    assert_type(WebURL.build(scheme="x", path="y"), WebURL)
    url.href = "x"  # wrong
    url.join(3)  # wrong
    url.searchParams  # wrong
    url.gophertype  # wrong


def changed(url: web.URL, params: web.URLSearchParams) -> None:
    """The names of JavaScript."""
    url.port = "80"
    assert_type(url.searchParams, web.URLSearchParams)
    assert_type(web.URL.parse("x"), web.URL | None)
    assert_type(params.getAll("a"), list[str])
    assert_type(list(params), list[tuple[str, str]])
    url.port = 80  # wrong
    url.origin = "x"  # wrong
    params.append("a", 1)  # wrong
    web.URL(b"x")  # wrong
