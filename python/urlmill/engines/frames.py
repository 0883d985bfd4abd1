"""The methods that columns of data frames have under ``.url``, made from the table of functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .functions import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from .._profiles import _Profile
    from .._url.normal import _Level
    from .._url.url import URL
    from .functions import Function

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

    if TYPE_CHECKING:  # for type checkers; stubtest compares these with the methods that are made from the table

        def split(self, fields: Sequence[str] = ..., *, profile: _Profile = "lenient") -> Parts: ...
        def scheme(self, *, profile: _Profile = "lenient") -> Answer: ...
        def host(self, *, profile: _Profile = "lenient") -> Answer: ...
        def port(self, *, profile: _Profile = "lenient") -> Answer: ...
        def path(self, *, profile: _Profile = "lenient") -> Answer: ...
        def fragment(self, *, profile: _Profile = "lenient") -> Answer: ...
        def extension(self, *, profile: _Profile = "lenient") -> Answer: ...
        def error(self, *, profile: _Profile = "lenient") -> Answer: ...
        def registrable_domain(self, *, private: bool = True) -> Answer: ...
        def public_suffix(self, *, private: bool = True) -> Answer: ...
        def query(self, key: str) -> Answer: ...
        def unquote(self, *, plus: bool = False) -> Answer: ...
        def normalize(self, level: _Level = "scheme", *, profile: _Profile = "lenient") -> Answer: ...
        def is_valid(self, profile: _Profile = "superset") -> Answer: ...
        def href(self, *, base: URL | str | None = None) -> Answer: ...
        def web_host(self) -> Answer: ...
        def web_origin(self) -> Answer: ...


def _method(function: Function) -> Callable[..., Any]:
    def method(self: UrlMethods[Any, Any], *given: Any, **options: Any) -> Any:
        _, arguments, options = function.taken(self, *given, **options)
        if function.kind == "struct":
            return self._parts(**options)
        return self._answer(function.name, *arguments, **options)

    method.__name__ = function.name
    method.__qualname__ = f"{UrlMethods.__name__}.{function.name}"
    method.__doc__ = function.words
    _, *others = function.takes.parameters.values()
    own = Parameter("self", Parameter.POSITIONAL_OR_KEYWORD)
    vars(method)["__signature__"] = function.takes.replace(parameters=[own, *others])
    return method


for _function in FUNCTIONS.values():
    setattr(UrlMethods, _function.name, _method(_function))
