"""Tests of what is true of any URL, one for each scheme that has a strategy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from urlmill import URL, testing

SCHEMES: dict[str, SearchStrategy[URL]] = {
    name.removesuffix("_urls"): getattr(testing, name)() for name in testing.__all__ if name.endswith("_urls")
}

# Eleven schemes share the work, so each gets a part of it.
a_part = settings(max_examples=max(15, settings().max_examples // 8))


def for_every_scheme(check: Callable[[URL], None]) -> Any:
    """Makes a test of each scheme from what is true of any URL."""

    @pytest.mark.parametrize("scheme", SCHEMES)
    @a_part
    @given(data=st.data())
    def test(scheme: str, data: st.DataObject) -> None:
        url = data.draw(SCHEMES[scheme])
        note(f"text: {str(url)!r}")  # repr(url) would not show a password
        check(url)

    test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
    return test
