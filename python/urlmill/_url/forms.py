"""The forms that a URL can be written in: normal, in ASCII, and with wide characters."""

from .._backend import impl
from . import canonical, iri, normal
from .declared import FORM, declared_by
from .edits import Editable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Self

    from .url import URL


class Forms(Editable):
    """What means the same, written otherwise."""

    __slots__ = ()

    if TYPE_CHECKING:
        needs_host: bool
        has_dot_segments: bool
        has_own_form: bool

    @declared_by(FORM)
    def normalize(self, level: str = "scheme") -> "Self":
        """The normal form: RFC 3986 section 6.2.2 for the level "syntax", and what the scheme knows beyond it for
        "scheme". What the scheme gives a meaning to stays as it is.
        """
        return self._edited(normal.form(self, level))

    @declared_by(FORM)
    def _normal_path(self, path: str, level: str) -> str:
        """The path, its escapes already in normal form. For subclasses to extend."""
        if self.has_dot_segments and path.startswith("/"):
            path = impl.remove_dot_segments(path)
        return "/" if not path and self.needs_host and level == "scheme" else path

    @declared_by(FORM)
    def _normal_authority(self, level: str) -> str | None:
        """The authority in normal form. For subclasses to extend."""
        return normal.authority(self, level)

    @declared_by(FORM)
    def _normal_rest(self, level: str) -> tuple[str, str | None]:
        """Path and query in normal form. For subclasses to which both are one thing."""
        path = self._normal_path(normal.escapes(self.path), level)
        return path, None if self.query is None else normal.escapes(self.query)

    def equivalent(self, other: "URL", level: str = "scheme") -> bool:
        """Whether both have the same normal form on a step of RFC 3986 section 6: "string", "syntax" or "scheme"."""
        if not isinstance(other, Forms):
            raise TypeError(f"a URL is compared with another, not with {type(other).__name__}")
        return self.normalize(level) == other.normalize(level)

    def canonical(self, level: str, /, **switches: "Any") -> str:
        """The canonical form on a level of ``urlmill.crawl``; ``rfc3986`` is the text of ``normalize()``."""
        return canonical.canonical(self, level, **switches) if switches else canonical.canonical(self, level)

    def key(self, level: str, /, **switches: "Any") -> str:
        """The canonical form as a text that sorts by site: see ``urlmill.crawl.key``."""
        return canonical.key(self, level, **switches)

    def fingerprint(self, level: str, /, **switches: "Any") -> bytes:
        """128 bits that stand for the canonical form: see ``urlmill.crawl.fingerprint``."""
        return canonical.fingerprint(self, level, **switches)

    def to_uri(self, *, host: str = "idna") -> "Self":
        """With ASCII characters only (RFC 3987 section 3.1): the host by IDNA, or escaped with ``host="percent"``, and
        for schemes that do not look names up (C-34).
        """
        return self._edited(iri.to_uri(self, host))

    def to_iri(self) -> "Self":
        """With the characters that escapes of UTF-8 stand for (RFC 3987 section 3.2)."""
        return self._edited(iri.to_iri(self))
