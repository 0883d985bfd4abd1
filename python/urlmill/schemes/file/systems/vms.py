"""OpenVMS, Files-11.

    [node["user password"]::]device:[directory.directory...]name.type[;version]

The device is the first name of a location, ``[000000]`` the directory that holds all others. Letters keep their case.
Taken are the characters of ODS-2 in either case, and several dots as in ODS-5; its escapes with "^" are not, nor are
wildcards, nor logical names that hide a directory, as in ``SYS$LOGIN:NAME.TXT``.
"""

import re

from ....errors import URLError
from .base import Location, Naming

_PATH = re.compile(
    r"""(?:(?P<node>[^":\[\]<>]+)(?:"(?P<access>[^"]*)")?::)?
    (?:(?P<device>[^":\[\]<>]+):)?
    (?:\[(?P<square>[^\[\]<>:]*)\]|<(?P<angle>[^\[\]<>:]*)>)?
    (?P<name>[^":\[\]<>]*)""",
    re.VERBOSE,
)
_DIRECTORY = re.compile(r"(?!-+\Z)[A-Za-z0-9$_-]+")
_NAME = re.compile(r"[A-Za-z0-9$_.-]+(?:;[0-9]*)?")
_ROOT = "000000"
# The null device, mailboxes, terminals, and the logical names of a process that lead to them.
_DEVICE = re.compile(r"(?:nl|nla0|mb[a-z]?[0-9]*|tt|opa0|sys\$(?:input|output|error|command))", re.IGNORECASE)


class Vms(Naming):
    """device:[directory.directory]name.type;version"""

    separator = ":"

    def location(self, path: str, cwd: str | None) -> Location:
        found = _PATH.fullmatch(path)
        if not found:
            raise URLError("unrepresentable", 0, path)
        device, name = found["device"], found["name"]
        directory = found["square"] if found["square"] is not None else found["angle"]
        # C-24: of an access control string only the user goes on.
        user = (found["access"] or "").split(" ")[0] or None
        if device is None:
            if found["node"] is not None:
                raise URLError("not-absolute", 0, path)
            start = self._start(path, cwd)
            if not directory:
                return start.beneath([name])
            if directory.startswith((".", "-")):
                return start.beneath([*_steps(directory, path), name])
            device, user, host = start.names[0], start.user, start.host
        else:
            host = found["node"]
        if directory is None:
            if name:
                raise URLError("not-absolute", len(path) - len(name), path)
            return Location([device], fixed=1, host=host, user=user)
        return Location([device], fixed=1, host=host, user=user).beneath([*_steps(directory, path), name])

    def path(self, location: Location) -> str:
        device, *names = location.names
        if not names:
            return f"{device}:"
        *directories, name = names
        return f"{device}:[{'.'.join(directories) or _ROOT}]{name}"

    def refusal(self, location: Location, index: int) -> str | None:
        name = location.names[index]
        if index == 0 and _DEVICE.fullmatch(name):
            return "device-name"
        is_file = 0 < index == len(location.names) - 1
        is_name = _NAME.fullmatch(name) or not name if is_file else _DIRECTORY.fullmatch(name)
        return super().refusal(location, index) or (None if is_name else "unrepresentable")


def _steps(directory: str, path: str) -> list[str]:
    """``.SUB`` starts from the working directory, each "-" leads one up, ``...`` would be a wildcard."""
    names = directory.removeprefix(".").split(".")
    if "" in names:
        raise URLError("unrepresentable", path.index(directory), path)
    if names[0] == _ROOT:
        del names[0]
    steps: list[str] = []
    for name in names:
        steps += [name] if name.strip("-") else [".."] * len(name)
    return steps
