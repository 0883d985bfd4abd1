"""URLs under the names that JavaScript has: the URL Standard (https://url.spec.whatwg.org), setters and all.

>>> from urlmill.web import URL
>>> url = URL("../b?x=1", "https://user@example.org:443/a/")
>>> url.href
'https://user@example.org/b?x=1'
>>> url.searchParams.append("y", "2 3")
>>> url.port = "8080"
>>> str(url)
'https://user@example.org:8080/b?x=1&y=2+3'

What a browser would ignore is ignored here: ``url.port = "x"`` changes nothing. ``urlmill.URL(text, profile="web")``
reads the same, never changes, and has the names that URLs have everywhere else in urlmill; its ``replace`` raises.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress

from ._backend import impl
from ._url import web_setters
from ._url.octets import exact, scalars
from ._url.state import state_of
from ._url.web import WebURL
from ._url.web_params import read, written
from ._url.web_setters import Parts
from .errors import URLError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from typing_extensions import Self


class URLSearchParams:
    """The parameters of a query, which may be changed: pairs of a name and a value, in order.

    Those of a ``URL`` change it, and change with it.
    """

    __slots__ = ("_pairs", "_url")

    _pairs: list[tuple[str, str]]
    _url: URL | None

    def __init__(self, init: str | Mapping[str, str] | Iterable[tuple[str, str]] = "", /) -> None:
        self._url = None
        if isinstance(init, str):
            self._pairs = read(init.removeprefix("?"))
            return
        self._pairs = [_pair(pair) for pair in (init.items() if isinstance(init, Mapping) else init)]

    @property
    def size(self) -> int:
        """How many there are."""
        return len(self._pairs)

    def append(self, name: str, value: str, /) -> None:
        """One more, at the end."""
        self._pairs.append(_pair((name, value)))
        self._changed()

    def delete(self, name: str, value: str | None = None, /) -> None:
        """Without those of this name, or of this name and value."""
        is_asked = _asked(name, value)
        self._pairs[:] = [pair for pair in self._pairs if not is_asked(pair)]
        self._changed()

    def get(self, name: str, /) -> str | None:
        """The first value of this name, or None."""
        return next((value for _, value in filter(_asked(name), self._pairs)), None)

    def get_all(self, name: str, /) -> list[str]:
        """Every value of this name."""
        return [value for _, value in filter(_asked(name), self._pairs)]

    getAll = get_all

    def has(self, name: str, value: str | None = None, /) -> bool:
        """Whether there is one of this name, or of this name and value."""
        return any(map(_asked(name, value), self._pairs))

    def set(self, name: str, value: str, /) -> None:
        """One of this name, where the first of them stood, or at the end."""
        new = _pair((name, value))
        first = next((index for index, pair in enumerate(self._pairs) if pair[0] == new[0]), None)
        if first is None:
            self._pairs.append(new)
        else:
            after = [pair for pair in self._pairs[first + 1 :] if pair[0] != new[0]]
            self._pairs[first:] = [new, *after]
        self._changed()

    def sort(self) -> None:
        """By the UTF-16 of their names; those of one name stay in order."""
        self._pairs.sort(key=lambda pair: pair[0].encode("utf-16-be"))
        self._changed()

    def keys(self) -> Iterator[str]:
        """The names, in order."""
        return (name for name, _ in self._pairs)

    def values(self) -> Iterator[str]:
        """The values, in order."""
        return (value for _, value in self._pairs)

    def entries(self) -> Iterator[tuple[str, str]]:
        """The pairs, in order."""
        return iter(self._pairs)

    __iter__ = entries

    def forEach(self, callback: Callable[[str, str, Self], object], /) -> None:
        """Calls ``callback(value, name, self)`` for each pair."""
        for name, value in self:
            callback(value, name, self)

    def __len__(self) -> int:
        return len(self._pairs)

    def __contains__(self, name: str) -> bool:
        return self.has(name)

    def __str__(self) -> str:
        return written(self._pairs)

    toString = __str__

    def __repr__(self) -> str:
        return f"URLSearchParams({self._pairs})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (tuple(self._pairs),), state_of(self, URLSearchParams)

    def _changed(self) -> None:
        if self._url is not None:
            text = str(self)
            self._url._set(web_setters.set_query, f"?{text}" if text else "")


class URL:
    """A URL as browsers have it; it may be changed."""

    __slots__ = ("_params", "_parts")

    _parts: Parts
    _params: URLSearchParams | None

    def __init__(self, url: str | URL, /, base: str | URL | None = None) -> None:
        self._parts = Parts(WebURL(_given(url), base=None if base is None else _given(base)))
        self._params = None

    @classmethod
    def parse(cls, url: str | URL, /, base: str | URL | None = None) -> Self | None:
        """The URL, or None where ``URL(url, base)`` would raise URLError."""
        try:
            return cls(url, base)
        except URLError:
            return None

    @staticmethod
    def can_parse(url: str | URL, /, base: str | URL | None = None) -> bool:
        """Whether ``URL(url, base)`` would not raise."""
        return impl.web_can_parse(_given(url), None if base is None else _given(base))

    canParse = can_parse

    @property
    def href(self) -> str:
        """The whole text. The one part that raises URLError when it cannot be set."""
        return self._parts.href()

    @href.setter
    def href(self, value: str) -> None:
        self._parts = Parts(WebURL(_text("href", value)))
        self._look_again()

    @property
    def origin(self) -> str:
        """Scheme, host and port; "null" where they say nothing."""
        return impl.web_origin(self.href)

    @property
    def protocol(self) -> str:
        """The scheme, with its colon."""
        return f"{self._parts.scheme}:"

    @protocol.setter
    def protocol(self, value: str) -> None:
        self._set(web_setters.set_scheme, value)

    @property
    def username(self) -> str:
        """As it is written; "" if there is none, as for all that follow."""
        return self._parts.user

    @username.setter
    def username(self, value: str) -> None:
        self._set(web_setters.set_user, value)

    @property
    def password(self) -> str:
        """As it is written."""
        return self._parts.password

    @password.setter
    def password(self, value: str) -> None:
        self._set(web_setters.set_password, value)

    @property
    def host(self) -> str:
        """With its port."""
        return self.hostname + (f":{self.port}" if self.port else "")

    @host.setter
    def host(self, value: str) -> None:
        self._set(web_setters.set_host_and_port, value)

    @property
    def hostname(self) -> str:
        """Without its port."""
        return self._parts.host or ""

    @hostname.setter
    def hostname(self, value: str) -> None:
        self._set(web_setters.set_host, value)

    @property
    def port(self) -> str:
        """Its digits; "" for that of the scheme."""
        return "" if self._parts.port is None else str(self._parts.port)

    @port.setter
    def port(self, value: str) -> None:
        self._set(web_setters.set_port, value)

    @property
    def pathname(self) -> str:
        """With its slash, if there is one."""
        return self._parts.path

    @pathname.setter
    def pathname(self, value: str) -> None:
        self._set(web_setters.set_path, value)

    @property
    def search(self) -> str:
        """The query with its question mark; "" for an empty one, too."""
        return f"?{self._parts.query}" if self._parts.query else ""

    @search.setter
    def search(self, value: str) -> None:
        self._set(web_setters.set_query, value)
        self._look_again()

    @property
    def searchParams(self) -> URLSearchParams:
        """The parameters of the query: always the same object, whose changes are changes of the URL."""
        if self._params is None:
            self._params = URLSearchParams()
            self._params._url = self
            self._look_again()
        return self._params

    @property
    def hash(self) -> str:
        """The fragment with its number sign; "" for an empty one, too."""
        return f"#{self._parts.fragment}" if self._parts.fragment else ""

    @hash.setter
    def hash(self, value: str) -> None:
        self._set(web_setters.set_fragment, value)

    def __str__(self) -> str:
        return self.href

    toString = toJSON = __str__

    def __repr__(self) -> str:
        return f"URL({WebURL(self.href).display()!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.href,), state_of(self, URL)

    def _set(self, setter: Callable[[Parts, str], None], value: str) -> None:
        """What a setter makes of it; nothing, where it does not take the value."""
        text = _text("a part", value)
        with suppress(URLError):  # a host may have been set all the same, before its port was refused
            setter(self._parts, text)

    def _look_again(self) -> None:
        """Makes the parameters those of the query."""
        if self._params is not None:
            self._params._pairs[:] = read(self._parts.query or "")


def _asked(name: str, value: str | None = None) -> Callable[[tuple[str, str]], bool]:
    """Whether a pair has this name; and this value, if one is given."""
    name, value = _text("a name", name), None if value is None else _text("a value", value)
    return lambda pair: pair[0] == name and value in (None, pair[1])


def _pair(given: Any) -> tuple[str, str]:
    """A name and a value, in order: a text is not made of them, and a set has no order."""
    pair = given if isinstance(given, (tuple, list)) else ()
    if len(pair) != 2:
        raise TypeError(f"expected pairs of a name and a value, got {given!r:.80}")
    return _text("a name", pair[0]), _text("a value", pair[1])


def _given(url: str | URL) -> str:
    if not isinstance(url, (str, URL)):
        raise TypeError(f"expected str or a URL, got {type(url).__name__}")
    return exact(url) if isinstance(url, str) else str(url)


def _text(what: str, value: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what}: expected str, got {type(value).__name__}")
    return scalars(exact(value))


__all__ = ["URL", "URLSearchParams"]
