"""Files that are there when they are whole, and not before."""

from __future__ import annotations

import os
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
            self.file: IO[bytes] = sys.stdout.buffer
            return
        if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe, which is not to be replaced
            self.file = open(path, "wb")  # noqa: SIM115
            return
        folder, name = os.path.split(os.path.abspath(path))
        if not os.path.isdir(folder):
            raise FileNotFoundError(2, "there is no such directory", folder)
        number, self._beside = tempfile.mkstemp(prefix=f".{name}.", suffix=".part", dir=folder)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(number, 0o666 & ~mask)  # as open() would have made it
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
