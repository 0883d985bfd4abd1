"""Files that are there when they are whole, and not before."""

from __future__ import annotations

import errno
import os
import stat
import sys
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType
    from typing import IO

    from typing_extensions import Self


class NewFile:
    """Written beside, and renamed at the end; removed if there is no end. ``-`` is standard output."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._beside = ""
        if path == "-":
            if sys.stdout is None:
                raise OSError(errno.EBADF, "it is closed", "standard output")
            self.file: IO[bytes] = sys.stdout.buffer
            return
        if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe, which is not to be replaced
            self.file = open(path, "wb")  # noqa: SIM115
            return
        self._path = os.path.realpath(path)  # what a link points to is meant, and not the link
        folder, name = os.path.split(self._path)
        if not os.path.isdir(folder):
            raise FileNotFoundError(errno.ENOENT, "there is no such directory", folder)
        try:
            number, self._beside = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=folder)
        except OSError as error:
            raise OSError(error.errno, error.strerror, path) from None
        os.chmod(number, _mode_of(self._path))
        self.file = os.fdopen(number, "wb")

    def write(self, octets: bytes) -> None:
        self.file.write(octets)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._path == "-":
            if kind is None:
                self.file.flush()
            return
        self.file.close()
        if self._beside and kind is None:
            os.replace(self._beside, self._path)
        elif self._beside:
            os.unlink(self._beside)


def _mode_of(path: str) -> int:
    """What others may do with a file: as before, or as open() would have it."""
    try:
        return stat.S_IMODE(os.stat(path).st_mode)
    except FileNotFoundError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask
