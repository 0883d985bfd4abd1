"""What the interpreter counts of its memory, for tests that nothing is left behind."""

from __future__ import annotations

from typing import Any

import pytest

__all__ = ["counted", "tracemalloc"]

try:
    import tracemalloc
except ImportError:
    tracemalloc: Any = None  # type: ignore[no-redef]

counted = pytest.mark.skipif(tracemalloc is None, reason="PyPy counts neither references nor what is allocated")
