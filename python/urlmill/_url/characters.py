"""Which characters may stand in a URL, beyond what the backends check: wide ones, and those of strict profiles."""

import re

from .._backend import impl
from .._profiles import ANY_PRINTABLE, KEEPS_BAR
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


# What no path has: the ASCII characters that the backends refuse, and what is left of a bar once a drive has its own.
_NOT_PRINTABLE = re.compile(r"%(?![0-9A-Fa-f]{2})|[\0-\x1f\x7f]")
_NOT_URI = re.compile(r"%(?![0-9A-Fa-f]{2})|[\0- \"<>\[\\\]^`{|}\x7f]")
_OLD_DRIVE = re.compile(r"/?[A-Za-z]\|(?=/)")
_STEP = re.compile(r"(?:\A|/)\.\.?(?:/|\Z)")
_LIKE_SCHEME = re.compile(r"(?:[A-Za-z][A-Za-z0-9+.\-]*)?")


def check_reference(reference: str, base: "URL", rules: int) -> None:
    """Raises URLError for what the profile of ``base`` does not have in a reference, but the result would not show.

    ``rules`` are those of the result. What stands in a segment that a ".." takes away is seen here alone.
    """
    scheme, authority, path, _, _ = impl.split(reference)
    start = (0 if scheme is None else len(scheme) + 1) + (0 if authority is None else 2 + len(authority))
    if base._is_strict and scheme is None and authority is None and ":" in path.partition("/")[0]:
        # RFC 3986 section 4.2: the first segment of a relative path has no colon.
        found = _LIKE_SCHEME.match(reference)
        raise URLError("bad-scheme", found.end() if found else 0, reference)
    if not _STEP.search(path):
        return
    drive = _OLD_DRIVE.match(path) if rules & KEEPS_BAR and not base._is_strict else None
    done = drive.end() if drive else 0
    patterns = [_NOT_PRINTABLE if rules & ANY_PRINTABLE else _NOT_URI, _NO_CHARACTER if _takes_iris(base) else _WIDE]
    if base.profile == "rfc1738":
        patterns.append(_NOT_RFC1738)
    faults = [bad for pattern in patterns if (bad := pattern.search(path, done))]
    if faults:
        first = min(faults, key=lambda bad: bad.start())
        raise URLError("bad-percent" if first[0] == "%" else "bad-char", start + first.start(), reference)


def _takes_iris(url: "URL") -> bool:
    return bool(url._option("iri")) and not url._is_strict


def check_characters(url: "URL") -> None:
    """Raises URLError at the first character that the profile of ``url`` does not have."""
    text = str(url)
    if not text.isascii():
        bad = (_NO_CHARACTER if _takes_iris(url) else _WIDE).search(text)
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
