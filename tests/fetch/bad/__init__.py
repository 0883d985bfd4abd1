"""Bad servers, by protocol and by what is wrong with them: one table for ``fetch`` and for the command."""

from __future__ import annotations

from . import ftp, gopher, http, news
from .case import Bad, Kind

PROTOCOLS: dict[str, dict[Kind, dict[str, Bad]]] = {
    "ftp": ftp.CASES,
    "gopher": gopher.CASES,
    "news": news.CASES,
    "http": http.CASES,
}
CASES = {
    f"{protocol}: {kind}: {what}": bad
    for protocol, kinds in PROTOCOLS.items()
    for kind, found in kinds.items()
    for what, bad in found.items()
}
