"""What `typing` has that classes are made of, for modules that a command needs before it reads the first line: `typing`
takes longer to import than any of them, and to make a named tuple twice as long.
"""

from collections import namedtuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple, Protocol

else:

    class Protocol:
        """What others must have: only type checkers look at it."""

    class _Named(type):
        """Makes a tuple of a class whose annotations are its fields, as `typing.NamedTuple` does."""

        def __new__(cls, name, bases, own):
            if not bases:
                return super().__new__(cls, name, bases, own)
            fields = list(own["__annotations__"])
            defaults = [own.pop(field) for field in fields if field in own]
            made = namedtuple(name, fields, defaults=defaults, module=own["__module__"])  # noqa: PYI024
            for key, value in own.items():
                if key not in ("__module__", "__qualname__"):
                    setattr(made, key, value)
            made.__qualname__ = own["__qualname__"]
            return made

    class NamedTuple(metaclass=_Named):
        """A tuple whose items have names. Where it is made, annotations must be text, as of `__future__`."""


__all__ = ["NamedTuple", "Protocol"]
