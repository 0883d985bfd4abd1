"""The entries of a listing."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .replies import CONTROL

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from .._url.url import URL
    from .job import Job


class Entry(NamedTuple):
    """What a listing lists. ``url`` is None if there is nothing to fetch, such as for a line of text.

    ``kind`` is the type of a Gopher item, the status of a newsgroup, or "article"; None for FTP, which does not tell.
    """

    name: str
    url: URL | None
    kind: str | None = None


def lines_of(job: Job, listing: bytes) -> Iterator[bytes]:
    """The lines, without their ends. Tabs are delimiters; other control characters are an error."""
    if listing and not listing.endswith(b"\n"):
        raise job.error("truncated", "the listing ends in the middle of a line")
    for line in listing.split(b"\n")[:-1]:
        line = line.removesuffix(b"\r")
        if CONTROL.search(line):
            raise job.error("bad-reply", "the listing has control characters")
        yield line


def text(octets: bytes) -> str:
    """Octets that are not UTF-8 become lone surrogates, which a URL takes back."""
    return octets.decode("utf-8", "surrogateescape")


def built(make: Callable[..., URL], *parts: Any, **more: Any) -> URL | None:
    """A URL; None if what a server wrote cannot be one."""
    try:
        return make(*parts, **more)
    except ValueError:
        return None
