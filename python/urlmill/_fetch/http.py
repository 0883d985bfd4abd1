"""http and https: RFC 9112. What is sent is the plan's, with more fields."""

from __future__ import annotations

import io
import re

from ..errors import URLError
from ..schemes.http import HttpURL
from . import head
from .connection import CHUNK, Connection
from .response import Body, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from ..errors import FetchError
    from ..schemes.http import HttpPlan
    from .job import Job
    from .request import Fields

_REDIRECTS = (301, 302, 303, 307, 308)
_LARGEST_HEAD = 1 << 18
_LONGEST_FIELD = 1 << 16
_LONGEST_LINE = 1 << 13
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?")
_LENGTH = re.compile("[0-9]{1,18}")
_BARE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_EMPTY = (204, 304)  # they have no content, whatever their fields say
_MOST_HINTS = 10  # replies before the reply, such as 103


def fetch(
    job: Job,
    url: HttpURL,
    plan: HttpPlan,
    fields: Fields,
    *,
    schemes: Collection[str],
    redirects: int,
    options: Mapping[str, Any],
) -> Response:
    """Sends the request, that of each redirect, and the login if the server asks for it."""
    left = redirects
    while True:
        body = _body(job, plan, fields.request(url, plan))
        if body.status == 401:
            body.close()
            if fields.logs_in(url, body.headers):
                continue
        if body.status not in _REDIRECTS or "Location" not in body.headers:
            break
        body.close()
        if not left:
            raise job.error("bad-redirect", f"more than {redirects} redirects")
        left -= 1
        url, plan = _next(job, url, body.headers["Location"], schemes, options)
        job.url = url
    if not 200 <= body.status < 300:
        body.close()
        said = job.quoted(b"%d %b" % (body.status, body.reason))
        raise job.error("refused", f"the server answered {said}", body.status)
    if body.length is not None:
        try:
            job.check_size(body.length)
        except BaseException:
            body.close()
            raise
    return Response(job, url, body)


def _next(
    job: Job, url: HttpURL, location: str, schemes: Collection[str], options: Mapping[str, Any]
) -> tuple[HttpURL, HttpPlan]:
    """Where a redirect leads, and its plan."""
    # Fields are decoded as Latin-1. Octets beyond ASCII stand for themselves.
    written = "".join(c if c.isascii() else f"%{ord(c):02X}" for c in location)
    written = _BARE_PERCENT.sub("%25", written)  # as join() escapes a space
    try:
        found = url.join(written)
        if not isinstance(found, HttpURL) or found.scheme not in schemes:
            scheme = job.quoted((found.scheme or "").encode())
            raise job.error("bad-redirect", f"the server redirects to {scheme}, which is not followed")
        if found.error is not None:  # join() lets a host be missing
            raise found.error
        if job.policy is not None:
            job.policy.check(found)
        found = found if found.fragment is not None else _with_fragment(found, url)
        return found, found.plan(**options)
    except URLError as error:
        words = job.quoted(str(error).encode())  # a policy tells of the host, which the server has chosen
        raise job.error("bad-redirect", f"the server redirects to what cannot be fetched: {words}") from None


def _with_fragment(found: HttpURL, url: HttpURL) -> HttpURL:
    """RFC 9110 section 10.2.2: the fragment is kept."""
    kept = found if url.fragment is None else found.replace(fragment=url.fragment)
    assert isinstance(kept, HttpURL)
    return kept


def _body(job: Job, plan: HttpPlan, request: bytes) -> _Body:
    assert plan.connect is not None
    connection = Connection.to(job, *plan.connect, tls=plan.tls)
    try:
        connection.send(request)
        return _Body(job, connection)
    except BaseException:
        connection.close()
        raise


class _Body(Body):
    """The content of a response."""

    _connection: Connection
    status: int
    reason: bytes  # the words after it

    def __init__(self, job: Job, connection: Connection) -> None:
        super().__init__(connection)
        self._job = job
        self._raw = _Raw(job, connection)
        self._file = _File(self._raw)
        for _ in range(_MOST_HINTS):
            self._begin()
            if not 100 <= self.status < 200:
                break
        else:
            raise self._bad("it sends interim responses only")
        self._raw.limit = None
        if self.status == 206:
            raise self._bad("it sends a part, which it was not asked to")
        self._is_chunked = self._checked_chunked()
        self.length = None if self._is_chunked else self._checked_length()

    def _begin(self) -> None:
        """The status and the fields."""
        line = self._line(_LONGEST_FIELD)
        found = head.status(line)
        if not found:
            raise self._bad(f"expected a status line of HTTP/1.0 or HTTP/1.1, got {self._job.excerpt(line)}")
        self.status, self.reason = found
        if self.status == 101:
            raise self._bad("it switches protocols, which it was not asked to")
        try:
            self.headers = head.fields(iter(lambda: self._line(_LONGEST_FIELD), b""))
        except ValueError as error:
            raise self._bad(str(error)) from None

    # RFC 9112 section 6.3: what cannot be told from an attack is refused. With both a coding and a length, the coding
    # decides and the length is not read, as that section says: the connection is closed after one response, so that
    # nothing after its end is taken for another.

    def _checked_chunked(self) -> bool:
        codings = self._values("Transfer-Encoding")
        if codings and [each.lower() for each in codings] != ["chunked"]:
            raise self._bad("its transfer coding is not known")
        return bool(codings)

    def _checked_length(self) -> int | None:
        if self.status in _EMPTY:
            return 0
        lengths = set(self._values("Content-Length"))
        if len(lengths) > 1 or not all(_LENGTH.fullmatch(each) for each in lengths):
            raise self._bad("it is not clear about the length")
        return int(lengths.pop()) if lengths else None

    def _values(self, name: str) -> list[str]:
        """The values of a field that may be a list, or be there several times."""
        return [each.strip(" \t") for field in self.headers.get_all(name, []) for each in field.split(",")]

    def chunks(self) -> Iterator[bytes]:
        if self._is_chunked:
            return self._chunked()
        return self._exactly(self.length) if self.length is not None else iter(lambda: self._file.read1(CHUNK), b"")

    def _exactly(self, left: int) -> Iterator[bytes]:
        while left:
            octets = self._file.read1(min(left, CHUNK))
            if not octets:
                raise self._connection.cut_off()
            left -= len(octets)
            yield octets

    def _chunked(self) -> Iterator[bytes]:
        """RFC 9112 section 7.1."""
        while size := self._chunk_size():
            yield from self._exactly(size)
            if self._line() != b"":
                raise self._bad("a chunk is longer than it says")
        trailers = 0
        while line := self._line():
            trailers += len(line)
            if trailers > _LARGEST_HEAD:
                raise self._bad(f"more than {_LARGEST_HEAD:,} bytes of fields after the content")

    def _chunk_size(self) -> int:
        found = _CHUNK_SIZE.fullmatch(self._line())
        if not found:
            raise self._bad("a chunk has no size")
        return int(found[1], 16)

    def _line(self, longest: int = _LONGEST_LINE) -> bytes:
        try:
            line = self._file.readline(longest)
        except ValueError as error:
            raise self._bad(str(error)) from None
        if not line.endswith(b"\n"):
            raise self._connection.cut_off() if len(line) < longest else self._bad("a line does not end")
        return line.removesuffix(b"\n").removesuffix(b"\r")

    def _bad(self, why: str) -> FetchError:
        return self._job.error("bad-reply", f"the server does not speak HTTP as it should: {why}")


class _Raw(io.RawIOBase):
    """The connection as a file. Until the fields are there, it has a limit."""

    def __init__(self, job: Job, connection: Connection) -> None:
        self._job = job
        self._connection = connection
        self._rest = memoryview(b"")
        self.limit: int | None = _LARGEST_HEAD

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        if not self._rest:
            self._rest = memoryview(self._connection.receive())
        size = min(len(buffer), len(self._rest))
        if self.limit is not None:
            if not size:
                raise self._connection.cut_off()
            self.limit -= size
            if self.limit < 0:
                raise self._job.error("bad-reply", f"the server sent more than {_LARGEST_HEAD:,} bytes of fields")
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


class _File(io.BufferedReader):
    """The same by lines. Some readers take a return within one for the end of a field: it is refused."""

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        if b"\r" in line.removesuffix(b"\r\n"):
            raise ValueError("there is a return within a line")
        return line
