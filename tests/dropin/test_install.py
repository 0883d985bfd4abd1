"""Putting the drop-in inside ``urllib.parse`` and taking it out again."""

from __future__ import annotations

import subprocess
import sys
import threading
import urllib.parse
from collections.abc import Iterator
from unittest import mock

import pytest

import urlmill
import urlmill.parse


@pytest.fixture(autouse=True)
def unchanged() -> Iterator[None]:
    before = dict(vars(urllib.parse))
    yield
    after = dict(vars(urllib.parse))
    assert list(after) == list(before)
    assert all(after[name] is before[name] for name in before)


def in_force() -> bool:
    return all(getattr(urllib.parse, name) is getattr(urlmill.parse, name) for name in ("quote", "urlsplit", "urljoin"))


native = pytest.mark.skipif(
    urlmill.backend == "pure", reason="the pure drop-in is urllib.parse itself: always in force"
)


@native
def test_install_and_uninstall() -> None:
    assert not in_force()
    urlmill.install()
    assert in_force()
    urlmill.uninstall()
    assert not in_force()


@native
def test_twice_is_once() -> None:
    urlmill.install()
    urlmill.install()
    urlmill.uninstall()
    assert not in_force()
    urlmill.uninstall()
    assert not in_force()


@native
def test_as_a_context_manager_also_nested_and_on_errors() -> None:
    with pytest.raises(ZeroDivisionError), urlmill.installed():
        with urlmill.installed():
            assert in_force()
        assert in_force()
        raise ZeroDivisionError
    assert not in_force()


@native
def test_a_context_leaves_an_installation_in_place_and_outlives_an_uninstall() -> None:
    urlmill.install()
    with urlmill.installed():
        urlmill.uninstall()
        assert in_force()
    assert not in_force()
    urlmill.install()
    with urlmill.installed():
        pass
    assert in_force()
    urlmill.uninstall()


@native
def test_what_others_put_there_meanwhile_is_left_alone() -> None:
    original, other = urllib.parse.quote, object()
    urlmill.install()
    vars(urllib.parse)["quote"] = other
    urlmill.uninstall()
    assert vars(urllib.parse)["quote"] is other
    vars(urllib.parse)["quote"] = original


@native
def test_installing_after_a_reload_installs() -> None:
    program = """
import importlib, urllib.parse, urlmill
urlmill.install()
importlib.reload(urllib.parse)
assert urllib.parse.quote is not urlmill.parse.quote
original = urllib.parse.quote
urlmill.install()
assert urllib.parse.quote is urlmill.parse.quote
urlmill.uninstall()
assert urllib.parse.quote is original
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_a_finalizer_may_install_meanwhile() -> None:
    from urlmill import _install

    with _install._lock, urlmill.installed():
        assert in_force()


@native
def test_mocks_check_the_signature() -> None:
    with urlmill.installed(), mock.patch("urllib.parse.quote", autospec=True) as quote:
        urllib.parse.quote("a", safe="")
        quote.assert_called_once()
        with pytest.raises(TypeError):
            urllib.parse.quote("a", bogus=1)  # type: ignore[call-overload]


def test_threads_may_come_and_go() -> None:
    def work() -> None:
        for _ in range(200):
            with urlmill.installed():
                assert in_force()
                assert urllib.parse.quote("a b") == "a%20b"

    threads = [threading.Thread(target=work) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert urlmill.backend == "pure" or not in_force()


def test_results_still_pass_isinstance() -> None:
    with urlmill.installed():
        for url in ("http://a/b", "http://[::1]/b"):
            assert isinstance(urllib.parse.urlsplit(url), urllib.parse.SplitResult)
            assert isinstance(urllib.parse.urlparse(url), urllib.parse.ParseResult)
        assert isinstance(urllib.parse.urldefrag("a#b"), urllib.parse.DefragResult)


def test_cpython_tests_its_own_module_with_it() -> None:
    """CPython's test.test_urlparse, unmodified, while the drop-in is in force."""
    program = """
import sys, unittest, urllib.parse, urlmill
urlmill.install()
try:
    from test import test_urlparse
except ImportError:
    sys.exit(77)
assert urllib.parse.urlsplit is urlmill.parse.urlsplit
result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromModule(test_urlparse))
assert urllib.parse.urlsplit is urlmill.parse.urlsplit
print("ran", result.testsRun)
sys.exit(not result.wasSuccessful() or result.testsRun < 50)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    if done.returncode == 77:
        pytest.skip("this interpreter was packaged without CPython's test suite")
    assert done.returncode == 0, done.stdout + done.stderr
