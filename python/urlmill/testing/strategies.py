"""Strategies for the URLs of each scheme, valid under the superset profile: the grammars of ``urlmill.schemes``.

Each is made once: to make one takes longer than to draw from it a few times.
"""

from __future__ import annotations

import string

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from .._backend import impl
from .._url.url import URL
from ..schemes import (
    ClusterURL,
    FileURL,
    FtpURL,
    GopherURL,
    HttpURL,
    MailtoURL,
    NewsURL,
    NntpURL,
    ProsperoURL,
    TelnetURL,
    WaisURL,
)
from ..schemes.services import PORTS
from .parts import authorities, data, fragments, hosts, joined, logins, maybe, once, paths, ports, queries, segments

_LETTERS = string.ascii_letters + string.digits
_PCHAR = _LETTERS + "-._~!$&'()*+,;=:@"


def _scheme(*names: str) -> SearchStrategy[str]:
    """In lower case more often than not."""
    return st.sampled_from([*names, *names, *(name.upper() for name in names), *(name.title() for name in names)]).map(
        lambda name: f"{name}:"
    )


def _fragment(*, web: bool = False) -> SearchStrategy[str]:
    return maybe(fragments(web=web), "#")


@once
def ftp_urls() -> SearchStrategy[FtpURL]:
    """``ftp://user:pw@h.example:21/%2Fetc/motd;type=a``, with the type codes of RFC 1738 and RFC 1630."""
    codes = ["a", "i", "d", "A", "I", "D", "AN", "at", "Ac", "EN", "ET", "ec", "L8", "l36", "L" + "0" * 50 + "8"]
    keyword = st.sampled_from([";type=", ";type=", ";TYPE=", ";Type="])
    kind = joined(keyword, st.sampled_from(codes))
    odd = st.sampled_from(
        ["/f;v=1", "/a;type=a/b", "/;type=d", "/a;type=zz/b", "/f;type", "/f%3Btype=a", "/a;type=a;x"]
    )
    path = st.one_of(paths(without=";"), odd)
    text = joined(
        _scheme("ftp"),
        authorities(21, login=True),
        # Nothing but a slash can be between the host and the type.
        st.one_of(path, joined(st.one_of(path.filter(bool), st.just("/")), kind)),
        maybe(queries(), "?"),
        _fragment(),
    )
    return text.map(FtpURL)


@once
def gopher_urls() -> SearchStrategy[GopherURL]:
    """``gopher://h.example/7/search%09words%09+``, with Gopher+ strings."""
    kinds = st.sampled_from([*"0123456789+TgIhi/?;.", "%30", "%37", "%2F", "%FF", "%09", "é"])
    octets = data(_PCHAR + "/?")
    plus = st.sampled_from([
        "+", "!", "$", "?", "%3F", "%3f", "", "+text/plain", "+application/postscript%20Es_ES", "!+ABSTRACT%20+SMELL",
        "$+VIEWS", "+%091%0D%0A+-1%0D%0Aval1%0D%0Aval2%0D%0A.%0D%0A", "+%091%0d%0a+-1%0d%0a.", "+%09", "%09", "%2B",
    ])  # fmt: skip
    tail = maybe(joined("%09", octets, maybe(st.one_of(plus, octets), "%09")))
    path = st.one_of(st.sampled_from(["", "/"]), joined("/", kinds, octets, tail))
    return joined(_scheme("gopher"), authorities(70), path, _fragment()).map(GopherURL)


_GROUPS = [
    "comp.lang.c",
    "alt.hypertext",
    "3dfx.products",
    "a",
    "example.group.n%2Fa",
    "a%40b",
    "%C3%A9.x",
    "comp.lang.c++",
]


def _groups() -> SearchStrategy[str]:
    name = st.lists(st.text(_LETTERS + "+-_", min_size=1, max_size=4), min_size=1, max_size=4).map(".".join)
    return st.one_of(st.sampled_from(_GROUPS), name)


def _message_ids() -> SearchStrategy[str]:
    known = ["AbC@Host.Example", "p0624081dc30b8699bf9b@%5B10.20.30.108%5D", "a%2Fb@c", "a/b@c.example", "%24a@b"]
    local = data(_LETTERS + "-._~!$&'()*+,;=", iri=False, least=1).filter(_is_plain)
    return st.one_of(st.sampled_from(known), joined(local, "@", _domains()))


def _is_plain(raw: str) -> bool:
    """Neither too long for RFC 3977 nor with escapes of what a message-id or a mail address could not hold."""
    escaped = raw.split("%")[1:]
    return 0 < len(raw) < 200 and all(
        0x21 <= int(piece[:2], 16) < 0x7F and piece[:2].upper() not in _BARRED for piece in escaped
    )


_BARRED = {"3C", "3E", "40", "22", "28", "29", "2C", "5C"}  # < > @ " ( ) , \


def _domains() -> SearchStrategy[str]:
    label = st.text(_LETTERS, min_size=1, max_size=4)
    return st.one_of(st.sampled_from(["b.example", "Host"]), st.lists(label, min_size=1, max_size=3).map(".".join))


def _wildmats() -> SearchStrategy[str]:
    known = st.sampled_from(["*", "example.group.*", "example.group.th%3Fse", "a*,!*b,*c*", "comp.*,!comp.x", "%2A"])
    piece = st.sampled_from(["*", "%3F", "%3f", "a", "b.c", ".", "comp"])
    several = st.lists(piece, min_size=1, max_size=4).map("".join)
    return st.one_of(known, several.filter(lambda found: found.strip(".")))


@once
def news_urls() -> SearchStrategy[NewsURL]:
    """``news:comp.lang.c``, ``news:a@b.example``, ``snews://h.example/comp.*``."""
    what = st.one_of(_groups(), _message_ids(), _wildmats(), st.just(""))
    server = joined(authorities(119, login=True), "/")
    return joined(_scheme("news", "snews"), st.one_of(st.just(""), server), what, _fragment()).map(NewsURL)


@once
def nntp_urls() -> SearchStrategy[NntpURL]:
    """``nntp://h.example/comp.lang.c/1234``."""
    number = st.one_of(st.sampled_from(["1", "0", "0012", "9" * 16]), st.integers(0, 10**16 - 1).map(str))
    path = joined("/", _groups(), maybe(number, "/"))
    return joined(_scheme("nntp"), authorities(119, login=True), path, _fragment()).map(NntpURL)


@once
def telnet_urls() -> SearchStrategy[TelnetURL]:
    """``telnet://user:pw@h.example:2323/``."""
    path = st.sampled_from(["/", ""])
    return joined(_scheme("telnet"), authorities(23, login=True), path, _fragment()).map(TelnetURL)


@once
def wais_urls() -> SearchStrategy[WaisURL]:
    """``wais://h.example/db``, ``wais://h.example/db?words``, ``wais://h.example/db/TEXT/1=x;2=y``."""
    name = data(_PCHAR, least=1).filter(
        lambda found: found.lower() not in ("", ".", "..", "%2e", ".%2e", "%2e.", "%2e%2e")
    )
    ids = st.one_of(st.sampled_from(["a%2Fb%3B3", "1=x;2=y;", "a/b", "a/../b"]), data(_PCHAR, least=1))
    what = st.one_of(maybe(queries(), "?"), joined("/", st.sampled_from(["TEXT", "WSRC", "text", "%54EXT"]), "/", ids))
    return joined(_scheme("wais"), authorities(210), "/", name, what, _fragment()).map(WaisURL)


@once
def file_urls() -> SearchStrategy[FileURL]:
    """``file:///etc/motd``, ``file:c:/x``, ``file:///C|/x``, ``file:////host/share``: RFC 8089 with its appendices."""
    # After a step, what follows could come to the front, and there two slashes would begin a UNC name.
    name = segments().filter(bool)
    path = st.one_of(
        joined("/", name, paths()),
        st.sampled_from(
            ["/", "/a//b", "/%2Fetc/passwd", "/c%7C/x", "/1:/x", "/~/x", "/C:/dir/con.txt", "/./a", "/a/..//b"]
        ),
        joined("/", st.sampled_from(["c:", "C:", "z|", "Z|"]), joined("/", name, paths())),
        st.just("/c:../foo.txt"),
    )
    server = joined("//", maybe(st.sampled_from(["user", "", "%40", "u%3Ap"]), after="@"), hosts())
    inline = st.sampled_from(["host.example", "HOST", "%5B2001:db8::1%5D", "%5Bv1.fe%5D", "192.0.2.7"])
    unc = joined(st.sampled_from(["////", "/////"]), inline, "/", name, paths())
    drive = joined(st.sampled_from(["c:/", "C:/", "c|/", "Z|/"]), maybe(joined(name, paths())))
    before = st.one_of(st.sampled_from(["//", "", "//localhost", "//LocalHost"]), server)
    text = st.one_of(joined(before, path), unc, drive)
    return joined(_scheme("file"), text, maybe(queries(), "?"), _fragment()).map(FileURL)


@once
def prospero_urls() -> SearchStrategy[ProsperoURL]:
    """``prospero://h.example//pros/name;OBJECT-VERSION=3``."""
    without = _PCHAR.replace(";", "")
    value = data(without.replace("=", ""))
    name = st.one_of(st.just("OBJECT-VERSION"), data(without.replace("=", ""), least=1).filter(bool))
    fields = st.lists(joined(";", name, "=", value), max_size=3).map("".join)
    what = st.one_of(data(without + "/"), st.sampled_from(["/pros/name", "a%3Bb", "a/../b/./c", "", "/"]))
    return joined(_scheme("prospero"), authorities(1525), "/", what, fields, _fragment()).map(ProsperoURL)


@once
def http_urls() -> SearchStrategy[HttpURL]:
    """``https://h.example/a?q=1#f``, with the raw characters that the web writes."""
    after = [paths(web=True), maybe(queries(web=True), "?"), _fragment(web=True)]
    return joined(_scheme("http", "https"), st.one_of(authorities(80, login=True), authorities(443)), *after).map(
        HttpURL
    )


@once
def mailto_urls() -> SearchStrategy[MailtoURL]:
    """``mailto:chris@example.com,a%25b@c?subject=hello``."""
    known = [
        "chris@example.com", "gorby%25kremvax@example.com", "unlikely%3Faddress@example.com", "bill+ietf@example.org",
        "Mike%26family@example.org", "%22not%40me%22@example.org", "user@%E7%B4%8D%E8%B1%86.example.org",
    ]  # fmt: skip
    local = data(_LETTERS + "-._~!$'*+", iri=False, least=1).filter(_is_plain)
    address = st.one_of(st.sampled_from(known), joined(local, "@", _domains()))
    name = st.sampled_from(["subject", "cc", "to", "body", "Bcc", "In-Reply-To", "from", "x%2Dy"])
    value = st.one_of(
        st.sampled_from(["hello", "", "a%20b", "%26", "line%0D%0Aline", "caf%C3%A9"]), data(_LETTERS + "-._~!$'*+/?")
    )
    fields = st.lists(joined(name, "=", st.one_of(value, address)), min_size=1, max_size=3).map("&".join)
    to = st.lists(address, max_size=3).map(",".join)
    return joined(_scheme("mailto"), to, maybe(fields, "?"), _fragment()).map(MailtoURL)


@once
def generic_urls() -> SearchStrategy[URL]:
    """URLs of schemes that have no class of their own: ``urn:a:b``, ``x:/a``, ``svn+ssh://h.example/a``, ``x:///a``."""
    names = ["x", "urn", "svn+ssh", "ncftp+ftp", "a.b-c+1", "data", "url", "svn"]
    # An authority may be empty in all its parts but one: "//@:" has a user, a host and a port.
    server = st.one_of(
        authorities(login=True), joined("//", maybe(logins(), after="@"), maybe(ports(), ":")), st.just("//")
    )
    rootless = joined(segments(web=True), paths(web=True)).filter(lambda path: not path.startswith("//"))
    text = st.one_of(joined(server, paths(web=True)), rootless)
    return joined(_scheme(*names), text, maybe(queries(web=True), "?"), _fragment(web=True)).map(URL)


@once
def service_urls() -> SearchStrategy[URL]:
    """URLs of schemes whose default port is known: ``redis://h.example/1``, ``mongodb://u:pw@h1:1,h2:2/db``, ``ws://h``."""
    one = st.sampled_from(sorted(PORTS.keys() - set(ClusterURL.scheme_names))).flatmap(
        lambda name: joined(_scheme(name), authorities(PORTS[name], login=True))
    )
    host = hosts().filter(lambda found: not found.startswith("[v") or "," not in found)  # it would be read as two
    listed = st.lists(joined(host, maybe(ports(27017), ":")), min_size=1, max_size=4).map(",".join)
    several = joined(_scheme(*ClusterURL.scheme_names), "//", maybe(logins(), after="@"), listed)
    name = hosts().filter(lambda found: "," not in found and impl.host_kind(found) == "name")
    seedlist = joined(_scheme("mongodb+srv"), "//", maybe(logins(), after="@"), name)
    text = joined(
        st.one_of(one, several, seedlist), paths(web=True), maybe(queries(web=True), "?"), _fragment(web=True)
    )
    return text.map(URL)


@once
def urls() -> SearchStrategy[URL]:
    """URLs of any scheme."""
    return st.one_of(
        http_urls(), ftp_urls(), gopher_urls(), news_urls(), nntp_urls(), telnet_urls(), wais_urls(), file_urls(),
        prospero_urls(), mailto_urls(), service_urls(), generic_urls(),
    )  # fmt: skip
