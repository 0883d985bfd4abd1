r"""Windows and DOS, and the UNC names of their networks.

    C:\directory\...\name
    \\host\share\...\name

Either slash separates. These have no location, or a name has no place in them:

* ``c:name``, which starts from a directory that only the drive knows;
* ``\\?\`` and ``\\.\``, the Win32 namespaces;
* the names of devices, which are devices in every directory and whatever their suffix;
* names that end with a dot or a space, which the system would cut off and so open another file;
* ``name:stream``. RFC 8089 lets a URL have the colon, but a stream is not the file that a path check has looked at.
"""

import re

from ....errors import URLError
from .base import Location, Naming, without_steps

_DRIVE = re.compile(r"[A-Za-z]:")
_NAMESPACE = re.compile(r"\\\\[?.](?:\\|\Z)|\\\?\?\\")
_CONTROL = re.compile(r"[\0-\x1f]")
_RESERVED = re.compile(r'[<>:"/\\|?*\ud800-\udfff]')
# "Naming Files, Paths, and Namespaces", with the superscript digits that count as digits there; the consoles; DOS.
_DEVICE = re.compile(r"(?:con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³]) *(?:\..*)?", re.IGNORECASE)
_ONLY_DOTS = re.compile(r"[. ]+")
# A share of this name holds no files, whatever follows it.
_NO_SHARE = ("pipe", "mailslot", "ipc$")


class Windows(Naming):
    r"""C:\directory\name, \\host\share\name"""

    separator = "\\"
    has_drives = True
    has_unc = True
    is_text = True

    def location(self, path: str, cwd: str | None) -> Location:
        text = path.replace("/", "\\")
        if _NAMESPACE.match(text):
            raise URLError("win32-namespace", 0, path)
        if text.startswith("\\\\"):
            return _unc(text, path)
        names = text.split("\\")
        if _DRIVE.match(text):
            if not text.startswith("\\", 2):
                raise URLError("drive-relative", 2, path)
            return Location(without_steps(names[1:]), drive=text[0])
        start = self._start(path, cwd)
        if not text.startswith("\\"):
            return start.beneath(names)
        if start.drive is None:
            # The root of a share is the share.
            return Location([start.names[0], *without_steps(names)], fixed=1, host=start.host)
        return Location(without_steps(names), drive=start.drive)

    def path(self, location: Location) -> str:
        root = f"\\\\{location.host}" if location.host else f"{location.drive}:" if location.drive else ""
        return "\\".join([root, *location.names])

    def refusal(self, location: Location, index: int) -> str | None:
        name = location.names[index]
        if _CONTROL.search(name):
            return "control-char"
        if _RESERVED.search(name):
            return "unrepresentable"
        if _DEVICE.fullmatch(name) or _ONLY_DOTS.fullmatch(name):
            return "device-name"
        if location.host and index == 0 and name.lower() in _NO_SHARE:
            return "device-name"
        return "unrepresentable" if name.endswith((".", " ")) else None


def _unc(text: str, path: str) -> Location:
    """Host and share are mandatory, and no ".." leads out of the share."""
    host, *names = text[2:].split("\\")
    share = names[0] if names else ""
    if not host or share in ("", ".", ".."):
        raise URLError("bad-unc", 2 + len(host), path)
    return Location([share, *(without_steps(names[1:]) if names[1:] else [])], fixed=1, host=host)
