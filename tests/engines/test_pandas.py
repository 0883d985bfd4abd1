"""URL functions in pandas."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill.engines.functions import FIELDS, FUNCTIONS

from .cases import CALLS, URLS, WITH_OPTIONS, Call, any_urls, kind_of

pd: Any = pytest.importorskip("pandas")
pa: Any = pytest.importorskip("pyarrow")
import urlmill.engines.pandas  # noqa: E402, F401

TEXT = pa.large_string()
TYPES = {"text": TEXT, "uint16": pa.uint16(), "uint32": pa.uint32(), "bool": pa.bool_(), "octets": pa.binary(16)}
TYPES |= {"texts": pa.list_(TEXT), "items": pa.list_(pa.struct([("name", TEXT), ("value", TEXT)]))}


def in_arrow(texts: Any) -> Any:
    return pd.Series(pd.arrays.ArrowExtensionArray(texts))


KINDS: dict[str, Callable[[list[str | None]], Any]] = {
    "usual": pd.Series,
    "object": lambda urls: pd.Series(urls, dtype=object),
    "object NaN": lambda urls: pd.Series([float("nan") if url is None else url for url in urls], dtype=object),
    "object NA": lambda urls: pd.Series([pd.NA if url is None else url for url in urls], dtype=object),
    "string": lambda urls: pd.Series(urls, dtype=pd.ArrowDtype(pa.string())),
    "large_string": lambda urls: pd.Series(urls, dtype=pd.ArrowDtype(pa.large_string())),
    "string_view": lambda urls: pd.Series(
        pd.arrays.ArrowExtensionArray(pa.chunked_array([pa.array(urls, pa.string_view())]))
    ),
    "chunks": lambda urls: pd.Series(
        pd.arrays.ArrowExtensionArray(pa.chunked_array([urls[:3], [], urls[3:]], pa.string()))
    ),
    "pandas string": lambda urls: pd.Series(urls, dtype="string"),
    "pandas string of Python": lambda urls: pd.Series(urls, dtype="string[python]"),
    "category": lambda urls: pd.Series(urls).astype("category"),
}


def asked(call: Call, of: Any) -> Any:
    return getattr(of.url, call.name)(*call.arguments, **call.options)


def values(answer: Any) -> list[Any]:
    """As the other engines say it."""
    if isinstance(answer, pd.DataFrame):
        lists = {name: values(answer[name]) for name in answer.columns}
        return [dict(zip(lists, row, strict=True)) for row in zip(*lists.values(), strict=True)]
    return [None if value is pd.NA else value for value in answer.tolist()]


def expected(call: Call, urls: list[str | None]) -> list[Any]:
    """A row of a frame cannot be null; all that is in it is."""
    nothing = dict.fromkeys(call.options.get("fields", FIELDS)) if call.name == "split" else None
    return [nothing if value is None else value for value in call.expected(urls)]


def types_of(call: Call) -> list[Any]:
    if call.name != "split":
        return [TYPES[FUNCTIONS[call.name].kind]]
    return [TYPES[kind_of(name)] for name in call.options.get("fields", FIELDS)]


def dtypes(answer: Any) -> list[Any]:
    return list(answer.dtypes) if isinstance(answer, pd.DataFrame) else [answer.dtype]


@pytest.mark.parametrize("call", CALLS + WITH_OPTIONS, ids=str)
def test_every_case(call: Call) -> None:
    answer = asked(call, KINDS["string"](URLS))
    assert values(answer) == expected(call, URLS)
    assert dtypes(answer) == [pd.ArrowDtype(kind) for kind in types_of(call)]


@pytest.mark.parametrize("kind", KINDS)
def test_every_type_of_text(kind: str) -> None:
    for call in CALLS:
        answer = asked(call, KINDS[kind](URLS))
        assert values(answer) == expected(call, URLS)
        assert dtypes(answer) == [pd.ArrowDtype(kind) for kind in types_of(call)]


@given(call=st.sampled_from(CALLS + WITH_OPTIONS), kind=st.sampled_from(list(KINDS)), urls=any_urls)
def test_any_urls(call: Call, kind: str, urls: list[str | None]) -> None:
    assert values(asked(call, KINDS[kind](urls))) == expected(call, urls)


@pytest.mark.parametrize("kind", KINDS)
def test_index_and_name_stay(kind: str) -> None:
    series = KINDS[kind](["http://a/", None, "http://c/", "http://d/"]).rename("link")
    series.index = pd.Index(["w", "x", "y", "z"])
    some = series.iloc[1:]
    for hosts in (some.url.host(), some.url.split(["host"])["host"]):
        assert list(hosts.index) == ["x", "y", "z"]
        assert values(hosts) == [None, "c", "d"]
    assert some.url.host().name == "link"


def test_the_answer_works_in_pandas() -> None:
    frame = pd.DataFrame(
        {"u": ["http://A.example/1", "http://b.example:81/2", "http://a.example/3", None], "n": range(4)}
    )
    assert frame.groupby(frame["u"].url.host())["n"].sum().to_dict() == {"a.example": 2, "b.example": 1}
    assert frame[frame["u"].url.path() == "/2"]["n"].tolist() == [1]
    assert frame[frame["u"].url.is_valid().fillna(False)]["n"].tolist() == [0, 1, 2]
    joined = frame.join(frame["u"].url.split(["host", "port"]))
    assert list(joined.columns) == ["u", "n", "host", "port"]
    assert joined["port"].max() == 81
    assert "b.example" in repr(joined)
    assert frame["u"].url.host().str.upper()[0] == "A.EXAMPLE"
    assert frame["u"].url.host().url.is_valid().tolist() == [False, False, False, pd.NA]


def test_columns_of_nothing_but_nulls_and_of_no_rows() -> None:
    nothing = [[], [None], [float("nan")]]
    for series in [*map(pd.Series, nothing), pd.Series([], dtype=object), pd.Series([], dtype="float64")]:
        for call in CALLS:
            answer = asked(call, series)
            assert values(answer) == expected(call, [None] * len(series))
            assert dtypes(answer) == [pd.ArrowDtype(kind) for kind in types_of(call)]


def test_no_fields_are_no_columns() -> None:
    assert pd.Series(["http://a/", None]).url.split([]).shape == (2, 0)


def test_text_that_arrow_cannot_have_is_an_error_of_its_row() -> None:
    assert values(pd.Series(["http://h/\ud800", "http://h/"], dtype=object).url.error()) == ["bad-char", None]


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(TypeError, match="a column of URLs holds text"):
        pd.Series([1, 2]).url.host()
    with pytest.raises(TypeError, match="row 1: a URL is made from str, not int"):
        pd.Series(["http://h/", 1], dtype=object).url.host()
