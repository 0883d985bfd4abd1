"""Classes of one's own, registered or not."""

from __future__ import annotations

import gc
import pickle
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from urlmill import URL, FtpURL, HttpURL, ProsperoURL, URLError, register
from urlmill._backend import impl
from urlmill._url.registry import _known_options

if TYPE_CHECKING:
    from typing_extensions import Self


class Plain(HttpURL):
    """With a dict of its own."""


class Slotted(HttpURL):
    __slots__ = ("note",)
    note: str


class Opened(HttpURL):
    """With an initialiser, which is called as for any class."""

    seen: str

    def __init__(self, text: str, /, **options: Any) -> None:
        self.seen = f"{text} {options}"


class Renewed(HttpURL):
    def __new__(cls, host: str) -> Self:
        return super().__new__(cls, f"http://{host}/")


class Anything(URL):
    """For every scheme, but never chosen by URL()."""

    __slots__ = ()


def test_a_subclass_makes_its_own_objects() -> None:
    url = Plain("http://h/x")
    assert type(url) is Plain
    url.note = "mine"  # type: ignore[attr-defined]
    assert url.note == "mine"  # type: ignore[attr-defined]
    with pytest.raises(AttributeError):
        url.path = "/y"  # type: ignore[misc]
    with pytest.raises(URLError, match="bad-scheme"):
        Plain("ftp://h/x")
    assert type(URL("http://h/x")) is HttpURL
    assert url == URL("http://h/x")
    assert hash(url) == hash(URL("http://h/x"))
    assert weakref.ref(url)() is url


def test_a_subclass_may_have_slots() -> None:
    url = Slotted("http://h/x")
    url.note = "mine"
    assert (url.note, url.host) == ("mine", "h")
    with pytest.raises(AttributeError):
        url.other = 1  # type: ignore[attr-defined]


def test_a_subclass_may_have_constructors() -> None:
    assert Opened("http://h/", profile="strict").seen == "http://h/ {'profile': 'strict'}"
    assert str(Renewed("h")) == "http://h/"
    assert type(Renewed("h")) is Renewed


def test_what_comes_from_a_subclass_is_of_that_class() -> None:
    url = Plain("http://h:80/./x?q#f")
    for other in (url.normalize(), url.replace(path="/y"), url.join("z"), url.to_uri(), url.to_iri()):
        assert type(other) is Plain
    assert type(url.join("ftp://h/x")) is FtpURL
    anything = Anything("ftp://h/x")
    assert type(anything) is type(anything.normalize()) is type(anything.join("http://h/")) is Anything


def test_the_state_of_a_subclass_is_pickled() -> None:
    url = Plain("http://h/x", profile="strict")
    url.note = "mine"  # type: ignore[attr-defined]
    again = pickle.loads(pickle.dumps(url))
    assert (type(again), again.note, again.profile) == (Plain, "mine", "strict")


def test_what_a_subclass_has_in_slots_is_pickled() -> None:
    class Mixed(Slotted):
        __slots__ = ("__dict__", "__hidden", "empty")
        other: str

        def hide(self, value: str) -> None:
            self.__hidden = value

        @property
        def hidden(self) -> str:
            return self.__hidden

    globals()["Mixed"], Mixed.__qualname__ = Mixed, "Mixed"
    url = Mixed("http://h/x")
    url.note, url.other = "mine", "yours"
    url.hide("secret")
    again = pickle.loads(pickle.dumps(url))
    assert (type(again), again, again.note, again.other) == (Mixed, url, "mine", "yours")
    assert (again.hidden, hasattr(again, "empty")) == ("secret", False)
    assert not hasattr(pickle.loads(pickle.dumps(Slotted("http://h/"))), "note")


# Registering them


@pytest.fixture
def registry() -> Iterator[None]:
    """Puts back what a test replaces."""
    yield
    register(HttpURL)
    for name in ("colour", "flavour"):
        _known_options.pop(name, None)


class Gemini(URL):
    __slots__ = ()
    scheme_names = ("gemini-test",)
    default_port = 1965
    needs_host = True
    option_defaults = {"flavour": "sweet"}

    def _check(self) -> None:
        super()._check()
        if self._option("flavour") == "sour":
            raise self._fault("no-form", "path")


@pytest.mark.usefixtures("registry")
def test_a_scheme_of_ones_own() -> None:
    assert register(Gemini) is Gemini
    url = URL("Gemini-Test://h/x")
    assert type(url) is Gemini
    assert url.effective_port == 1965
    assert str(url.normalize()) == "gemini-test://h/x"
    assert type(URL.build(scheme="gemini-test", host="h")) is Gemini
    assert type(URL("http://h/").join("gemini-test://h/")) is Gemini
    with pytest.raises(URLError, match="missing-host"):
        URL("gemini-test:///x")
    assert URL("gemini-test://h/", flavour="bitter").options == {"flavour": "bitter"}
    with pytest.raises(URLError, match="no-form at position 15"):
        URL("gemini-test://h/", flavour="sour")
    assert type(pickle.loads(pickle.dumps(url))) is Gemini


def effective_port(_: URL) -> int | None:
    return 7


def host_ascii(_: URL) -> str | None:
    return None


@pytest.mark.parametrize(("own", "origin"), [(effective_port, "x-own://h:7"), (host_ascii, "null")])
def test_the_origin_is_made_of_what_a_class_says_of_itself(own: Callable[[URL], object], origin: str) -> None:
    # The class stays, so its field has the type that the others have: columns have one type for all schemes.
    register(type("Own", (Gemini,), {"scheme_names": ("x-own",), own.__name__: property(own), "__slots__": ()}))
    assert str(URL("x-own://h/").origin) == origin


@pytest.mark.usefixtures("registry")
def test_a_class_can_be_replaced_and_put_back() -> None:
    before = URL("https://h/")
    register(Plain)
    assert type(URL("http://h/")) is type(URL("https://h/")) is Plain
    assert type(before) is HttpURL
    assert type(HttpURL("http://h/")) is HttpURL
    register(HttpURL)
    assert type(URL("http://h/")) is type(URL("https://h/")) is HttpURL


def test_only_subclasses_with_schemes_and_no_constructor_can_be_registered() -> None:
    for value in (str, URL("http://h/"), None, object):
        with pytest.raises(TypeError, match=r"register\(\) takes a subclass of urlmill.URL"):
            register(value)  # type: ignore[type-var]
    unfit: dict[type[URL], str] = {
        Anything: "scheme_names is a tuple",
        URL: "scheme_names is a tuple",
        Opened: "has a constructor of its own",
        Renewed: "has a constructor of its own",
    }
    for kind, words in unfit.items():
        with pytest.raises(TypeError, match=words):
            register(kind)
    assert type(URL("http://h/")) is HttpURL


def test_neither_backend_takes_a_class_that_makes_no_urls() -> None:
    names = {"__slots__": (), "scheme_names": ("no-url-test",), "_rules": 1}
    with pytest.raises(TypeError, match=r"register\(\) takes a subclass of urlmill.URL"):
        impl.register(type("NoURL", (), names), [])
    assert type(URL("no-url-test://h/")) is URL


@pytest.mark.parametrize("name", ["", "A", "x:", "1x", "x/y", "é", "x ", "://", "x?", "x#", "x\n"])
def test_a_name_that_is_no_scheme_cannot_be_registered(name: str) -> None:
    kind = type("Odd", (URL,), {"__slots__": (), "scheme_names": ("odd-test", name)})
    with pytest.raises(ValueError, match="is not a scheme in lower case"):
        register(kind)
    assert type(URL("odd-test:x")) is URL


def test_a_class_that_has_instances_already_can_be_registered() -> None:
    class Early(URL):
        __slots__ = ()
        scheme_names = ("early",)

    made = [Early(f"early://h/{index}") for index in range(1000)]
    register(Early)
    gc.collect()
    assert {type(URL(str(url))) for url in made} == {Early}


def test_schemes_that_begin_alike_are_not_confused() -> None:
    class Longer(URL):
        __slots__ = ()
        scheme_names = ("prospero2", "prospero23")

    register(Longer)
    assert type(URL("prospero://h/x")) is ProsperoURL
    assert type(URL("PROSPERO23://h/x")) is Longer
    assert type(URL("prospero24://h/x")) is URL


# Garbage collection


class _Eager:
    """Makes instances of the class that it stands in while that class is still being made."""

    def __set_name__(self, owner: type[URL], name: str) -> None:
        self.made = [owner(f"http://h/{number}") for number in range(100)]


def test_instances_made_before_their_class_is_ready_can_be_collected() -> None:
    class Early(HttpURL):
        __slots__ = ()
        eager = _Eager()

    gc.collect()
    more = [Early(f"http://h/{number}") for number in range(100)]
    gc.collect()
    assert more == Early.eager.made
    Early.eager.made.clear()
    del more
    gc.collect()


def test_instances_made_by_a_hook_can_be_collected() -> None:
    class Hooked(HttpURL):
        __slots__ = ()
        made: ClassVar[list[HttpURL]] = []

        def __init_subclass__(cls, **kwargs: Any) -> None:
            cls.made.extend(cls(f"http://h/{number}") for number in range(100))
            super().__init_subclass__(**kwargs)

    class Below(Hooked):
        __slots__ = ()

    gc.collect()
    assert {type(url) for url in Hooked.made} == {Below}
    Hooked.made.clear()
    gc.collect()
    assert str(Below("http://h/")) == "http://h/"


@pytest.mark.skipif(sys.implementation.name == "pypy", reason="PyPy calls none that is set later, on any class")
def test_a_finalizer_that_is_set_later_is_called() -> None:
    class Watched(HttpURL):
        __slots__ = ()

    seen: list[str] = []
    url = Watched("http://h/")
    Watched.__del__ = lambda self: seen.append(str(self))  # type: ignore[attr-defined]
    del url
    gc.collect()
    assert seen == ["http://h/"]


def test_a_class_can_be_assigned_where_the_layout_is_the_same() -> None:
    class One(HttpURL):
        __slots__ = ()

        def __del__(self) -> None:
            pass

    class Two(HttpURL):
        __slots__ = ()

    url: Any = One("http://h/")
    url.__class__ = Two
    made = [url, Two("http://h/")]
    gc.collect()
    assert {type(each) for each in made} == {Two}
    made.clear()
    del url
    gc.collect()


def test_a_cycle_through_a_subclass_is_collected() -> None:
    url: Any = Plain("http://h/")
    url.itself = url
    gone = weakref.ref(url)
    del url
    gc.collect()
    assert gone() is None


def test_a_class_registered_in_one_thread_is_known_in_all() -> None:
    found: list[type] = []
    register(Gemini)
    thread = threading.Thread(target=lambda: found.append(type(URL("gemini-test://h/"))))
    thread.start()
    thread.join()
    assert found == [Gemini]


@pytest.mark.skipif(sys.implementation.name == "pypy", reason="PyPy calls finalizers later")
def test_a_url_in_the_memory_of_another_has_nothing_of_it() -> None:
    """Some dozens of freed URLs leave their memory for later ones, whatever the class."""

    class Watched(HttpURL):
        __slots__ = ()
        seen: ClassVar[list[str]] = []
        kept: ClassVar[list[object]] = []

        def __del__(self) -> None:
            self.seen.append(str(self))
            if "keep" in str(self):
                self.kept.append(self)

    class Wider(HttpURL):
        __slots__ = ("field",)

    for count in (1, 3, 100, 3):
        texts = [f"http://h/{number}{'keep' * (number % 2)}" for number in range(count)]
        for text in texts:
            assert URL(text).profile == "superset"
            assert URL(text, profile="lenient").profile == "lenient"
        several = [URL(text) for text in texts]
        wider = [Wider(text) for text in texts]
        assert not any(hasattr(url, "field") for url in wider)
        del several, wider
        Watched.seen.clear()
        for text in texts:
            Watched(text)
        assert Watched.seen == texts
        Watched.kept.clear()  # their finalizers are not called again
        assert Watched.seen == texts
        assert [str(URL(text)) for text in texts] == texts
