"""Runs the examples of a page: ``python -m tests.docs_with_servers PAGE``.

The servers that the pages name are on the loopback interface here. Only the look-up of their names is changed.
"""

from __future__ import annotations

import contextlib
import doctest
import socket
import sys
from typing import Any

from .fetch.servers import Script, ftp, http, line_of, says, serving

ARTICLE = b"Subject: Hello\r\nMessage-ID: <1@news.example>\r\n\r\nA body\r\n"


def _ftp(connection: socket.socket) -> None:
    """A directory and a file in it."""
    ftp({b"NLST": b"150 names\r\n226 done\r\n"}, _names_or_file)(connection)


def _names_or_file(connection: socket.socket) -> None:
    # The data connection does not know what is asked for: both examples are served by their order.
    says(next(_ANSWERS))(connection)


_ANSWERS = iter([b"hello\n", b"readme.txt\r\nmirror\r\n"])


def _gopher(connection: socket.socket) -> None:
    menu = b"iWelcome\t\t\t0\r\n0About\t/about\tgopher.example\t70\r\n.\r\n"
    says(menu if line_of(connection) == b"" else b"About us\r\n")(connection)


def _news(connection: socket.socket) -> None:
    answers = {
        b"MODE": b"200 ok\r\n",
        b"GROUP": b"211 2 1 2 example.test\r\n",
        b"OVER": b"224 overview\r\n1\tHello\tme\tnow\t<1@news.example>\r\n2\tAgain\tme\tnow\t<2@news.example>\r\n.\r\n",
        b"ARTICLE": b"220 1\r\n" + ARTICLE + b".\r\n",
    }
    connection.sendall(b"200 ready\r\n")
    while line := line_of(connection):
        connection.sendall(answers[line.split(b" ")[0]])


def _http(connection: socket.socket) -> None:
    target = line_of(connection).split(b" ")[1]
    answer = {
        b"/": b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 6\r\n\r\nhello\n",
        b"/old": b"HTTP/1.1 301 Moved\r\nLocation: /\r\n\r\n",
    }.get(target, b"HTTP/1.1 404 Not Found\r\n\r\n")
    http(answer)(connection)


SERVERS: dict[tuple[str, int], Script] = {
    ("ftp.example", 21): _ftp,
    ("gopher.example", 70): _gopher,
    ("news.example", 119): _news,
    ("www.example", 80): _http,
}


def main(page: str) -> int:
    """How many examples fail."""
    look_up: Any = socket.getaddrinfo
    with contextlib.ExitStack() as stack:
        ports = {place: stack.enter_context(serving(script)).port for place, script in SERVERS.items()}

        def of_the_page(host: str, port: int, *more: Any, **options: Any) -> Any:
            if (host, port) in ports:
                return look_up("127.0.0.1", ports[host, port], *more, **options)
            return look_up(host, port, *more, **options)

        socket.getaddrinfo = of_the_page  # type: ignore[assignment]
        failed, _ = doctest.testfile(page, module_relative=False, optionflags=doctest.ELLIPSIS)
    return failed


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1]) else 0)
