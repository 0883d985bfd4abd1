"""What the naming conventions have in common."""

from ....errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Location:
    """Where a file is: names from the root on, the last one empty for a directory; and what stands before the root.

    No ".." leads out of the first ``fixed`` names: a share, a device, a disk.
    """

    __slots__ = ("drive", "fixed", "host", "names", "user")

    def __init__(
        self,
        names: list[str],
        *,
        fixed: int = 0,
        drive: str | None = None,
        host: str | None = None,
        user: str | None = None,
    ) -> None:
        self.names = names
        self.fixed = fixed
        self.drive = drive
        self.host = host
        self.user = user

    def beneath(self, names: "Iterable[str]") -> "Location":
        """Steps from this directory on."""
        names = [*self.names[: self.fixed], *without_steps([*self.names[self.fixed :], *names])]
        return Location(names, fixed=self.fixed, drive=self.drive, host=self.host, user=self.user)


class Naming:
    """A convention. ``location`` and ``path`` go from one form to the other, ``refusal`` guards both ways."""

    separator = "/"
    has_drives = False
    has_unc = False
    is_text = False  # its paths are characters; those of the others are octets

    def location(self, path: str, cwd: str | None) -> Location:
        """Where ``path`` leads, seen from ``cwd``. Raises URLError for what cannot be made absolute."""
        raise NotImplementedError

    def path(self, location: Location) -> str:
        """The path text. What ``refusal`` objects to must have been sorted out before."""
        raise NotImplementedError

    def refusal(self, location: Location, index: int) -> str | None:
        """Why one of the names cannot be a name here, as an error code; None if it can. For subclasses to extend."""
        name = location.names[index]
        if "\0" in name:
            return "control-char"
        return "unrepresentable" if self.separator in name or name in (".", "..") else None

    def _start(self, path: str, cwd: str | None) -> Location:
        """The working directory that a relative ``path`` starts from."""
        if cwd is None:
            raise URLError("not-absolute", 0, path)
        start = self.location(cwd, None)
        if start.names[-1]:
            start.names.append("")
        return start


def without_steps(names: list[str]) -> list[str]:
    """The names with "." and ".." carried out, and nothing between two separators taken for "."."""
    kept: list[str] = []
    for name in names:
        if name == "..":
            del kept[-1:]
        elif name not in ("", "."):
            kept.append(name)
    return [*kept, ""] if names[-1] in ("", ".", "..") else kept
