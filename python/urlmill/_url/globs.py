"""Names with "*" for any text. Nothing else is special in them: parameters are called ``a[]`` and ``b?``, too."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def any_matches(patterns: "Iterable[str]", name: str) -> bool:
    """Whether one of the patterns matches the whole name."""
    return any(pattern == name or ("*" in pattern and _matches(pattern, name)) for pattern in patterns)


def _matches(pattern: str, name: str) -> bool:
    """In linear time: of a piece between two stars, the first place where it can stand is as good as any."""
    first, *middle, last = pattern.split("*")
    if len(name) < len(first) + len(last) or not (name.startswith(first) and name.endswith(last)):
        return False
    at, end = len(first), len(name) - len(last)
    for piece in middle:
        found = name.find(piece, at, end)
        if found < 0:
            return False
        at = found + len(piece)
    return True
