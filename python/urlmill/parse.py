"""``urllib.parse`` with the same names, the same answers and the same errors, only faster.

Everything here is the running interpreter's own (the very lists, helpers and classes, private ones included), but for
the functions that the backend does faster; and those hand everything out of the ordinary back to the interpreter's.
What `urlsplit` and `urlparse` return may be a subclass of ``SplitResult`` and ``ParseResult`` with faster attributes.
"""

import urllib.parse as _stdlib

from ._backend import impl as _impl

globals().update({name: value for name, value in vars(_stdlib).items() if not name.startswith("__")})

# What `install` puts into urllib.parse. A backend that has nothing better has the interpreter's own function.
_ACCELERATED = {
    name: function
    for name in (*_stdlib.__all__, "clear_cache")
    if name[0].islower() and (function := getattr(_impl, name, getattr(_stdlib, name))) is not getattr(_stdlib, name)
}
globals().update(_ACCELERATED)

__all__ = list(_stdlib.__all__)  # pyright: ignore[reportUnsupportedDunderAll]  # parse.pyi lists them
if hasattr(_stdlib, "__getattr__"):
    # For names it gives out with a deprecation warning, which then points at the caller, as it should.
    __getattr__ = _stdlib.__getattr__
