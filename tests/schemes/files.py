"""What the tests of file URLs share."""

from __future__ import annotations

from typing import Any

import pytest

from urlmill import URL, FileURL, URLError

SYSTEMS: tuple[Any, ...] = ("posix", "macos", "windows", "vms", "mac")


def code_of(operation: Any, *args: Any, **kwargs: Any) -> str:
    with pytest.raises(URLError) as caught:
        operation(*args, **kwargs)
    assert 0 <= caught.value.position <= len(caught.value.url)
    return caught.value.code


def read(text: str, **options: Any) -> FileURL:
    url = URL(text, **options)
    assert isinstance(url, FileURL)
    return url
