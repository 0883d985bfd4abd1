"""pyarrow, imported when it is first used: that takes longer than many a log takes to count."""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import types

__all__ = ["pa", "pc", "types"]


class _Later:
    """A module, as far as its attributes go."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, name: str) -> Any:
        found = getattr(import_module(self._name), name)
        setattr(self, name, found)
        return found


if not TYPE_CHECKING:
    pa, pc, types = _Later("pyarrow"), _Later("pyarrow.compute"), _Later("pyarrow.types")
