"""Lines of URLs or lines of logs: whichever it is that is read."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    pass
