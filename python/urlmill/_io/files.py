"""Files that are there when they are whole, and not before; and what is open already, which is never replaced.

Where the system can, a file has no name until it is whole, so that nothing is left of it however the command ends.
Elsewhere it has another name until then, and is removed if it does not get whole.
"""

from __future__ import annotations

import errno
import io
import os
import stat
import sys
from contextlib import contextmanager, suppress

from .descriptors import STANDARD_OUTPUT, label, opened
from .terminal import for_terminal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import TracebackType
    from typing import IO, TextIO

    from typing_extensions import Self

_unfinished: dict[str, int] = {}  # what has another name than its own, and the descriptor that it is open as


class NewFile:
    """Gets its name when it is whole, and is gone if it never is. ``-`` is standard output.

    Devices, pipes and what is open already are written to as they are; on a terminal, without control characters.
    """

    def __init__(self, path: str) -> None:
        self._shown = label(path)
        self._path = ""  # that it gets, if it is new
        self._beside = ""  # that it has until then
        if path == "-":
            self.file: IO[bytes] = standard_output().buffer
            self._is_ours = isinstance(self.file, io.RawIOBase)
            if self._is_ours:  # as PYTHONUNBUFFERED has it: it writes what there is room for, and drops the rest
                self.file = os.fdopen(os.dup(self.file.fileno()), "wb")
        else:
            self._is_ours = True
            try:
                number = opened(path)
                if number is None:
                    number = self._new(path)
            except OSError as error:
                raise OSError(error.errno, error.strerror, error.filename or path) from None
            self.file = os.fdopen(number, "wb")
        self.is_stream = not self._path
        self._is_terminal = self.file.isatty()

    def _new(self, path: str) -> int:
        self._path = os.path.realpath(path)  # what a link points to is meant, and not the link
        folder = os.path.dirname(self._path)
        if not os.path.isdir(folder):
            raise FileNotFoundError(errno.ENOENT, "there is no such directory", folder)
        if os.path.exists(self._path) and not _may_write(self._path):  # a rename would not ask
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
        number = _without_name(folder)
        if number is None:
            self._beside = os.path.join(folder, f".urlmill-{os.urandom(8).hex()}.part")
            number = _open_beside(self._beside, path)
        if hasattr(os, "fchmod"):
            with suppress(FileNotFoundError):
                os.fchmod(number, stat.S_IMODE(os.stat(self._path).st_mode))
        return number

    def write(self, octets: bytes) -> None:
        with self.named_in_errors():
            self.file.write(for_terminal(octets) if self._is_terminal else octets)

    @contextmanager
    def named_in_errors(self) -> Iterator[None]:
        """What goes wrong in here is said of this file, by the name that was given."""
        try:
            yield
        except OSError as error:
            error.filename, error.filename2 = self._shown, None
            raise

    def finish(self) -> None:
        """It is whole."""
        try:
            with self.named_in_errors():
                self._finish()
        except BaseException:
            self.give_up()
            raise

    def _finish(self) -> None:
        self.file.flush()
        if self.is_stream:
            if self._is_ours:
                self.file.close()
            return
        os.close(os.dup(self.file.fileno()))  # some file systems say only now that the disk is full
        if self._beside:
            self.file.close()  # Windows renames nothing that is open
        else:
            self._beside = _named(self.file.fileno(), self._path)
        if self._beside:
            os.replace(self._beside, self._path)
            _unfinished.pop(self._beside)
        self.file.close()

    def give_up(self) -> None:
        """It will not get whole: nothing is left of it."""
        if self._is_ours:
            self.divert()
            with suppress(OSError):
                self.file.close()
        if self._beside:
            with suppress(OSError):
                os.unlink(self._beside)
            _unfinished.pop(self._beside, None)

    def divert(self) -> None:
        """Whatever is still written goes nowhere."""
        divert(self.file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if value is None:
            self.finish()
        else:
            self.give_up()


def write_out(text: str) -> None:
    """Text to standard output, all of it or an error."""
    out = standard_output()
    if out.isatty():
        print(text, end="", flush=True)  # with its colours
        return
    out.flush()
    with NewFile("-") as new:
        new.write(text.replace("\n", os.linesep).encode(out.encoding or "utf-8", "backslashreplace"))


def standard_output() -> TextIO:
    """Raises OSError if it is closed: Python has None for it then."""
    if sys.stdout is None:
        raise OSError(errno.EBADF, "it is closed", STANDARD_OUTPUT)
    return sys.stdout


def divert(file: IO[bytes] | IO[str]) -> None:
    """Whatever is still written to it goes nowhere, what is in its buffer too."""
    with suppress(OSError, ValueError):  # it may be closed
        number = os.open(os.devnull, os.O_WRONLY)
        os.dup2(number, file.fileno())
        os.close(number)


def remove_unfinished() -> None:
    """For whoever ends the process: what is not whole goes."""
    for path, number in _unfinished.items():
        with suppress(OSError):
            os.close(number)  # Windows removes nothing that is open
        with suppress(OSError):
            os.unlink(path)


def _may_write(path: str) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _without_name(folder: str) -> int | None:
    """A new file without a name; None where the system has none such, or cannot name it later."""
    if not hasattr(os, "O_TMPFILE"):
        return None
    try:
        number = os.open(folder, os.O_TMPFILE | os.O_WRONLY, 0o666)
    except OSError:  # if there are other reasons, they will be said when it is tried with a name
        return None
    if os.path.exists(_link_to(number)):
        return number
    os.close(number)
    return None


def _open_beside(beside: str, path: str) -> int:
    _unfinished[beside] = -1  # before it is there
    try:
        _unfinished[beside] = os.open(beside, os.O_CREAT | os.O_EXCL | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o666)
    except OSError as error:
        del _unfinished[beside]
        raise OSError(error.errno, error.strerror, path) from None
    return _unfinished[beside]


def _named(number: int, path: str) -> str:
    """Names a file that has no name. If the name is taken it gets another, from which it can be renamed."""
    try:
        _link(number, path)
    except FileExistsError:
        beside = os.path.join(os.path.dirname(path), f".urlmill-{os.urandom(8).hex()}.part")
        _unfinished[beside] = -1
        _link(number, beside)
        return beside
    return ""


def _link(number: int, path: str) -> None:
    # Without a folder to start from, which an absolute name has no need of, Python would not follow the link.
    os.link(_link_to(number), path, src_dir_fd=number, follow_symlinks=True)


def _link_to(number: int) -> str:
    return f"/proc/self/fd/{number}"
