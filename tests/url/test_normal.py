"""The normal form that a backend knows by itself against the one that is written step by step."""

from __future__ import annotations

import ast
import inspect
import itertools
import textwrap
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import urlmill
from urlmill import URL, HttpURL, URLError, columns, register, testing
from urlmill._profiles import PROFILES, STRICT
from urlmill._url import normal
from urlmill._url.declared import FORM, _declarations
from urlmill._url.registry import _classes, class_of
from urlmill.columns._rules import schemes_of

from .. import corpus
from ..strategies import text


def compare(text: str, profiles: tuple[str, ...] = PROFILES) -> None:
    for profile in profiles:
        try:
            url = URL(text, profile=profile)
        except URLError:
            continue
        for level in normal.LEVELS[1:]:
            assert normal.form(url, level) == normal.written_form(url, level), (text, profile, level)


def test_both_backends_know_every_level_by_its_name() -> None:
    forms = {"string": "HTTP://h:80", "syntax": "http://h:80", "scheme": "http://h/"}
    assert tuple(forms) == normal.LEVELS
    for level, form in forms.items():
        assert str(URL("HTTP://h:80").normalize(level)) == form
        assert columns.normalize(["HTTP://h:80"], level).to_pylist() == [form]  # type: ignore[arg-type]


@pytest.mark.skipif(urlmill.backend == "pure", reason="the pure backend has no list of levels of its own")
def test_a_level_that_the_native_backend_does_not_know_is_not_taken_for_another(monkeypatch: Any) -> None:
    for module in (normal, columns):
        monkeypatch.setattr(module, "check_level", lambda _: None)
    with pytest.raises(ValueError, match='expected "syntax" or "scheme", got "nonsense"'):
        URL("http://h").normalize("nonsense")
    with pytest.raises(ValueError, match='expected "syntax" or "scheme", got "nonsense"'):
        columns.normalize(["http://h"], "nonsense")  # type: ignore[arg-type]


@given(text=st.one_of(testing.url_texts(), text, st.text(st.characters(max_codepoint=127), max_size=40)))
def test_both_are_the_same(text: str) -> None:
    compare(text)


@pytest.mark.parametrize(
    ("text", "expected"), [("%41:b", "./A:b"), ("go%41r://h/x", "./goAr://h/x"), ("1%41:b", "1A:b"), ("./a:b", "./a:b")]
)
def test_a_path_without_a_scheme_never_gains_one(text: str, expected: str) -> None:
    """RFC 3986, section 4.2. Found by fuzzing."""
    form = URL(text, profile="lenient").normalize("syntax")
    assert (str(form), form.scheme, str(form.normalize("syntax"))) == (expected, None, expected)
    assert columns.normalize([text], "syntax").to_pylist() == [expected]


SCHEMES = ["http", "HTTPS", "gopher", "wais", "prospero", "mailto", "telnet", "nntp", "news", "ftp", "file", "x"]
AUTHORITIES = [
    "", "//", "//h", "//H", "//U%73@h", "//a@b:@H:80", "//h:", "//h:0443", "//h:x", "//[::AB]", "//[a", "//%41",
]  # fmt: skip
ENDS = ["", "/", "/.", "/a/../b", "/..//a", "/%2e%2E/%7e%2f", "/a b", "/%zz%", "a/./b", "?", "?/../%41 ", "#", "#a#%aa"]


def test_both_are_the_same_for_every_scheme() -> None:
    for scheme, authority, path, end in itertools.product(SCHEMES, AUTHORITIES, ENDS, ENDS):
        compare(f"{scheme}:{authority}{path}{end}", ("superset", "lenient"))
    for parts in itertools.product(AUTHORITIES, ENDS, ENDS):
        compare("".join(parts), ("lenient",))


def test_both_are_the_same_for_real_urls() -> None:
    for url in corpus.some(corpus.URLS):
        compare(url, ("lenient",))


# Which classes have a plain form


@pytest.fixture
def _registry() -> Iterator[None]:
    before = dict(_classes)
    yield
    for name in _classes.keys() - before.keys():
        del _classes[name]


class Spoken(URL):
    __slots__ = ()
    scheme_names = ("spoken-test",)
    default_port = 4711
    needs_host = True
    has_dot_segments = False


class Loud(Spoken):
    """With a path of its own."""

    __slots__ = ()
    scheme_names = ("loud-test",)
    has_own_form = True

    def _normal_path(self, path: str, level: str) -> str:
        return super()._normal_path(path, level).upper()


class Shy:
    """What a class has from elsewhere counts too."""

    __slots__ = ()

    @property
    def fragment(self) -> None:
        return None


class Whispered(Shy, Spoken):
    __slots__ = ()
    scheme_names = ("whispered-test",)
    has_own_form = True


class Moving(Spoken):
    """The port is no datum."""

    __slots__ = ()
    scheme_names = ("moving-test",)
    has_own_form = True

    @property
    def default_port(self) -> int:  # type: ignore[override]
        return len(self.path)


class Secure(HttpURL):
    __slots__ = ()
    scheme_names = ("secure-test", "secures-test")


@pytest.mark.parametrize("cls", [Spoken, Loud, Whispered, Moving, Secure])
def test_a_class_of_ones_own_is_asked_where_it_has_a_say(cls: type[URL]) -> None:
    for end in ["", "/a/../%7e", ":4711/#f", ":80", ":7/aaaaaa", ":07/?q#f"]:
        url = cls(f"{cls.scheme_names[0]}://H{end}")
        assert normal.form(url, "scheme") == normal.written_form(url, "scheme")
    assert str(Spoken("spoken-test://H:4711")) == "spoken-test://H:4711"
    assert str(Spoken("spoken-test://H:4711").normalize()) == "spoken-test://h/"
    assert str(Loud("loud-test://H/a").normalize()) == "loud-test://h/A"
    assert str(Whispered("whispered-test://h/#f").normalize()) == "whispered-test://h/"
    assert str(Moving("moving-test://h:3/ab").normalize()) == "moving-test://h/ab"


@pytest.mark.usefixtures("_registry")
def test_columns_are_told_of_every_class() -> None:
    for cls in (Spoken, Loud, Whispered, Moving, Secure):
        register(cls)
    forms: dict[str, Any] = {name: form for name, *_, form in schemes_of("lenient")}
    assert forms.keys() == {*_classes, ""}
    assert forms["http"] == (80, True, True)
    assert forms["https"] == (443, True, True)
    assert forms["secure-test"] == (80, True, True)
    assert forms["wais"] == (210, False, True)
    assert forms["spoken-test"] == (4711, False, True)
    assert forms[""] == (None, True, False)
    for name in ("ftp", "file", "gopher", "mailto", "news", "snews", "loud-test", "whispered-test", "moving-test"):
        assert forms[name] is None, name
    for name, form in forms.items():
        assert form is None or not class_of(name).has_own_form


def own(*_: object) -> Any:
    raise NotImplementedError


@pytest.mark.parametrize(
    ("name", "value", "declaration"),
    [
        ("normalize", own, "has_own_form"),
        ("_normal_path", own, "has_own_form"),
        ("_normal_authority", own, "has_own_form"),
        ("_normal_rest", own, "has_own_form"),
        ("profile", property(own), "has_own_form"),
        ("host_type", property(own), "has_own_form"),
        ("_settings_from", classmethod(own), "has_own_form"),
        ("path", property(own), "has_own_form"),
        ("_parse", classmethod(own), "has_own_form"),
        ("__str__", own, "has_own_form"),
        ("default_port", property(own), "has_own_form"),
        ("default_port", 65536, "has_own_form"),
        ("has_dot_segments", property(own), "has_own_form"),
        ("join", own, "has_own_join"),
        ("_joined", own, "has_own_join"),
        ("_again", own, "has_own_form"),
    ],
)
def test_a_class_that_overrides_what_it_has_not_declared_is_refused(name: str, value: object, declaration: str) -> None:
    body = {"__slots__": (), name: value}
    with pytest.raises(TypeError, match=f"^Odd.*{name}.*: expected {declaration} = True, got False$"):
        type("Odd", (Spoken,), body)
    with pytest.raises(TypeError, match=f"expected {declaration} = True"):
        type("Odd", (type("Mixin", (), body), Spoken), {"__slots__": ()})
    assert type("Odd", (Spoken,), {**body, "has_own_form": True, "has_own_join": True})


def test_a_class_declares_every_attribute_that_its_normal_form_is_made_from() -> None:
    asked = set()
    for function in (normal.written_form, normal.authority, normal.host, URL._normal_rest):
        for node in ast.walk(ast.parse(textwrap.dedent(inspect.getsource(function)))):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in ("url", "self")
            ):
                asked.add(node.attr)
    assert asked >= {"_normal_path", "_normal_authority", "_normal_rest", "host_type", "path", "default_port"}
    data = {"default_port"}  # a constant, which `declared` checks to be one
    assert not [name for name in asked - data if FORM not in _declarations(URL, name)]


def test_a_class_may_override_the_rest_without_a_word() -> None:
    body = dict.fromkeys(("_check", "plan", "__repr__", "__new__", "replace", "to_uri"), own)
    assert type("Free", (Spoken,), {"__slots__": (), "scheme_names": ("free-test",), **body})


def test_a_check_of_ones_own_is_asked_about_wide_characters() -> None:
    plain = {name: is_plain for name, _, is_plain, *_ in schemes_of("lenient")}
    assert plain["http"]
    assert plain[""]
    assert not plain["ftp"]


def test_columns_ask_the_classes_that_might_refuse_a_normal_form() -> None:
    forms = {name: form for name, *_, form in schemes_of("superset")}
    assert forms["http"] == (80, True, True)
    assert forms["gopher"] is forms["prospero"] is forms["mailto"] is None
    for profile in STRICT:
        assert not any(form for *_, form in schemes_of(profile))
