"""The methods that columns of data frames have under ``.url``, made from the table of functions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from inspect import Parameter
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .functions import FUNCTIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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

    if TYPE_CHECKING:  # a method for each function of the table

        def __getattr__(self, name: str) -> Callable[..., Any]: ...


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
