"""No plan of any scheme lets a CR, an LF or a NUL out, where a protocol would take it for the end of something."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import hypothesis.strategies as st
from hypothesis import given

from urlmill import URL, URLError
from urlmill._url.plan import Record
from urlmill.testing import strategies

ENDS = ("%0D", "%0a", "%00", "%0d%0A", "\r", "\n", "\0")


def texts(value: Any) -> Iterator[bytes]:
    if isinstance(value, Record):
        for name in value.__match_args__:
            if name != "body":  # of a mail, which has lines
                yield from texts(getattr(value, name))
    elif isinstance(value, str):
        yield value.encode("utf-8", "surrogateescape")
    elif isinstance(value, bytes):
        yield value
    elif isinstance(value, (tuple, list)):
        for each in value:
            yield from texts(each)
    elif isinstance(value, dict):
        yield from texts([*value, *value.values()])


@given(strategies.urls(), st.integers(0), st.sampled_from(ENDS), st.sampled_from(["superset", "lenient", "rfc1738"]))
def test_no_plan_lets_a_line_end_out(url: URL, place: int, end: str, profile: str) -> None:
    text = str(url)
    at = place % (len(text) + 1)
    try:
        plan = URL(text[:at] + end + text[at:], profile=profile).plan()
    except URLError:
        return
    for octets in texts(plan):
        assert not set(b"\r\n\0") & set(octets.removesuffix(b"\r\n")), plan
