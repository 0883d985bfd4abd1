"""The canonical form of w3lib 2.5, step by step: the level ``w3lib``.

It is a form for fingerprints that Scrapy has made for years, so it is repeated with all that it does: whatever begins
no authority keeps its form, escapes in the path are decoded but for those of ``% / ; ?``, and the query is sorted.
``docs/crawling.md`` has the rules.
"""

import re
import unicodedata
from ipaddress import IPv6Address, ip_address
from urllib.parse import quote_from_bytes, unquote_to_bytes

from ..._hosts.names import LONGEST_WRITTEN
from ...errors import URLError

# C0 controls and the space, at the ends; tabs and line breaks, anywhere.
_AROUND = "".join(map(chr, range(0x21)))
_BREAKS = str.maketrans("", "", "\t\n\r")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
# The schemes whose URLs the URL Standard reads in a way of its own.
_SPECIAL = frozenset(("ftp", "file", "http", "https", "ws", "wss"))
# Those that urllib.parse knows to have an authority, and parameters behind a ";". Its lists of Python 3.15: what
# another interpreter leaves out must not change a fingerprint.
_HAS_NETLOC = frozenset(
    [
        "ftp",
        "http",
        "gopher",
        "nntp",
        "telnet",
        "imap",
        "wais",
        "file",
        "mms",
        "https",
        "shttp",
        "snews",
        "prospero",
        "rtsp",
        "rtsps",
        "rtspu",
        "rsync",
        "svn",
        "svn+ssh",
        "sftp",
        "nfs",
        "git",
        "git+ssh",
        "ws",
        "wss",
        "itms-services",
    ]
)
_HAS_PARAMS = frozenset(
    ("", "ftp", "hdl", "prospero", "http", "https", "shttp", "rtsp", "rtsps", "sip", "sips", "mms", "sftp", "tel")
)
_MOST_DIGITS = 4300  # those that int() takes

_UNRESERVED = r"A-Za-z0-9\-._~"
_SUB_DELIMS = "!$&'()*+,;="
# In each part: what is not left as it is.
_IN_LOGIN = re.compile(rf"[^{_UNRESERVED}!$&'()*+,]".encode())
_IN_PATH = re.compile(rf"%[0-9A-Fa-f]{{2}}|[^{_UNRESERVED}{_SUB_DELIMS}:@/?%|\[\]]".encode())
_IN_REST = re.compile(rf"[^{_UNRESERVED}{_SUB_DELIMS}:@/?%]".encode())
_NEW_DELIMITER = re.compile(r"[/?#@:\\]")
_FUTURE_ADDRESS = re.compile(r"v[a-fA-F0-9]+\..+")


def w3lib_form(
    text: str, keep_blank_values: bool = True, keep_fragments: bool = False, encoding: str = "utf-8", /
) -> str:
    """What w3lib's ``canonicalize_url`` returns; URLError where that raises."""
    rest = text.strip(_AROUND).translate(_BREAKS)
    found = _SCHEME.match(rest)
    scheme = found[1].lower() if found else ""
    rest = rest[found.end() :] if found else rest
    if scheme in _SPECIAL and "\\" in rest:
        end = re.search(r"[?#]|\Z", rest).start()  # type: ignore[union-attr]  # the end is always there
        rest = rest[:end].replace("\\", "/") + rest[end:]
    netloc = ""
    if rest.startswith("//"):
        netloc = re.split("[/?#]", rest[2:], maxsplit=1)[0]
        rest = rest[2 + len(netloc) :]
    rest, _, fragment = rest.partition("#")
    path, _, query = rest.partition("?")
    octets, fragment_octets = _encoded(text, query, fragment, encoding)
    netloc = _netloc(text, netloc)
    params = ""
    if scheme in _HAS_PARAMS:
        last = path.rfind("/") + 1
        before, _, params = path[last:].partition(";")
        path = path[:last] + before
    # The path of all is encoded before any of it is taken apart: so one that has no UTF-8 is refused in any part.
    path = _path(_utf8(text, path))
    if params:
        path += ";" + _escaped(_utf8(text, params), _IN_REST)
    if netloc:
        path = f"//{netloc}{path}" if path.startswith("/") else f"//{netloc}/{path}"
    elif path.startswith("//") or (scheme in _HAS_NETLOC and path.startswith("/")):
        path = f"//{path}"
    form = f"{scheme}:{path}" if scheme else path
    sorted_query = _query(octets, keep_blank_values)
    if sorted_query:
        form += f"?{sorted_query}"
    if keep_fragments and fragment:
        form += "#" + _escaped(fragment_octets, _IN_REST)
    return form


def _utf8(text: str, part: str) -> bytes:
    try:
        return part.encode()
    except UnicodeEncodeError:
        at = next(index for index, char in enumerate(text) if "\ud800" <= char <= "\udfff")
        raise URLError("bad-char", at, text) from None


def _encoded(text: str, query: str, fragment: str, encoding: str) -> tuple[bytes, bytes]:
    """Both in the encoding of the page; in UTF-8 if that has not all of their characters."""
    try:
        return query.encode(encoding), fragment.encode(encoding)
    except UnicodeEncodeError:
        return _utf8(text, query), _utf8(text, fragment)


def _escape(match: "re.Match[bytes]") -> bytes:
    return b"%%%02X" % match[0][0]


def _escaped(octets: bytes, what: "re.Pattern[bytes]") -> str:
    return what.sub(_escape, octets).decode("ascii")


def _settled(match: "re.Match[bytes]") -> bytes:
    """One octet of a path, escaped or not, in the form that it keeps."""
    found = match[0]
    if len(found) == 1:
        return _escape(match)
    octet = bytes.fromhex(found[1:].decode())
    return found.upper() if octet in b"%/;?" or _IN_PATH.match(octet) else octet


def _path(octets: bytes) -> str:
    path = _IN_PATH.sub(_settled, octets).decode("ascii") or "/"
    if not path.startswith("/") or "/." not in path:
        return path
    kept: list[str] = []
    segments = path[1:].split("/")
    for segment in segments:
        if segment == "..":
            del kept[-1:]
        elif segment != ".":
            kept.append(segment)
    if segments[-1] in (".", ".."):
        kept.append("")
    return "/" + "/".join(kept)


def _query(octets: bytes, keep_blank_values: bool) -> str:
    pairs = []
    for field in octets.split(b"&"):
        name, _, value = field.partition(b"=")
        if field and (value or keep_blank_values):
            pairs.append((_unescaped(name), _unescaped(value)))
    return "&".join(f"{_for_form(name)}={_for_form(value)}" for name, value in sorted(pairs))


def _unescaped(octets: bytes) -> bytes:
    return unquote_to_bytes(octets.replace(b"+", b" "))


def _for_form(octets: bytes) -> str:
    return quote_from_bytes(octets, " ").replace(" ", "+")


# The authority


def _netloc(text: str, netloc: str) -> str:
    has_brackets = "[" in netloc
    if has_brackets != ("]" in netloc):
        raise _fault("bad-host", text, netloc)
    login, at, server = netloc.rpartition("@")
    if has_brackets:
        _check_bracketed(text, netloc, server)
    if not netloc.isascii():
        _check_delimiters(text, netloc)
    if has_brackets:
        host, _, port = server.partition("[")[2].partition("]")
        port = port.partition(":")[2]
    else:
        host, _, port = server.partition(":")
    name, mark, zone = host.partition("%")
    host = _host(text, netloc, name.lower() + mark + zone).lower()
    form = _login(text, login) + at + host.removesuffix(":")
    return form + (f":{_port(text, netloc, port)}" if port else "")


def _login(text: str, login: str) -> str:
    user, colon, password = login.partition(":")
    parts = [_escaped(unquote_to_bytes(_utf8(text, part)), _IN_LOGIN) for part in (user, password)]
    return colon.join(parts) if colon else parts[0]


def _host(text: str, netloc: str, host: str) -> str:
    if ":" in host:
        return f"[{_address(host)}]"
    if host.isascii():
        return host
    if len(host) > LONGEST_WRITTEN:
        raise _fault("bad-label", text, netloc)
    try:
        return _compatible(host).encode("idna").decode("ascii")
    except UnicodeError:  # a label that is empty or too long: the name stays as it is
        return _utf8(text, host).decode()


def _address(host: str) -> str:
    try:
        address = ip_address(host)
    except ValueError:  # one of a future kind
        return host
    if not isinstance(address, IPv6Address):
        return host
    # As Python 3.13 and later write it.
    mapped = address.ipv4_mapped
    if mapped is None:
        return str(address)
    return f"::ffff:{mapped}" + (f"%{address.scope_id}" if address.scope_id else "")


def _compatible(text: str) -> str:
    return unicodedata.normalize("NFKC", text.translate(_DELIMITERS))


_DELIMITERS = str.maketrans("", "", "@:#?")


def _check_delimiters(text: str, netloc: str) -> None:
    """No character may become a delimiter when IDNA replaces it."""
    if len(netloc) > LONGEST_WRITTEN:
        raise _fault("bad-label", text, netloc)
    compatible = _compatible(netloc)
    if compatible != netloc.translate(_DELIMITERS) and _NEW_DELIMITER.search(compatible):
        raise _fault("bad-host", text, netloc)


def _check_bracketed(text: str, netloc: str, server: str) -> None:
    before, bracket, rest = server.partition("[")
    if bracket:
        host, _, behind = rest.partition("]")
        if before or (behind and not behind.startswith(":")):
            raise _fault("bad-host", text, netloc)
    else:
        host = server.partition(":")[0]
    if host.startswith(("v", "V")):
        is_address = _FUTURE_ADDRESS.fullmatch(host) is not None
    else:
        try:
            is_address = isinstance(ip_address(host), IPv6Address)
        except ValueError:
            is_address = False
    if not is_address:
        raise _fault("bad-host", text, netloc)


def _port(text: str, netloc: str, port: str) -> int:
    if not (port.isascii() and port.isdigit()) or len(port) > _MOST_DIGITS:
        raise _fault("bad-port", text, netloc)
    digits = port.lstrip("0") or "0"
    if len(digits) > 5 or int(digits) > 65535:
        raise _fault("bad-port", text, netloc)
    return int(digits)


def _fault(code: str, text: str, netloc: str) -> URLError:
    """A fault of the authority: at its beginning in the text that was given."""
    at = text.translate(_BREAKS).replace("\\", "/").find(f"//{netloc}") + 2
    seen = -1
    for index, char in enumerate(text):
        seen += char not in "\t\n\r"
        if seen == at:
            return URLError(code, index, text)
    return URLError(code, 0, text)
