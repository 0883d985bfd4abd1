"""wais: RFC 4156, which keeps the grammar of RFC 1738.

    wais://host[:port]/database                 a database to search in
    wais://host[:port]/database?search          one search
    wais://host[:port]/database/wtype/wpath     one document, by its type and its id

The id is opaque: only the server that gave it out may take it apart. So ``wpath`` is kept as it is written.
"""

import re

from .._url.octets import encoded, octets_of, text_of
from .._url.plan import Plan, on_the_wire
from .._url.registry import register
from .server import Server

_SAFE = "!$'()*+,"  # RFC 1738 section 5: uchar
_SEARCH = _SAFE + "&=;:@"
# What RFC 1738 has in neither.
_NOT_UCHAR = re.compile(r"[;/?:@&=]")
_NOT_SEARCH = re.compile(r"[/?]")


class WaisPlan(Plan):
    """Where to connect, and what to ask for, as octets: the whole database, or what matches ``search``, or the one
    document with the id ``document`` and the type ``wtype``.
    """

    __slots__ = ("database", "document", "search", "wtype")
    __match_args__ = ("connect", "database", "search", "wtype", "document")

    database: bytes
    search: bytes | None
    wtype: bytes | None
    document: bytes | None


@register
class WaisURL(Server):
    """wais://host[:port]/database[?search | /wtype/wpath]"""

    __slots__ = ()
    __match_args__ = ("host", "database", "search", "wtype", "wpath")
    scheme_names = ("wais",)
    default_port = 210
    allows_query = True
    has_dot_segments = False
    query_form = None  # it is a search, in which a "+" is a plus
    part_names = ("database", "search", "wtype", "wpath")

    def _check(self) -> None:
        super()._check()
        self._check_form()

    def _check_form(self) -> None:
        if self.form is None:
            raise self._fault("no-form" if self.path.startswith("/") else "missing-path", "path")

    def _check_strictly(self) -> None:
        super()._check_strictly()
        # Three slashes begin database, wtype and wpath; in wpath "/" is data.
        found = _NOT_UCHAR.search(self.path.replace("/", "_", 3))
        if found:
            raise self._fault("reserved-unencoded", "path", found.start())
        found = _NOT_SEARCH.search(self.query or "")
        if found:
            raise self._fault("reserved-unencoded", "query", found.start())

    # Parts

    @property
    def _raw_parts(self) -> list[str]:
        return (self.url_path or "").split("/", 2)

    def _raw_part(self, index: int) -> str | None:
        parts = self._raw_parts
        return parts[index] if index < len(parts) else None

    @property
    def form(self) -> str | None:
        """One of "database", "search" and "document"; None under the lenient profile for what is none of them."""
        rest = self._raw_parts[1:]
        if not rest and self.path.startswith("/"):
            return "database" if self.query is None else "search"
        # Section 2: clients have to know the type before they can ask for the document.
        return "document" if len(rest) == 2 and rest[0] and self.query is None else None

    @property
    def database(self) -> str:
        """The name of the database."""
        return text_of(self._raw_parts[0])

    @property
    def search(self) -> str | None:
        """What to look for; a ``+`` is a plus."""
        return None if self.query is None else text_of(self.query)

    @property
    def wtype(self) -> str | None:
        """The type of the document, in the words of the server."""
        raw = self._raw_part(1)
        return None if raw is None else text_of(raw)

    @property
    def wpath(self) -> str | None:
        """The id of the document, as written."""
        return self._raw_part(2)

    @property
    def wpath_octets(self) -> bytes | None:
        """The same as the server has it."""
        return None if self.wpath is None else octets_of(self.wpath)

    @staticmethod
    def _compose(
        database: "str | bytes" = "",
        search: "str | bytes | None" = None,
        wtype: "str | bytes | None" = None,
        wpath: "str | bytes | None" = None,
    ) -> tuple[str, str | None]:
        if (wtype is None) != (wpath is None) or (search is not None and wpath is not None):
            raise TypeError("a wais URL has a database and either nothing, a search, or wtype and wpath")
        path = "/" + encoded(database, _SAFE)
        if wtype is not None:
            path += "/" + encoded(wtype, _SAFE)
        if wpath is not None:
            # Text is as written already; octets are as the server has them.
            path += "/" + (encoded(wpath, _SAFE) if isinstance(wpath, bytes) else wpath)
        return path, None if search is None else encoded(search, _SEARCH)

    # The plan

    def plan(self) -> WaisPlan:
        """What to ask for. How the protocol writes it down is for a library of Z39.50."""
        self._check_form()
        asked = (self._raw_part(0), self.query, self._raw_part(1), self.wpath)
        database, search, wtype, document = (None if raw is None else self._sent(raw) for raw in asked)
        return WaisPlan(connect=self._connect(), database=database, search=search, wtype=wtype, document=document)

    def _sent(self, raw: str) -> bytes:
        return on_the_wire(octets_of(raw), self._start_of("path"), str(self))
