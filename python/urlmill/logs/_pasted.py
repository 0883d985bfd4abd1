"""Formats from the configuration of a server: nginx's ``log_format``, Apache's ``LogFormat``.

What they name and we know has our name and our type. Anything else is a column of its own name: ``$ssl_protocol`` is
``ssl_protocol``, ``%{X-Request-Id}i`` is ``x_request_id``.
"""

from __future__ import annotations

import re
from itertools import count

from .._io.usage import UsageError
from .._typing import NamedTuple
from ._columns import OF_REQUEST, OF_TARGET
from ._delimited import Fields
from ._shapes import Piece, Shape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_NGINX = re.compile(r"\$(?:\{(\w+)\}|(\w+))")
_APACHE = re.compile(r"%(?:%|[<>]?(?:!?[0-9]{3}(?:,[0-9]{3})*)?[<>]?(?:\{([^{}]*)\})?(\^[A-Za-z]{2}|[A-Za-z]))")
_LOG_FORMAT = re.compile(r"\s*log_format\s+\S+\s+(?:escape=(\w+)\s+)?")
_LOG_DIRECTIVE = re.compile(r'\s*(?:LogFormat|CustomLog\s+\S+)\s+"((?:[^"\\]|\\.)*)"', re.IGNORECASE)
_STRINGS = re.compile(r"""'([^']*)'|"([^"]*)\"""")
_ESCAPE = re.compile(r"\\(.)")
_OTHER = re.compile(r"[^a-z0-9]+")

# Theirs, and ours with its kind. Of several that are ours, the first counts; the others keep their names.
NGINX = {
    "remote_addr": ("client", "client"), "remote_user": ("user", "user"), "time_local": ("time", "clock"),
    "time_iso8601": ("time", "time"), "msec": ("time", "time"), "request": ("request", "request"),
    "status": ("status", "status"), "body_bytes_sent": ("bytes", "uint64"), "bytes_sent": ("bytes", "uint64"),
    "http_referer": ("referer", "text"), "http_referrer": ("referer", "text"), "http_user_agent": ("agent", "text"),
    "http_x_forwarded_for": ("x_forwarded_for", "text"), "request_time": ("request_time", "seconds"),
    "request_length": ("bytes_received", "uint64"), "host": ("host", "host"), "http_host": ("host", "authority"),
    "server_name": ("host", "host"), "server_port": ("port", "uint16"), "request_method": ("method", "method"),
    "request_uri": ("target", "text"), "uri": ("target", "text"), "server_protocol": ("protocol", "text"),
    "scheme": ("request_scheme", "text"), "remote_port": ("client_port", "uint16"),
}  # fmt: skip
APACHE = {
    "h": ("client", "host"), "a": ("client", "client"), "l": ("ident", "text"), "u": ("user", "user"),
    "t": ("time", "clock"), "r": ("request", "request"), "s": ("status", "status"), "b": ("bytes", "uint64"),
    "B": ("bytes", "uint64"), "O": ("bytes", "uint64"), "I": ("bytes_received", "uint64"), "v": ("host", "host"),
    "V": ("host", "host"), "p": ("port", "uint16"), "m": ("method", "method"), "U": ("target", "text"),
    "H": ("protocol", "text"), "D": ("request_time", "microseconds"), "T": ("request_time", "seconds"),
    "A": ("server_address", "text"), "f": ("file", "text"), "k": ("keepalive", "text"), "L": ("log_id", "text"),
    "P": ("process", "text"), "R": ("handler", "text"), "S": ("bytes_transferred", "text"),
    "X": ("connection_status", "text"), "q": ("query_string", "text"),
    "{referer}i": ("referer", "text"), "{user-agent}i": ("agent", "text"), "{host}i": ("host", "authority"),
    "{x-forwarded-for}i": ("x_forwarded_for", "text"), "{ms}T": ("request_time", "milliseconds"),
    "{us}T": ("request_time", "microseconds"), "{s}T": ("request_time", "seconds"), "{c}a": ("peer", "client"),
    "{remote}p": ("client_port", "uint16"), "{local}p": ("port", "uint16"), "{canonical}p": ("port", "uint16"),
}  # fmt: skip
# What stands side by side with nothing between, or with what the fields may have as well.
TOGETHER = {
    ("$scheme", "://", "$host", "$request_uri"): ("target", "text"),
    ("$scheme", "://", "$http_host", "$request_uri"): ("target", "text"),
    ("$scheme", "://", "$server_name", "$request_uri"): ("target", "text"),
    ("$uri", "$is_args", "$args"): ("target", "text"),
    ("$host", ":", "$server_port"): ("host", "authority"),
    ("$server_name", ":", "$server_port"): ("host", "authority"),
    ("$remote_addr", ":", "$remote_port"): ("client", "endpoint"),
    ("%U", "%q"): ("target", "text"),
    ("%v", ":", "%p"): ("host", "authority"),
    ("%V", ":", "%p"): ("host", "authority"),
}
_LONGEST = max(map(len, TOGETHER))
_MOST = 1000  # fields: no line has as many


class _Token(NamedTuple):
    """A variable as it was written, or text between them, which has no name."""

    text: str
    name: str = ""
    kind: str = ""
    own: str = ""  # its name, if another column has ours


class Pasted(Fields):
    """A format that the user has described."""

    @property
    def usual(self) -> list[str]:
        """All of its columns; of requests and targets, the parts."""
        parts = {"request": ("method", "path", "query"), "target": ("path", "query")}
        names = (name for name in self.columns if name not in ("ident", "protocol"))
        return list(dict.fromkeys(each for name in names for each in parts.get(name, (name,))))


def is_pasted(text: str) -> bool:
    """Whether it is such a string, not the name of a format."""
    return bool(_NGINX.search(text) or _APACHE.search(text))


def pasted(text: str) -> Pasted:
    """The format that a string describes."""
    befores: list[str] = []
    tokens: list[_Token] = []
    before = ""
    for token in _merged(list(_tokens(text))):
        if not token.name:
            before += token.text
            continue
        if tokens and not before:
            raise UsageError(f"format: expected text before {token.text}, to end the field before it")
        tokens.append(token)
        befores.append(before)
        before = ""
    if len(tokens) > _MOST:
        raise UsageError(f"format: expected at most {_MOST:,} fields, got {len(tokens):,}")
    taken: set[str] = set()
    found: dict[int, Piece] = {}
    # A request has several columns, so what is written beside it gives way.
    for place in sorted(range(len(tokens)), key=lambda place: tokens[place].kind != "request"):
        found[place] = _free(tokens[place], befores[place], taken)
        taken.update(found[place].columns)
    pieces = [found[place] for place in range(len(tokens))]
    if "client" not in taken:  # all that is known of the client is X-Forwarded-For
        pieces = [
            piece._replace(name="client", kind="forwarded") if piece.name == "x_forwarded_for" else piece
            for piece in pieces
        ]
    ends = [*(piece.before for piece in pieces[1:]), before]
    pieces = [
        # A clock without brackets has the space in it that ends it, which the kind `time` is ready for.
        piece._replace(kind="time") if piece.kind == "clock" and end.startswith(" ") else piece
        for piece, end in zip(pieces, ends, strict=True)
    ]
    return Pasted("log_format", (Shape(tuple(pieces), before),))


def _free(token: _Token, before: str, taken: set[str]) -> Piece:
    """The field of a variable, with columns that no field before it has."""
    bounds = "list " if token.text.startswith("$upstream_") else ""
    pieces = (Piece(before, name, token.kind if name == token.name else "text", bounds) for name in _names(token))
    return next(free for piece in pieces if (free := piece.beside(taken)))


def _names(token: _Token) -> Iterator[str]:
    """Ours, theirs, and theirs with a number."""
    yield token.name
    yield token.own
    yield from (f"{token.own}_{number}" for number in count(2))


def _own(text: str) -> str:
    name = _OTHER.sub("_", text.lower()).strip("_") or "field"
    return f"request_{name}" if name in (*OF_TARGET, *OF_REQUEST, "error_at") else name


def _tokens(text: str) -> Iterator[_Token]:
    """What a string is made of."""
    is_nginx = _NGINX.search(text)
    text, pattern, read = (string_of_nginx(text), _NGINX, _nginx) if is_nginx else (_of_apache(text), _APACHE, _apache)
    at = 0
    for found in pattern.finditer(text):
        yield _Token(text[at : found.start()])
        yield from read(found)
        at = found.end()
    yield _Token(text[at:])


def string_of_nginx(text: str) -> str:
    """The string of a directive, or the text if it is none."""
    directive = _LOG_FORMAT.match(text)
    rest = text[directive.end() :] if directive else text
    parts = [found[1] if found[1] is not None else found[2] for found in _STRINGS.finditer(rest)]
    is_strings = not _STRINGS.sub("", rest).strip(" \t\r\n;")
    return "".join(parts) if is_strings and (directive or rest.lstrip().startswith("'")) else rest.rstrip("\r\n")


def _of_apache(text: str) -> str:
    directive = _LOG_DIRECTIVE.match(text)
    escapes = {"t": "\t", "n": "\n"}
    return _ESCAPE.sub(lambda found: escapes.get(found[1], found[1]), directive[1] if directive else text)


def _nginx(found: re.Match[str]) -> Iterator[_Token]:
    name = found[1] or found[2]
    ours, kind = NGINX.get(name, (_own(name), "text"))
    yield _Token(f"${name}", ours, kind, _own(name))


def _apache(found: re.Match[str]) -> Iterator[_Token]:
    argument, letter = found[1], found[2]
    if letter is None:
        yield _Token("%")
    elif letter == "t" and argument is None:
        yield from (_Token("["), _Token("%t", "time", "clock", "time"), _Token("]"))
    elif letter == "t":
        yield _Token(f"%{{{argument}}}t", "time", "time", "time")
    else:
        ours, kind = APACHE.get(letter if argument is None else f"{{{argument.lower()}}}{letter}", ("", "text"))
        if not ours and argument is None:
            raise UsageError(f"format: unknown directive {found[0]}")
        own = _own(argument or ours)
        yield _Token(f"%{letter}" if argument is None else found[0], ours or own, kind, own)


def _merged(tokens: list[_Token]) -> Iterator[_Token]:
    """With one for several that are one field."""
    tokens = [token for token in tokens if token.text]
    at = 0
    while at < len(tokens):
        texts = tuple(token.text for token in tokens[at : at + _LONGEST])
        together = next((each for each in TOGETHER if texts[: len(each)] == each), ())
        if together:
            name, kind = TOGETHER[together]
            yield _Token("".join(together), name, kind, tokens[at].own)
            at += len(together)
            continue
        token = tokens[at]
        at += 1
        # Apache writes the parts of a time one by one: %{%d/%b/%Y:%T}t.%{msec_frac}t %{%z}t
        first = at - 1
        while token.kind == "time" and (more := _more_of_time(tokens[at : at + 2])):
            at += len(more)
        yield token._replace(text="".join(each.text for each in tokens[first:at]))


def _more_of_time(tokens: list[_Token]) -> list[_Token]:
    """What goes on with a time, if the last of it is a part of a time as well."""
    for size in (1, 2):
        if tokens[size - 1 : size] and tokens[size - 1].text.endswith("}t"):
            return tokens[:size]
    return []
