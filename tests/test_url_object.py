"""The URL object: which class it is of, how it is made, and what it refuses."""

from __future__ import annotations

import gc
import pickle
import sys
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

import urlmill
from urlmill import (
    URL,
    FileURL,
    FtpURL,
    GopherURL,
    HttpURL,
    MailtoURL,
    NewsURL,
    NntpURL,
    ProsperoURL,
    TelnetURL,
    URLError,
    WaisURL,
    register,
)
from urlmill.settings import PROFILES
from urlmill.url import _known_options, class_of

if TYPE_CHECKING:
    from typing_extensions import Self

CLASSES = {
    "ftp://h/x": FtpURL,
    "gopher://h/1": GopherURL,
    "news:comp.lang.c": NewsURL,
    "snews://h/comp.lang.c": NewsURL,
    "nntp://h/comp.lang.c": NntpURL,
    "telnet://h/": TelnetURL,
    "wais://h/db": WaisURL,
    "file:///x": FileURL,
    "prospero://h/x": ProsperoURL,
    "http://h/": HttpURL,
    "https://h/": HttpURL,
    "mailto:a@b": MailtoURL,
    "urn:x": URL,
    "sftp://h/x": URL,
    "ncftp+ftp://h/x": URL,
    "ft:x": URL,
    "ftpx://h/": URL,
}


@pytest.mark.parametrize("text", CLASSES)
def test_the_scheme_chooses_the_class(text: str) -> None:
    for written in (text, text[:2].swapcase() + text[2:]):
        url = URL(written)
        assert type(url) is CLASSES[text]
        assert isinstance(url, URL)
        assert str(url) == written
        assert URL(written, profile="lenient").__class__ is CLASSES[text]
    assert class_of(text.partition(":")[0]) is CLASSES[text]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_class_is_for_its_own_schemes_only(profile: str) -> None:
    assert type(FtpURL("ftp://h/x", profile=profile)) is FtpURL
    for text in ("http://h/", "h", "", "ftpx://h/", "urn:ftp://h/"):
        with pytest.raises(URLError) as caught:
            FtpURL(text, profile=profile)
        assert (caught.value.code, caught.value.position, caught.value.url) == ("bad-scheme", 0, text)


def test_a_url_can_be_made_from_a_url() -> None:
    url = URL("ftp://h/x")
    assert URL(url) == FtpURL(url) == url
    assert type(URL(url)) is FtpURL
    with pytest.raises(URLError, match="bad-scheme"):
        HttpURL(url)
    lenient = URL("ftp://h/a b", profile="lenient")
    with pytest.raises(URLError, match="bad-char"):
        URL(lenient)
    assert URL(url, profile="strict").profile == "strict"
    assert URL(URL(url, profile="strict")).profile == "superset"


class Text(str):
    """A subclass that lies about itself."""

    __slots__ = ()

    def __str__(self) -> str:
        return "ftp://elsewhere/"


def test_of_a_subclass_of_str_the_text_alone_is_kept() -> None:
    url = URL(Text("http://h/x"))
    assert type(url) is HttpURL
    assert type(str(url)) is str
    assert str(url) == "http://h/x"
    assert type(url.path) is str


@pytest.mark.parametrize("value", [None, b"http://h/", bytearray(b"x"), 1, ["http://h/"], object(), URL])
def test_only_text_makes_a_url(value: Any) -> None:
    with pytest.raises(TypeError, match="a URL is made from str, not"):
        URL(value)
    with pytest.raises(TypeError, match="a URL is made from str, not"):
        URL(value, profile="lenient")


def test_a_url_is_made_from_exactly_one_text() -> None:
    make: Any = URL
    for arguments, keywords in (
        ((), {}),
        (("http://h/", "http://i/"), {}),
        ((), {"text": "http://h/"}),
        (("http://h/",), {"text": "http://i/"}),
        (("http://h/", "strict"), {}),
        ((), {"profile": "strict"}),
    ):
        with pytest.raises(TypeError):
            make(*arguments, **keywords)
        with pytest.raises(TypeError):
            make.__new__(make, *arguments, **keywords)


def test_an_unknown_profile_is_told_of_those_there_are() -> None:
    for profile in ("loose", "", "SUPERSET", None, 1):
        with pytest.raises(ValueError, match="superset, strict, rfc1738, lenient"):
            URL("http://h/", profile=profile)  # type: ignore[arg-type]


def test_an_unknown_option_is_told_of_those_there_are() -> None:
    with pytest.raises(TypeError, match=r"there is no option 'colour'; there are .*iri.*qmark"):
        URL("http://h/", colour="red")
    with pytest.raises(TypeError, match="colour"):
        URL.build(scheme="ftp", host="h", colour="red")


def test_an_option_of_another_scheme_is_no_mistake() -> None:
    # Whoever reads URLs of many schemes gives the options once.
    assert URL("http://h/a?b", qmark="path").query == "b"
    assert URL("ftp://h/a?b", qmark="path").path == "/a?b"
    assert URL("ftp://h/a?b").query == "b"


def test_a_url_knows_how_it_was_read() -> None:
    url = URL("ftp://h/x", profile="strict", iri=False)
    assert (url.profile, url.options) == ("strict", {"iri": False})
    url.options["iri"] = True
    assert url.options == {"iri": False}
    assert url.normalize().profile == url.replace(fragment="f").profile == url.join("y").profile == "strict"
    assert (URL("ftp://h/x").profile, URL("ftp://h/x").options) == ("superset", {})
    assert URL("ftp://h/x", profile="superset").options == {}
    with pytest.raises(AttributeError):
        url._settings.profile = "lenient"


def test_the_lenient_profile_says_what_is_wrong() -> None:
    url = URL("ftp://h/a b", profile="lenient")
    assert url.error is not None
    assert (url.error.code, url.error.position) == ("bad-char", 9)
    assert URL("ftp://h/a", profile="lenient").error is None
    assert URL("ftp://h/a").error is None


# Classes of one's own


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


@pytest.mark.parametrize("name", ["", "A", "x:", "1x", "x/y", "é", "x ", "://", "x?", "x#", "x\n"])
def test_a_name_that_is_no_scheme_cannot_be_registered(name: str) -> None:
    kind = type("Odd", (URL,), {"__slots__": (), "scheme_names": ("odd-test", name)})
    with pytest.raises(ValueError, match="is not a scheme in lower case"):
        register(kind)
    assert type(URL("odd-test:x")) is URL


# Resources


def test_objects_are_small() -> None:
    assert not hasattr(URL("http://h/"), "__dict__")
    assert sys.getsizeof(URL("http://h/")) < 200


MAKERS: dict[str, Callable[[int], object]] = {
    "valid": lambda n: URL(f"http://h{n}/x"),
    "with settings": lambda n: URL(f"ftp://h{n}/x;type=a", profile="strict"),
    "wide": lambda n: URL(f"ftp://h/é中{n}"),
    "a subclass of str": lambda n: URL(Text(f"http://h/{n}")),
    "from a url": lambda n: URL(URL(f"http://h/{n}")),
    "a subclass with a dict": lambda n: setattr(Plain(f"http://h/{n}"), "note", [n]),
    "parts": lambda n: (lambda url: (url.host, url.path, url.query, url.port, url.user))(URL(f"http://u@h:1/{n}?q")),
    "lenient": lambda n: URL(f"\ud800{n}", profile="lenient"),
    "refused": lambda n: refused(f"ftp://h/{n} x"),
    "refused by its class": lambda n: refused(f"ftp://h/{n};type=zz"),
    "no text": lambda n: refused(n),
    "an unknown option": lambda n: refused(f"http://h/{n}", colour=1),
    "compared": lambda n: URL(f"http://h/{n}") < URL("http://i") and URL("http://h") == URL("http://h/"),
}


def refused(text: Any, **options: Any) -> None:
    try:  # not pytest.raises, which remembers things itself
        URL(text, **options)
    except (URLError, TypeError):
        return
    pytest.fail("it was taken")


@pytest.mark.parametrize("name", MAKERS)
def test_objects_leave_nothing_behind(name: str) -> None:
    make, times = MAKERS[name], 10_000
    for number in range(200):
        make(number)
    gc.collect()
    watched = (URL, HttpURL, FtpURL, Plain, URLError, None)
    counts = [sys.getrefcount(kind) for kind in watched]
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(times):
        make(number)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    # One pointer lost each time would be eight times the limit.
    assert after - before < times
    now = [sys.getrefcount(kind) for kind in watched]
    assert all(abs(new - old) < times // 10 for new, old in zip(now, counts, strict=True)), (counts, now)


def test_a_hundred_thousand_objects_go_away_with_the_last_reference() -> None:
    def allocated() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    before = allocated()
    some = [URL(f"ftp://h/{number}") for number in range(100_000)]
    assert allocated() - before >= 100_000
    del some
    assert allocated() - before < 1000


def test_the_text_is_shared_with_the_caller() -> None:
    text = "http://h/" + "a" * 1_000_000
    tracemalloc.start()
    url = URL(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(url) is text
    assert peak < 3_000_000


def test_a_cycle_through_a_subclass_is_collected() -> None:
    url: Any = Plain("http://h/")
    url.itself = url
    gone = weakref.ref(url)
    del url
    gc.collect()
    assert gone() is None


def test_threads_make_and_read_urls_side_by_side() -> None:
    faults: list[object] = []
    start = threading.Barrier(8)

    def work(number: int) -> None:
        start.wait()
        for turn in range(500):
            text = f"ftp://u{number}:p@h{turn}:21/a/./b{turn};type=A"
            url = URL(text)
            found = (
                str(url),
                url.host,
                url.user,
                url.typecode if isinstance(url, FtpURL) else None,
                str(url.normalize()),
            )
            if found != (text, f"h{turn}", f"u{number}", "a", f"ftp://u{number}:p@h{turn}/a/b{turn};type=a"):
                faults.append(found)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


def test_a_class_registered_in_one_thread_is_known_in_all() -> None:
    found: list[type] = []
    register(Gemini)
    thread = threading.Thread(target=lambda: found.append(type(URL("gemini-test://h/"))))
    thread.start()
    thread.join()
    assert found == [Gemini]


def test_the_names_are_in_the_package() -> None:
    assert {kind.__name__ for kind in CLASSES.values()} <= set(urlmill.__all__)


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


def test_an_option_cannot_come_to_hold_its_own_url() -> None:
    names = ["here.example"]
    url = URL("file://here.example/x", local_names=names)
    names.append(str(url))
    assert url.options == {"local_names": ("here.example",)}


@pytest.mark.parametrize("host", ["[a\r\nb]", "[evil.example", "[fe80::1%25%0D%0A]", "h%0D%0A.x", "a%3A81", "[::1]x"])
def test_what_is_no_host_reaches_neither_a_socket_nor_an_origin(host: str) -> None:
    url = URL(f"http://{host}/", profile="lenient")
    with pytest.raises(URLError, match=r"bad-host|bad-zone"):
        url.plan()
    assert url.origin.opaque or "%" in url.origin.serialized


@pytest.mark.parametrize(
    "parts", [{"host": "u@evil"}, {"host": "h:80"}, {"port": "80@evil"}, {"host": "h/x"}, {"port": -1}]
)
def test_neither_a_host_nor_a_port_brings_anything_with_it(parts: dict[str, Any]) -> None:
    with pytest.raises(URLError, match=r"bad-host|bad-port|reserved-unencoded"):
        URL.build(scheme="http", **{"host": "good.example", **parts})
    with pytest.raises(URLError, match=r"bad-host|bad-port|reserved-unencoded"):
        URL("http://good.example/").replace(**parts)


def test_what_is_not_replaced_stays_as_it_is_written() -> None:
    assert str(URL("http://%41:%3a@H:080/").replace(fragment="x")) == "http://%41:%3a@H:080/#x"
    assert str(URL("ftp://h/a?b", qmark="path").replace(host="i")) == "ftp://i/a%3Fb"


def test_a_relative_reference_cannot_grow_the_host() -> None:
    for profile in ("rfc3986", "rfc1808"):
        assert URL("http://good.example").join(".evil.example/x", profile=profile).host == "good.example"


def test_joining_never_loses_what_the_caller_asked_for() -> None:
    with pytest.raises(URLError, match="userinfo-not-allowed"):
        URL("http://h/a", untrusted=True).join("//user:pw@evil/x")
    with pytest.raises(URLError, match="bad-char"):
        URL("http://h/a", profile="strict").join("b c")
    error = URL("http://a/b").join("http:g").error
    assert error is not None
    assert error.code == "missing-authority"
    with pytest.raises(TypeError, match="NoneType"):
        URL("http://h/").join(None)  # type: ignore[arg-type]


@pytest.mark.parametrize("option", [{"qmark": "bogus"}, {"local_names": "srv"}])
def test_values_that_an_option_does_not_have_are_refused(option: dict[str, Any]) -> None:
    with pytest.raises((TypeError, ValueError)):
        URL("file://s/x", **option)


def test_passwords_of_urls_in_urls_are_not_shown_either() -> None:
    assert repr(URL("jdbc:mysql://u:pw@h/x")) == "URL('jdbc:mysql://u:***@h/x')"


def test_a_zone_id_keeps_its_case_in_the_normal_form() -> None:
    url = URL("ftp://[FE80::1%25En1]/x")
    assert str(url.normalize()) == "ftp://[fe80::1%25En1]/x"
    assert url.normalize().plan() == url.plan()
