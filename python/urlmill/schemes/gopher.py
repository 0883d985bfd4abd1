"""gopher: RFC 4266, which keeps the grammar of RFC 1738; the types are those of RFC 1436.

    gopher://host[:port]/[type selector [%09 search [%09 gopher+]]]

No character is reserved after the slash, not even "?". What stands there is decoded first, then divided at the tabs:
the type is one octet, and tabs after the second belong to the Gopher+ string.
"""

import re

from .._url.octets import SUB_DELIMS, as_octets, encoded, octets_of
from .._url.plan import Plan, Step, on_the_wire
from .._url.registry import register
from ..errors import URLError
from .server import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from typing_extensions import Self

_SAFE = SUB_DELIMS + "/:@"
_SEARCH = SUB_DELIMS + ":@"  # RFC 1738 section 5: search
_TAB = b"\t"
_WRITTEN_TAB = re.compile("%09|\t")
_DELIMITERS = b"\t\r\n"

# RFC 1436 section 3.8.
_TYPE_NAMES = {
    "0": "file",
    "1": "directory",
    "2": "phone-book",
    "3": "error",
    "4": "binhex",
    "5": "dos-binary",
    "6": "uuencoded",
    "7": "search",
    "8": "telnet",
    "9": "binary",
    "+": "redundant-server",
    "T": "tn3270",
    "g": "gif",
    "I": "image",
}

# RFC 4266 section 2.9: a block of data that a lone period ends. What follows the period would be another request.
_FORM = re.compile(rb"\+[^\t\r\n\0]*\t1\r\n\+-1\r\n(?:(?!\.\r\n)[^\r\n\0]*\r\n)*\.(?:\r\n)?\Z")


class GopherPlan(Plan):
    """One request, complete with its line end.

    Where ``needs_form`` is set, the server has questions first: send ``form_request``, let the user answer, and go on
    with the plan of ``url.with_answers(...)``. For ``action`` "telnet" nothing is sent, and ``login`` is for the user.
    """

    __slots__ = ("action", "form_request", "login", "needs_form", "request", "tls")
    __match_args__ = ("connect", "tls", "action", "request", "needs_form", "form_request", "login")

    tls: bool
    action: str
    request: bytes
    needs_form: bool
    form_request: bytes | None
    login: str | None

    @property
    def steps(self) -> tuple[Step, ...]:
        """The request, or that for the form; none for "telnet"."""
        if self.action == "telnet":
            return ()
        return (Step("request", self.request) if self.form_request is None else Step("form", self.form_request),)


@register
class GopherURL(Server):
    """gopher://host[:port]/[type selector [%09 search [%09 gopher+]]]"""

    __slots__ = ()
    __match_args__ = ("host", "gophertype", "selector", "search", "gopherplus")
    scheme_names = ("gopher",)
    default_port = 70
    allows_query = True  # C-15: the selector includes it
    has_dot_segments = False
    query_form = None  # C-15
    has_own_form = True
    part_names = ("gophertype", "selector", "search", "gopherplus")

    def _check_strictly(self) -> None:
        super()._check_strictly()
        if self.profile == "rfc1738":
            # Its BNF lends gopher the search of http, which has neither "/" nor "?".
            before, _, rest = self._raw[1:].partition("%09")
            found = re.search("[/?]", rest.partition("%09")[0])
            if found:
                raise self._fault("reserved-unencoded", "path", len(f"//{before}%09") + found.start())

    # Parts

    @property
    def _raw(self) -> str:
        return (self.url_path or "") + ("" if self.query is None else f"?{self.query}")

    def _field(self, index: int) -> bytes | None:
        """Of the selector, the search and the Gopher+ string, one."""
        fields = octets_of(self._raw)[1:].split(_TAB, 2)
        return fields[index] if index < len(fields) else None

    @property
    def gophertype(self) -> str:
        """One character; a bare host is a menu."""
        return _text(octets_of(self._raw)[:1]) or "1"

    @property
    def type_name(self) -> str | None:
        """What RFC 1436 calls the type; None for a type that is not its own."""
        return _TYPE_NAMES.get(self.gophertype)

    @property
    def selector(self) -> str:
        """What the server knows the item by; "" is its top menu."""
        return _text(self.selector_octets)

    @property
    def selector_octets(self) -> bytes:
        """The same as octets, which need not be text."""
        return self._field(0) or b""

    @property
    def search(self) -> str | None:
        """What to look for."""
        return None if self.search_octets is None else _text(self.search_octets)

    @property
    def search_octets(self) -> bytes | None:
        """The same as octets."""
        return self._field(1)

    @property
    def gopherplus(self) -> str | None:
        """The Gopher+ string."""
        return None if self.gopherplus_octets is None else _text(self.gopherplus_octets)

    @property
    def gopherplus_octets(self) -> bytes | None:
        """The same as octets."""
        return self._field(2)

    @property
    def gopherplus_kind(self) -> str | None:
        """What the Gopher+ string asks for: "default-view", "view", "form" (one that is filled in), "ask" (one that is
        not), "attributes", "directory-attributes" or "unknown"; None without such a string.
        """
        text = self.gopherplus
        if text is None:
            return None
        if text[:1] == "+":
            return "form" if re.match(r"\+[^\t]*\t1(?:\r\n|\Z)", text) else "default-view" if text == "+" else "view"
        if text == "?":
            return "ask"
        return {"!": "attributes", "$": "directory-attributes"}.get(text[:1], "unknown")

    @property
    def view(self) -> str | None:
        """The view asked for, such as a media type; None for the default one."""
        return self._view()[0] or None

    @property
    def language(self) -> str | None:
        """The language of the view."""
        return self._view()[2] or None

    def _view(self) -> tuple[str, str, str]:
        text = self.gopherplus or ""
        return text[1:].partition("\t")[0].partition(" ") if text[:1] == "+" else ("", "", "")

    @property
    def attributes(self) -> list[str] | None:
        """The attributes asked for; an empty list stands for all of them, None without such a question."""
        text = self.gopherplus or ""
        return text[1:].split() if text[:1] in ("!", "$") else None

    @staticmethod
    def _compose(
        gophertype: "str | bytes" = "1",
        selector: "str | bytes" = "",
        search: "str | bytes | None" = None,
        gopherplus: "str | bytes | None" = None,
    ) -> tuple[str, None]:
        if len(as_octets(gophertype)) != 1:
            raise URLError("bad-type", 0, str(gophertype))
        fields = [selector]
        if search is not None or gopherplus is not None:
            fields.append(search or "")  # section 2.3: the search is there, though it may be empty
        for field in fields:
            on_the_wire(as_octets(field), 0, "", _DELIMITERS)
        if gopherplus is not None:
            if not _FORM.match(as_octets(gopherplus)):
                on_the_wire(as_octets(gopherplus), 0, "", _DELIMITERS)
            fields.append(gopherplus)
        return f"/{encoded(gophertype, _SAFE)}{_written(fields)}", None

    def with_answers(self, answers: "Iterable[str | bytes]") -> "Self":
        """The item behind a form, with the user's answers filled in (RFC 4266 section 2.9)."""
        lines = [on_the_wire(as_octets(answer), 0, str(self)) for answer in answers]
        return self.replace(gopherplus=b"\r\n".join([b"+\t1", b"+-1", *lines, b".", b""]))

    def _normal_rest(self, level: str) -> tuple[str, str | None]:
        if level != "scheme" or self.path[:1] not in ("", "/"):
            return super()._normal_rest(level)
        # C-15: nothing is reserved, so that an octet is written in one way, and a "?" begins no query.
        octets = octets_of(self._raw)
        if octets in (b"", b"1"):
            return "/", None  # RFC 4266 section 2.1: without a type it is 1
        return f"/{encoded(octets[:1], _SAFE)}{_written(octets[1:].split(_TAB, 2))}", None

    # The plan

    def plan(self, *, elide_empty_search: bool = False, allow_nul: bool = False) -> GopherPlan:
        """The request. ``elide_empty_search`` leaves out the empty field that a Gopher+ string comes after (C-14)."""
        connect = self._connect()
        refused = _DELIMITERS + (b"" if allow_nul else b"\0")
        selector = self._sent(0, refused)
        if self.gophertype in ("8", "T"):
            return GopherPlan(
                connect=connect,
                tls=self._is_tls,
                action="telnet",
                request=b"",
                needs_form=False,
                form_request=None,
                login=self.selector,
            )
        search, command = self.search_octets, self.gopherplus_octets
        fields = [selector] if search is None else [selector, self._sent(1, refused)]
        end = b"\r\n"
        if command is not None:
            is_form = _FORM.match(command)
            if search == b"" and (elide_empty_search or is_form):
                fields.pop()
            fields.append(command if is_form else self._sent(2, refused))
            end = b"" if command.endswith(end) else end
        needs_form = command == b"?"
        asked = [*fields[:-1], b"!+ASK"]
        return GopherPlan(
            connect=connect,
            tls=self._is_tls,
            action="request",
            request=b"\t".join(fields) + end,
            needs_form=needs_form,
            form_request=b"\t".join(asked) + end if needs_form else None,
            login=None,
        )

    def _sent(self, index: int, refused: bytes) -> bytes:
        """One of the three fields, if it can be sent."""
        start = self._start_of("path")
        for _ in range(index):  # a tab stands between two of them
            found = _WRITTEN_TAB.search(str(self), start)
            start = found.end() if found else start
        return on_the_wire(self._field(index) or b"", start, str(self), refused)


def _text(octets: bytes) -> str:
    return octets.decode("utf-8", "surrogateescape")


def _written(fields: "list[str | bytes] | list[bytes]") -> str:
    """The selector, the search and the Gopher+ string, those that there are."""
    safe = (_SAFE, _SEARCH, _SAFE)
    return "%09".join(map(encoded, fields, safe))
