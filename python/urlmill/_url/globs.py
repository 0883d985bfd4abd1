"""Names with "*" for any text. Nothing else is special in them: parameters are called ``a[]`` and ``b?``, too."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Globs:
    """Several of them; however many have no star, a name is looked for among those at once."""

    __slots__ = ("_names", "_patterns")

    def __init__(self, patterns: "Iterable[str]") -> None:
        patterns = [*patterns]
        self._names = frozenset(pattern for pattern in patterns if "*" not in pattern)
        self._patterns = [pattern for pattern in patterns if "*" in pattern]

    def match(self, name: str) -> bool:
        """Whether one of them matches the whole name."""
        return name in self._names or any(_matches(pattern, name) for pattern in self._patterns)


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
