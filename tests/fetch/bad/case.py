"""One bad server."""

from __future__ import annotations

from typing import Literal, NamedTuple

from ..servers import Script

Kind = Literal["lies", "stalls", "never ends", "ends early", "leads elsewhere", "control characters", "refuses"]
TIMEOUT = 0.3
MAX_BYTES = 1_000_000


class Bad(NamedTuple):
    """What is fetched, with ``{}`` for host and port; what the server does; the code of the error.

    ``is_listing``: the octets come as they are, and the entries do not.
    """

    url: str
    script: Script
    code: str
    is_listing: bool = False
