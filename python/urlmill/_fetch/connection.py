"""A socket that keeps to the limits of a job, and connects to nothing that was not asked for."""

from __future__ import annotations

import queue
import socket
import threading
from contextlib import suppress
from typing import Any

from ..errors import GateError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..errors import FetchError
    from .job import Job

# What getaddrinfo gives of an address: its family, and how a socket takes it.
Address = tuple[socket.AddressFamily, tuple[Any, ...]]
CHUNK = 1 << 16
LONGEST_LINE = 1 << 13


class Connection:
    """One connection, plain or by TLS."""

    def __init__(self, job: Job, host: str, raw: socket.socket) -> None:
        self._job = job
        self._host = host
        self._socket = raw
        self._buffer = bytearray()
        self._is_over = False

    @classmethod
    def to(cls, job: Job, host: str, port: int, *, tls: bool) -> Connection:
        """A connection to the first address of ``host`` that takes one."""
        found = {address: _refusal(job, host, address) for address in _looked_up(job, host, port)}
        addresses = [address for address, refusal in found.items() if refusal is None]
        if not addresses:
            words = f"no address of {job.chosen(host)} may be connected to"
            raise job.error("address-not-allowed", words + next(filter(None, found.values()), ""))
        failure: OSError | None = None
        for number, address in enumerate(addresses):
            left = job.left()
            try:
                raw = _connected(address, None if left is None else left / (len(addresses) - number))
            except OSError as error:
                failure = error
                continue
            connection = cls(job, host, raw)
            try:
                if tls:
                    connection.start_tls()
            except BaseException:
                connection.close()
                raise
            return connection
        job.left()  # if that is the reason
        raise job.error("no-connection", f"no connection to {job.chosen(host)} port {port}: {_reason(failure)}")

    def beside(self, port: int) -> Connection:
        """Another one to the same address, whatever the server says about addresses."""
        try:
            peer = self._socket.getpeername()
        except OSError as error:
            raise self._broken(error) from None
        address = self._socket.family, (peer[0], port, *peer[2:])
        refusal = _refusal(self._job, self._host, address)
        if refusal is not None:
            raise self._job.error("address-not-allowed", f"{peer[0]} port {port} may not be connected to{refusal}")
        try:
            raw = _connected(address, self._job.left())
        except OSError as error:
            self._job.left()
            raise self._job.error("no-connection", f"no data connection to port {port}: {_reason(error)}") from None
        return Connection(self._job, self._host, raw)

    @property
    def is_ipv4(self) -> bool:
        return self._socket.family == socket.AF_INET

    def start_tls(self, like: Connection | None = None) -> None:
        """The handshake; ``like`` is a connection whose session may be used again, as many FTP servers want it.

        Whoever calls it closes the connection if it fails.
        """
        session = getattr(like._socket, "session", None) if like else None
        self._socket.settimeout(self._job.left())
        try:
            # An end without TLS's own end is an end in the middle: it raises.
            self._socket = secure = self._job.tls().wrap_socket(
                self._socket,
                server_hostname=self._host.partition("%")[0],
                do_handshake_on_connect=False,  # so that there is something to close, whatever interrupts it
                suppress_ragged_eofs=False,
                session=session,
            )
            secure.do_handshake()
        except (OSError, ValueError) as error:
            self._job.left()
            words = self._job.chosen(f"{self._host}: {_reason(error)}")  # the reason may name the host
            raise self._job.error("no-tls", f"no TLS connection to {words}") from None

    def send(self, octets: bytes) -> None:
        self._socket.settimeout(self._job.left())
        try:
            self._socket.sendall(octets)
        except OSError as error:
            raise self._broken(error) from None

    def receive(self, *, may_end_early: bool = False) -> bytes:
        """Some octets; none at the end. ``may_end_early``: TLS need not have said that it is the end."""
        if self._buffer:
            octets = bytes(self._buffer)
            self._buffer.clear()
            return octets
        if self._is_over:
            return b""
        self._socket.settimeout(self._job.left())
        try:
            octets = self._socket.recv(CHUNK)
        except OSError as error:
            if not may_end_early or type(error).__name__ != "SSLEOFError":
                raise self._broken(error) from None
            octets = b""
        self._is_over = not octets
        return octets

    def line(self) -> bytes:
        """The next line without its end. One that does not end, or does not end soon, is an error."""
        searched = 0
        while (end := self._buffer.find(b"\n", searched)) < 0:
            searched = len(self._buffer)
            if searched > LONGEST_LINE:
                raise self._job.error("bad-reply", f"the server sent a line of more than {LONGEST_LINE:,} bytes")
            kept = bytes(self._buffer)
            self._buffer.clear()
            octets = self.receive()
            self._buffer += kept + octets
            if not octets:
                raise self.cut_off()
        line = bytes(self._buffer[:end])
        del self._buffer[: end + 1]
        return line.removesuffix(b"\r")

    def has_more(self) -> bool:
        """Whether octets came that were not asked for yet."""
        return bool(self._buffer)

    def cut_off(self) -> FetchError:
        return self._job.error("truncated", "the connection ended in the middle")

    def close(self) -> None:
        with suppress(OSError):
            self._socket.close()

    def _broken(self, error: OSError) -> FetchError:
        if isinstance(error, TimeoutError):
            return self._job.late()
        return self._job.error("truncated", f"the connection broke: {_reason(error)}")


def _looked_up(job: Job, host: str, port: int) -> list[Address]:
    """The addresses of a name. getaddrinfo knows no time limit, so somebody else waits for it."""
    answers: queue.SimpleQueue[list[Address] | BaseException] = queue.SimpleQueue()

    def look_up() -> None:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answers.put([(family, address) for family, _, _, _, address in found])
        except BaseException as error:  # or the one who waits would wait for nothing
            answers.put(error)

    threading.Thread(target=look_up, daemon=True).start()
    try:
        answer = answers.get(timeout=job.left())
    except queue.Empty:
        raise job.late() from None
    if isinstance(answer, (OSError, UnicodeError)):
        raise job.error("no-connection", f"no address for {job.chosen(host)}: {_reason(answer)}")
    if isinstance(answer, BaseException):
        raise answer
    return answer


def _refusal(job: Job, host: str, address: Address) -> str | None:
    """What to say of an address that may not be connected to; None if it may."""
    numbers, port = address[1][:2]
    if job.policy is not None:
        try:
            job.policy.check_address(numbers)
        except GateError as error:
            return f": {error.why}"
    return None if job.may_connect is None or job.may_connect(host, numbers, port) else ""


def _connected(address: Address, timeout: float | None) -> socket.socket:
    family, where = address
    raw = socket.socket(family, socket.SOCK_STREAM)
    try:
        raw.settimeout(timeout)
        raw.connect(where)
    except BaseException:
        raw.close()
        raise
    return raw


def _reason(error: OSError | ValueError | None) -> str:
    if error is None:
        return "it has no address"
    return getattr(error, "verify_message", "") or getattr(error, "strerror", "") or str(error)
