"""What news and nntp share: newsgroups, message-ids, and how RFC 3977 asks for them."""

import re

from .._backend import impl
from .._url.octets import as_octets, octets_of, text_of
from .._url.plan import LINE_ENDS, Plan, Step, on_the_wire
from . import wildmat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from .._url.plan import Connect
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

# RFC 3977 section 3.1: spaces and tabs stand between the arguments of a command. C-42: a login has none either.
_DELIMITERS = LINE_ENDS + b" \t"


# RFC 3977 section 5.3: a server for other servers answers nothing else before it. One that has no such mode says so.
READER = Step("reader", b"MODE READER")
_GROUP = re.compile(rb"211 +[0-9]{1,16} +([0-9]{1,16}) +([0-9]{1,16})(?: |\r|\Z)")  # section 6.1.1: count, low, high


class NewsPlan(Plan):
    """What to send, step by step; ``login`` is what to send when the server answers 480, before the command again.

    ``newest`` is how many articles of a group the overview has.
    """

    __slots__ = ("login", "newest", "steps", "tls")
    __match_args__ = ("connect", "tls", "steps", "login", "newest")

    tls: bool
    steps: tuple[Step, ...]
    login: tuple[Step, ...]
    newest: int

    @property
    def commands(self) -> tuple[bytes, ...]:
        """What the URL alone asks for: the octets of the steps, but for the mode and the overview of a group."""
        return tuple(step.octets for step in self.steps if step.octets is not None and step != READER)

    @property
    def needs_password(self) -> bool:
        """Whether the user has to be asked for the password, if the server wants a login."""
        return any(step.kind == "password-needed" for step in self.login)

    def with_password(self, password: "str | bytes") -> "NewsPlan":
        """The plan with the password that the user gave, if it needs one: that of the URL stays."""
        answer = Step("password", b"AUTHINFO PASS " + on_the_wire(as_octets(password), 0, "", _DELIMITERS))
        login = tuple(answer if step.kind == "password-needed" else step for step in self.login)
        return NewsPlan(
            connect=self.connect,
            tls=self.tls,
            steps=self.steps,
            login=login,
            newest=self.newest,
            _printed=self._printed.with_password(password) if isinstance(self._printed, NewsPlan) else self._printed,
        )

    def overview(self, reply: bytes) -> Step | None:
        """The step "overview-needed", by the server's reply to "group"; None if there are no articles."""
        found = _GROUP.match(reply)
        if not found:
            raise ValueError(f"expected a reply to GROUP, '211 count low high group', got {reply!r}")
        low, high = int(found[1]), int(found[2])
        if high < low or not high:  # section 6.1.1.2: how an empty group is told
            return None
        return Step("overview", b"OVER %d-%d" % (max(low, high - self.newest + 1), high))


def planned(url: "URL", connect: "Connect | None", commands: "Iterable[Step]", *, newest: int, tls: bool) -> NewsPlan:
    """The plan of a URL, with the login that it has."""
    if newest < 1:
        raise ValueError(f"newest is a number of 1 or more, not {newest!r}")
    login = []
    if url.raw_user is not None:  # RFC 4643 section 2.3: a password is asked for after the user
        user = on_the_wire(octets_of(url.raw_user), url._start_of("user"), str(url), _DELIMITERS)
        login = [Step("login", b"AUTHINFO USER " + user), Step("password-needed", None)]
        if url.raw_password is not None:
            password = on_the_wire(octets_of(url.raw_password), url._start_of("password"), str(url), _DELIMITERS)
            login[1] = Step("password", b"AUTHINFO PASS " + password)
    return NewsPlan(connect=connect, tls=tls, steps=(READER, *commands), login=tuple(login), newest=newest)


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
