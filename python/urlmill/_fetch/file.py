"""file: a file of this machine, if its scheme was named."""

from __future__ import annotations

import os
import stat
from typing import TYPE_CHECKING

from .connection import CHUNK
from .response import Body, Response

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..schemes.file import FilePlan, FileURL
    from .job import Job


def fetch(job: Job, url: FileURL, plan: FilePlan) -> Response:
    """Opens the file. What is not a plain file may block, or never end: it is refused."""
    try:
        number = os.open(plan.path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError as error:
        raise job.error("refused", error.strerror or str(error), error.errno) from None
    found = os.fstat(number)
    if not stat.S_ISREG(found.st_mode):
        os.close(number)
        raise job.error("no-server", "not a plain file")
    try:
        job.check_size(found.st_size)
    except BaseException:
        os.close(number)
        raise
    return Response(job, url, _Body(job, number, found.st_size))


class _Body(Body):
    def __init__(self, job: Job, number: int, length: int) -> None:
        super().__init__(None, None, length)
        self._job = job
        self._file = os.fdopen(number, "rb", 0)

    def chunks(self) -> Iterator[bytes]:
        while octets := self._file.read(CHUNK):
            self._job.left()
            yield octets

    def close(self) -> None:
        self._file.close()
