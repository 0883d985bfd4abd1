"""``urlmill fetch``: what one URL names, into a file."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from ..._fetch import FetchError, fetch
from ..._fetch.fetching import SCHEMES, check_schemes
from ..._fetch.job import LONGEST_TIMEOUT, check_timeout
from ..._fetch.request import checked_headers
from ..._io.files import NewFile
from ..._io.inputs import standard_input
from ..._url.url import URL
from ...errors import URLError
from ...schemes.http import HttpURL
from ...schemes.news import NewsURL
from ..messages import say
from ..options import add_output, amount, names
from ..progress import Progress

EXAMPLES = """\
  urlmill fetch ftp://ftp.example.org/pub/a.tar.gz -o a.tar.gz
  urlmill fetch gopher://gopher.example/0/about.txt
  urlmill fetch https://www.example/ --header 'Accept: text/html'
  urlmill fetch nntp://news.example/comp.lang.c
  urlmill fetch news:AbC@host.example --news-server news.example
  urlmill fetch - < file-with-a-url-and-its-password

A file is there when it is whole. Standard output is written as octets come: if the status is 1, it has a part or
nothing. If the URL has a user but no password, you are asked for it on a terminal.
"""
_TIMEOUT, _SIZE = 300.0, 1 << 30
_LONGEST_URL = 1 << 20
FAILED = 1
# What the arguments of fetch() that its messages name are here.
_OPTIONS = {
    "; give news_server=HOST": "; give --news-server HOST",
    "; give password=": "; type it on a terminal, or give the URL with it on standard input: urlmill fetch -",
}


def add(parser: argparse.ArgumentParser) -> None:
    """Its options."""
    parser.add_argument("urls", nargs=1, metavar="URL", help="a URL, or - for the first line of standard input")
    add_output(parser)
    parser.add_argument(
        "--timeout", type=_seconds, default=_TIMEOUT, metavar="SECONDS", help="for all of it; default: 300"
    )
    parser.add_argument(
        "--max-size", type=amount, default=_SIZE, metavar="SIZE", help="bytes, or with K, M, G; default: 1G"
    )
    parser.add_argument(
        "--schemes", type=_schemes, default=list(SCHEMES), metavar="NAMES",
        help="those that may be fetched; default: all but file",
    )  # fmt: skip
    parser.add_argument(
        "--header", action=_Header, dest="headers", default={}, metavar="FIELD",
        help="'NAME: VALUE', for requests of http and https; may be repeated",
    )  # fmt: skip
    parser.add_argument("--news-server", type=_news_server, metavar="HOST", help="for news URLs that name none")
    parser.add_argument("--quiet", action="store_true", help="no progress")


def command(options: argparse.Namespace) -> int:
    """Fetches the URL."""
    try:
        text = _text(options.urls[0])
        if not text and options.urls[0] == "-":
            say("no URL on standard input")
            return FAILED
        with NewFile(options.output) as new:
            _fetch(URL(text), options, new)
    except (URLError, FetchError) as error:
        words = str(error)
        for argument, option in _OPTIONS.items():
            words = words.replace(argument, option)
        say(words)
        return FAILED
    return 0


def _fetch(url: URL, options: argparse.Namespace, new: NewFile) -> None:
    response = fetch(
        url,
        password=_password(url, options.schemes),
        timeout=options.timeout,
        max_bytes=options.max_size,
        schemes=options.schemes,
        news_server=options.news_server,
        headers=options.headers,
    )
    with response, Progress(response.length, is_shown=not options.quiet) as progress:
        count = 0
        for octets in response:
            new.write(octets)
            count += len(octets)
            progress.update(None, count, len(octets))


def _text(given: str) -> str:
    if given != "-":
        return given
    line = standard_input().buffer.readline(_LONGEST_URL)
    try:
        return line.decode().strip()
    except UnicodeDecodeError:
        return line.decode("latin-1").strip()


def _password(url: URL, schemes: list[str]) -> str | None:
    """What the user types, if the server may ask for it and there is a user to ask."""
    if url.scheme not in schemes or not _lacks_password(url):
        return None
    if sys.stdin is None or not sys.stdin.isatty():
        return None
    from getpass import getpass

    return getpass(f"password of {url.display()}: ")


def _lacks_password(url: URL) -> bool:
    if isinstance(url, HttpURL):  # whose plan has no login
        return url.raw_user is not None and url.raw_password is None
    return getattr(url.plan(), "needs_password", False)


class _Header(argparse.Action):
    """Adds a field. Messages do not repeat the value, which may be a secret."""

    def __call__(self, _: argparse.ArgumentParser, options: argparse.Namespace, values: Any, *__: str | None) -> None:
        field, colon, value = values.partition(":")
        if not colon:
            raise argparse.ArgumentError(self, "expected 'NAME: VALUE', got no colon")
        if field.lower() in map(str.lower, options.headers):
            raise argparse.ArgumentError(self, f"expected {field} once, got it twice")
        try:
            checked_headers({field: value.strip()})
        except ValueError as error:
            raise argparse.ArgumentError(self, str(error)) from None
        options.headers = options.headers | {field: value.strip()}


def _schemes(text: str) -> list[str]:
    found = names(text)
    try:
        check_schemes(found)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return found


def _seconds(text: str) -> float:
    try:
        return check_timeout(float(text))
    except ValueError:
        raise argparse.ArgumentTypeError(
            f"expected a number of seconds above 0, up to {LONGEST_TIMEOUT:,}, got {text!r}"
        ) from None


def _news_server(text: str) -> str:
    try:
        NewsURL("news:*").plan(news_server=text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return text
