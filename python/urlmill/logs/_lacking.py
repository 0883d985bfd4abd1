"""What was asked for and a log does not have."""

from __future__ import annotations

from .._fields import OF_QUERY, near_to
from .._io.usage import UsageError
from ._columns import ALL, OF_HOST, OF_TARGET, WRITTEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from .formats import Format

_MOST_SHOWN = 30  # fields of a line that has no target


def lacking(form: Format, source: str, needed: Sequence[str], asked: Sequence[str]) -> Iterator[str]:
    """What a person should know of columns that stay empty. Raises UsageError if a log cannot have one of them, or if
    its lines do not say what was requested and that is needed.
    """
    if missing := [name for name in needed if _is_of_target(name) and not _can_have(form, name)]:
        raise UsageError(
            f"{source}: there is no target of a request to fill {', '.join(missing)} with; its lines ({form.name}) "
            f"have {_shown(form.names)}; name the fields to read, or give another format"
        )
    for name in needed:
        if form.path_of(name) or name.startswith(OF_QUERY):
            continue
        near = "" if name in ALL else near_to(name, [*form.columns, *ALL])
        if name not in ALL and not form.is_open:
            raise UsageError(f"{source}: there is no column {name!r}; {near}there are {', '.join(_offered(form))}")
        # Only a field of its own has these.
        is_of_lines = name in asked and name in WRITTEN and name not in OF_TARGET and form.is_open
        if is_of_lines or name not in ALL:
            yield f"{source}: there is no {name!r} in its first lines; {near}".rstrip("; ")


def _is_of_target(name: str) -> bool:
    return name in ("target", *OF_TARGET) or name.startswith(OF_QUERY)


def _can_have(form: Format, name: str) -> bool:
    """Whether a part of the target can be there: hosts and ports stand apart, too."""
    if form.has_target:
        return True
    if name == "port":
        return bool(form.path_of("port") or form.path_of("host"))
    return bool(name in ("host", *OF_HOST) and form.path_of("host"))


def _shown(names: Sequence[str]) -> str:
    few = ", ".join(names[:_MOST_SHOWN])
    return f"{few}, ..." if len(names) > _MOST_SHOWN else few or "no keys"


def _offered(form: Format) -> list[str]:
    derived = [name for name in OF_TARGET if "target" in form.columns] + [
        name for name in ("referer_host", "referer_path", "referer_...") if "referer" in form.columns
    ]
    return list(dict.fromkeys([*form.columns, *derived]))
