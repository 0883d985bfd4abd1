"""Putting the drop-in inside ``urllib.parse``, for code that cannot change its imports."""

import os
import urllib.parse as _stdlib
from _thread import RLock  # `threading` is not worth its import time for one lock

from .parse import _ACCELERATED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType

# Re-entrant, since a finalizer or a signal handler may come while it is held.
_lock = RLock()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_lock._at_fork_reinit)  # type: ignore[attr-defined]
_by_function = False
_by_context = 0
_originals: dict[str, object] = {}


def install() -> None:
    """Make ``urllib.parse`` answer through urlmill, until :func:`uninstall`.

    Code that says ``urllib.parse.quote(...)`` or imports names from now on is served; names that were imported from
    ``urllib.parse`` before keep their old meaning. Doing it twice is doing it once.
    """
    global _by_function
    with _lock:
        _by_function = True
        _apply()


def uninstall() -> None:
    """Undo :func:`install`. ``urllib.parse`` is then as it was before, unless a ``with installed():`` still runs."""
    global _by_function
    with _lock:
        _by_function = False
        _apply()


class installed:  # noqa: N801 - a context manager, used as a function
    """``with urlmill.installed():`` has ``urllib.parse`` answer through urlmill inside the block, in all threads."""

    __slots__ = ()

    def __enter__(self) -> None:
        global _by_context
        with _lock:
            _by_context += 1
            _apply()

    def __exit__(
        self,
        kind: "type[BaseException] | None",
        error: "BaseException | None",
        traceback: "TracebackType | None",
    ) -> None:
        global _by_context
        with _lock:
            _by_context -= 1
            _apply()


def _apply() -> None:
    """Bring ``urllib.parse`` in line with who wants it how."""
    names = _stdlib.__dict__
    if _by_function or _by_context > 0:
        # Asked of the module itself: a reload of it takes our functions out again.
        if not any(names.get(name) is ours for name, ours in _ACCELERATED.items()):
            _originals.update({name: names[name] for name in _ACCELERATED})
            names.update(_ACCELERATED)
    else:
        for name, original in _originals.items():
            # What somebody else has put there since is theirs.
            if names.get(name) is _ACCELERATED[name]:
                names[name] = original
        _originals.clear()
