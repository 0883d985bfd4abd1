"""The methods that columns of data frames have under ``.url``, said once for all of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .functions import FIELDS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Literal

    from ..columns import _Profile

Answer = TypeVar("Answer")
Parts = TypeVar("Parts")


class UrlMethods(ABC, Generic[Answer, Parts]):
    """URL functions of a column. Null in, null out; a row that the profile refuses is null, and ``error`` says why."""

    @abstractmethod
    def _answer(self, name: str, *arguments: Any, **options: Any) -> Answer:
        """What the function of this name says."""

    @abstractmethod
    def _parts(self, fields: Sequence[str], profile: str) -> Parts:
        """Several fields at once."""

    def split(self, fields: Sequence[str] = tuple(FIELDS), *, profile: _Profile = "lenient") -> Parts:
        """Several parts at once, which is faster than one after the other: any fields that ``columns.split`` knows."""
        return self._parts(fields, profile)

    def scheme(self, *, profile: _Profile = "lenient") -> Answer:
        """The scheme, in lower case."""
        return self._answer("scheme", profile=profile)

    def host(self, *, profile: _Profile = "lenient") -> Answer:
        """The host, in lower case."""
        return self._answer("host", profile=profile)

    def port(self, *, profile: _Profile = "lenient") -> Answer:
        """The port, if one is written."""
        return self._answer("port", profile=profile)

    def path(self, *, profile: _Profile = "lenient") -> Answer:
        """The path as written; it may be empty, but is never absent."""
        return self._answer("path", profile=profile)

    def fragment(self, *, profile: _Profile = "lenient") -> Answer:
        """The fragment as written."""
        return self._answer("fragment", profile=profile)

    def extension(self, *, profile: _Profile = "lenient") -> Answer:
        """What follows the last dot of the last segment of the path, in lower case."""
        return self._answer("extension", profile=profile)

    def error(self, *, profile: _Profile = "lenient") -> Answer:
        """The code of what is wrong with the URL, null if nothing is."""
        return self._answer("error", profile=profile)

    def registrable_domain(self, *, private: bool = True) -> Answer:
        """What somebody has registered of the host, by the Public Suffix List."""
        return self._answer("registrable_domain", private=private)

    def public_suffix(self, *, private: bool = True) -> Answer:
        """Under which suffix of the Public Suffix List the host is."""
        return self._answer("public_suffix", private=private)

    def query(self, key: str) -> Answer:
        """The value of the first field of the query that has this name, decoded. As written, the query is a field of
        ``split``.
        """
        return self._answer("query", key)

    def unquote(self, *, plus: bool = False) -> Answer:
        """Any text with its escapes decoded, as ``urllib.parse.unquote`` does it, or ``unquote_plus`` if ``plus``."""
        return self._answer("unquote", plus=plus)

    def normalize(
        self, level: Literal["string", "syntax", "scheme"] = "scheme", *, profile: _Profile = "lenient"
    ) -> Answer:
        """The normal form, as ``URL.normalize(level)`` has it."""
        return self._answer("normalize", level=level, profile=profile)

    def is_valid(self, profile: _Profile = "superset") -> Answer:
        """Whether the profile takes the URL."""
        return self._answer("is_valid", profile=profile)
