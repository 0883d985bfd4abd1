"""What users may rely on when they compare URLs: C-41."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from urlmill import URL, URLError, columns, testing
from urlmill._url.normal import LEVELS

from .checks import read
from .every_scheme import SCHEMES, a_part, for_every_scheme


def variants(url: URL) -> list[URL]:
    """URLs that mean the same, and one that may not."""
    text = str(url)
    scheme, colon, rest = text.partition(":")
    escapes = re.compile("%..")
    return [
        url,
        URL(scheme.swapcase() + colon + rest),
        URL(escapes.sub(lambda match: match[0].upper(), text)),
        URL(escapes.sub(lambda match: match[0].lower(), text)),
        url.normalize("syntax"),
        url.normalize("scheme"),
    ]


@for_every_scheme
def test_being_equivalent_is_an_equivalence(url: URL) -> None:
    same = variants(url)
    for one, other in itertools.product(same, repeat=2):
        assert one.equivalent(other)
    for other in same[:-1]:
        assert url.equivalent(other, "syntax")


def differently_written(url: URL, data: st.DataObject) -> URL | URLError:
    """With some characters escaped, some escapes decoded, or some letters in another case."""
    text = str(url)
    start, end = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    change: Callable[[str], str] = data.draw(
        st.sampled_from(
            [
                lambda part: re.sub("[!$&'()*+,;=:@/?~1-9]", lambda match: f"%{ord(match[0]):02X}", part),
                lambda part: re.sub("%[2-7][0-9A-Fa-f]", lambda match: chr(int(match[0][1:], 16)), part),
                str.swapcase,
                lambda _: "",
                lambda part: part + part,
            ]
        )
    )
    return read(text[:start] + change(text[start:end]) + text[end:])


@pytest.mark.parametrize("scheme", SCHEMES)
@a_part
@given(data=st.data())
def test_being_equivalent_is_having_the_same_normal_form(scheme: str, data: st.DataObject) -> None:
    """And columns have that form too, so that ``dedupe --by normal`` keeps the first of those that are equivalent."""
    url = data.draw(SCHEMES[scheme])
    other = data.draw(st.one_of(SCHEMES[scheme], st.sampled_from(variants(url))))
    changed = differently_written(url, data)
    for one in (other, changed):
        if isinstance(one, URL):
            note(f"texts: {str(url)!r} {str(one)!r}")
            for level in LEVELS:
                is_same = str(url.normalize(level)) == str(one.normalize(level))
                assert url.equivalent(one, level) == one.equivalent(url, level) == is_same
            texts = [str(url), str(one)]
            assert columns.normalize(texts).to_pylist() == [str(found.normalize()) for found in (url, one)]


@pytest.mark.parametrize(
    ("one", "other", "normal"),
    [
        ("gopher://h", "gopher://h/", "gopher://h/"),
        ("gopher://h/1", "gopher://h/", "gopher://h/"),
        ("gopher://h/%31", "gophER://H:70", "gopher://h/"),
        ("gopher://h/7a%2Fb%09c%2fd?", "gopher://h/7a/b%09c/d%3F", "gopher://h/7a/b%09c%2Fd%3F"),
        ("gopher://h/0s%09%09+%3B%3f", "gopher://h/0s%09%09+;?", "gopher://h/0s%09%09+;%3F"),
        ("prospero://h/a%26b?c;d=%3D", "prospero://h/a&b%3Fc;d==", "prospero://h/a&b%3Fc;d=%3D"),
        ("news:", "news:*", "news:*"),
        ("news://h", "news://H:119/*", "news://h/*"),
        ("news:a%2C!b*", "news:a,%21b%2A", "news:a%2C%21b*"),
        ("news:a?b/c@d", "news:a%3Fb%2Fc@d", "news:a%3Fb%2Fc@d"),
        ("file:///c|/x", "file://localhost/c%3A/x", "file:///c:/x"),
        ("file:///a%26b", "file://localhost/a&b", "file:///a&b"),
        ("mailto:?to=a@b%2Cc@D", "mailto:a@B,c@d", "mailto:a@b,c@d"),
        ("mailto:a@b?Subject=a/b", "mailto:a@b?subject=a%2Fb", "mailto:a@b?subject=a%2Fb"),
    ],
)
def test_what_is_equivalent_has_one_normal_form(one: str, other: str, normal: str) -> None:
    assert URL(one).equivalent(URL(other))
    assert columns.normalize([one, other, normal]).to_pylist() == [normal] * 3
    assert str(URL(one).normalize()) == str(URL(other).normalize()) == normal


@given(some=st.lists(testing.urls(), min_size=1, max_size=3))
def test_being_equivalent_is_symmetric_and_transitive_and_each_step_includes_those_before(some: list[URL]) -> None:
    some = [*some, some[0].normalize("syntax"), some[0].normalize()]
    pairs = list(itertools.product(range(len(some)), repeat=2))
    alike = {level: {(i, j) for i, j in pairs if some[i].equivalent(some[j], level)} for level in LEVELS}
    assert all(alike[one] <= alike[next_one] for one, next_one in itertools.pairwise(LEVELS))
    for found in alike.values():
        assert {(i, i) for i in range(len(some))} <= found
        assert {(j, i) for i, j in found} == found
        assert {(i, k) for (i, j), (other, k) in itertools.product(found, repeat=2) if j == other} == found
