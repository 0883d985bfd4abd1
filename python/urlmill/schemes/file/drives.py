"""Drive letters in the path of a URL: draft-ietf-appsawg-file-scheme-05, C.1.

    path = [ "/" ] drive-letter path-absolute
    drive-letter = ALPHA ":" / ALPHA "|"

C-36: after a slash the colon may be escaped, except under the profile "strict".

A letter and a colon that no slash follows are the start of a drive-relative path, which names no file.
"""

import re

_STRICT_DRIVE = re.compile(r"/?[A-Za-z][:|](?=/)")
_DRIVE = re.compile(r"(?:/?[A-Za-z][:|]|/[A-Za-z]%3[Aa])(?=/)")
_NO_COLON = re.compile(r"\||%3[Aa]")
_DRIVE_RELATIVE = re.compile(r"/?[A-Za-z][:|](?!/)")


def end_of_drive(path: str, profile: str = "superset") -> int:
    """Where the path goes on after its drive letter; 0 if it has none."""
    found = (_STRICT_DRIVE if profile == "strict" else _DRIVE).match(path)
    return found.end() if found else 0


def is_drive_relative(path: str) -> bool:
    """Whether a drive letter begins the path, but no path-absolute follows."""
    return _DRIVE_RELATIVE.match(path) is not None


def with_colon(path: str) -> str:
    """Section C.1.2: how a path of old is updated."""
    end = end_of_drive(path)
    return plain(path[:end]) + path[end:]


def plain(prefix: str) -> str:
    """A drive letter and what is before it, with a colon."""
    return _NO_COLON.sub(":", prefix)
