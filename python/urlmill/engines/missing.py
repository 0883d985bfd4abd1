"""What is said where an engine is not installed."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def imports_of(extra: str) -> Iterator[None]:
    """Around the imports of an engine: if one is missing, the error says what to install.

    >>> with imports_of("duckdb"):
    ...     import duckdb_of_tomorrow
    Traceback (most recent call last):
    ImportError: urlmill.engines.duckdb takes duckdb_of_tomorrow, which is not installed: pip install 'urlmill[duckdb]'
    """
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or "." in error.name:  # of an installation that is broken; it is there
            raise
        raise ImportError(
            f"urlmill.engines.{extra} takes {error.name}, which is not installed: pip install 'urlmill[{extra}]'",
            name=error.name,
        ) from None
