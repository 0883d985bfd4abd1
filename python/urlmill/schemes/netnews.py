"""What news and nntp share: newsgroups, message-ids, and how RFC 3977 asks for them."""

import re

from .._backend import impl
from .._url.octets import octets_of, text_of
from .._url.plan import LINE_ENDS, Plan, on_the_wire
from . import wildmat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._url.url import URL

# RFC 3977 section 4.1: what makes a wildmat of a name, and what neither of them may hold.
WILD = re.compile(rb"[*?,!]")
BARRED = re.compile(rb"[\[\]\\]")

# RFC 1738 section 5: group.
_OLD_GROUP = re.compile(r"[A-Za-z][A-Za-z0-9\-.+_]*")
_OLD_DOMAIN = re.compile(r"(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)*[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?")
# RFC 5538 section 3: group-char, and "~", which RFC 3986 does not tell from its escape.
_NOT_GROUP = re.compile(r"[^A-Za-z0-9\-+_.~%*]")
_RESERVED = "!$&'()+,;=:/?@"

# RFC 5538 section 4, decoded: mid-left "@" mid-right.
_ATEXT = rb"[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.]+"
_MESSAGE_ID = re.compile(rb'(?:%b|"(?:[!#-=?-\[\]-~]|\\["\\])+")@(?:%b|\[[!-=?-Z^-~]+\])' % (_ATEXT, _ATEXT))
_LONGEST_ID = 250 - len("<>")  # RFC 3977 section 3.6

# RFC 3977 section 3.1: spaces and tabs stand between the arguments of a command.
_DELIMITERS = LINE_ENDS + b" \t"


class NewsPlan(Plan):
    """The commands to send, in order, without their line ends. A login is not among them: servers ask for one."""

    __slots__ = ("commands", "tls")
    __match_args__ = ("connect", "tls", "commands")

    tls: bool
    commands: tuple[bytes, ...]


def argument(url: "URL", octets: bytes) -> bytes:
    """An argument of a command."""
    return on_the_wire(octets, url._start_of("path"), str(url), _DELIMITERS)


def check_group(url: "URL", raw: str, start: int) -> None:
    """Raises URLError unless ``raw``, which stands at ``start`` of the path, names a group or, with a star, several."""
    if url.profile == "rfc1738" and not _OLD_GROUP.fullmatch(raw):
        raise url._fault("bad-group", "path", start)
    found = _NOT_GROUP.search(raw) if url.profile == "strict" else None
    if found:
        raise url._fault("reserved-unencoded" if found[0] in _RESERVED else "bad-group", "path", start + found.start())
    name = octets_of(raw)
    if WILD.search(name):
        if name != b"*" and wildmat.find_bad(text_of(raw)) >= 0:
            raise url._fault("bad-wildmat", "path", start)
    elif BARRED.search(name) or not name.strip(b"."):  # RFC 5536 section 3.1.4: components, with dots between them
        raise url._fault("bad-group", "path", start)


def check_message_id(url: "URL", raw: str, start: int) -> None:
    """Raises URLError unless ``raw`` can be a message-id."""
    octets = octets_of(raw)
    unique, _, domain = raw.partition("@")
    is_bad = not unique or not domain or "@" in domain or octets.startswith(b"<") or b">" in octets
    if url.profile == "strict":
        if "/" in raw:
            raise url._fault("reserved-unencoded", "path", start + raw.index("/"))  # C-18
        is_bad = is_bad or not _MESSAGE_ID.fullmatch(octets)
    if url.profile == "rfc1738":
        is_bad = is_bad or not (_OLD_DOMAIN.fullmatch(domain) or impl.host_kind(domain) == "ipv4")
    if is_bad or len(octets) > _LONGEST_ID:
        raise url._fault("bad-message-id", "path", start)
