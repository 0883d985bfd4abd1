"""file: a file of this machine, if its scheme was named."""

from __future__ import annotations

import os
import stat

from ..errors import FetchError
from .connection import CHUNK
from .response import Body, Response

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..schemes.file import FilePlan, FileURL
    from .job import Job


def fetch(job: Job, url: FileURL, plan: FilePlan) -> Response:
    """Opens the file. What is not a plain file may block, or never end: it is refused."""
    try:
        number = os.open(plan.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise _refused(job, error) from None
    try:
        found = os.fstat(number)
        if not stat.S_ISREG(found.st_mode):
            raise job.error("no-server", "not a plain file")
        job.check_size(found.st_size)
    except BaseException as error:
        os.close(number)
        if isinstance(error, OSError) and not isinstance(error, FetchError):
            raise _refused(job, error) from None
        raise
    return Response(job, url, _Body(job, number, found.st_size))


def _refused(job: Job, error: OSError) -> FetchError:
    return job.error("refused", error.strerror or str(error))


class _Body(Body):
    def __init__(self, job: Job, number: int, length: int) -> None:
        super().__init__(None, None, length)
        self._job = job
        self._file = os.fdopen(number, "rb", 0)

    def chunks(self) -> Iterator[bytes]:
        count = 0
        while octets := self._some():
            self._job.left()
            count += len(octets)
            yield octets
        if self.length is not None and count < self.length:
            raise self._job.error("truncated", f"the file had {self.length:,} bytes; it has become shorter")

    def _some(self) -> bytes:
        try:
            return self._file.read(CHUNK)
        except OSError as error:
            raise _refused(self._job, error) from None

    def close(self) -> None:
        self._file.close()
