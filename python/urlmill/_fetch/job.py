"""The limits of one fetch, from its first look-up to its last octet."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..errors import FetchError

if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Collection

    from .._url.url import URL

# poll() takes milliseconds as a C int. What is more is cut off: 4,294,967.3 seconds would be a few milliseconds.
LONGEST_TIMEOUT = min(threading.TIMEOUT_MAX, (1 << 31) // 1000)


def check_timeout(seconds: float) -> float:
    """``seconds``, if a socket and a lock can wait as long as that."""
    if not 0 < seconds <= LONGEST_TIMEOUT:
        raise ValueError(f"a timeout is a number of seconds above 0, up to {LONGEST_TIMEOUT:,}; got {seconds!r}")
    return seconds


@dataclass
class Job:
    """What is fetched, and what that may take."""

    url: URL
    timeout: float | None
    max_bytes: int | None
    may_connect: Callable[[str, str, int], bool] | None
    context: ssl.SSLContext | None
    passwords: Collection[bytes] = ()  # in every form that a server may repeat

    def __post_init__(self) -> None:
        self._end = None if self.timeout is None else time.monotonic() + self.timeout

    def left(self) -> float | None:
        """Seconds until the time is up; None if it never is. Raises FetchError when it is."""
        if self._end is None:
            return None
        left = self._end - time.monotonic()
        if left <= 0:
            raise self.late()
        return left

    def late(self) -> FetchError:
        return self.error("timeout", f"not done within {self.timeout:g} seconds")

    def check_size(self, octets: int) -> None:
        """Raises FetchError if that is too many."""
        if self.max_bytes is not None and octets > self.max_bytes:
            raise self.error("too-large", f"larger than {self.max_bytes:,} bytes")

    def tls(self) -> ssl.SSLContext:
        """The context of all its connections, for only those of one context can share a session."""
        if self.context is None:
            import ssl

            self.context = ssl.create_default_context()
        return self.context

    def quoted(self, said: bytes) -> str:
        """What the server said, for a message: with every password masked that it may repeat."""
        longest_first = sorted(filter(None, self.passwords), key=len, reverse=True)
        if longest_first:
            said = re.sub(b"|".join(map(re.escape, longest_first)), b"***", said, flags=re.IGNORECASE)
        return said.decode("utf-8", "replace")

    def error(self, code: str, why: str, status: int | None = None) -> FetchError:
        return FetchError(code, self.url.display(), why, status)
