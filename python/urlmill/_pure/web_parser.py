"""The basic URL parser of the URL Standard, section 4.4: each method is the state of that name.

A state takes all that belongs to it at once instead of one code point, and calls the state that follows. The states
that only skip slashes are a part of the state before them. There is no state override: setters write a new text.
"""

import re

from .._profiles import SPECIAL_PORTS
from . import web_percent
from .web_host import HostError, parse_host
from .web_percent import encoded
from .web_record import DRIVE, Record

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.\-]*):")
_SLASHES = re.compile(r"[/\\]*")
_ENDS = {True: re.compile(r"[/\\?#]|\Z"), False: re.compile(r"[/?#]|\Z")}  # of an authority, if special and if not
_PATH_END = re.compile(r"[?#]|\Z")
_DRIVE_START = re.compile(r"[A-Za-z][:|](?=[/\\?#]|\Z)")
_NO_DIGIT = re.compile("[^0-9]")
_HOST_MARK = re.compile(r"[:\[\]]")
_DOT = re.compile(r"\.|%2e", re.IGNORECASE)
_DOTS = re.compile(r"(?:\.|%2e){2}", re.IGNORECASE)


class ParseError(Exception):
    """The arguments are the code, and where in the text that was given to the parser.

    | code | where |
    |---|---|
    | not-absolute | at the start |
    | missing-host | where the host should start |
    | bad-host | at a character that no host has, or at its escape; in brackets and after IDNA, where the host starts |
    | bad-label, bad-ipv4 | where the host starts |
    | bad-port | at the first character that is not a digit; if the number is too large, where the port starts |
    """


class Parser:
    """Reads a text without surrounding spaces, tabs and line ends."""

    __slots__ = ("at", "base", "text", "url")

    def __init__(self, text: str, base: Record | None) -> None:
        self.text = text
        self.base = base
        self.at = 0
        self.url = Record()

    def parse(self) -> Record:
        """The URL; ParseError if there is none."""
        found = _SCHEME.match(self.text)
        if found:
            self.scheme(found[1].lower())
        else:
            self.no_scheme()
        return self.url

    def scheme(self, name: str) -> None:
        self.url.scheme = name
        self.at = len(name) + 1
        if name == "file":
            self.file()
        elif self.url.is_special:
            # The states "special relative or authority" and "special authority slashes".
            is_relative = self.base is not None and self.base.scheme == name and not self.text.startswith("//", self.at)
            if is_relative:
                self.relative()
            else:
                self.special_authority_ignore_slashes()
        elif self.text.startswith("//", self.at):  # the state "path or authority"
            self.at += 2
            self.authority()
        elif self.text.startswith("/", self.at):
            self.at += 1
            self.path()
        else:
            self.opaque_path()

    def no_scheme(self) -> None:
        base, url = self.base, self.url
        if base is None or (base.opaque_path is not None and not self.text.startswith("#")):
            raise ParseError("not-absolute", 0)
        url.scheme = base.scheme
        if base.opaque_path is not None:
            url.opaque_path, url.query = base.opaque_path, base.query
            self.at = 1
            self.fragment()
        elif base.scheme == "file":
            self.file()
        else:
            self.relative()

    def relative(self) -> None:
        base, url = self.base, self.url
        assert base is not None
        if self._slash():
            self.relative_slash()
            return
        url.take_authority(base)
        self._continue_path_of(base)

    def relative_slash(self) -> None:
        assert self.base is not None
        if self.url.is_special and self._slash():
            self.special_authority_ignore_slashes()
        elif self._slash():
            self.authority()
        else:
            self.url.take_authority(self.base)
            self.path()

    def special_authority_ignore_slashes(self) -> None:
        found = _SLASHES.match(self.text, self.at)
        assert found
        self.at = found.end()
        self.authority()

    def authority(self) -> None:
        found = _ENDS[self.url.is_special].search(self.text, self.at)
        assert found
        login, at_sign, rest = self.text[self.at : found.start()].rpartition("@")
        if at_sign:
            username, _, password = login.partition(":")
            self.url.username = encoded(username, web_percent.USERINFO)
            self.url.password = encoded(password, web_percent.USERINFO)
            self.at += len(login) + 1
            if not rest:
                raise ParseError("missing-host", self.at)
        self.host(rest)

    def host(self, text: str) -> None:
        colon = _colon_of(text)
        host = text if colon < 0 else text[:colon]
        if not host and (colon >= 0 or self.url.is_special):
            raise ParseError("missing-host", self.at)
        self.url.host = self._host(host)
        self.at += len(text)
        if colon >= 0:
            self.port(text[colon + 1 :])
        self.path_start()

    def port(self, digits: str) -> None:
        odd = _NO_DIGIT.search(digits)
        if odd:
            raise ParseError("bad-port", self.at - len(digits) + odd.start())
        if not digits:
            return
        number = int(digits.lstrip("0")[:6] or "0")
        if number > 65535:
            raise ParseError("bad-port", self.at - len(digits))
        self.url.port = None if number == SPECIAL_PORTS.get(self.url.scheme) else number

    def file(self) -> None:
        base, url = self.base, self.url
        url.host = ""
        if self._slash():
            self.file_slash()
        elif base is not None and base.scheme == "file":
            url.host = base.host
            self._continue_path_of(base)
        else:
            self.path()

    def file_slash(self) -> None:
        base, url = self.base, self.url
        if self._slash():
            self.file_host()
            return
        if base is not None and base.scheme == "file":
            url.host = base.host
            if base.has_drive() and not _DRIVE_START.match(self.text, self.at):
                url.path.append(base.path[0])
        self.path()

    def file_host(self) -> None:
        found = _ENDS[True].search(self.text, self.at)
        assert found
        host = self.text[self.at : found.start()]
        if DRIVE.fullmatch(host):
            self.path()  # a drive, after too many slashes
            return
        if host:
            name = self._host(host)
            self.url.host = "" if name == "localhost" else name
        self.at = found.start()
        self.path_start()

    def path_start(self) -> None:
        if self._slash() or self.url.is_special:
            self.path()
        else:
            self._query_and_fragment()

    def path(self) -> None:
        found = _PATH_END.search(self.text, self.at)
        assert found
        url = self.url
        text = encoded(self.text[self.at : found.start()], web_percent.PATH)
        segments = (text.replace("\\", "/") if url.is_special else text).split("/")
        last = len(segments) - 1
        for index, segment in enumerate(segments):
            if _DOTS.fullmatch(segment):
                url.shorten()
            elif not _DOT.fullmatch(segment):
                is_drive = url.scheme == "file" and not url.path and DRIVE.fullmatch(segment)
                url.path.append(f"{segment[0]}:" if is_drive else segment)
                continue
            if index == last:
                url.path.append("")
        self.at = found.start()
        self._query_and_fragment()

    def opaque_path(self) -> None:
        found = _PATH_END.search(self.text, self.at)
        assert found
        text = self.text[self.at : found.start()]
        self.at = found.start()
        if text.endswith(" "):  # then a query or a fragment follows, since the text does not end in a space
            text = f"{text[:-1]}%20"
        self.url.opaque_path = encoded(text, web_percent.C0_CONTROL)
        self._query_and_fragment()

    def query(self) -> None:
        query, sign, _ = self.text[self.at :].partition("#")
        percent_encode_set = web_percent.SPECIAL_QUERY if self.url.is_special else web_percent.QUERY
        self.url.query = encoded(query, percent_encode_set)
        if sign:
            self.at += len(query) + 1
            self.fragment()

    def fragment(self) -> None:
        self.url.fragment = encoded(self.text[self.at :], web_percent.FRAGMENT)

    def _query_and_fragment(self) -> None:
        """What comes after a path."""
        sign = self.text[self.at : self.at + 1]
        self.at += 1
        if sign == "?":
            self.query()
        elif sign == "#":
            self.fragment()

    def _continue_path_of(self, base: Record) -> None:
        """The end of the states "relative" and "file", which is nearly the same."""
        url = self.url
        url.path = base.path.copy()
        rest = self.text[self.at : self.at + 1]
        if not rest or rest in "?#":
            if rest != "?":
                url.query = base.query
            self._query_and_fragment()
            return
        if url.scheme == "file" and _DRIVE_START.match(self.text, self.at):
            url.path = []
        else:
            url.shorten()
        self.path()

    def _slash(self) -> bool:
        """Whether a slash comes next; then it is passed."""
        is_there = self.text.startswith(("/", "\\") if self.url.is_special else "/", self.at)
        self.at += is_there
        return is_there

    def _host(self, text: str) -> str:
        try:
            return parse_host(text, is_opaque=not self.url.is_special)
        except HostError as error:
            code, at = error.args
            raise ParseError(code, self.at + at) from None


def _colon_of(text: str) -> int:
    """Where the host ends and a port begins: a colon that is not in brackets; -1 if there is none."""
    if "[" not in text:
        return text.find(":")
    is_inside = False
    for mark in _HOST_MARK.finditer(text):
        if mark[0] == ":" and not is_inside:
            return mark.start()
        is_inside = mark[0] == "[" if mark[0] != ":" else is_inside
    return -1
