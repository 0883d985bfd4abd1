"""A URL record of the URL Standard, section 4.1, and how it is written: section 4.5."""

import re

from .._profiles import SPECIAL_PORTS

DRIVE = re.compile("[A-Za-z][:|]")
_NORMALIZED_DRIVE = re.compile("[A-Za-z]:")


class Record:
    """The parts of a URL. A path is opaque, and then a text, or has segments."""

    __slots__ = ("fragment", "host", "opaque_path", "password", "path", "port", "query", "scheme", "username")

    def __init__(self) -> None:
        self.scheme = ""
        self.username = ""
        self.password = ""
        self.host: str | None = None
        self.port: int | None = None
        self.path: list[str] = []
        self.opaque_path: str | None = None
        self.query: str | None = None
        self.fragment: str | None = None

    @property
    def is_special(self) -> bool:
        return self.scheme in SPECIAL_PORTS

    def has_drive(self) -> bool:
        """Whether the path begins with a normalized Windows drive letter."""
        return bool(self.path and _NORMALIZED_DRIVE.fullmatch(self.path[0]))

    def take_authority(self, base: "Record") -> None:
        self.username, self.password, self.host, self.port = base.username, base.password, base.host, base.port

    def shorten(self) -> None:
        """Takes the last segment of the path away, unless it is the drive of a file."""
        if self.path and not (self.scheme == "file" and len(self.path) == 1 and self.has_drive()):
            self.path.pop()

    def href(self) -> str:
        """The URL as it is written."""
        found = [self.scheme, ":"]
        if self.host is not None:
            found.append("//")
            if self.username or self.password:
                found.append(f"{self.username}:{self.password}@" if self.password else f"{self.username}@")
            found.append(self.host)
            if self.port is not None:
                found.append(f":{self.port}")
        elif len(self.path) > 1 and not self.path[0]:
            found.append("/.")  # or what follows "//" would be taken for a host
        found.append(self.path_text())
        if self.query is not None:
            found.append(f"?{self.query}")
        if self.fragment is not None:
            found.append(f"#{self.fragment}")
        return "".join(found)

    def path_text(self) -> str:
        if self.opaque_path is not None:
            return self.opaque_path
        return "/" + "/".join(self.path) if self.path else ""
