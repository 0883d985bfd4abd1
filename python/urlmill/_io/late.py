"""Regular expressions that are compiled when they are first used: no call needs all, and to compile them would take a
good part of its start.
"""

from __future__ import annotations

import re
from functools import cache, partial

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import AnyStr


def late(pattern: AnyStr, flags: int = 0) -> Callable[[], re.Pattern[AnyStr]]:
    """A function that gives the pattern, which it compiles once."""
    return cache(partial(re.compile, pattern, flags))
