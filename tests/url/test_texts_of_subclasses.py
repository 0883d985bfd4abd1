"""Members of an enumeration of texts: what they are is one text, what ``str()`` makes of them another."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pytest

from urlmill import URL, FtpURL, HttpURL
from urlmill.gate import Policy


class Name(str, Enum):
    SCHEME = "https"
    HOST = "a.example"
    ADDRESS = "::1"
    PATH = "/over/there"
    QUERY = "q=1"
    FRAGMENT = "nose"
    FILE = "b.txt"
    WHOLE = "https://a.example/x"


BASE = HttpURL("http://h.example/a/b?q=2")
CALLS: list[Callable[[type[Name]], object]] = [
    lambda name: URL(name.WHOLE),
    lambda name: URL.build(scheme=name.SCHEME, host=name.HOST, path=name.PATH, query=name.QUERY),
    lambda name: URL.build(scheme=name.SCHEME, user=name.FILE, password=name.FILE, host=name.ADDRESS),
    lambda name: HttpURL.build(host=name.HOST, fragment=name.FRAGMENT),
    lambda name: FtpURL.build(host=name.HOST, name=name.FILE),
    lambda name: BASE.replace(scheme=name.SCHEME),
    lambda name: BASE.replace(host=name.HOST),
    lambda name: BASE.replace(path=name.PATH, query=name.QUERY, fragment=name.FRAGMENT),
    lambda name: URL("mailto:a@b").replace(query=name.QUERY),
    lambda name: BASE.join(name.PATH),
    lambda name: BASE.join(name.WHOLE, strict=False),
    lambda name: BASE / name.FILE,
    lambda name: BASE.with_name(name.FILE),
    lambda name: BASE.with_query(name.QUERY),
    lambda name: BASE.update_query([(name.FRAGMENT, name.FILE)]),
    lambda name: BASE.reference_from(name.WHOLE),
    lambda name: Policy(hosts=[name.HOST]).safe_redirect(name.WHOLE, BASE),
]


@pytest.mark.parametrize("call", CALLS, ids=range(len(CALLS)))
def test_the_text_counts_and_not_what_str_makes_of_it(call: Callable[..., object]) -> None:
    class Plain:
        """The same names with plain texts."""

    for member in Name:
        setattr(Plain, member.name, str.__str__(member.value))
    assert str(call(Name)) == str(call(Plain))
