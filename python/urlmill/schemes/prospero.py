"""prospero: RFC 4157, which keeps the grammar of RFC 1738.

    prospero://host[:port]/hsoname *( ;field=value )

The host-specific object name is the server's own: neither "/" nor "?" says anything to the client (C-9). Only ";" is
reserved in it, and "=" in the fields.
"""

import re

from .._url.octets import SUB_DELIMS, encoded, octets_of, pieces, text_of
from .._url.plan import Plan, on_the_wire
from .._url.registry import register
from .server import Server

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_FIELD = SUB_DELIMS.replace(";", "").replace("=", "") + ":@"
_NAME = _FIELD + "=/"


class ProsperoPlan(Plan):
    """Which object to ask the directory server for, as octets; the answer says how to get at it."""

    __slots__ = ("fields", "hsoname")
    __match_args__ = ("connect", "hsoname", "fields")

    hsoname: bytes
    fields: tuple[tuple[bytes, bytes], ...]


@register
class ProsperoURL(Server):
    """prospero://host[:port]/hsoname[;field=value]..."""

    __slots__ = ()
    __match_args__ = ("host", "hsoname", "fields")
    scheme_names = ("prospero",)
    default_port = 1525
    option_defaults = {"qmark": "path"}  # C-9: a "?" is part of the name
    needs_path = True
    has_dot_segments = False
    query_form = None
    has_own_form = True
    part_names = ("hsoname", "fields")

    def _check(self) -> None:
        super()._check()
        self._check_fields()

    def _check_fields(self) -> None:
        _, *fields = pieces(self._raw_name, ";", 1)
        for start, field in fields:
            if "=" not in field:
                raise self._fault("no-form", "path", start)
            # RFC 1738 section 5: beyond the one "=" between them, neither name nor value has a "/" or "=".
            found = re.search("[/=]", field.replace("=", "_", 1))
            if self._is_strict and found:
                raise self._fault("reserved-unencoded", "path", start + found.start())

    # Parts

    @property
    def _raw_name(self) -> str:
        """The name and the fields."""
        # The lenient profile splits every URL alike.
        rest = f"?{self.query}" if self.query is not None and self.profile == "lenient" else ""
        return (self.url_path or "") + rest

    @property
    def _raw_parts(self) -> list[str]:
        return self._raw_name.split(";")

    @property
    def _raw_fields(self) -> list[tuple[str, str]]:
        divided = (field.partition("=") for field in self._raw_parts[1:])
        return [(name, value) for name, _, value in divided]

    @property
    def hsoname(self) -> str:
        """The host-specific object name."""
        return text_of(self._raw_parts[0])

    @property
    def fields(self) -> list[tuple[str, str]]:
        """Names and values that help to identify the object, such as OBJECT-VERSION."""
        return [(text_of(name), text_of(value)) for name, value in self._raw_fields]

    @staticmethod
    def _compose(
        hsoname: "str | bytes" = "", fields: "Iterable[tuple[str | bytes, str | bytes]]" = ()
    ) -> tuple[str, None]:
        written = "".join(f";{encoded(name, _FIELD)}={encoded(value, _FIELD)}" for name, value in fields)
        return f"/{encoded(hsoname, _NAME)}{written}", None

    def _normal_rest(self, level: str) -> tuple[str, str | None]:
        path, query = super()._normal_rest(level)
        if level != "scheme" or not path.startswith("/"):
            return path, query
        # Only ";" and "=" are reserved: any other octet is written in one way.
        name, *fields = self._raw_parts
        parts = [encoded(octets_of(name), _NAME)]
        for field in fields:
            before, mark, value = field.partition("=")
            parts.append(encoded(octets_of(before), _FIELD) + mark + encoded(octets_of(value), _FIELD))
        return "/" + ";".join(parts), None if self.profile == "lenient" else query

    def _asked(self) -> tuple[bytes, tuple[tuple[bytes, bytes], ...]]:
        fields = tuple((octets_of(name), octets_of(value)) for name, value in self._raw_fields)
        return octets_of(self._raw_parts[0]), fields

    # The plan

    def plan(self) -> ProsperoPlan:
        """What to ask the directory server for."""
        self._check_fields()
        hsoname, fields = self._asked()
        for octets in (hsoname, *(octets for field in fields for octets in field)):
            on_the_wire(octets, self._start_of("path"), str(self))
        return ProsperoPlan(connect=self._connect(), hsoname=hsoname, fields=fields)
