"""news, snews, nntp and nntps: RFC 3977, with the logins of RFC 4643."""

from __future__ import annotations

from .._url.octets import octets_of
from .._url.url import URL
from ..schemes.news import NewsURL
from .connection import Connection
from .entries import Entries, Entry, built, text
from .replies import Replies, Reply
from .response import Body, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from .._url.plan import Step
    from ..schemes.netnews import NewsPlan
    from .job import Job

# What each step is answered with if all is well.
_GOOD = {"group": 211, "article": 220, "listing": 215, "overview": 224}
_KEPT = 1 << 16  # octets of a line that are held until its end comes


def fetch(job: Job, url: URL, plan: NewsPlan) -> Response:
    """Follows the plan up to the last reply, whose text the response goes on with."""
    if plan.connect is None:
        raise job.error("no-server", "the URL names no news server; give news_server=HOST")
    connection = Connection.to(job, *plan.connect, tls=plan.tls)
    try:
        body, kind = _Session(job, connection, plan).body()
    except BaseException:
        connection.close()
        raise
    if kind == "article":
        return Response(job, url, body)
    return Response(job, url, body, lambda octets: _entries(job, url, plan, kind, octets))


class _Session:
    """A connection to a news server."""

    def __init__(self, job: Job, connection: Connection, plan: NewsPlan) -> None:
        self._job = job
        self._connection = connection
        self._plan = plan
        self._replies = Replies(job, connection)

    def body(self) -> tuple[Body, str]:
        greeting = self._replies.next()
        if greeting.code not in (200, 201):
            raise self._replies.refused(greeting)
        reply = greeting
        step: Step | None = None
        for step in self._plan.steps:
            if step.kind == "overview-needed":
                try:
                    step = self._plan.overview(reply.line)
                except ValueError:
                    words = f"expected a reply to GROUP, '211 count low high group', got {reply.text}"
                    raise self._job.error("bad-reply", words) from None
                if step is None:
                    self._connection.close()
                    return Body(None, reply.code), "overview"
            reply = self._asked(step)
        assert step is not None
        return _Text(self._connection, reply.code), step.kind

    def _asked(self, step: Step) -> Reply:
        assert step.octets is not None
        reply = self._replies.ask(step.octets)
        if reply.code == 480 and self._plan.login:
            self._log_in()
            reply = self._replies.ask(step.octets)
        if reply.code == _GOOD.get(step.kind) or (step.kind == "reader" and reply.code != 400):
            return reply
        if reply.code < 400:
            raise self._job.error("bad-reply", f"the server gave an answer to another question: {reply.text}")
        raise self._replies.refused(reply)

    def _log_in(self) -> None:
        for step in self._plan.login:
            if step.octets is None:
                raise self._job.error("password-required", "the server asks for a password; give password=")
            reply = self._replies.ask(step.octets)
            if reply.code == 281:
                return
            if reply.code != 381:
                break
        raise self._replies.refused(reply)


class _Text(Body):
    """Lines up to one with a single period; one that begins with a period has it doubled (RFC 3977 section 3.1.1)."""

    def chunks(self) -> Iterator[bytes]:
        assert self._connection is not None
        rest, in_line = b"", False
        while True:
            octets = self._connection.receive()
            if not octets:
                raise self._connection.cut_off()
            whole, end, rest = (rest + octets).rpartition(b"\n")
            if end:
                text, is_over = _plain(whole + end, in_line)
                in_line = False
                if text:
                    yield text
                if is_over:
                    return
            if len(rest) > _KEPT or in_line:
                # A line that does not end is handed on in pieces.
                piece, rest = rest, b""
                if piece:
                    yield piece[1:] if piece.startswith(b"..") and not in_line else piece
                    in_line = True


def _plain(lines: bytes, in_line: bool) -> tuple[bytes, bool]:
    """Whole lines without their doubled periods, and whether the last line of the text was among them."""
    text = (b"" if in_line else b"\n") + lines
    end = text.find(b"\n.\r\n")
    text = text.replace(b"\n..", b"\n.") if end < 0 else text[: end + 1].replace(b"\n..", b"\n.")
    return text if in_line else text[1:], end >= 0


def _entries(job: Job, url: URL, plan: NewsPlan, kind: str, listing: bytes) -> Entries:
    """The groups of a listing, or the articles of an overview (RFC 3977 section 8.3)."""
    host, port = plan.connect or ("", 0)
    place: dict[str, Any] = {
        "scheme": "snews" if plan.tls else "news",
        "host": f"[{host}]" if ":" in host else host,
        "port": None if port == (563 if plan.tls else 119) else port,
    }
    for part, raw in (("user", url.raw_user), ("password", url.raw_password)):
        if raw is not None:
            place[part] = octets_of(raw)

    def news(**name: bytes) -> URL | None:
        return built(NewsURL.build, **place, **name)

    def group(line: bytes) -> Entry:
        name, _, _, status = line.split(None, 4)[:4]
        return Entry(text(name), news(group=name), text(status))

    def article(line: bytes) -> Entry:
        columns = line.split(b"\t", 5)
        message_id = columns[4].strip().removeprefix(b"<").removesuffix(b">")
        return Entry(text(columns[1]), news(message_id=message_id), "article")

    def check_group(line: bytes) -> None:
        if len(line.split(None, 4)) < 4:
            raise job.error("bad-reply", "expected 'group high low status' in the listing")

    def check_article(line: bytes) -> None:
        if line.count(b"\t") < 4:
            raise job.error("bad-reply", "expected number, subject, author, date and message-id in the overview")

    if kind == "listing":
        return Entries(job, listing, group, check=check_group)
    return Entries(job, listing, article, check=check_article)
