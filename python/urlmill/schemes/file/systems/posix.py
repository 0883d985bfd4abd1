"""POSIX, and macOS, which is POSIX to its programs.

    /directory/.../name

Any octet may stand in a name but "/" and NUL; two slashes are as good as one.
"""

from .base import Location, Naming, without_steps


class Posix(Naming):
    """/directory/name"""

    def location(self, path: str, cwd: str | None) -> Location:
        if path.startswith("/"):
            return Location(without_steps(path.split("/")))
        return self._start(path, cwd).beneath(path.split("/"))

    def path(self, location: Location) -> str:
        return "/" + "/".join(location.names)
