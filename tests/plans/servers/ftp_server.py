"""pyftpdlib on a free port, with three users and a log of the lines they send."""

from __future__ import annotations

import contextlib
import os
import socket
import threading
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .loopback import PATIENCE

with warnings.catch_warnings():
    # On Python 3.11 pyftpdlib 2.2 silences this for one of its two imports only.
    warnings.filterwarnings("ignore", "The (asyncore|asynchat) module is deprecated", DeprecationWarning)
    from pyftpdlib.authorizers import DummyAuthorizer  # type: ignore[import-untyped]
    from pyftpdlib.filesystems import AbstractedFS  # type: ignore[import-untyped]
    from pyftpdlib.handlers import FTPHandler  # type: ignore[import-untyped]
    from pyftpdlib.ioloop import IOLoop  # type: ignore[import-untyped]
    from pyftpdlib.servers import FTPServer  # type: ignore[import-untyped]

LOGIN_DIRECTORY = "/home/guest"
USERS = {"alice": "pass word", "nobody": ""}  # and anonymous, with any password


class FtpServer:
    """Where to connect to, and the lines each connection sent, without their ends."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.host, self.port = address
        self.sessions: list[list[bytes]] = []

    def url(self, rest: str, login: str = "") -> str:
        """A URL of this server; ``rest`` begins after the slash that follows the host."""
        return f"ftp://{login}{'@' if login else ''}{self.host}:{self.port}/{rest}"


class _Files(AbstractedFS):  # type: ignore[misc]
    """Users start below the root, so that "/etc" and "etc" are two directories."""

    def __init__(self, root: str, cmd_channel: Any) -> None:
        super().__init__(root, cmd_channel)
        self.cwd = LOGIN_DIRECTORY

    def chdir(self, path: str) -> None:
        # pyftpdlib's own goes there with the whole process, which is pytest's.
        os.listdir(path)
        self.cwd = self.fs2ftp(path)


class _Handler(FTPHandler):  # type: ignore[misc]
    abstracted_fs = _Files
    auth_failed_timeout = 0  # pyftpdlib's three seconds are against those who guess passwords
    unicode_errors = "surrogateescape"  # its "replace" would lose names that are no UTF-8
    sessions: list[list[bytes]]

    def __init__(self, *arguments: Any, **options: Any) -> None:
        self._lines: list[bytes] = []
        self.sessions.append(self._lines)
        super().__init__(*arguments, **options)

    def decode(self, bytes: bytes) -> str:  # noqa: A002  # pyftpdlib's name for it
        self._lines.append(bytes)
        return bytes.decode(self.encoding, self.unicode_errors)

    def respond(self, resp: str, *arguments: Any, **options: Any) -> None:
        # pyftpdlib encodes replies without regard to unicode_errors, and a CWD is answered with its argument.
        super().respond(resp.encode("utf-8", "replace").decode(), *arguments, **options)


@contextlib.contextmanager
def serving(root: Path) -> Iterator[FtpServer]:
    """The server, for as long as the block lasts."""
    authorizer = DummyAuthorizer()
    authorizer.add_anonymous(str(root))
    for name, password in USERS.items():
        authorizer.add_user(name, password, str(root), perm="elrw")
    handler: Any = type("Handler", (_Handler,), {"authorizer": authorizer})
    with FTPServer(("127.0.0.1", 0), handler, ioloop=IOLoop()) as listener:
        server = FtpServer(listener.address)
        handler.sessions = server.sessions
        is_over = threading.Event()

        def loop() -> None:
            while not is_over.is_set():
                listener.serve_forever(timeout=PATIENCE, blocking=False)

        thread = threading.Thread(target=loop)
        thread.start()
        try:
            yield server
        finally:
            is_over.set()
            socket.create_connection(listener.address, PATIENCE).close()  # wakes the loop
            thread.join(PATIENCE)
            assert not thread.is_alive()
