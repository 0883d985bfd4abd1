"""What type checkers make of URL objects. A line that ends with ``# wrong`` must be an error, and no other line."""

from ipaddress import IPv4Address, IPv6Address

from typing_extensions import assert_type

import urlmill
from urlmill import URL, FileURL, FtpURL, GopherURL, HttpURL, MailtoURL


def constructed(text: str) -> None:
    """A class gives its own objects; URL gives the class of the scheme, which no checker can know."""
    assert_type(URL(text), URL)
    assert_type(URL(URL(text), profile="strict"), URL)
    assert_type(FtpURL(text), FtpURL)
    assert_type(FtpURL.try_parse(text), FtpURL | None)
    assert_type(URL.can_parse(text), bool)
    URL(3)  # wrong
    URL(None)  # wrong
    URL()  # wrong
    URL(text, profile=3)  # wrong
    URL(text=text)  # wrong
    FtpURL.try_parse(text).host  # wrong


def built() -> None:
    """By ``URL`` from the scheme, by a class without one."""
    assert_type(URL.build(scheme="ftp", host="h.example", cwds=["pub"]), URL)
    assert_type(FtpURL.build(host="h.example", name="a"), FtpURL)
    assert_type(HttpURL.build(scheme="https", host="h.example", query={"a": 1}), HttpURL)
    URL.build("ftp", "h.example")  # wrong
    URL.build(scheme="ftp", port="21")  # wrong
    URL.build(scheme=["ftp"])  # wrong
    HttpURL.build(host="h.example", query={"a": object()})  # wrong


def edited(ftp: FtpURL, http: HttpURL, url: URL) -> None:
    """An edit is of the class of the URL, unless it may change the scheme."""
    assert_type(ftp.replace(host="other.example"), FtpURL)
    assert_type(ftp.replace(), FtpURL)
    assert_type(ftp.replace(scheme="http"), URL)
    assert_type(http / "a b" / "c", HttpURL)
    assert_type(http.joinpath("a", "b"), HttpURL)
    assert_type(http.parent, HttpURL)
    assert_type(http.with_name("x").with_suffix(".html"), HttpURL)
    assert_type(http.with_query(page=3, tag=["a", "b"], flag=None), HttpURL)
    assert_type(http.with_query({"a": 1.5}).update_query([("b", b"\0")]).extend_query(http.params), HttpURL)
    assert_type(http.with_query(None).without_query("utm_*").sort_query(), HttpURL)
    assert_type(http.normalize().to_uri().to_iri().without_login(), HttpURL)
    assert_type(http.join("../x"), URL)
    assert_type(http.reference_from("https://h.example/"), str)
    assert_type(url / "a", URL)
    url / 3  # wrong
    url.joinpath(url)  # wrong
    http.with_query(3)  # wrong
    http.with_query(a=object())  # wrong
    http.update_query(None)  # wrong
    http.without_query(3)  # wrong
    ftp.replace(scheme="http").cwds  # wrong
    http.join(3)  # wrong
    url.host = "other.example"  # wrong


def parts(url: URL, ftp: FtpURL, file: FileURL, mail: MailtoURL, gopher: GopherURL) -> None:
    """Those of every URL, and those of a scheme's own."""
    assert_type(url.scheme, str | None)
    assert_type(url.host, str | None)
    assert_type(url.port, int | None)
    assert_type(url.path, str)
    assert_type(url.query, str | None)
    assert_type(url.segments, list[str])
    assert_type(url.name, str)
    assert_type(url.address, IPv4Address | IPv6Address | None)
    assert_type(url.params["a"], str | None)
    assert_type(url.params[0], tuple[str, str | None])
    assert_type(url.params.get_all("a"), list[str | None])
    assert_type(url.origin.opaque, bool)
    assert_type(url.default_port, int | None)
    assert_type(HttpURL("http://h.example/").default_port, int | None)
    assert_type(ftp.cwds, list[str])
    assert_type(ftp.typecode, str | None)
    assert_type(file.drive, str | None)
    assert_type(gopher.gophertype, str)
    assert_type(hash(url), int)
    assert_type(url < ftp, bool)
    url.hostname  # wrong
    url.cwds  # wrong
    url.params["a"].lower()  # wrong
    url.params.append(("a", "b"))  # wrong
    url.host.lower()  # wrong
    mail.drive  # wrong


def narrowed(url: URL) -> str | None:
    """By ``isinstance``, by ``match``, by a test for None."""
    if isinstance(url, FtpURL):
        assert_type(url, FtpURL)
        return url.typecode
    match url:
        case HttpURL(host, path):
            assert_type(url, HttpURL)
            assert_type(host, str | None)
            assert_type(path, str)
        case FileURL():
            assert_type(url.drive, str | None)
            url.cwds  # wrong
        case GopherURL(host, port=int(port)):
            assert_type(port, int)
        case _:
            assert_type(url, URL)
    if url.host is not None:
        assert_type(url.host, str)
    return url.host


@urlmill.register
class ExampleURL(URL):
    """A class of one's own."""

    scheme_names = ("example",)

    @property
    def colour(self) -> str:
        """A part of its own."""
        return self.path[:1]


def registered() -> None:
    """A registered class stays what it is."""
    assert_type(ExampleURL("example:blue").colour, str)
    assert_type(ExampleURL("example:blue").replace(path="red"), ExampleURL)
    assert_type(ExampleURL.build(path="red"), ExampleURL)
    kind: type[ExampleURL] = urlmill.register(ExampleURL)
    assert_type(kind("example:blue"), ExampleURL)
    urlmill.register(str)  # wrong
    urlmill.register(ExampleURL("example:blue"))  # wrong
    URL("example:blue").colour  # wrong
