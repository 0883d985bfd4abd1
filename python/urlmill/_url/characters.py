"""Which characters may stand in a URL, beyond what the backends check: wide ones, and those of strict profiles."""

import re

from ..errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .url import URL

# Not for interchange: controls, surrogates, noncharacters. The other characters are those of RFC 3987.
_NO_CHARACTER = re.compile(
    "[\x80-\x9f\ud800-\udfff\ufdd0-\ufdef"
    + "".join(f"{chr(plane + 0xFFFE)}{chr(plane + 0xFFFF)}" for plane in range(0, 0x110000, 0x10000))
    + "]"
)
_WIDE = re.compile(r"[^\0-\x7f]")

# RFC 1738 section 5: xchar, after the scheme. No "~", no "#", no brackets.
_NOT_RFC1738 = re.compile(r"[^A-Za-z0-9$\-_.+!*'(),;/?:@&=%]")


def check_characters(url: "URL") -> None:
    """Raises URLError at the first character that the profile of ``url`` does not have."""
    text = str(url)
    if not text.isascii():
        is_iri = url._option("iri") and not url._is_strict
        bad = (_NO_CHARACTER if is_iri else _WIDE).search(text)
        if bad:
            raise URLError("bad-char", bad.start(), text)
    if url._is_strict:
        if url.scheme == "url":
            # RFC 1738 appendix: "URL:" is put before URLs in running text. extract() takes it off.
            raise URLError("bad-scheme", 0, text)
        if url.zone is not None:
            raise url._fault("bad-zone", "host")  # C-31: RFC 9844 took zone ids out of URIs
    if url.profile == "rfc1738":
        if url.host_type in ("ipv6", "ipvfuture"):
            raise url._fault("bad-host", "host")
        bad = _NOT_RFC1738.search(text)
        if bad:
            raise URLError("bad-char", bad.start(), text)
