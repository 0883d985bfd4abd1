"""gopher and gophers: RFC 1436. One request, one answer, and the connection is closed."""

from __future__ import annotations

import re

from .._url import normal
from .._url.url import URL
from ..schemes.gopher import GopherURL
from .connection import Connection
from .entries import Entries, Entry, built, text
from .response import Body, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..schemes.gopher import GopherPlan
    from .job import Job

_MENUS = ("1", "7")
# RFC 1436 section 3.9. Lines that are only to be read lead nowhere, and some servers leave out where.
_ITEM = re.compile(rb"[i3][^\t]*\t|[^\t]+(?:\t[^\t]*){3}")
_END = re.compile(rb"^\.\r?\n", re.MULTILINE)
_TELNET = {"8": "telnet", "T": "tn3270"}


def fetch(job: Job, url: GopherURL, plan: GopherPlan) -> Response:
    """Sends the request."""
    if plan.connect is None or not plan.steps:
        raise job.error("no-server", "the item is a telnet service, which has nothing to read")
    if plan.needs_form:
        raise job.error("no-server", "the item is a form to be filled in; fetch url.with_answers(...)")
    connection = Connection.to(job, *plan.connect, tls=plan.tls)
    try:
        for step in plan.steps:
            connection.send(step.octets or b"")
    except BaseException:
        connection.close()
        raise
    is_menu = url.gophertype in _MENUS and url.gopherplus is None
    return Response(job, url, Body(connection), (lambda octets: _entries(job, url, octets)) if is_menu else None)


def _entries(job: Job, url: GopherURL, menu: bytes) -> Entries:
    """The items of a menu, up to the line that ends it. Some servers leave that line out."""

    def check(line: bytes) -> None:
        if not _ITEM.match(line):
            words = f"expected a menu, of lines with a name, a selector, a host and a port, got {job.excerpt(line)}"
            raise job.error("bad-reply", words)

    def made(line: bytes) -> Entry:
        kind, fields = text(line[:1]), line[1:].split(b"\t", 4)
        if len(fields) < 4:
            return Entry(text(fields[0]), None, kind)
        name, selector, host, port = fields[:4]
        return Entry(text(name), _url(url, kind, selector, text(host), text(port)), kind)

    end = _END.search(menu)
    return Entries(job, menu[: end.start()] if end else menu, made, check=check)


def _url(menu: GopherURL, kind: str, selector: bytes, host: str, port: str) -> URL | None:
    """Where an item is. A menu does not tell who speaks TLS: its own server does if it did, another one does not."""
    if kind in ("i", "3") or not (port.isascii() and port.isdigit() and len(port) <= 5):
        return None
    if kind == "h" and selector.startswith(b"URL:"):
        return built(URL, text(selector[4:]))
    if kind in _TELNET:
        return built(URL.build, scheme=_TELNET[kind], user=selector or None, host=host, port=int(port))
    item = _item(GopherURL, kind, selector, host, int(port))
    if item is None or (normal.host(item), item.effective_port) != (normal.host(menu), menu.effective_port):
        return item
    return _item(type(menu), kind, selector, host, int(port))


def _item(made: type[GopherURL], kind: str, selector: bytes, host: str, port: int) -> URL | None:
    number = None if made.default_port == port else port
    return built(made.build, gophertype=kind, selector=selector, host=host, port=number)
