"""ftp and ftps: RFC 959, with the data connections of RFC 2428 and the TLS of RFC 4217."""

from __future__ import annotations

import re

from .connection import Connection
from .entries import Entries, Entry, built, text
from .replies import Replies, Reply
from .response import Body, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from .._url.plan import Step
    from .._url.url import URL
    from ..schemes.ftp import FtpURL
    from ..schemes.ftp_plan import FtpPlan
    from .job import Job

_EPSV = re.compile(rb"\((?P<bar>[!-~])(?P=bar)(?P=bar)([0-9]{1,5})(?P=bar)\)")
_PASV = re.compile(rb"[0-9]{1,3}(?:,[0-9]{1,3}){3},([0-9]{1,3}),([0-9]{1,3})")
_SIZE = re.compile(rb"\(([0-9]{1,18}) bytes?\)")
_EXACT = (b"TYPE I", b"TYPE L")  # RFC 959 section 3.1.1: in the other types line ends and characters are changed


def fetch(job: Job, url: FtpURL, plan: FtpPlan) -> Response:
    """Follows the plan up to the transfer, which its response goes on with."""
    if plan.connect is None or plan.steps[-1].kind not in ("transfer", "listing"):
        raise ValueError("fetch() reads; a plan with another verb is for you to follow")
    control = Connection.to(job, *plan.connect, tls=plan.tls)
    try:
        body = _Session(job, control, plan.tls).body(plan.steps)
    except BaseException:
        control.close()
        raise
    listing = plan.steps[-1]
    if listing.kind != "listing":
        return Response(job, url, body)
    return Response(job, url, body, lambda octets: _entries(job, url, listing, octets))


class _Session:
    """A control connection."""

    def __init__(self, job: Job, control: Connection, tls: bool) -> None:
        self._job = job
        self._control = control
        self._tls = tls
        self._replies = Replies(job, control)
        self._is_in = False

    def body(self, steps: tuple[Step, ...]) -> Body:
        greeting = self._replies.next()
        if greeting.code == 120:  # RFC 959 section 5.4: "ready in some minutes", and then 220
            greeting = self._replies.next()
        self._check(greeting, 220)
        for step in steps[:-1]:
            self._take(step)
        is_exact = any((step.octets or b"").startswith(_EXACT) for step in steps if step.kind == "type")
        return self._transfer(steps[-1], is_exact=is_exact)

    def _take(self, step: Step) -> None:
        if step.kind in ("password", "password-needed") and self._is_in:
            return
        if step.octets is None:
            raise self._job.error("password-required", "the server asks for a password; give password=")
        reply = self._replies.ask(step.octets)
        if step.kind in ("login", "password") and 300 <= reply.code < 400 and (step.kind, reply.code) != ("login", 331):
            raise self._replies.refused(reply)  # 332: it wants an account too, of which a URL has none
        if step.kind == "login":
            self._is_in = reply.code == 230
            self._check(reply, 230, 331)
        else:
            self._check(reply, *range(200, 300))

    def _transfer(self, step: Step, *, is_exact: bool) -> Body:
        assert step.octets is not None
        data = self._control.beside(self._port())
        try:
            reply = self._replies.ask(step.octets)
            if _is_empty(step, reply):
                data.close()
                self._control.close()
                return Body(None, reply.code)
            self._check(reply, *range(100, 200))  # data may still come after 226, or never: only 150 tells that it does
            length = _announced(reply, step) if is_exact else None
            self._job.check_size(length or 0)
            if self._tls:
                data.start_tls(self._control)
        except BaseException:
            data.close()
            raise
        return _Transfer(self._job, self._replies, self._control, data, reply.code, length)

    def _port(self) -> int:
        """Where the server waits for the data connection: on its own address, whatever else it says."""
        reply = self._replies.ask(b"EPSV")
        if reply.code == 229:
            found = _EPSV.search(reply.line)
            port = int(found[2]) if found else 0
        elif reply.code >= 500 and self._control.is_ipv4:
            reply = self._replies.ask(b"PASV")
            self._check(reply, 227)
            found = _PASV.search(reply.line)
            high, low = (int(found[1]), int(found[2])) if found else (0, 0)
            port = high * 256 + low if max(high, low) < 256 else 0
        else:
            raise self._replies.refused(reply)
        if not 1 <= port <= 65535:
            raise self._job.error("bad-reply", f"expected a port for the data connection, got {reply.text}")
        return port

    def _check(self, reply: Reply, *codes: int) -> None:
        if reply.code not in codes:
            if reply.code < 400:
                raise self._job.error("bad-reply", f"the server gave an answer to another question: {reply.text}")
            raise self._replies.refused(reply)


class _Transfer(Body):
    """What comes over the data connection; the control connection says whether it was all."""

    def __init__(
        self, job: Job, replies: Replies, control: Connection, data: Connection, status: int, length: int | None
    ) -> None:
        super().__init__(data, status, length)
        self._job = job
        self._replies = replies
        self._control = control

    def chunks(self) -> Iterator[bytes]:
        assert self._connection is not None
        count = 0
        # Some servers cut the connection without the end of TLS. Only a size can tell that from an attack.
        while octets := self._connection.receive(may_end_early=count == self.length):
            count += len(octets)
            if self.length is not None and count > self.length:
                raise self._job.error("bad-reply", f"the server announced {self.length:,} bytes, and sent more")
            yield octets
        self._connection.close()
        if self.status is not None and self.status < 200:
            reply = self._replies.next()
            self.status = reply.code
            if not 200 <= reply.code < 300:
                raise self._replies.refused(reply)
        if self.length is not None and count < self.length:
            raise self._job.error("truncated", f"the server announced {self.length:,} bytes, and sent {count:,}")

    def close(self) -> None:
        super().close()
        self._control.close()


def _is_empty(step: Step, reply: Reply) -> bool:
    """Whether the directory is there and has no files, which some servers tell by an error.

    In the reply to ``NLST pub`` the same words may mean that the directory does not exist.
    """
    return step.octets == b"NLST" and reply.code in (450, 550) and b"no files" in reply.line.lower()


def _announced(reply: Reply, step: Step) -> int | None:
    """The size that the reply to RETR tells, as most servers do. The name beside it may look like one."""
    name = (step.octets or b"").partition(b" ")[2]
    sizes = _SIZE.findall(reply.line.replace(name, b"") if _SIZE.search(name) else reply.line)
    return int(sizes[-1]) if sizes else None


def _entries(job: Job, url: FtpURL, step: Step, listing: bytes) -> Entries:
    """The names. A server may put the name of the directory before each, and may not lead out of it.

    The end of the last line may be missing: the server has said that it is all.
    """
    directory = (step.octets or b"").partition(b" ")[2].removeprefix(b"./")
    prefix = directory.removesuffix(b"/") + b"/" if directory else b""
    cwds = [*url.cwds, url.name] if url.name else url.cwds

    path = "/".join(cwds).encode("utf-8", "surrogateescape").strip(b"/")
    absolute = b"/" + path + b"/" if path else b"/"

    def name_in(line: bytes) -> bytes:
        return line.removeprefix(b"./").removeprefix(prefix).removeprefix(absolute)

    def check(line: bytes) -> None:
        name = name_in(line).removesuffix(b"/")
        if b"/" in name or (not name and line == b"/"):
            raise job.error("bad-reply", f"the listing names what is not in the directory: {job.quoted(line)}")

    def is_skipped(line: bytes) -> bool:
        return name_in(line).removesuffix(b"/") in (b"", b".", b"..")

    def made(line: bytes) -> Entry:
        written = text(name_in(line))
        name = written.removesuffix("/")
        if name != written:  # a directory in the directory
            return Entry(name, _entry(url, [*cwds, name], ""))
        return Entry(name, _entry(url, cwds, name))

    if listing and not listing.endswith(b"\n"):
        listing += b"\n"
    # RFC 959 leaves open what NLST does with the name of a file. Servers answer with that name.
    if listing.count(b"\n") == 1:
        only = listing.rstrip(b"\r\n").removeprefix(b"./")
        if only and only in (directory, directory.rpartition(b"/")[2], url.name_octets):
            return Entries(job, listing, lambda _: Entry(url.name, _entry(url, url.cwds, url.name)))
    return Entries(job, listing, made, check=check, is_skipped=is_skipped)


def _entry(url: FtpURL, cwds: list[str], name: str) -> URL | None:
    return built(url.replace, cwds=cwds, name=name, typecode=None, query=None, fragment=None)
