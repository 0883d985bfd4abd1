"""What can go wrong while a URL is fetched."""

from __future__ import annotations

from .._io.terminal import printable

# What each code means, for the docs and for whoever catches it.
CODES = {
    "address-not-allowed": "may_connect refused every address of the host",
    "bad-redirect": "a redirect leads to what is not fetched, or there were too many",
    "bad-reply": "the server does not keep to the protocol",
    "no-connection": "no connection could be made",
    "no-server": "the URL names no server, or nothing that can be fetched",
    "no-tls": "the TLS handshake failed, or the certificate is not good",
    "password-required": "the server asks for a password, and none was given",
    "refused": "the server refused; `status` is its code",
    "scheme-not-allowed": "the scheme is not among those that may be fetched",
    "timeout": "the time was up",
    "too-large": "there is more than max_bytes",
    "truncated": "the connection ended in the middle",
}
_LONGEST = 300  # characters of what a server said


class FetchError(OSError):
    """A URL that could not be fetched.

    ``code`` is one of those that ``docs/fetch.md`` lists, ``url`` the URL with its password masked, ``status`` the code
    of the server's reply if it has refused, and None otherwise.
    """

    code: str
    url: str
    status: int | None

    def __init__(self, code: str, url: str, why: str, status: int | None = None) -> None:
        # What a server says may be there to be obeyed by a terminal.
        self.why = printable(why if len(why) <= _LONGEST else f"{why[:_LONGEST]}...")
        super().__init__(f"{printable(url)}: {self.why}")
        self.code = code
        self.url = url
        self.status = status

    def __reduce__(self) -> tuple[object, ...]:
        return FetchError, (self.code, self.url, self.why, self.status)
