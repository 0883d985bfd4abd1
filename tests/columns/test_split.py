"""Columns, against the objects: row by row the same, on lists, which take no library."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, URLError, _backend, columns
from urlmill._fields import FIELDS, KINDS, fields_under
from urlmill._profiles import PROFILES
from urlmill._url.registry import _classes, _known_options, register
from urlmill.columns import RowError, split, transform
from urlmill.columns._special import special_fields, special_names
from urlmill.testing import url_texts

from .. import corpus
from ..nasty import Text
from ..strategies import text
from .answers import ODD, TASK, rows_of, scalar


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("layout", ["view", "string", "large_string"])
def test_odd_rows_are_what_the_objects_say(profile: Any, layout: Any) -> None:
    texts = [*ODD, None]
    found = rows_of(split(texts, fields_under(profile), profile=profile, layout=layout))
    assert found == [scalar(text, profile) for text in texts]


def test_real_rows_are_what_the_objects_say() -> None:
    texts = corpus.URLS[:: max(1, len(corpus.URLS) // 5000)]
    assert rows_of(split(texts, FIELDS)) == list(map(scalar, texts))


@pytest.mark.parametrize("profile", PROFILES)
@given(texts=st.lists(st.one_of(st.none(), text, url_texts(), text.map(Text)), max_size=8))
def test_any_rows_are_what_the_objects_say(profile: Any, texts: list[str | None]) -> None:
    assert rows_of(split(texts, fields_under(profile), profile=profile)) == [scalar(text, profile) for text in texts]


@given(texts=st.lists(st.one_of(st.none(), text), max_size=8), fields=st.lists(st.sampled_from(FIELDS), unique=True))
def test_any_fields_in_any_order(texts: list[str | None], fields: list[str]) -> None:
    columns = split(texts, fields)
    assert columns.names == fields
    assert len(columns) == len(texts)
    for name in fields:
        assert columns[name].to_pylist() == [scalar(text)[name] for text in texts]


@pytest.mark.once
def test_many_rows_on_any_number_of_threads() -> None:
    rows = TASK + 1000 if urlmill.backend == "native" else 100  # the pure twin has no threads
    texts = [f"{text}{number}" for number in range(rows // len(ODD) + 1) for text in ODD]
    one, two = (rows_of(split(texts, FIELDS, threads=threads)) for threads in (1, 2))
    assert one == two
    assert one[:: len(ODD) + 1] == list(map(scalar, texts[:: len(ODD) + 1]))


def test_an_iterable_will_do() -> None:
    assert split((url for url in ["http://a", None]), ["host"])["host"].to_pylist() == ["a", None]
    assert split((), ["host"])["host"].to_pylist() == []


def test_no_fields_are_no_columns() -> None:
    assert split(["http://a"], []).names == []


def test_all_nulls() -> None:
    assert rows_of(split([None, None], FIELDS)) == [scalar(None)] * 2


# What single schemes have


def test_parts_of_single_schemes() -> None:
    texts = ["gopher://h/0x", "http://h/", None, "ftp://h/a;type=i", "GOPHER://h", "news:a.b", "nntp://h/c.d/7"]
    columns = split(texts, ["gophertype", "host", "typecode", "group", "segments", "effective_port"])
    assert columns["gophertype"].to_pylist() == ["0", None, None, None, "1", None, None]
    assert columns["host"].to_pylist() == ["h", "h", None, "h", "h", None, "h"]
    assert columns["typecode"].to_pylist() == [None, None, None, "i", None, None, None]
    assert columns["group"].to_pylist() == [None, None, None, None, None, "a.b", "c.d"]
    assert columns["segments"].to_pylist()[0] == ["0x"]
    assert columns["effective_port"].to_pylist() == [70, 80, None, 21, 70, 119, 119]


def test_a_part_that_is_no_text_is_null() -> None:
    assert split(["gopher://h/0%ff", "gopher://h/0a"], ["selector"])["selector"].to_pylist() == [None, "a"]


def test_a_refused_row_has_no_parts() -> None:
    columns = split(["gopher://h/0x", "gopher://u@h/0x"], ["gophertype", "host"], profile="superset")
    assert rows_of(columns) == [{"gophertype": "0", "host": "h"}, {"gophertype": None, "host": None}]


@pytest.mark.parametrize("name", ["nonsense", "_rules", "plan", "join", "__class__", "default_port"])
def test_a_field_that_is_none(name: str) -> None:
    with pytest.raises(ValueError, match="unknown field"):
        split([], [name])


def test_a_field_that_no_column_can_hold() -> None:
    with pytest.raises(TypeError, match="'headers' is not one that a column can hold"):
        split([], ["headers"])


def test_a_property_whose_type_only_type_checkers_know_is_not_a_field() -> None:
    with pytest.raises(TypeError, match="'address' is not one that a column can hold"):
        split(["http://127.0.0.1/"], ["address"])


@pytest.fixture
def own_scheme() -> Iterator[type[URL]]:
    before, options = dict(_classes), dict(_known_options)

    class OwnURL(URL):
        __slots__ = ()
        scheme_names = ("x-own",)
        is_checked = True

        @property
        def first(self) -> str | None:
            """Its first letter."""
            return self.path[:1] or None

        def _check(self) -> None:
            if self.path == "break":
                raise RuntimeError("broken")
            if self.path.startswith("bad"):
                raise URLError(f"my-{self.path}", 6, str(self))

    yield register(OwnURL)
    _classes.clear()
    _classes.update(before)
    _known_options.clear()
    _known_options.update(options)


@pytest.mark.usefixtures("own_scheme")
def test_a_row_stays_refused_however_many_codes_there_are() -> None:
    texts = [f"x-own:bad-{number}" for number in range(33_000)]
    assert not any(columns.is_valid(texts).to_pylist())
    assert split(texts, ["error_at"])["error_at"].to_pylist() == [6] * len(texts)
    with pytest.raises(OverflowError, match="at most 32,768 codes of errors"):
        split(texts, ["error"])
    some = texts[:32_000]
    assert split(some, ["error"], threads=2)["error"].to_pylist() == [f"my-{text[6:]}" for text in some]


@pytest.mark.usefixtures("own_scheme")
def test_a_scheme_of_the_user() -> None:
    texts = ["x-own:bad-z", "http://a", "x-own:good", "x-own:bad-a"]
    columns = split(texts, ["path", "error", "error_at", "first"])
    assert columns["error"].to_pylist() == ["my-bad-z", None, None, "my-bad-a"]
    assert columns["error_at"].to_pylist() == [6, None, None, 6]
    assert columns["first"].to_pylist() == ["b", None, "g", "b"]


@pytest.mark.usefixtures("own_scheme")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_class_that_fails_is_one_exception(threads: int) -> None:
    with pytest.raises(RuntimeError, match="broken"):
        split(["http://a", "x-own:break"] * 100_000, ["error"], threads=threads)


@pytest.mark.parametrize(
    ("name", "kind", "said"),
    [
        ("large", OverflowError, "row 2: the field 'large' is a number that 64 bits cannot hold"),
        ("counted", TypeError, "row 2: the field 'counted' is text, not int"),
        ("listed", TypeError, "row 2: the field 'listed' is a list of text, not of int"),
    ],
)
def test_a_value_that_no_column_can_hold(
    own_scheme: type[URL], name: str, kind: type[Exception], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def large(url: URL) -> int:
        return 1 << len(url.path) * 7

    def counted(url: URL) -> str:
        return len(url.path)  # type: ignore[return-value]

    def listed(url: URL) -> list[str]:
        return ["a", len(url.path)]  # type: ignore[list-item]

    # Annotations of functions that are local are looked up in the module.
    for function in (large, counted, listed):
        monkeypatch.setattr(own_scheme, function.__name__, property(function), raising=False)
    with pytest.raises(kind, match=f"^{said}$"):
        split(["http://a", None, "x-own:ten-or-more"], [name])


# Bad input


def test_a_wrong_type_is_told_with_its_row() -> None:
    for wrong in (1, b"http://a", 1.5, object()):
        with pytest.raises(TypeError, match=rf"row 2: a URL is made from str, not {type(wrong).__name__}"):
            split(["http://a", None, wrong])


def test_one_text_is_no_column() -> None:
    wrong: Any
    for wrong in ("http://a", b"http://a"):
        with pytest.raises(TypeError, match="not one text"):
            split(wrong)
    for wrong, kind in ((None, "None"), (7, "int"), (URL("http://a"), "HttpURL"), (list, "type")):
        with pytest.raises(TypeError, match=f"a column of URLs is a list or an Arrow array, not {kind}$"):
            split(wrong)


def test_a_file_is_no_column(tmp_path: Path) -> None:
    file = tmp_path / "urls"
    file.write_text("http://a\n")
    with file.open() as lines, pytest.raises(TypeError, match="line breaks"):
        split(lines)


def test_a_lone_surrogate_is_a_null_with_a_code() -> None:
    columns = split(["http://h/é\ud800", "http://h/é"], ["path", "error", "error_at"])
    assert rows_of(columns) == [
        {"path": None, "error": "bad-char", "error_at": 10},
        {"path": "/é", "error": None, "error_at": None},
    ]


def test_errors_can_be_raised() -> None:
    assert split(["http://a"], ["host"], errors="raise").names == ["host"]
    with pytest.raises(RowError, match="row 1: bad-port at position 11") as caught:
        split([None, "http://é.é:x", "also bad"], ["host"], errors="raise")
    assert (caught.value.row, caught.value.code, caught.value.position) == (1, "bad-port", 11)
    with pytest.raises(RowError, match="row 0"):
        split(["ftp://u@h:1/%zz"], ["host"], profile="superset", errors="raise")


@pytest.mark.parametrize(
    "arguments",
    [
        {"profile": "nonsense"}, {"errors": "ignore"}, {"layout": "rope"}, {"layout": 5}, {"threads": 0},
        {"threads": -1}, {"fields": ["host", "host"]},
    ],
)  # fmt: skip
def test_arguments_that_make_no_sense(arguments: Any) -> None:
    with pytest.raises(ValueError):
        split(["http://a"], **arguments)


def test_one_name_is_no_list_of_fields() -> None:
    with pytest.raises(TypeError, match=r"write \['host'\]"):
        split([], "host")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"fields": None}, "fields is a list of names, not None"),
        ({"fields": b"host"}, "fields is a list of names, not bytes"),
        ({"fields": ["host", 1]}, "fields is a list of names, each a str, not int"),
        ({"threads": True}, "threads is an int or None, not bool"),
        ({"threads": "2"}, "threads is an int or None, not str"),
        ({"threads": 1.5}, "threads is an int or None, not float"),
    ],
)
def test_arguments_of_the_wrong_type(arguments: Any, said: str) -> None:
    with pytest.raises(TypeError, match=f"^{said}$"):
        split(["http://a"], **arguments)


def test_any_number_of_threads_will_do() -> None:
    assert split(["http://a"], ["host"], threads=1 << 80)["host"].to_pylist() == ["a"]


def test_what_is_no_batch_is_not_transformed() -> None:
    with pytest.raises(TypeError, match="expected a record batch with __arrow_c_array__, got list"):
        transform([1])


# Types

WRITTEN = {"text": "TEXT", "code": "dictionary<values=string, indices=int16, ordered=0>"}
TYPES = {name: WRITTEN.get(KINDS[name], KINDS[name]) for name in FIELDS}
OF_SCHEMES = {"text": "TEXT", "int": "int64", "bool": "bool", "list": "list<item: TEXT>"}
OTHER_TYPES = {field.name: OF_SCHEMES[field.kind] for field in special_fields(special_names())}
FUNCTION_TYPES: dict[Any, tuple[str, str]] = {
    columns.normalize: ("normal", "TEXT"),
    columns.registrable_domain: ("registrable_domain", "TEXT"),
    columns.public_suffix: ("public_suffix", "TEXT"),
    columns.query_items: ("query_items", "list<item: struct<name: TEXT, value: TEXT>>"),
    columns.unquote: ("unquoted", "TEXT"),
    columns.quote: ("quoted", "TEXT"),
    (lambda texts, **rest: columns.query_value(texts, "a", **rest)): ("query_value", "TEXT"),
    (lambda texts, **rest: columns.join("http://a", texts, **rest)): ("joined", "TEXT"),
}


def test_the_classes_say_what_their_fields_are() -> None:
    kinds = {"article": "int64", "is_local": "bool", "cwds": "list<item: TEXT>", "gophertype": "TEXT"}
    assert {name: OTHER_TYPES[name] for name in kinds} == kinds


@pytest.mark.parametrize("layout", ["view", "string", "large_string"])
@pytest.mark.parametrize("texts", [[], [None], ODD])
def test_names_and_types_are_the_same_on_both_backends(texts: Any, layout: Any) -> None:
    text = {"view": "string_view"}.get(layout, layout)
    types = {name: kind.replace("TEXT", text) for name, kind in (TYPES | OTHER_TYPES).items()}
    found = split(texts, [*types], layout=layout)
    assert (found.names, found.schema) == ([*types], types)
    for function, (name, kind) in FUNCTION_TYPES.items():
        column = function(texts, layout=layout)
        assert (column.name, column.type) == (name, kind.replace("TEXT", text))
        assert column.schema == {name: column.type}
    assert columns.is_valid(texts).schema == {"valid": "bool"}


# Messages


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("hots", "unknown field 'hots'; did you mean 'host'? urlmill split --help lists the fields"),
        ("zzz", "unknown field 'zzz'; urlmill split --help lists the fields"),
        ("", "unknown field ''; urlmill split --help lists the fields"),
        ("query:x", "unknown field 'query:x'; query_value(urls, NAME) and urlmill get '{query:NAME}' give it"),
    ],
)
def test_an_unknown_field_is_told_in_one_line(name: str, said: str) -> None:
    with pytest.raises(ValueError, match="unknown field") as error:
        split(["http://h"], [name])
    assert str(error.value) == said
    with pytest.raises(ValueError, match="unknown field") as error:
        split(["http://h"], [name + "x" * 100_000])
    assert len(str(error.value)) < 250


def test_what_is_no_column_is_told_in_our_words() -> None:
    class LazyFrame:
        def __getitem__(self, row: object) -> object:
            raise TypeError("not subscriptable")

        def collect(self) -> object:
            raise AssertionError("nobody asked for it")

    with pytest.raises(TypeError, match=r"expected a list or an Arrow array, got LazyFrame; .*collect"):
        split(LazyFrame())
    with pytest.raises(TypeError, match=r"expected a record batch or a table, got LazyFrame; .*collect"):
        transform(LazyFrame())
    with pytest.raises(TypeError, match="column is a str, not int"):
        transform(split(["http://h"]), 0)  # type: ignore[arg-type]


# To be looked at


def test_the_repr_shows_the_first_rows_but_no_password() -> None:
    texts = ["http://user:secret@Host/a-path-that-is-too-long-to-be-shown-as-a-whole", None, "http://h/"] * 5
    shown = repr(split(texts, ["host", "user", "password", "netloc", "path", "port"]))
    assert "secret" not in shown
    assert shown.splitlines()[:3] == [
        "Columns: 15 rows, 6 columns",
        "host  user  password  netloc         path                              port",
        "host  user  ***       user:***@Host  /a-path-that-is-too-long-to-b...  -",
    ]
    assert shown.endswith("... 15 rows")
    assert repr(split(["http://h"], ["path"])["path"]) == 'Column: 1 row, 1 column\npath\n""'


def test_the_repr_shows_no_password_however_deep() -> None:
    url = "http://bob:secret@h/"
    assert "secret" in columns.quote([url]).to_pylist()[0]
    shown = [columns.quote([url]), columns.quote([url], "", plus=True), columns.query_items([f"?u={url}"])]
    shown += [columns.query_value([f"?u={url}"], "u"), columns.normalize([url]), columns.join(url, ["a"])]
    for column in shown:
        assert "secret" not in repr(column)
    assert repr(columns.quote(["a b"])).endswith("a%20b")


def test_single_rows() -> None:
    hosts = split(["http://a", None, "http://c"], ["host"])["host"]
    assert [hosts[0], hosts[1], hosts[-1], *hosts] == ["a", None, "c", "a", None, "c"]
    for row in (3, -4):
        with pytest.raises(IndexError, match=f"there is no row {row}; there are 3"):
            hosts[row]


def test_a_column_that_is_not_there() -> None:
    with pytest.raises(KeyError, match="there are host"):
        split([], ["host"])["path"]


def test_nothing_is_imported_before_it_is_asked_for() -> None:
    program = "import sys, urlmill.columns as c; c.split(['http://a']); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"pyarrow", "polars", "pandas", "numpy"} & set(loaded)
    program = "import sys, urlmill, urlmill.parse; urlmill.URL; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"urlmill.columns", "urlmill.crawl"} & set(loaded)


def test_the_modules_are_there_when_asked_for() -> None:
    program = "import urlmill; print(urlmill.%s.registrable_domain.__module__); print('%s' in dir(urlmill))"
    for name in ("columns", "crawl"):
        done = subprocess.run(
            [sys.executable, "-c", program % (name, name)], capture_output=True, text=True, check=True
        )
        assert done.stdout.endswith("True\n")


@pytest.mark.parametrize("library", ["pyarrow", "polars", "pandas"])
def test_what_is_missing_is_named(library: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(ImportError, match=f"pip install {library}"):
        getattr(split(["http://a"]), f"to_{library}")()


def test_the_backend_is_the_one_that_was_chosen() -> None:
    assert _backend.impl.Table.__module__ == (
        "urlmill._native" if urlmill.backend == "native" else "urlmill._pure.columns"
    )


@pytest.mark.parametrize(
    ("text", "extension"),
    [
        ("http://h/a.html", "html"),
        ("http://h/a.tar.GZ?x.y#z.w", "gz"),
        ("http://h/a.html;jsessionid=1", "html"),
        ("http://h/a.b;v=1.2/c", None),
        ("http://h/x.", None),
        ("http://h/..", None),
        ("http://h/.profile", None),
        ("http://h/PHOTO.JPEG", "jpeg"),
        ("http://h/a.Ünïcode", "ünïcode"),
        ("a/b.TXT", "txt"),
        ("mailto:joe@example.com", None),
        ("news:comp.lang.c", None),
        ("data:text/html,a.b", None),
        ("file:/a.txt", "txt"),
    ],
)
def test_an_extension_is_that_of_a_file_name(text: str, extension: str | None) -> None:
    assert split([text], ["extension"])["extension"].to_pylist() == [extension]
