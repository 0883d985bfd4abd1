"""What is said where an engine is not installed."""

from __future__ import annotations


def missing(error: ModuleNotFoundError, extra: str) -> ImportError:
    """The same error with what to install, if it is an engine's own package, or what it needs, that is not there.

    >>> raise missing(ModuleNotFoundError("No module named 'duckdb'", name="duckdb"), "duckdb")
    Traceback (most recent call last):
    ImportError: urlmill.engines.duckdb takes duckdb, which is not installed: pip install 'urlmill[duckdb]'
    """
    if error.name is None or "." in error.name:  # an installation that is broken, not one that is not there
        return error
    return ImportError(
        f"urlmill.engines.{extra} takes {error.name}, which is not installed: pip install 'urlmill[{extra}]'",
        name=error.name,
    )
