"""What comes of a fetch."""

from __future__ import annotations

import io
from email.message import Message

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import TracebackType

    from typing_extensions import Self

    from .._url.url import URL
    from .connection import Connection
    from .entries import Entries, Entry
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


class _Chunks:
    """The chunks of a body, within the limit of its job. What has failed once fails again: it never looks whole.

    It does not know its response, so that the connection goes when the response goes.
    """

    def __init__(self, job: Job, body: Body) -> None:
        self._job = job
        self._body = body
        self._octets = body.chunks()
        self._count = 0
        self._failure: Exception | None = None
        self._is_closed = False
        self.is_begun = False

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        self.check()
        self.is_begun = True
        try:
            octets = next(self._octets, b"")
            self._count += len(octets)
            self._job.check_size(self._count)
        except BaseException as failure:
            self.fail(failure)
            raise
        if not octets:
            self._body.close()
            raise StopIteration
        return octets

    def check(self) -> None:
        """Raises what went wrong before, and ValueError if it is closed."""
        if self._failure is not None:
            raise self._failure
        if self._is_closed:
            raise ValueError("the response is closed")

    def fail(self, failure: BaseException) -> None:
        """Octets are lost. What is not an error, such as Ctrl-C, was for its moment: an error stands for it later."""
        if self._failure is None:
            interrupted = self._job.error("truncated", f"{failure!r} interrupted it")
            self._failure = failure if isinstance(failure, Exception) else interrupted
        self._body.close()

    def close(self) -> None:
        self._is_closed = True
        self._body.close()


class Response:
    """What was fetched: read it whole, iterate over chunks of it, or over the ``entries`` of a listing.

    It is a context manager, which closes the connection. Reading raises FetchError unless all of it comes: what
    ``read()`` returns is whole.
    """

    def __init__(self, job: Job, url: URL, body: Body, listed: Callable[[bytes], Entries] | None = None) -> None:
        self.url = url  # after redirects
        self._shown = job.display()
        self._body = body
        self._listed = listed
        self._chunks = _Chunks(job, body)
        self._chunk = b""
        self._at = 0  # what comes before it in the chunk was read
        self._entries: Entries | None = None
        self._is_listed = False

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
    def entries(self) -> Sequence[Entry] | None:
        """Of a listing, what it lists; None for anything else. It takes the place of ``read()``."""
        if self._listed is not None and self._entries is None:
            self._chunks.check()
            if self._chunks.is_begun:
                raise ValueError("the listing was read as octets already; ask for entries first")
            try:
                octets = self.read()
                self._is_listed = True
                self._entries = self._listed(octets)
            except BaseException as failure:
                self._chunks.fail(failure)
                raise
        return self._entries

    def read(self, size: int = -1) -> bytes:
        """The rest, or at most ``size`` octets of it; none at the end."""
        self._check_unlisted()
        left = None if size is None or size < 0 else size
        whole = io.BytesIO()  # a list of chunks may take many times their size, if they are small
        try:
            while left != 0 and (octets := self._next(left)):
                whole.write(octets)
                left = None if left is None else left - len(octets)
            return whole.getvalue()
        except BaseException as failure:
            self._chunks.fail(failure)
            raise

    def __iter__(self) -> Iterator[bytes]:
        self._check_unlisted()
        try:
            while octets := self._next():
                yield octets
        except GeneratorExit:  # whoever has read enough may go on later
            raise
        except BaseException as failure:
            self._chunks.fail(failure)
            raise

    def _check_unlisted(self) -> None:
        if self._is_listed:
            raise ValueError("the listing was read as entries already; fetch it again for its octets")

    def _next(self, size: int | None = None) -> bytes:
        """What is left of the chunk, or the next one, or as much of it as that; none at the end."""
        self._chunks.check()
        if self._at == len(self._chunk):
            self._chunk, self._at = next(self._chunks, b""), 0
        start = self._at
        self._at = len(self._chunk) if size is None else min(start + size, len(self._chunk))
        return self._chunk[start : self._at]

    def close(self) -> None:
        """Closes the connection; what was not read is lost."""
        self._chunks.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Response({self._shown!r}, status={self.status})"
