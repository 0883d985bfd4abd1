"""What the interpreter counts of its memory, for tests that nothing is left behind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

__all__ = ["counted", "peak_of", "tracemalloc"]

try:
    import tracemalloc
except ImportError:
    tracemalloc: Any = None  # type: ignore[no-redef]

counted = pytest.mark.skipif(tracemalloc is None, reason="PyPy counts neither references nor what is allocated")


def peak_of(call: Callable[[], object]) -> int:
    """How many bytes a call takes at its height, beside what was there before."""
    tracemalloc.start()
    try:
        call()
        return int(tracemalloc.get_traced_memory()[1])
    finally:
        tracemalloc.stop()
