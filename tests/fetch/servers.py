"""Servers on the loopback interface that follow a script, good or bad, and remember who came."""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator

import pytest

PATIENCE = 10.0

Script = Callable[[socket.socket], None]


class Served:
    """Where to connect to, and how often that was done."""

    def __init__(self, listener: socket.socket) -> None:
        self.host, self.port = listener.getsockname()[:2]
        self.connections = 0

    @property
    def at(self) -> str:
        return f"{self.host}:{self.port}"


@contextlib.contextmanager
def serving(
    script: Script, host: str = "127.0.0.1", port: int = 0, tls: ssl.SSLContext | None = None
) -> Iterator[Served]:
    """Runs the script for each connection, in a thread of its own; a client that hangs up ends it."""
    try:
        listening = socket.create_server((host, port))
    except OSError:
        pytest.skip(f"{host} is not an address of this machine")
    with listening as listener:
        served = Served(listener)
        is_over = threading.Event()
        threads: list[threading.Thread] = []

        def talk(connection: socket.socket) -> None:
            with contextlib.suppress(OSError), connection:
                connection.settimeout(PATIENCE)
                if tls is None:
                    script(connection)
                    return
                with tls.wrap_socket(connection, server_side=True) as secure:
                    script(secure)
                    if secure.fileno() >= 0:  # the script may have cut it off
                        secure.unwrap()

        def accept() -> None:
            while True:
                connection, _ = listener.accept()
                if is_over.is_set():
                    connection.close()
                    return
                served.connections += 1
                thread = threading.Thread(target=talk, args=(connection,), daemon=True)
                threads.append(thread)
                thread.start()

        accepting = threading.Thread(target=accept, daemon=True)
        accepting.start()
        try:
            yield served
        finally:
            is_over.set()
            with socket.socket(listener.family) as waking:  # by its address: a test may have replaced the look-up
                waking.connect(listener.getsockname())
            accepting.join(PATIENCE)


def line_of(connection: socket.socket) -> bytes:
    """The next line that the client sends; nothing at the end."""
    line = b""
    while not line.endswith(b"\n"):
        octet = connection.recv(1)
        if not octet:
            return b""
        line += octet
    return line.rstrip(b"\r\n")


def says(octets: bytes, *, after: int = 0) -> Script:
    """Hears so many lines, then says this and hangs up."""

    def script(connection: socket.socket) -> None:
        for _ in range(after):
            line_of(connection)
        connection.sendall(octets)
        if not isinstance(connection, ssl.SSLSocket):  # which has an end of its own
            connection.shutdown(socket.SHUT_WR)
            connection.recv(1)

    return script


def says_forever(octets: bytes, *, after: int = 0, start: bytes = b"") -> Script:
    """The same octets again and again, until the client has had enough."""

    def script(connection: socket.socket) -> None:
        for _ in range(after):
            line_of(connection)
        connection.sendall(start)
        while True:
            connection.sendall(octets * (1 + (1 << 14) // len(octets)))

    return script


def stalls(octets: bytes = b"", *, after: int = 0) -> Script:
    """Says this, and nothing more."""

    def script(connection: socket.socket) -> None:
        for _ in range(after):
            line_of(connection)
        connection.sendall(octets)
        connection.recv(1)
        connection.recv(1)

    return script


def drips(octets: bytes, *, after: int = 0) -> Script:
    """One octet at a time, each before any time limit for one would be over; again and again."""

    def script(connection: socket.socket) -> None:
        for _ in range(after):
            line_of(connection)
        pause = threading.Event()
        while True:
            for octet in octets:
                connection.sendall(bytes([octet]))
                pause.wait(0.05)

    return script


def cut_off(connection: socket.socket) -> None:
    """Ends a connection by TLS without the end of TLS."""
    socket.socket(fileno=connection.detach()).close()


def resets(octets: bytes, *, after: int = 0) -> Script:
    """Says this, and breaks the connection; a connection by TLS ends without the end of TLS."""

    def script(connection: socket.socket) -> None:
        for _ in range(after):
            line_of(connection)
        connection.sendall(octets)
        time.sleep(0.1)  # what was sent arrives first
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        cut_off(connection)

    return script


def asked(answer: Script) -> Script:
    """Hears a request of HTTP, which ends with an empty line, then answers."""

    def script(connection: socket.socket) -> None:
        while line_of(connection):
            pass
        answer(connection)

    return script


def http(octets: bytes) -> Script:
    """Answers a request of HTTP with this."""
    return asked(says(octets))


def news_then(answer: Script) -> Script:
    """A news server that answers so to the command after MODE READER."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"200 ready\r\n")
        line_of(connection)
        connection.sendall(b"500 what?\r\n")
        line_of(connection)
        answer(connection)

    return script


def news(octets: bytes) -> Script:
    """A news server that answers with this to the command after MODE READER."""
    return news_then(says(octets))


def ftp(answers: dict[bytes, bytes], data: Script | None = None, heard: list[bytes] | None = None) -> Script:
    """An FTP server that gives these answers, by the first word of a command, and notes in ``heard`` what it hears.

    The answer to no word is the greeting. ``{port}`` is where ``data`` waits, by TLS if the server does.
    """
    usual = {
        b"USER": b"331 password\r\n",
        b"PASS": b"230 in\r\n",
        b"PBSZ": b"200 ok\r\n",
        b"PROT": b"200 ok\r\n",
        b"TYPE": b"200 ok\r\n",
        b"CWD": b"250 ok\r\n",
        b"EPSV": b"229 ok (|||{port}|)\r\n",
        b"RETR": b"150 here it comes\r\n226 done\r\n",
        b"NLST": b"150 here it comes\r\n226 done\r\n",
    } | answers

    def script(connection: socket.socket) -> None:
        tls = connection.context if isinstance(connection, ssl.SSLSocket) else None
        with serving(data or says(b"hello\n"), tls=tls) as beside:
            connection.sendall(usual.get(b"", b"220 ready\r\n"))
            while line := line_of(connection):
                if heard is not None:
                    heard.append(line)
                reply = usual.get(line.split(b" ")[0], b"502 what?\r\n")
                high, low = divmod(beside.port, 256)
                reply = reply.replace(b"{port}", b"%d" % beside.port).replace(b"{high}", b"%d" % high)
                connection.sendall(reply.replace(b"{low}", b"%d" % low))

    return script
