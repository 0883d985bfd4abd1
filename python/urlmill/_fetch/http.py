"""http and https: RFC 9112. The standard library reads the response; what is sent is the plan's, with more fields."""

from __future__ import annotations

import http.client
import io
import re
from typing import TYPE_CHECKING

from ..errors import URLError
from ..schemes.http import HttpURL
from .connection import CHUNK, Connection
from .response import Body, Response

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    from ..errors import FetchError
    from ..schemes.http import HttpPlan
    from .job import Job
    from .request import Fields

_REDIRECTS = (301, 302, 303, 307, 308)
_LARGEST_HEAD = 1 << 18
_LONGEST_LINE = 1 << 13
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;.*)?")
_LENGTH = re.compile("[0-9]{1,18}")
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
    if not 200 <= (body.status or 0) < 300:
        body.close()
        said = f"{body.status} {body.reason}".encode("latin-1")  # as http.client decodes it
        raise job.error("refused", f"the server answered {job.quoted(said)}", body.status)
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
    # http.client decodes fields as Latin-1. Octets beyond ASCII stand for themselves.
    written = "".join(c if c.isascii() else f"%{ord(c):02X}" for c in location)
    try:
        found = url.join(written)
        if not isinstance(found, HttpURL) or found.scheme not in schemes:
            scheme = job.quoted((found.scheme or "").encode())
            raise job.error("bad-redirect", f"the server redirects to {scheme}, which is not followed")
        if found.error is not None:  # join() lets a host be missing
            raise found.error
        found = found if found.fragment is not None else _with_fragment(found, url)
        return found, found.plan(**options)
    except URLError as error:
        raise job.error("bad-redirect", f"the server redirects to what cannot be fetched: {error}") from None


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

    def __init__(self, job: Job, connection: Connection) -> None:
        super().__init__(connection)
        self._job = job
        self._raw = _Raw(job, connection)
        self._file = _File(self._raw)
        for _ in range(_MOST_HINTS):
            response = self._begun()
            if not 100 <= response.status < 200:
                break
        else:
            raise self._bad("it sends interim responses only")
        self._raw.limit = None
        self.status = response.status
        self.reason = response.reason
        self.headers = response.headers
        if self.status == 206:
            raise self._bad("it sends a part, which it was not asked to")
        self._check_fields()
        self._is_chunked = self._checked_chunked()
        self.length = None if self._is_chunked else self._checked_length()

    def _begun(self) -> http.client.HTTPResponse:
        """The status and the fields. The standard library's readers of content trust the server more than we do."""
        response = http.client.HTTPResponse(_Socket(self._file), method="GET")  # type: ignore[arg-type]
        try:
            response.begin()
        except (http.client.BadStatusLine, http.client.UnknownProtocol) as error:  # with a line of the server
            line = self._job.excerpt(str(error).rstrip("\r\n").encode("latin-1"))
            raise self._bad(f"expected a status line of HTTP/1.0 or HTTP/1.1, got {line}") from None
        except (http.client.HTTPException, ValueError) as error:
            raise self._bad(str(error) or type(error).__name__) from None
        finally:
            response.fp = None  # type: ignore[assignment]  # or it would close the file when it goes
        if response.status == 101:
            raise self._bad("it switches protocols, which it was not asked to")
        return response

    # RFC 9112 section 6.3: what cannot be told from an attack is refused. http.client has its own opinion of where the
    # content ends, which is not asked for: what is checked here is what is done.

    def _check_fields(self) -> None:
        if self.headers.defects or self.headers.get_payload():
            raise self._bad("there is a line among its fields that is not a field")  # what follows it is not read
        for name, value in self.headers.items():
            if any((ord(c) < 32 and c != "\t") or ord(c) == 127 for c in name + value):
                raise self._bad("there are control characters in its fields")

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

    def _line(self) -> bytes:
        try:
            line = self._file.readline(_LONGEST_LINE)
        except ValueError as error:
            raise self._bad(str(error)) from None
        if not line.endswith(b"\n"):
            raise self._connection.cut_off() if len(line) < _LONGEST_LINE else self._bad("a line does not end")
        return line.removesuffix(b"\n").removesuffix(b"\r")

    def _bad(self, why: str) -> FetchError:
        return self._job.error("bad-reply", f"the server does not speak HTTP as it should: {why}")


class _Raw(io.RawIOBase):
    """The connection as http.client reads it. Until the fields are there, it has a limit."""

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
            if not size:  # the standard library would take that for the end of the fields
                raise self._connection.cut_off()
            self.limit -= size
            if self.limit < 0:
                raise self._job.error("bad-reply", f"the server sent more than {_LARGEST_HEAD:,} bytes of fields")
        buffer[:size] = self._rest[:size]
        self._rest = self._rest[size:]
        return size


class _File(io.BufferedReader):
    """The same by lines. The standard library would take a return within one for the end of a field."""

    def readline(self, size: int | None = -1, /) -> bytes:
        line = super().readline(size)
        if b"\r" in line.removesuffix(b"\r\n"):
            raise ValueError("there is a return within a line")
        return line


class _Socket:
    """As much of a socket as http.client asks for."""

    def __init__(self, file: io.BufferedReader) -> None:
        self._file = file

    def makefile(self, *_: object) -> io.BufferedReader:
        return self._file
