"""How systems name their files: one small class for each convention, between path text and lists of names.

Nothing here knows of URLs or touches a file system. Names are text, octets that are not UTF-8 as lone surrogates.
"""

import os
import sys

from ...._profiles import one_of
from .base import Location, Naming

__all__ = ["SYSTEMS", "Location", "Naming", "naming_of", "this_system"]

SYSTEMS = ("posix", "macos", "windows", "vms", "mac")


def this_system() -> str:
    """The name of the system that this runs on."""
    if os.name == "nt":
        return "windows"
    return "macos" if sys.platform == "darwin" else "posix"


def naming_of(system: str | None) -> Naming:
    """The conventions of ``system``, one of SYSTEMS; None is this one."""
    name = this_system() if system is None else system
    one_of("os", name, *SYSTEMS)
    # Imported one by one: hardly any program asks for a second.
    if name in ("posix", "macos"):
        from .posix import Posix

        return Posix()
    if name == "windows":
        from .windows import Windows

        return Windows()
    if name == "vms":
        from .vms import Vms

        return Vms()
    from .mac import Mac

    return Mac()
