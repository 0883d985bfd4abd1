"""The limits of one fetch, from its first look-up to its last octet."""

from __future__ import annotations

import re
import threading
import time
from dataclasses import dataclass
from functools import cached_property

from ..errors import FetchError

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Collection

    from .._url.url import URL
    from ..gate import Policy

# poll() takes milliseconds as a C int. What is more is cut off: 4,294,967.3 seconds would be a few milliseconds.
LONGEST_TIMEOUT = min(threading.TIMEOUT_MAX, (1 << 31) // 1000)
# A shorter secret is masked where it is a word of its own: masked within words, "Un***uthorized" would tell it.
_SHORT = 4
_LONGEST_EXCERPT = 80


def check_timeout(seconds: float) -> float:
    """``seconds``, if a socket and a lock can wait as long as that."""
    if not 0 < seconds <= LONGEST_TIMEOUT:
        raise ValueError(f"a timeout is a number of seconds above 0, up to {LONGEST_TIMEOUT:,}; got {seconds!r}")
    return seconds


class SharedTimeout(float):
    """A time limit for several fetches: it begins when it is made, and not with each of them."""

    def __init__(self, seconds: float) -> None:  # noqa: ARG002  # the number is made of it
        self.start = time.monotonic()


@dataclass
class Job:
    """What is fetched, and what that may take."""

    url: URL
    timeout: float | None
    max_bytes: int | None
    may_connect: Callable[[str, str, int], bool] | None
    context: ssl.SSLContext | None
    secrets: Collection[bytes]  # what is sent and a server may repeat
    policy: Policy | None = None

    def __post_init__(self) -> None:
        self._given = self.url
        start = self.timeout.start if isinstance(self.timeout, SharedTimeout) else time.monotonic()
        self._end = None if self.timeout is None else start + self.timeout

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
        """What the server said, for a message: with every secret masked that it may repeat."""
        return self._masked(said).decode("utf-8", "replace")

    def excerpt(self, said: bytes) -> str:
        """The beginning of what the server said, in quotes."""
        return repr(self.quoted(said)[:_LONGEST_EXCERPT])

    def chosen(self, text: str) -> str:
        """A part of the URL, for a message: after a redirect the server has chosen it."""
        return text if self.url is self._given else self.quoted(text.encode("utf-8", "surrogatepass"))

    def display(self) -> str:
        """The URL for a message. The caller knows the scheme and the server that it gave: they are not masked."""
        shown = self.url.display()
        scheme, mark, rest = self._given.display().partition("://")
        known = f"{scheme}{mark}{rest.partition('/')[0]}/"
        return known + self.chosen(shown[len(known) :]) if shown.startswith(known) else self.chosen(shown)

    def error(self, code: str, why: str, status: int | None = None) -> FetchError:
        return FetchError(code, self.display(), why, status)

    def _masked(self, said: bytes) -> bytes:
        return self._secret.sub(b"***", said) if self._secret else said

    @cached_property
    def _secret(self) -> re.Pattern[bytes] | None:
        longest_first = sorted(filter(None, self.secrets), key=len, reverse=True)
        return re.compile(b"|".join(map(_pattern, longest_first)), re.IGNORECASE) if longest_first else None


def _pattern(secret: bytes) -> bytes:
    """The secret, each octet as it is or percent-encoded."""
    octets = b"".join(b"(?:%%%02X|%b)" % (octet, re.escape(bytes([octet]))) for octet in secret)
    return octets if len(secret) >= _SHORT else rb"(?<![0-9A-Za-z])%b(?![0-9A-Za-z])" % octets
