"""POSIX, and macOS, which is POSIX to its programs.

    /directory/.../name

Any octet may stand in a name but "/" and NUL; two slashes are as good as one. C-40: a ".." after a name leads to the
parent of what the name stands for, which a symbolic link may have put elsewhere. A URL has no word for that.
"""

from ...._url.octets import pieces
from ....errors import URLError
from .base import Location, Naming, without_steps


class Posix(Naming):
    """/directory/name"""

    def location(self, path: str, cwd: str | None) -> Location:
        _check_steps(path)
        if path.startswith("/"):
            return Location(without_steps(path.split("/")))
        return self._start(path, cwd).beneath(path.split("/"))

    def path(self, location: Location) -> str:
        return "/" + "/".join(location.names)


def _check_steps(path: str) -> None:
    """Raises URLError for a ".." that comes after a name. One before the first name starts from the root or from the
    working directory, whose path has no symbolic links.
    """
    has_name = False
    for position, name in pieces(path, "/"):
        if name == ".." and has_name:
            raise URLError("step-after-name", position, path)
        has_name = has_name or name not in ("", ".", "..")
