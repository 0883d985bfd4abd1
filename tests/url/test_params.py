"""The parameters of a query, and edits of them: what is not named stays as it is written."""

from __future__ import annotations

import copy
import pickle
from collections import UserDict
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from urlmill import URL, FtpURL, HttpURL, MailtoURL, URLError, testing
from urlmill._url.globs import Globs
from urlmill._url.params import Params

from .checks import RAW_PARTS, attempt, attributes
from .every_scheme import SCHEMES, a_part, for_every_scheme

TEXT = st.text(
    st.one_of(st.sampled_from(" +&=;#%/?'é~😀\udcff*[]."), st.characters(exclude_categories=["Cs"])), max_size=5
)
VALUES = st.one_of(TEXT, st.none(), st.integers().map(str))
PAIRS = st.lists(st.tuples(TEXT, VALUES).filter(lambda pair: pair != ("", None)), max_size=4)

# How they are read


def test_absent_empty_and_a_lone_name_are_three_things() -> None:
    params = URL("http://h/?a&b=&c=1&a=2&&").params
    assert list(params) == [("a", None), ("b", ""), ("c", "1"), ("a", "2")]
    assert (params["a"], params["b"], params.get("d", "x")) == (None, "", "x")
    assert params.get_all("a") == [None, "2"]
    assert params.get_all("d") == []
    assert ("a" in params, "d" in params, ("b", "") in params, ("b", None) in params) == (True, False, True, False)
    with pytest.raises(KeyError, match="d"):
        params["d"]


def test_parameters_are_a_mapping_and_a_sequence() -> None:
    params = URL("http://h/?a=1&b=2&a=3").params
    assert (len(params), params[0], params[-1], params[1:]) == (3, ("a", "1"), ("a", "3"), (("b", "2"), ("a", "3")))
    assert dict(params) == {"a": "1", "b": "2"}
    assert (params.keys(), params.values()) == (("a", "b", "a"), ("1", "2", "3"))
    assert params == URL("http://i/?%61=1&b=2&a=%33").params
    assert hash(params) == hash(URL("http://i/?%61=1&b=2&a=%33").params)
    assert params != [("a", "1"), ("b", "2"), ("a", "3")]
    assert repr(params) == "Params([('a', '1'), ('b', '2'), ('a', '3')])"
    assert (str(params), str(URL("http://h/").params)) == ("a=1&b=2&a=3", "")
    assert not URL("http://h/?&&").params


@pytest.mark.parametrize("count", [1, 16, 17, 40])
def test_a_name_has_the_same_values_among_few_and_among_many(count: int) -> None:
    fields = [f"{'ab'[number % 2]}={number}" for number in range(count)]
    params = URL(f"http://h/?{'&'.join(fields)}&c").params
    assert params.get_all("a") == [str(number) for number in range(0, count, 2)]
    assert params.get_all("b") == [str(number) for number in range(1, count, 2)]
    assert dict(params) == dict(reversed(params.items()))
    assert ("c" in params, params.get("c", "else"), "d" in params, params.get("d", "else")) == (
        True,
        None,
        False,
        "else",
    )
    with pytest.raises(KeyError, match="d"):
        params["d"]
    params.get_all("a").clear()
    assert params["a"] == "0"


def test_rules_are_chosen_by_the_scheme_or_by_the_caller() -> None:
    text = "a=1+2;b=%2B"
    params = URL(f"http://h/?{text}").params
    assert list(params) == [("a", "1 2;b=+")]
    assert list(params.using(plus=False)) == [("a", "1+2;b=+")]
    assert list(params.using(semicolons=True)) == [("a", "1 2"), ("b", "+")]
    assert list(params.using(semicolons=True).using(plus=False)) == [("a", "1+2"), ("b", "+")]
    assert list(URL(f"mailto:a@b?{text}").params) == [("a", "1+2;b=+")]


def test_parameters_never_change() -> None:
    params = URL("http://h/?a=1").params
    for name in ("_raw", "new"):
        with pytest.raises(AttributeError):
            setattr(params, name, "x")
    assert copy.copy(params) is copy.deepcopy(params) is params
    for view in (params, params.using(plus=False, semicolons=True)):
        again = pickle.loads(pickle.dumps(view))
        assert (again, again._plus, again._semicolons) == (view, view._plus, view._semicolons)
    with pytest.raises(TypeError, match="query: expected str or None, got bytes"):
        Params(b"a")  # type: ignore[arg-type]


@for_every_scheme
def test_items_are_the_parameters_as_forms_have_them(url: URL) -> None:
    assert url.query_items() == [(name, value or "") for name, value in url.params.using(plus=True)]
    assert list(url.params.using(plus=True)) == list(Params(url.query))


# Edits

EVERYDAY: list[tuple[str, Any, str]] = [
    ("http://h/?x=1&y=2&x=3#f", lambda url: url.update_query(x="a b"), "http://h/?x=a+b&y=2#f"),
    ("http://h/?x=1&y=%32&&x=3", lambda url: url.update_query(z=[1, 2], x=None), "http://h/?x&y=%32&z=1&z=2"),
    ("http://h/?x=1&y=2&x=3", lambda url: url.update_query(x=[]), "http://h/?y=2"),
    ("http://h/?x=1", lambda url: url.update_query(x=()), "http://h/"),
    ("http://h/?", lambda url: url.update_query({}), "http://h/?"),
    ("http://h/?%78=1&y", lambda url: url.update_query("x=%32&x=3"), "http://h/?x=%32&x=3&y"),
    ("http://h?a", lambda url: url.with_query(a=1, b=2.5, c=b"\xff", d="&=+#'"), "http://h?a=1&b=2.5&c=%FF&d=%26%3D%2B%23%27"),
    ("http://h/a#f", lambda url: url.with_query({"next": "/a?b"}), "http://h/a?next=/a?b#f"),
    ("http://h/?a", lambda url: url.with_query([("a", "1"), ("a", "2")], b="é"), "http://h/?a=1&a=2&b=%C3%A9"),
    ("http://h/?a", lambda url: url.with_query(UserDict(a=[1, "x"])), "http://h/?a=1&a=x"),
    ("http://h/?a", lambda url: url.with_query("b c"), "http://h/?b c"),
    ("http://h/?a#f", lambda url: url.with_query(None), "http://h/#f"),
    ("http://h/?a", lambda url: url.with_query({}), "http://h/"),
    ("http://h/?a", lambda url: url.with_query(""), "http://h/?"),
    ("http://h/?a=1", lambda url: url.extend_query(a=2), "http://h/?a=1&a=2"),
    ("http://h/?a=1&", lambda url: url.extend_query("b&c"), "http://h/?a=1&b&c"),
    ("http://h", lambda url: url.extend_query(b=1), "http://h?b=1"),
    ("http://h/?", lambda url: url.extend_query([]), "http://h/?"),
    ("http://h/?a=1&utm_x=2&utm%5Fy&b=%20&fbclid=", lambda url: url.without_query("utm_*", "fbclid"), "http://h/?a=1&b=%20"),
    ("http://h/?utm_x=2#f", lambda url: url.without_query("utm_*"), "http://h/#f"),
    ("http://h/?&a", lambda url: url.without_query("b"), "http://h/?&a"),
    ("http://h/?b=2&a=1&%61=0&B", lambda url: url.sort_query(), "http://h/?B&a=1&%61=0&b=2"),
    ("http://h/?q", lambda url: url.replace(query={"a": "b c"}), "http://h/?a=b+c"),
    ("http://h/?q", lambda _: URL.build(scheme="http", host="h", path="/", query=[("a", 1)]), "http://h/?a=1"),
    ("mailto:a@b?to=c", lambda url: url.update_query(subject="a b+c"), "mailto:a@b?to=c&subject=a%20b%2Bc"),
    ("HTTP://H:080/%41?a=b", lambda url: url.update_query(a="c"), "HTTP://H:080/%41?a=c"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "edit", "expected"), EVERYDAY, ids=[str(number) for number in range(len(EVERYDAY))])
def test_everyday_edits(text: str, edit: Any, expected: str) -> None:
    assert str(edit(URL(text))) == expected


WITHOUT_PARAMETERS = {"gopher", "news", "nntp", "prospero", "wais"}


@pytest.mark.parametrize("scheme", sorted(WITHOUT_PARAMETERS))
@a_part
@given(data=st.data())
def test_schemes_whose_question_mark_begins_no_parameters_refuse_edits(scheme: str, data: st.DataObject) -> None:
    url = data.draw(SCHEMES[scheme])
    edits: list[Callable[[], object]] = [
        lambda: url.with_query(a=1),
        lambda: url.update_query(a=1),
        lambda: url.extend_query(a=1),
        lambda: url.without_query("a"),
        url.sort_query,
        lambda: url.replace(query={"a": 1}),
        lambda: URL.build(scheme=url.scheme, host="h", query={"a": 1}),
    ]
    assert [attempt(edit).code for edit in edits] == ["no-parameters"] * len(edits)


@pytest.mark.parametrize("scheme", sorted(SCHEMES.keys() - WITHOUT_PARAMETERS))
@a_part
@given(data=st.data())
def test_parameters_read_back_and_nothing_else_changes(scheme: str, data: st.DataObject) -> None:
    url, pairs = data.draw(SCHEMES[scheme]), data.draw(PAIRS)
    note(f"text: {str(url)!r}")
    made = url.with_query(pairs)
    assert type(made) is type(url)
    assert list(made.params) == pairs
    assert made.with_query(made.params) is made
    assert url.with_query(url.params) == url
    rest = tuple(name for name in RAW_PARTS if name != "query")
    assert attributes(made, rest) == attributes(url, rest)
    assert str(made)[: len(url.scheme or "")] == str(url)[: len(url.scheme or "")]
    assert made.with_query(url.params) == url
    assert url.replace(query=pairs) == made
    if pairs:
        assert list(url.extend_query(pairs).params) == [*url.params, *pairs]


@given(url=testing.http_urls(), name=TEXT, value=TEXT)
def test_an_update_leaves_every_other_field_as_it_is_written(url: URL, name: str, value: str) -> None:
    made = url.update_query({name: value})
    names = [pair[0] for pair in Params(url.query)]
    fields = [field for field in (url.query or "").split("&") if field]
    kept = [field for field, found in zip(fields, names, strict=True) if found != name]
    now = [field for field in (made.query or "").split("&") if field]
    at = made.params.keys().index(name)
    assert made.params.get_all(name) == [value]
    assert now[:at] + now[at + 1 :] == kept
    assert at == (names.index(name) if name in names else len(kept))
    assert made.update_query({name: value}) == made
    pattern = name.replace("*", "")
    assert pattern not in made.without_query(pattern).params
    assert sorted(url.sort_query().params.keys()) == list(url.sort_query().params.keys()) == sorted(names)


@pytest.mark.parametrize("profile", ["strict", "rfc1738"])
@given(pairs=PAIRS)
def test_what_is_written_keeps_to_the_strict_profiles(profile: str, pairs: list[tuple[str, str | None]]) -> None:
    made = URL("http://h/a?b", profile=profile).with_query(pairs)
    assert (list(made.params), made.profile) == (pairs, profile)
    mail = URL("mailto:a@b.example", profile="strict").with_query([(name, value or "") for name, value in pairs])
    assert list(mail.params) == [(name, value or "") for name, value in pairs]


# What is refused


class Colour(IntEnum):
    RED = 1


def test_numbers_are_written_as_numbers() -> None:
    assert URL("http://h/").with_query(a=Colour.RED, b=-1, c=1e30).query == "a=1&b=-1&c=1e%2B30"


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ({"a": object()}, "query: expected str, bytes, int, float or None as a value, got object"),
        ({"a": True}, "query: expected .* as a value, got bool"),
        ({"a": {"b"}}, "query: expected a list or a tuple of values, got set"),
        ({"a": iter("b")}, "query: expected a list or a tuple of values, got [a-z_]*iterator"),
        ({"a": [["b"]]}, "query: expected .* as a value, got list"),
        ({1: "a"}, "query: expected str or bytes as a name, got int"),
        ({None: "a"}, "query: expected str or bytes as a name, got NoneType"),
        (5, "query: expected str, a mapping, pairs or None, got int"),
        (b"a=1", "query: expected str, a mapping, pairs or None, got bytes"),
        (["ab"], "query: expected pairs of a name and a value, got str"),
        ([("a",)], "query: expected pairs of a name and a value, got tuple"),
    ],
)
def test_what_is_no_query_is_refused_by_name(query: Any, words: str) -> None:
    url = URL("http://h/?x=1")
    calls: list[Callable[[Any], object]] = [
        url.with_query,
        url.update_query,
        url.extend_query,
        lambda query: url.replace(query=query),
        lambda query: URL.build(scheme="http", host="h", query=query),
    ]
    for call in calls:
        with pytest.raises(TypeError, match=words):
            call(query)


@pytest.mark.parametrize("query", [{"a": float("nan")}, {"a": float("-inf")}, {"": None}, {"a": "\ud800"}, "a#b"])
def test_what_cannot_be_written_is_refused(query: Any) -> None:
    with pytest.raises(URLError, match=r"bad-parameter|bad-char|reserved-unencoded"):
        URL("http://h/").with_query(query)
    with pytest.raises(URLError, match=r"bad-parameter|bad-char|reserved-unencoded"):
        URL("http://h/").replace(query=query)


def test_an_edit_wants_something_to_edit() -> None:
    url: Any = URL("http://h/?a")
    for name in ("with_query", "update_query", "extend_query", "without_query"):
        with pytest.raises(TypeError, match=rf"{name}\(\) expected .*, got none"):
            getattr(url, name)()
    for name in ("update_query", "extend_query"):
        with pytest.raises(TypeError, match=rf"{name}\(\) expected .*, got None"):
            getattr(url, name)(None)
    with pytest.raises(TypeError, match="got None"):
        url.with_query(None, a=1)
    with pytest.raises(TypeError, match="got int"):
        url.without_query(1)


def test_a_query_is_not_put_where_it_would_be_read_as_something_else() -> None:
    with pytest.raises(URLError, match="read-otherwise"):
        URL("ftp://h/a", qmark="path").with_query(a=1)
    with pytest.raises(URLError, match="query-not-allowed"):
        URL("ftp://h/a", profile="strict").with_query(a=1)


def test_edits_have_the_class_of_the_url() -> None:
    ftp: FtpURL = FtpURL("ftp://h/a").with_query(a=1).update_query(b=1)
    http: HttpURL = HttpURL("http://h/a").sort_query().replace(query="x").normalize()
    mail: MailtoURL = MailtoURL("mailto:a@b").with_query(subject="x")
    assert (type(ftp), type(http), type(mail)) == (FtpURL, HttpURL, MailtoURL)


# Names with a star


@given(pattern=st.text("ab*", max_size=6), name=st.text("ab", max_size=6))
def test_a_star_stands_for_any_text(pattern: str, name: str) -> None:
    def naive(pattern: str, name: str) -> bool:
        if not pattern:
            return not name
        if pattern[0] == "*":
            return any(naive(pattern[1:], name[at:]) for at in range(len(name) + 1))
        return name[:1] == pattern[0] and naive(pattern[1:], name[1:])

    assert Globs([pattern]).match(name) == naive(pattern, name)
    assert Globs(["c", pattern, "c*"]).match(name) == naive(pattern, name)


def test_nothing_but_a_star_is_special_in_a_name() -> None:
    url = URL("http://h/?a[]=1&b?=2&a=3&b.=4&bx=5")
    assert url.without_query("a[]", "b?", "b.").query == "a=3&bx=5"
