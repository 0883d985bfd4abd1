"""A server on a free port of the loopback interface, for one conversation after the other."""

from __future__ import annotations

import contextlib
import queue
import socket
import socketserver
import threading
from collections.abc import Callable, Iterator
from io import BufferedIOBase

# Nothing here takes a hundredth of it; a test that waits so long has failed.
PATIENCE = 10.0

Conversation = Callable[[BufferedIOBase, BufferedIOBase], bytes]
"""What to do with the two directions of a connection; it returns what was heard."""


class Loopback:
    """Where to connect to, and what was heard there, one item for each connection."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.host, self.port = address
        self._heard: queue.SimpleQueue[bytes] = queue.SimpleQueue()

    def heard(self) -> bytes:
        """All that came over the oldest connection not yet asked about, to its end."""
        return self._heard.get(timeout=PATIENCE)

    def heard_nothing(self) -> bool:
        """Whether there was no connection but those already asked about. Ask when the client is done."""
        return self._heard.empty()


class _Handler(socketserver.StreamRequestHandler):
    timeout = PATIENCE
    server: _Server

    def handle(self) -> None:
        told = self.server.converse(self.rfile, self.wfile)
        with contextlib.suppress(OSError):  # who is not connected any more: newer curls hang up at once
            self.connection.shutdown(socket.SHUT_WR)
        # What a client sends after its request was answered is what a careless one smuggles in.
        self.server.loopback._heard.put(told + self.rfile.read())


class _Server(socketserver.TCPServer):
    def __init__(self, converse: Conversation, family: socket.AddressFamily) -> None:
        self.address_family = family
        self.converse = converse
        super().__init__(("::1" if family == socket.AF_INET6 else "127.0.0.1", 0), _Handler)
        host, port = self.socket.getsockname()[:2]
        self.loopback = Loopback((host, port))

    def handle_error(self, *_: object) -> None:
        raise  # socketserver calls it from an except block, and would print; pytest shall hear of it


@contextlib.contextmanager
def serving(converse: Conversation, family: socket.AddressFamily = socket.AF_INET) -> Iterator[Loopback]:
    """The server, for as long as the block lasts."""
    with _Server(converse, family) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield server.loopback
        finally:
            server.shutdown()
            thread.join(PATIENCE)
            assert not thread.is_alive()
