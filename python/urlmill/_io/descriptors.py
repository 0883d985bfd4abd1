"""Names for what is open already: ``/dev/stdout``, ``/dev/fd/3``, ``/proc/self/fd/3``, and links to them."""

from __future__ import annotations

import os
import stat

from .late import late

STANDARD_OUTPUT = "standard output"
_OWN = ("/dev/fd", "/proc/self/fd", "/proc/thread-self/fd")
_OF_ANY_PROCESS = late(r"/proc/\d+(?:/task/\d+)?/fd")
_NUMBER = late(r"[0-9]{1,9}")
_LINKS = 40  # a longer chain goes in a circle


def output_name(path: str) -> str:
    """A path; of a descriptor of ours, the one name that all others are written as, ``-`` for standard output."""
    folder, number = _descriptor(path)
    if folder not in _own_folders():
        return path
    return "-" if number == "1" else f"{_OWN[0]}/{number}"


def label(path: str) -> str:
    """The name of an output, for a person."""
    return STANDARD_OUTPUT if path == "-" else path


def opened(path: str) -> int | None:
    """A descriptor to write to what is there and is not to be replaced: what is open already, a device, a pipe.

    None if a file is meant.
    """
    folder, number = _descriptor(path)
    if folder in _own_folders():
        return os.dup(int(number))
    if folder:
        return os.open(path, os.O_WRONLY | os.O_APPEND)
    if os.path.exists(path) and not os.path.isfile(path):
        return os.open(path, os.O_WRONLY)
    return None


def is_descriptor(path: str) -> bool:
    """Whether a name as `output_name` gives it is that of a descriptor of ours."""
    return path == "-" or path.startswith(f"{_OWN[0]}/")


def file_of(path: str, standard: int) -> tuple[int, int] | str | None:
    """Which file is behind a path: the same for all its names. None for what is not a file on disk.

    ``-`` is the descriptor ``standard``.
    """
    try:
        found = os.fstat(standard) if path == "-" else os.stat(path)
    except FileNotFoundError:
        return os.path.realpath(path)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if stat.S_ISREG(found.st_mode) else None


def _descriptor(path: str) -> tuple[str, str]:
    """The folder of descriptors that a path leads to, and the number; empty if it leads to none."""
    for _ in range(_LINKS):
        folder, name = os.path.split(path)
        folder = os.path.realpath(folder)
        if _NUMBER().fullmatch(name) and (folder in _own_folders() or _OF_ANY_PROCESS().fullmatch(folder)):
            return folder, name
        try:
            path = os.path.join(folder, os.readlink(path))
        except OSError:
            break
    return "", ""


def _own_folders() -> set[str]:
    return set(map(os.path.realpath, _OWN))
