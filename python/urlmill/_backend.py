"""The one place that chooses between the native module and its pure-Python twin.

``URLMILL_BACKEND=native`` or ``=pure`` forces one. Without it the native module is used if it was built. One that is
there but cannot be loaded raises: it would be wrong to be slow in silence.
"""

import os

TYPE_CHECKING = False  # `typing` is not worth its import time here; type checkers know this name
if TYPE_CHECKING:
    from typing import Literal

    from . import _native as impl

    name: Literal["native", "pure"]

else:
    _wanted = os.environ.get("URLMILL_BACKEND") or "native if there"
    if _wanted not in ("native if there", "native", "pure"):
        raise ImportError(f"URLMILL_BACKEND is {_wanted!r}; it must be 'native', 'pure' or not set")

    if _wanted != "pure":
        try:
            import urlmill._native as impl  # not `from . import`, which would not say which module is missing

            name = "native"
        except ModuleNotFoundError as error:
            if error.name != "urlmill._native":
                raise
            if _wanted == "native":
                raise ImportError(
                    "URLMILL_BACKEND is 'native', but this urlmill was installed without its native module; "
                    "install a wheel for this interpreter, or build one with 'pip install .' where cargo is at hand"
                ) from None
            _wanted = "pure"

    if _wanted == "pure":
        from . import _pure as impl

        name = "pure"

__all__ = ["impl", "name"]
