"""What comes of a fetch."""

from __future__ import annotations

from email.message import Message
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import TracebackType

    from typing_extensions import Self

    from .._url.url import URL
    from .connection import Connection
    from .entries import Entry
    from .job import Job


class Body:
    """All that comes over a connection, to its end. What has another end has a class of its own."""

    def __init__(self, connection: Connection | None, status: int | None = None, length: int | None = None) -> None:
        self._connection = connection
        self.status = status  # the code of the server's last reply
        self.length = length  # how many octets the server says there are
        self.headers = Message()

    def chunks(self) -> Iterator[bytes]:
        """The octets, as they come. Raises FetchError unless they are all there."""
        while self._connection is not None and (octets := self._connection.receive()):
            yield octets

    def close(self) -> None:
        if self._connection is not None:
            self._connection.close()


class Response:
    """What was fetched: read it whole, iterate over chunks of it, or over the ``entries`` of a listing.

    It is a context manager, which closes the connection. Reading raises FetchError unless all of it comes: what
    ``read()`` returns is whole.
    """

    def __init__(self, job: Job, url: URL, body: Body, listed: Callable[[bytes], list[Entry]] | None = None) -> None:
        self.url = url  # after redirects
        self._job = job
        self._body = body
        self._listed = listed
        self._chunks = self._limited()
        self._rest = b""
        self._entries: list[Entry] | None = None
        self._failure: BaseException | None = None
        self._is_begun = False
        self._is_listed = False
        self._is_closed = False

    @property
    def status(self) -> int | None:
        """The code of the server's last reply: 200 of HTTP, 226 of FTP at the end, 220 of NNTP; None without one."""
        return self._body.status

    @property
    def headers(self) -> Message:
        """The header fields of HTTP; none for the others."""
        return self._body.headers

    @property
    def length(self) -> int | None:
        """How many octets the server says there are, if it says so."""
        return self._body.length

    @property
    def entries(self) -> list[Entry] | None:
        """Of a listing, what it lists; None for anything else. It takes the place of ``read()``."""
        if self._listed is not None and self._entries is None:
            if self._is_begun:
                raise ValueError("the listing was read as octets already; ask for entries first")
            octets = self.read()
            self._is_listed = True
            self._entries = self._listed(octets)
        return self._entries

    def read(self, size: int = -1) -> bytes:
        """The rest, or at most ``size`` octets of it; none at the end."""
        if size is None or size < 0:
            rest, self._rest = self._rest, b""
            return b"".join([rest, *self])
        parts, count = [self._rest], len(self._rest)
        while count < size and (octets := next(self._chunks_left(), b"")):
            parts.append(octets)
            count += len(octets)
        whole = b"".join(parts)
        self._rest = whole[size:]
        return whole[:size]

    def __iter__(self) -> Iterator[bytes]:
        rest, self._rest = self._rest, b""
        if rest:
            yield rest
        yield from self._chunks_left()

    def _chunks_left(self) -> Iterator[bytes]:
        if self._failure is not None:
            raise self._failure  # what has failed once has not come to its end
        if self._is_closed:
            raise ValueError("the response is closed")
        if self._is_listed:
            raise ValueError("the listing was read as entries already; fetch it again for its octets")
        return self._chunks

    def _limited(self) -> Iterator[bytes]:
        count = 0
        self._is_begun = True
        try:
            for octets in self._body.chunks():
                count += len(octets)
                self._job.check_size(count)
                yield octets
        except Exception as failure:
            self._failure = failure
            raise
        finally:
            self._body.close()

    def close(self) -> None:
        """Closes the connection; what was not read is lost."""
        self._is_closed = True
        self._chunks.close()  # type: ignore[attr-defined]
        self._body.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Response({self.url.display()!r}, status={self.status})"
