"""The host that a browser would go to: the rules of the URL Standard, as far as they concern hosts.

They differ from RFC 3986 on purpose: a backslash is a slash, slashes may be missing or too many, a host may be escaped,
and a number is an IPv4 address in any base.
"""

import re

from .._backend import impl
from .._hosts.addresses import ends_in_number, ipv4_number
from .._hosts.names import LONGEST_WRITTEN
from .octets import escaped

SPECIAL = frozenset(("http", "https", "ws", "wss", "ftp", "file"))

_STRIPPED = "".join(map(chr, range(0x21)))
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*:")
_FORBIDDEN = re.compile(r"[\0-\x20#%/:<>?@\[\\\]^|\x7f]")
_FORBIDDEN_OPAQUE = re.compile(r"[\0\t\n\r #/:<>?@\[\\\]^|]")
_DRIVE = re.compile(r"[A-Za-z][:|]\Z")


def host_for_browsers(text: str) -> str | None:
    """The host, "" where there is none, None where a browser refuses the URL."""
    text = re.sub("[\t\n\r]", "", text.strip(_STRIPPED))
    match = _SCHEME.match(text)
    if not match:
        return None
    scheme, rest = match[0][:-1].lower(), text[match.end() :]
    if scheme not in SPECIAL:
        return _opaque_host(_until(rest[2:], "/?#")) if rest.startswith("//") else ""
    if scheme == "file":
        if len(rest) < 2 or rest[0] not in "/\\" or rest[1] not in "/\\":
            return ""
        host = _until(rest[2:], "/\\?#")
        if not host or _DRIVE.match(host):
            return ""
        domain = _domain(host)
        return "" if domain == "localhost" else domain
    name = _without_login_and_port(_until(rest.lstrip("/\\"), "/\\?#"))
    return _domain(name) if name else None


def _until(text: str, ends: str) -> str:
    return re.split(f"[{re.escape(ends)}]", text, maxsplit=1)[0]


def _without_login_and_port(authority: str) -> str | None:
    rest = authority.rpartition("@")[2]
    inside = rest.find("]") + 1 if rest.startswith("[") else 0
    colon = rest.find(":", inside)
    if colon < 0:
        return rest
    port = rest[colon + 1 :]
    is_port = not port or (
        port.isascii() and port.isdigit() and len(port := port.lstrip("0")) <= 5 and int(port or 0) <= 65535
    )
    return rest[:colon] if is_port else None


def _opaque_host(authority: str) -> str | None:
    host = _without_login_and_port(authority)
    if host is None or (not host and authority):
        return None
    if host.startswith("["):
        return _ipv6(host)
    if _FORBIDDEN_OPAQUE.search(host):
        return None
    return re.sub("[\0-\x1f]|[^\0-~]+", lambda odd: escaped(odd[0]), host)


def _domain(host: str) -> str | None:
    if host.startswith("["):
        return _ipv6(host)
    name = impl.unquote_to_bytes(host.encode("utf-8", "surrogatepass")).decode("utf-8", "replace")
    mapped = _mapped(name)
    if not mapped or _FORBIDDEN.search(mapped):
        return None
    if not ends_in_number(mapped):
        return mapped
    address = ipv4_number(mapped)
    return None if address is None else ".".join(str(address >> shift & 255) for shift in (24, 16, 8, 0))


def _mapped(name: str) -> str | None:
    """UTS 46 without the restrictions of IDNA 2008: browsers take emoji, for one."""
    if name.isascii() and "xn--" not in name.lower():
        return name.lower()
    if len(name) > LONGEST_WRITTEN:
        return None  # no name is that long, and this might take quadratic time
    import idna

    try:
        labels = idna.uts46_remap(name, std3_rules=False, transitional=False).split(".")
        return ".".join(map(_label, labels))
    except UnicodeError:
        return None


def _label(label: str) -> str:
    if label.startswith("xn--"):
        import idna

        shown = label[4:].encode("ascii").decode("punycode")
        if shown.isascii() or _label(shown) != label or idna.uts46_remap(shown, False, False) != shown:
            raise UnicodeError("not an A-label")
    return label if label.isascii() else "xn--" + label.encode("punycode").decode("ascii")


def _ipv6(host: str) -> str | None:
    """In the one way that the Standard writes it: the first longest run of zeros left out."""
    if impl.host_kind(host) != "ipv6" or "%" in host:
        return None
    from ipaddress import IPv6Address

    groups = IPv6Address(host[1:-1]).packed.hex(":", 2).split(":")  # as text, Python 3.13 has IPv4 addresses in it
    text = ":".join(f"{int(group, 16):x}" for group in groups)
    runs = sorted(re.findall(r"(?:\b0\b:?){2,}", text), key=len, reverse=True)
    return f"[{re.sub(f'(?:^|:){runs[0]}', '::', text, count=1)}]" if runs else f"[{text}]"
