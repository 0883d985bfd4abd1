"""Several hosts in one authority, ``user@host:port,host:port``, as databases have them (C-39)."""

from ..errors import URLError
from .authority import split_authority
from .host import find_bad_host


def hosts_of(authority: str) -> str:
    """What follows the login."""
    return authority.rpartition("@")[2]


def is_list(authority: str) -> bool:
    """Whether there is more than one. No host has a comma where there may be several: it is escaped."""
    return "," in hosts_of(authority)


def split_authority_of_list(text: str) -> tuple[str | None, str | None, str, None]:
    """User, password and the list, which is taken for a host; each of it must be as an authority has it."""
    start = text.rfind("@") + 1
    user, password, _, _ = split_authority(text[:start])
    at = start
    try:
        for one in text[start:].split(","):
            split_authority(one)
            at += len(one) + 1
    except URLError as error:
        raise URLError(error.code, at + error.position, text) from None
    return user, password, text[start:], None


def find_bad_host_of_list(hosts: str) -> int:
    """Where the first bad host of the list is bad; -1 if all are names or addresses."""
    at = 0
    for one in hosts.split(","):
        bad = find_bad_host(split_authority(one)[2])
        if bad >= 0:
            return at + bad
        at += len(one) + 1
    return -1
