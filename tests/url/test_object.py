"""The URL object: which class it is of, how it is made, and what it refuses."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

import urlmill
from urlmill import (
    URL,
    ClusterURL,
    FtpsURL,
    FtpURL,
    GophersURL,
    HttpURL,
    NewsURL,
    NntpsURL,
    SeedlistURL,
    ServiceURL,
    URLError,
    WebSocketURL,
    schemes,
)
from urlmill._profiles import AS_WRITTEN
from urlmill._url.registry import class_of

from ..allocated import counted, tracemalloc
from ..schemes.samples import TEXTS

if TYPE_CHECKING:
    pass

CLASSES = {
    **{text: getattr(urlmill, name) for name, text in TEXTS.items()},
    "snews://h/comp.lang.c": NewsURL,
    "http://h/": HttpURL,
    "urn:x": URL,
    "ftps://h/x": FtpsURL,
    "gophers://h/1": GophersURL,
    "nntps://h/comp.lang.c": NntpsURL,
    "sftp://h/x": ServiceURL,
    "ws://h/x": WebSocketURL,
    "mongodb://h/x": ClusterURL,
    "mongodb+srv://h/x": SeedlistURL,
    "svn+ssh://h/x": URL,
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


@pytest.mark.parametrize("profile", AS_WRITTEN)
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


# Resources


class Plain(HttpURL):
    """With a dict of its own."""


def test_objects_have_no_dict() -> None:
    assert not hasattr(URL("http://h/"), "__dict__")


@counted
def test_objects_are_small() -> None:
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


def _left_behind(make: Callable[[int], object], times: int) -> int:
    """Bytes."""
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    for number in range(times):
        make(number)
    gc.collect()
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return after - before


@counted
@pytest.mark.parametrize("name", MAKERS)
def test_objects_leave_nothing_behind(name: str) -> None:
    make, times = MAKERS[name], 1_000
    for number in range(200):
        make(number)
    gc.collect()
    watched = (URL, HttpURL, FtpURL, Plain, URLError, None)
    counts = [sys.getrefcount(kind) for kind in watched]
    # One pointer lost each time would be eight times the limit. What the interpreter keeps for itself, it keeps once,
    # and what a thread of another test takes meanwhile does not grow with the calls.
    assert any(_left_behind(make, times * more) < times * more for more in (1, 1, 1, 5, 5))
    now = [sys.getrefcount(kind) for kind in watched]
    assert all(abs(new - old) < times // 10 for new, old in zip(now, counts, strict=True)), (counts, now)


@counted
def test_a_hundred_thousand_objects_go_away_with_the_last_reference() -> None:
    def allocated() -> int:
        gc.collect()
        return sys.getallocatedblocks()

    before = allocated()
    some = [URL(f"ftp://h/{number}") for number in range(100_000)]
    assert allocated() - before >= 100_000
    del some
    assert allocated() - before < 1000


@counted
def test_the_text_is_shared_with_the_caller() -> None:
    text = "http://h/" + "a" * 1_000_000
    tracemalloc.start()
    url = URL(text)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert str(url) is text
    assert peak < 3_000_000


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


def test_every_scheme_has_a_class_and_every_class_a_sample() -> None:
    assert set(TEXTS) == {"URL", *schemes.__all__} <= set(urlmill.__all__)
    for name in schemes.__all__:
        kind = getattr(urlmill, name)
        assert kind.scheme_names
        assert {class_of(scheme) for scheme in kind.scheme_names} == {kind}


def test_an_option_cannot_come_to_hold_its_own_url() -> None:
    names = ["here.example"]
    url = URL("file://here.example/x", local_names=names)
    names.append(str(url))
    assert url.options == {"local_names": ("here.example",)}


@pytest.mark.parametrize(("text", "word"), [("127.0.0.1:8000/x", "write http:// before"), (" http://h/", "no space")])
def test_a_message_says_what_stands_where_a_scheme_should(text: str, word: str) -> None:
    with pytest.raises(URLError, match=f"bad-scheme at position 0: expected a scheme.*{word}"):
        URL(text)
