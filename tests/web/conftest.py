"""The backend of this run, for all tests of the web profile."""

from __future__ import annotations

from typing import Any

import pytest

from urlmill import _backend


@pytest.fixture(scope="session")
def web() -> Any:
    """Where ``web_href`` and its kin are."""
    if not hasattr(_backend.impl, "web_href"):
        pytest.skip("the native module was built before it had the web profile")
    return _backend.impl
