"""What a pickle keeps of a URL beside its text."""

from .._backend import impl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .url import URL

_SLOT = type(vars(type("Slotted", (), {"__slots__": ("slot",)}))["slot"])


def state_of(url: "URL") -> object:
    """What a subclass has in fields of its own; None if that is nothing."""
    fields, slots = getattr(url, "__dict__", None) or None, _in_slots(url)
    return (fields, slots) if slots else fields


def _in_slots(url: "URL") -> dict[str, object]:
    """What a subclass keeps in slots of its own."""
    kinds = [kind for kind in type(url).__mro__ if vars(kind).get("__slots__") and not issubclass(impl.BaseURL, kind)]
    names = [name for kind in kinds for name, value in vars(kind).items() if isinstance(value, _SLOT)]
    return {name: getattr(url, name) for name in names if hasattr(url, name)}
