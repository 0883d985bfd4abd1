"""Paths, as pathlib has them: segments by "/", the parent, the name and its suffixes.

A path is made of segments if "." and ".." are steps in it (``has_dot_segments``) and it begins at a root: a slash, or
the host before it. What stands before the root, as the drive of a file URL does, and what comes after the name, as the
type code of ftp does, is for the class to tell.

    url            / "x"           parent        name    with_name("x")
    http://h       http://h/x      http://h      ""      http://h/x
    http://h/a     http://h/a/x    http://h/     "a"     http://h/x
    http://h/a/    http://h/a/x    http://h/a    ""      http://h/a/x
"""

from collections.abc import Sequence

from .._backend import impl
from ..errors import URLError
from .edits import Editable
from .octets import SUB_DELIMS, encoded, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar, overload

    from typing_extensions import Self

    from .url import URL

    _Paths = TypeVar("_Paths", bound="Paths")
    _Piece = str | bytes

_STEPS = (".", "..")


class Paths(Editable):
    """The path of a URL, and URLs with other ones. They have neither query nor fragment."""

    __slots__ = ()

    if TYPE_CHECKING:
        has_dot_segments: bool

    _segment_safe = SUB_DELIMS + ":@"  # what stands in a segment as it is

    @property
    def segments(self) -> list[str]:
        """What stands between the slashes of the path, decoded one by one: ``%2F`` is not a slash."""
        return [text_of(raw) for raw in self.path.removeprefix("/").split("/")]

    @property
    def name(self) -> str:
        """The last segment, decoded; "" after a final slash."""
        return text_of(_last(self._parts_of_path()[1]))

    @property
    def suffix(self) -> str:
        """The end of the name, from its last dot on: ".gz"; "" if there is none. A dot at either end begins none."""
        name = self.name
        dot = name.rfind(".")
        return name[dot:] if 0 < dot < len(name) - 1 else ""

    @property
    def suffixes(self) -> list[str]:
        """All of them: [".tar", ".gz"]."""
        name = self.name
        if name.endswith("."):
            return []
        return [f".{suffix}" for suffix in name.lstrip(".").split(".")[1:]]

    @property
    def parent(self) -> "Self":
        """Without its last segment; the root is its own parent."""
        known = self._known_parent()
        return self._ancestor(1) if known is None else known

    @property
    def parents(self) -> "Parents[Self]":
        """The parent, its parent and so on, up to the root. Each is made when it is asked for."""
        return Parents(self)

    def __truediv__(self, segment: "_Piece") -> "Self":
        """With one more segment, which is escaped: ``url / "a b"``. After a final slash it takes the empty place."""
        if not isinstance(segment, (str, bytes)):
            return NotImplemented
        return self.joinpath(segment)

    def joinpath(self, *segments: "_Piece") -> "Self":
        """With more segments, each of which is escaped. The last may be empty, for a final slash."""
        known = self._known_child(*segments)
        if known is not None:
            return known
        root, path, _ = self._parts_of_path()
        written = [self._segment(segment) for segment in segments]
        if "" in written[:-1]:
            raise URLError("bad-segment", 0, "")
        return self._with_path(root, "/".join([path.removesuffix("/"), *written]) if written else path, "")

    def with_name(self, name: "_Piece") -> "Self":
        """With another name: the last segment, or what follows a final slash."""
        known = self._known_renamed(name)
        if known is not None:
            return known
        root, path, end = self._parts_of_path()
        return self._renamed(root, path, self._segment(name), end)

    def with_suffix(self, suffix: str) -> "Self":
        """With another suffix after the name, or with none if that is ""."""
        if not isinstance(suffix, str):
            raise TypeError(f"suffix: expected str, got {type(suffix).__name__}")
        root, path, end = self._parts_of_path()
        if (suffix and (not suffix.startswith(".") or suffix.endswith("."))) or not self.name:
            raise URLError("bad-suffix", 0, suffix)
        raw, old = _last(path), self.suffix
        stem, _, rest = raw.rpartition(".") if old else (raw, "", "")
        if old and f".{text_of(rest)}" != old:  # the dot is escaped
            stem = self._segment(self.name.removesuffix(old))
        return self._renamed(root, path, stem + self._encoded(suffix), end)

    def is_relative_to(self, other: "URL | str") -> bool:
        """Whether it is ``other`` or below it: the same scheme and authority, and a path that begins with that of
        ``other``, in the normal form of both.
        """
        base = self._as_url("other", other)
        # Browsers take a backslash for a slash: in neither way do steps lead out.
        return self._is_below(base) and ("\\" not in self.path or self._with_slashes()._is_below(base._with_slashes()))

    def _is_below(self, other: "URL") -> bool:
        mine, base = self._as_url("self", self).normalize(), other.normalize()
        root, path, _ = mine._parts_of_path()
        base_root, base_path, _ = base._parts_of_path()
        if (mine.scheme, mine.authority, root) != (base.scheme, base.authority, base_root):
            return False
        # A name before ";type=" may be a step too, which only stands alone when the path is divided.
        path, base_path = impl.remove_dot_segments(path), impl.remove_dot_segments(base_path)
        return (path or "/") == (base_path or "/") or path.startswith(base_path.removesuffix("/") + "/")

    def _with_slashes(self) -> "Self":
        return self._edited(str(self)[: self._start_of("path")] + self.path.replace("\\", "/"))

    def _ancestor(self, level: int) -> "Self":
        root, path, _ = self._parts_of_path()
        above, *segments = path.rsplit("/", level)
        if any(text_of(segment) == ".." for segment in segments):
            raise self._fault("bad-segment", "path", len(root))  # the parent of "/a/.." is not "/a"
        return self._with_path(root, above or path[:1], "")

    def _parts_of_path(self) -> tuple[str, str, str]:
        """The path divided: what stands before the root, the segments as written, and what follows the name.

        Raises URLError if the path is not made of segments.
        """
        parts = self._divided_path()
        if not self.has_dot_segments or not (parts[1].startswith("/") or (not parts[1] and self.authority is not None)):
            raise self._fault("no-segments", "path")
        return parts

    def _divided_path(self) -> tuple[str, str, str]:
        """The same, whatever the path is. For subclasses to extend."""
        return "", self.path, ""

    def _with_path(self, root: str, path: str, end: str) -> "Self":
        """Another path, put together of what ``_divided_path`` will take apart."""
        url = self._with_tail(root + path + end, None, None)
        if url._divided_path() != (root, path, end):
            raise URLError("read-otherwise", url._start_of("path"), str(url))
        return url

    def _renamed(self, root: str, path: str, name: str, end: str) -> "Self":
        if text_of(_last(path)) in _STEPS or text_of(name) in _STEPS:
            raise self._fault("bad-segment", "path", len(root) + path.rfind("/") + 1)
        return self._with_path(root, f"{path[: path.rfind('/') + 1] or '/'}{name}", end)

    def _segment(self, segment: "_Piece") -> str:
        """A segment as it is written; steps are refused, for they are never what a name is."""
        if not isinstance(segment, (str, bytes)):
            raise TypeError(f"a segment is given as str or bytes, not {type(segment).__name__}")
        written = self._encoded(segment)
        if written in _STEPS:
            raise URLError("bad-segment", 0, written)
        return written

    def _encoded(self, value: "_Piece") -> str:
        if self.profile != "rfc1738":
            return encoded(value, self._segment_safe)
        return encoded(value, self._segment_safe.replace(";", "")).replace("~", "%7E")  # C-13; fsegment has no ";"


class Parents(Sequence["_Paths"]):
    """The URLs above one, the nearest first."""

    __slots__ = ("_len", "_url")

    _url: "_Paths"
    _len: int

    def __init__(self, url: "_Paths") -> None:
        self._url = url
        path = url._parts_of_path()[1]
        # The root is above every name, and an empty name after it is the root itself.
        self._len = path.count("/") - (path == "/" or path.startswith("//"))

    def __len__(self) -> int:
        return self._len

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, index: int) -> "_Paths": ...
        @overload
        def __getitem__(self, index: slice) -> "tuple[_Paths, ...]": ...

    def __getitem__(self, index: int | slice) -> object:
        levels = range(1, self._len + 1)[index]
        if isinstance(levels, int):
            return self._url._ancestor(levels)
        return tuple(self._url._ancestor(level) for level in levels)

    def __repr__(self) -> str:
        return f"<{type(self._url).__name__}.parents>"


def _last(path: str) -> str:
    return path[path.rfind("/") + 1 :]
