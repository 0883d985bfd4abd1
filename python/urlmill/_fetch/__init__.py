"""What acts on plans: ``urlmill.fetch``.

| file | holds |
|---|---|
| `fetching`, `arguments` | the function: what may be fetched, and by whom |
| `job`, `codes` | the limits of one fetch; what can go wrong |
| `connection` | a socket that keeps to the limits: names, addresses, TLS, lines |
| `replies` | the replies of FTP and NNTP |
| `ftp`, `gopher`, `news`, `http`, `file` | one way of fetching each, by the steps of a plan |
| `head` | the status line and the fields of an HTTP response |
| `request` | the fields of an HTTP request that a plan does not have: a login among them |
| `response`, `entries` | what comes: a body in chunks, or the entries of a listing |
"""

from ..errors import FetchError
from .entries import Entry
from .fetching import fetch
from .response import Response

__all__ = ["Entry", "FetchError", "Response", "fetch"]
