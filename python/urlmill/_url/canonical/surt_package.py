"""The key that the package ``surt`` 0.3.1 makes of a URL, step by step; archives are sorted by it.

It works on octets, takes any text for a URL of http that does not begin with a scheme, and writes all in lower case.
``docs/crawling.md`` has the rules. Where the package would ask the name system what an address means, this computes it.
"""

import re
from contextlib import suppress
from urllib.parse import SplitResultBytes, quote_from_bytes, unquote_to_bytes

from ..._hosts.names import LONGEST_WRITTEN
from ...errors import URLError

_SCHEME = re.compile(rb"[a-zA-Z][a-zA-Z0-9+.\-]*:")
_REPEATED = re.compile(rb"(?:https?://)+")
_AUTHORITY_END = re.compile(rb"[/?#]|\Z")
_PLAIN = re.compile(rb"[A-Za-z0-9.\-]*")
_UNSAFE = re.compile(rb"[\x00- #%\x7f-\xff]")
_WWW = re.compile(rb"www[0-9]*\.")
_DEFAULT_PORTS = {b"http": 80, b"https": 443}
_KEPT = "!\"$&'()*+,-./:;<=>?@[\\]^_`{|}~"
_MOST_DIGITS = 4300  # those that int() takes
_ADDRESS = re.compile(rb"(?:[1-9][0-9]*(?:\.[0-9]+){0,3}|0[0-7]*(?:\.[0-7]+){0,3})\n?")
_SESSION_SEGMENTS = (
    re.compile(rb"(?i)(?<=/)\((?:[a-z]\([0-9a-z]{24}\))+\)/"),
    re.compile(rb"(?i)(?<=/)\([0-9a-z]{24}\)/"),
)
_SESSION_FIELDS = tuple(
    re.compile(rb"(?i)" + name + rb"(?=&|\Z)")
    for name in (
        rb"jsessionid=[0-9a-z]{32}",
        rb"phpsessid=[0-9a-z]{32}",
        rb"sid=[0-9a-z]{32}",
        rb"aspsessionid[a-z]{8}=[a-z]{24}",
    )
)
_CFTOKEN = re.compile(rb"(?i)cftoken=[^&]")


def package_key(text: str) -> str:
    """What ``surt.surt(text)`` returns; URLError where that raises."""
    if not text:
        return "-"
    try:
        octets = text.encode()
    except UnicodeEncodeError as error:
        raise URLError("bad-char", error.start, text) from None
    if octets.startswith(b"filedesc"):
        return text
    octets = octets.strip().translate(None, b"\n\r\t")
    if not octets:
        raise URLError("not-absolute", 0, text)
    if not _SCHEME.match(octets):
        octets = b"http://" + octets
    repeated = _REPEATED.match(octets)
    if repeated:
        octets = octets[octets.rfind(b"http", 0, repeated.end()) :]
    scheme, _, rest = octets.partition(b":")
    rest = rest.partition(b"#")[0]
    authority = b""
    if rest.startswith(b"//"):
        end = _AUTHORITY_END.search(rest, 2).start()  # type: ignore[union-attr]  # the end is always there
        authority, rest = rest[2:end], rest[end:]
    path, _, query = rest.partition(b"?")
    host, port = _host_and_port(text, authority)
    if scheme.startswith(b"http") and not host:
        host, _, path = path.lstrip(b"/").partition(b"/") if path else (b"", b"", b"")
        path = b"/" + path if rest.partition(b"?")[0] else b""
    host = _host(text, host) if host else b""
    path = _unescaped(path)
    path = _path(_escaped(_normal_path(path) if host else path))
    query = _query(_escaped(_unescaped(query)))
    if host:
        if scheme != b"dns":
            www = _WWW.match(host)
            host = host[www.end() :] if www else host
        key = b",".join(reversed(host.split(b".")))
        if port and port != _DEFAULT_PORTS.get(scheme.lower()):
            key += b":%d" % port
        key += b")"
    else:
        key = scheme + b":"
    if query:
        path = (path or b"/") + b"?" + query
    return (key + path).decode("ascii")


def _host_and_port(text: str, authority: bytes) -> tuple[bytes, int]:
    """Both as urllib.parse has them; 0 for no port."""
    if _PLAIN.fullmatch(authority):
        return authority.lower(), 0
    found = SplitResultBytes(b"", authority.rstrip(b":"), b"", b"", b"")
    try:
        return found.hostname or b"", found.port or 0
    except ValueError:
        at = text.find("//") + 2
        raise URLError("bad-port", at, text) from None


def _unescaped(octets: bytes) -> bytes:
    """Decoded until nothing is left to decode."""
    if b"%" in octets:
        octets = unquote_to_bytes(octets)
    if b"%" not in octets:
        return octets
    # An octet at a time: what is decoded may complete an escape before it, and to begin anew each time takes too long.
    out = bytearray()
    for octet in octets:
        out.append(octet)
        while len(out) > 2 and out[-3] == 0x25 and _is_hex(out[-2]) and _is_hex(out[-1]):
            out[-3:] = bytes.fromhex(out[-2:].decode("ascii"))
    return bytes(out)


def _is_hex(octet: int) -> bool:
    return octet in b"0123456789abcdefABCDEF"


def _escaped(octets: bytes) -> bytes:
    return quote_from_bytes(octets, _KEPT).encode("ascii") if _UNSAFE.search(octets) else octets


def _host(text: str, host: bytes) -> bytes:
    host = _unescaped(host)
    if not host.isascii():
        name = host.decode("utf-8", "ignore")
        if len(name) > LONGEST_WRITTEN:
            raise URLError("bad-label", max(text.find("//") + 2, 0), text)
        with suppress(UnicodeError):  # a label that is empty or too long: the name stays as it is
            host = name.encode("idna")
    host = host.replace(b"..", b".").strip(b".")
    if len(host) > _MOST_DIGITS and host.isdigit():
        raise URLError("bad-host", max(text.find("//") + 2, 0), text)
    return _address(host) or _escaped(host.lower()).lower()


def _address(host: bytes) -> bytes | None:
    """An address of four numbers, from any way to write it that C knows, but without hexadecimal digits."""
    if host.isdigit():
        number = int(host) & 0xFFFFFFFF
    elif _ADDRESS.fullmatch(host):
        numbers = []
        for part in host.removesuffix(b"\n").split(b"."):
            is_octal = part.startswith(b"0")
            if len(part) > 64 or (is_octal and part.strip(b"01234567")):
                return None
            numbers.append(int(part, 8 if is_octal else 10))
        *first, last = numbers
        if any(each > 255 for each in first) or last >= 256 ** (4 - len(first)):
            return None
        number = last + sum(each << 8 * (3 - index) for index, each in enumerate(first))
    else:
        return None
    return ".".join(str(number >> shift & 255) for shift in (24, 16, 8, 0)).encode()


def _normal_path(path: bytes) -> bytes:
    """Steps are taken, and empty segments left out, but for the last; a step above the root stays."""
    if b"//" not in path and b"/." not in path and path.startswith(b"/"):
        return path
    kept: list[bytes] = []
    for segment in path.split(b"/")[1:]:
        if segment == b"..":
            if kept:
                kept.pop()
            else:
                kept.append(segment)
        elif segment != b".":
            kept.append(segment)
    if not kept:
        return b"/"
    return b"/" + b"".join(segment + b"/" for segment in kept[:-1] if segment) + kept[-1]


def _path(path: bytes) -> bytes:
    path = path.lower()
    for session in _SESSION_SEGMENTS:
        path = _without_segment(path, session)
    return path[:-1] if path.endswith(b"/") and len(path) > 1 else path


def _without_segment(path: bytes, session: "re.Pattern[bytes]") -> bytes:
    """Without the last such segment that a name with ``.aspx`` follows, no question mark in between."""
    if b".aspx" not in path or b"(" not in path:
        return path
    end = len(path)
    while end > 0:
        start = path.rfind(b"?", 0, end) + 1
        page = path.rfind(b".aspx", start, end)
        found = list(session.finditer(path, start, page - 1)) if page > 0 else []
        if found:
            return path[: found[-1].start()] + path[found[-1].end() :]
        end = start - 1
    return path


def _query(query: bytes) -> bytes:
    lowered = query.lower()
    if b"s" in lowered and any(mark in lowered for mark in (b"sid=", b"sessionid")):
        for session in _SESSION_FIELDS:
            found = list(session.finditer(query))
            if found:
                query = query[: found[-1].start()] + query[found[-1].end() + 1 :]
    if b"cftoken=" in lowered:
        query = _without_cfid(query)
    query = query.lower()
    if len(query) <= 1:
        return query
    return b"&".join(b"=".join(pair) for pair in sorted(tuple(field.split(b"=", 1)) for field in query.split(b"&")))


def _without_cfid(query: bytes) -> bytes:
    """Without the last pair of ``cfid`` and ``cftoken``."""
    fields = query.split(b"&")
    for index in range(len(fields) - 2, -1, -1):
        if _CFTOKEN.match(fields[index + 1]):
            at = fields[index].lower().rfind(b"cfid=", 0, -1)
            if at >= 0:
                return b"&".join([*fields[:index], fields[index][:at] + b"&".join(fields[index + 2 :])])
    return query
