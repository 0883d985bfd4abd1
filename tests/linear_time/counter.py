"""What a call costs: instructions where the processor's counter can be read, else nanoseconds of processor time."""

from __future__ import annotations

import ctypes
import os
import platform
import struct
import sys
import time
from collections.abc import Callable

_SYSTEM_CALLS = {"x86_64": 298, "aarch64": 241}  # perf_event_open
_SIZE = 112
_INHERIT, _EXCLUDE_KERNEL, _EXCLUDE_HYPERVISOR = 1 << 1, 1 << 5, 1 << 6

# Less than this is too little to tell a cost by: a millisecond, whichever way it is counted.
ENOUGH_INSTRUCTIONS = 2_000_000
ENOUGH_NANOSECONDS = 1_000_000


def counter() -> tuple[Callable[[], int], int]:
    """A clock, and the least that is worth comparing."""
    read = _instructions()
    return (read, ENOUGH_INSTRUCTIONS) if read else (time.process_time_ns, ENOUGH_NANOSECONDS)


def _instructions() -> Callable[[], int] | None:
    """The counter of this process and of the threads it will have; None where there is none to be read."""
    number = _SYSTEM_CALLS.get(platform.machine())
    if sys.platform != "linux" or number is None:
        return None
    kind, config = 0, 1  # hardware, instructions
    flags = _INHERIT | _EXCLUDE_KERNEL | _EXCLUDE_HYPERVISOR
    attributes = struct.pack("=IIQ3QQ", kind, _SIZE, config, 0, 0, 0, flags).ljust(_SIZE, b"\0")
    file = ctypes.CDLL(None).syscall(number, attributes, 0, -1, -1, 0)
    if file < 0:
        return None
    if not int.from_bytes(os.read(file, 8), sys.byteorder):  # a virtual machine may have a counter that stands still
        os.close(file)
        return None
    return lambda: int.from_bytes(os.read(file, 8), sys.byteorder)
