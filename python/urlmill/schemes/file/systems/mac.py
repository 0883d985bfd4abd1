"""Mac OS before X.

    Disk:Folder:...:Name

``Disk:Folder:`` with its colon is a folder. A path that begins with a colon, or has none, is relative; each further
colon in a row leads one folder up. Any character may stand in a name but the colon: a "/" is one like any other.
Names "." and ".." could be had there, but not in a URL.
"""

from ....errors import URLError
from .base import Location, Naming, without_steps


class Mac(Naming):
    """Disk:Folder:Name"""

    separator = ":"

    def location(self, path: str, cwd: str | None) -> Location:
        first, *names = path.split(":")
        if "." in (first, *names) or ".." in (first, *names):
            raise URLError("unrepresentable", 0, path)
        if not names:
            return self._start(path, cwd).beneath([path])
        steps = [name or ".." for name in names[:-1]] + names[-1:]
        if not first:
            return self._start(path, cwd).beneath(steps)
        # There is nothing above a disk that a step could lead to.
        return Location([first, *without_steps(steps)], fixed=1)

    def path(self, location: Location) -> str:
        # A disk alone is named with its colon, or it would be a name in the working directory.
        return ":".join(location.names) + (":" if len(location.names) == 1 else "")

    def refusal(self, location: Location, index: int) -> str | None:
        is_empty = not location.names[index] and (index == 0 or index < len(location.names) - 1)
        # Two colons in a row would lead a folder up.
        return "unrepresentable" if is_empty else super().refusal(location, index)
