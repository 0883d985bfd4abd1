"""Handlers for ``urllib.request``: schemes that it does not have, and an ftp that follows RFC 1738.

>>> import urllib.request
>>> from urlmill.integrations.urllib import handlers
>>> opener = urllib.request.build_opener(*handlers(max_bytes=10_000_000))

``opener.open("gopher://...")`` then does what ``urlmill.fetch`` does, and gives what urllib gives. http and https stay
urllib's own.
"""

from __future__ import annotations

import io
import mimetypes
import socket
import urllib.error
import urllib.request
from email.message import Message
from urllib.response import addinfourl

from .._fetch import FetchError, Response, fetch
from .._fetch.fetching import TIMEOUT
from .._fetch.job import SharedTimeout
from .._url.url import URL
from ..errors import URLError
from ..schemes.ftp import FtpURL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NOT_A_FILE = 550  # RFC 959 section 4.2.2: "file not found", also of a directory

__all__ = ["FtpHandler", "GopherHandler", "NewsHandler", "handlers"]


class _Handler(urllib.request.BaseHandler):
    """``options`` are those of ``urlmill.fetch``; the time limit is that of the request."""

    def __init__(self, **options: Any) -> None:
        self._options = options

    def _opened(self, request: urllib.request.Request) -> addinfourl:
        if request.data is not None:
            raise urllib.error.URLError("expected a request without data: fetch() reads")
        if request.unverifiable:  # urllib's own handlers would follow one to ftp
            raise urllib.error.URLError(f"a redirect does not lead to {request.type}")
        options = dict(self._options)
        timeout: Any = getattr(request, "timeout", socket._GLOBAL_DEFAULT_TIMEOUT)  # type: ignore[attr-defined]
        if timeout is socket._GLOBAL_DEFAULT_TIMEOUT:  # type: ignore[attr-defined]
            timeout = socket.getdefaulttimeout() or options.get("timeout", TIMEOUT)
        options["timeout"] = timeout
        try:
            response = self._fetched(request.full_url, options)
        except (FetchError, URLError) as error:
            raise urllib.error.URLError(error) from error
        file: Any = io.BufferedReader(_Raw(response))
        return addinfourl(file, self._headers(response), request.full_url, response.status)

    def _fetched(self, url: str, options: dict[str, Any]) -> Response:
        return fetch(url, **options)

    def _headers(self, response: Response) -> Message:
        """As urllib makes them up for ftp."""
        headers = Message()
        if response.length is not None:
            headers["Content-length"] = str(response.length)
        return headers


class FtpHandler(_Handler, urllib.request.FTPHandler):
    """ftp, in the place of urllib's own, and ftps."""

    def _fetched(self, url: str, options: dict[str, Any]) -> Response:
        """A file; or the listing of a directory, if that is what the name is of. Only the server knows."""
        if isinstance(options["timeout"], (int, float)):
            options["timeout"] = SharedTimeout(options["timeout"])
        try:
            return fetch(url, **options)
        except FetchError as error:
            folder = _as_directory(URL(url)) if error.status == _NOT_A_FILE else None
            if folder is None:
                raise
            try:
                return fetch(folder, **options)
            except FetchError as again:
                raise error if again.status == _NOT_A_FILE else again from None

    def _headers(self, response: Response) -> Message:
        headers, url = super()._headers(response), response.url
        if isinstance(url, FtpURL) and url.typecode != "d" and (kind := mimetypes.guess_type(url.name)[0]):
            headers["Content-type"] = kind
        return headers

    def ftp_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)

    def ftps_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)


class GopherHandler(_Handler):
    """gopher and gophers."""

    def gopher_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)

    def gophers_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)


class NewsHandler(_Handler):
    """news, snews, nntp and nntps."""

    def news_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)

    def snews_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)

    def nntp_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)

    def nntps_open(self, req: urllib.request.Request) -> addinfourl:
        return self._opened(req)


def handlers(**options: Any) -> list[urllib.request.BaseHandler]:
    """One of each, for ``urllib.request.build_opener``; ``options`` are those of ``urlmill.fetch``."""
    return [FtpHandler(**options), GopherHandler(**options), NewsHandler(**options)]


def _as_directory(url: URL) -> FtpURL | None:
    """The same name with a slash behind it; None if there is none, or if a type code says that it is a file."""
    if not isinstance(url, FtpURL) or not url.name or url.typecode is not None:
        return None
    found = url.replace(cwds=[*url.cwds, url.name], name="")
    assert isinstance(found, FtpURL)
    return found


class _Raw(io.RawIOBase):
    """A response as the standard library reads files."""

    def __init__(self, response: Response) -> None:
        self._response = response

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        octets = self._response.read(len(buffer))
        buffer[: len(octets)] = octets
        return len(octets)

    def close(self) -> None:
        self._response.close()
        super().close()
