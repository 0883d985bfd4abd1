"""The host parser of the URL Standard: section 3.5. What it gives is the host as it is written in an href."""

import re
from urllib.parse import unquote_to_bytes

from . import web_addresses as addresses
from . import web_percent

_FORBIDDEN_HOST = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")
_FORBIDDEN_DOMAIN = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]")
_ESCAPE_OR_FORBIDDEN = re.compile(rf"%([0-9A-Fa-f]{{2}})|{_FORBIDDEN_DOMAIN.pattern}")


class HostError(Exception):
    """The arguments are the code, and where in the host: at a forbidden character or its escape, else at the start."""


def parse_host(text: str, *, is_opaque: bool) -> str:
    """The host, as a serialized one; HostError if it is none."""
    if text.startswith("["):
        pieces = addresses.ipv6_pieces(text[1:-1]) if text.endswith("]") else None
        if pieces is None:
            raise HostError("bad-host", 0)
        return f"[{addresses.ipv6_text(pieces)}]"
    if is_opaque:
        forbidden = _FORBIDDEN_HOST.search(text)
        if forbidden:
            raise HostError("bad-host", forbidden.start())
        return web_percent.encoded(text, web_percent.C0_CONTROL)
    domain = _domain(text)
    if not addresses.ends_in_number(domain):
        return domain
    address = addresses.ipv4_number(domain)
    if address is None:
        raise HostError("bad-ipv4", 0)
    return addresses.ipv4_text(address)


def _domain(text: str) -> str:
    """The domain parser, section 3.3, not strict: a name in ASCII is taken as it is, as sites have some that are no
    good A-labels.
    """
    name = unquote_to_bytes(text).decode("utf-8", "replace") if "%" in text else text
    if name.isascii():
        domain: str | None = name.lower()
    else:
        from .web_idna import to_ascii  # only now: it has tables to read

        domain = to_ascii(name)
    # IDNA may make "<" and a combining solidus one good character, and "<" of a fullwidth one.
    if domain and not _FORBIDDEN_DOMAIN.search(domain):
        return domain
    at = _forbidden_at(text)
    raise HostError("bad-label" if at < 0 and domain is None else "bad-host", max(at, 0))


def _forbidden_at(text: str) -> int:
    """Where the first character stands that no domain may have, written as it is or escaped; -1 if none does."""
    for found in _ESCAPE_OR_FORBIDDEN.finditer(text):
        if not found[1] or _FORBIDDEN_DOMAIN.match(chr(int(found[1], 16))):
            return found.start()
    return -1
