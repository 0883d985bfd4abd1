"""What a pickle keeps of an object beside what it is made from: what a subclass has put into it."""

_SLOT = type(vars(type("Slotted", (), {"__slots__": ("slot",)}))["slot"])


def state_of(made: object, base: type) -> object:
    """What a subclass of ``base`` has in fields of its own; None if that is nothing."""
    fields, slots = getattr(made, "__dict__", None) or None, _in_slots(made, base)
    return (fields, slots) if slots else fields


def _in_slots(made: object, base: type) -> dict[str, object]:
    """What a subclass keeps in slots of its own."""
    kinds = [kind for kind in type(made).__mro__ if vars(kind).get("__slots__") and not issubclass(base, kind)]
    names = [name for kind in kinds for name, value in vars(kind).items() if isinstance(value, _SLOT)]
    return {name: getattr(made, name) for name in names if hasattr(made, name)}
