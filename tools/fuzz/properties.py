"""What users may rely on, for any text at all: the sentences of the docs as assertions.

The first octet of the input chooses profile and options; the first line after it is a URL, the second a reference or a
new value for a part. Only URLError is expected of anything here.
"""

from __future__ import annotations

import urllib.parse
from collections.abc import Callable
from typing import Any

import urlmill
import urlmill.columns
import urlmill.crawl
import urlmill.parse
from tests.columns.answers import rows_of, scalar
from tests.outcome import outcome
from tests.url.answers import OPTIONS, facts
from urlmill import URL, FileURL, URLError
from urlmill._fields import fields_under
from urlmill._url.normal import LEVELS
from urlmill._url.plan import LINE_ENDS
from urlmill._url.web import WebURL

from .twin import twin

SECRET = "s3cr3t"
FUNCTIONS = [name for name in urllib.parse.__all__ if name[0].islower() and name not in ("urlunsplit", "urlunparse")]
PARTS = ("user", "password", "host", "path", "query", "fragment")


def check(data: bytes) -> None:
    """Raises if a promise does not hold."""
    options = OPTIONS[data[0] % len(OPTIONS)] if data else {}
    text, _, more = data[1:].decode("utf-8", "surrogateescape").partition("\n")
    backends_agree(text, more, options)
    url = attempt(URL, text, **options)
    if isinstance(url, URLError):
        assert 0 <= url.position <= len(text), url.position
    else:
        text_is_kept(url, text, options)
        normal_form_is_stable(url)
        if url.profile != "web":  # its setters leave a "%" as it is, so that a value may be read otherwise
            edits_are_read_back(url, more)
        plan_is_safe(url)
        password_is_masked(url)
        if isinstance(url, FileURL):
            paths_come_back(url)
    hrefs_are_their_own(text, more)
    dropin_is_the_stdlib(text, more)
    columns_are_the_objects(text, options.get("profile", "lenient"))
    for found in urlmill.extract(text):
        assert 0 <= found.start < found.end <= len(text)


def attempt(function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    try:
        return function(*arguments, **options)
    except URLError as error:
        return error


def backends_agree(text: str, more: str, options: dict[str, Any]) -> None:
    if urlmill.backend == "pure":
        return
    mine, theirs = answers(urlmill, text, more, options), answers(twin(), text, more, options)
    for one, other in zip(mine, theirs, strict=True):
        assert one == other, (one, other)


def answers(module: Any, text: str, more: str, options: dict[str, Any]) -> list[object]:
    """All that a backend says of a text."""

    def asked(call: Callable[[], Any]) -> object:
        try:
            return call()
        except module.URLError as error:
            return [error.code, error.position, error.url]

    found = [asked(lambda: facts(module.URL(text, **options)))]
    found.append(asked(lambda: str(module.URL(text, profile="lenient").join(more))))
    found.append(asked(lambda: str(module.URL(text, profile="web"))))
    found.append(asked(lambda: str(module.URL(more, profile="web", base=text))))
    found.append(
        asked(lambda: [module.crawl.registrable_domain(text), module.crawl.public_suffix(text, private=False)])
    )
    return found


def text_is_kept(url: URL, text: str, options: dict[str, Any]) -> None:
    assert (url.source if isinstance(url, WebURL) else str(url)) == text
    assert URL(text, **options) == url
    again = URL(str(url), profile=url.profile, **url.options)
    assert again == url
    assert hash(again) == hash(url)


def normal_form_is_stable(url: URL) -> None:
    for level in LEVELS:
        normal = attempt(url.normalize, level)
        if not isinstance(normal, URLError):
            assert str(normal.normalize(level)) == str(normal), level
            assert URL(str(normal), profile=url.profile, **url.options) == normal


def edits_are_read_back(url: URL, value: str) -> None:
    """A part that could be replaced is what it was replaced with, and the rest stays."""
    for part in PARTS:
        try:
            edited = url.replace(**{part: value})
        except ValueError:  # URLError is one; a part that would not be read back is one, too
            continue
        assert edited.scheme == url.scheme, part
        if part in ("user", "password"):
            assert getattr(edited, part) == value, part
        if part in ("query", "fragment"):
            assert getattr(edited, part) == value, part
            assert edited.authority == url.authority, part


def plan_is_safe(url: URL) -> None:
    plan = attempt(url.plan)
    if isinstance(plan, URLError):
        return
    assert plan == url.plan()
    for command in getattr(plan, "commands", ()):
        if isinstance(command, bytes):
            assert not set(LINE_ENDS) & set(command.removesuffix(b"\r\n")), command
    connect = plan.connect
    if connect is not None:
        assert not set(connect[0]) & set("\r\n\0 /?#@"), connect


def password_is_masked(url: URL) -> None:
    password = url.raw_password
    if password is None or SECRET not in password:
        return
    if str(url).count(SECRET) == password.count(SECRET):
        shown = [repr(url), url.display(), repr(attempt(url.plan)), repr([url])]
        assert not [each for each in shown if SECRET in each], shown


def paths_come_back(url: FileURL) -> None:
    for system in ("posix", "windows"):
        path = attempt(url.to_path, os=system)
        if isinstance(path, URLError):
            continue
        assert "\0" not in path, path
        again = attempt(FileURL.from_path, path, os=system)
        if not isinstance(again, URLError):
            # Two slashes in a row are one to the system, so the first way back may change the text; the second may not.
            clean = again.to_path(os=system)
            assert FileURL.from_path(clean, os=system).to_path(os=system) == clean, (system, path)


def hrefs_are_their_own(text: str, more: str) -> None:
    """What browsers write they read again alike, wherever they stand."""
    for base in (None, more):
        url = attempt(URL, text, profile="web", base=base)
        if not isinstance(url, URLError):
            href = str(url)
            assert href.isascii(), href
            assert str(URL(href, profile="web")) == str(URL(href, profile="web", base=base)) == href


def dropin_is_the_stdlib(text: str, more: str) -> None:
    for name in FUNCTIONS:
        arguments = (text, more) if name == "urljoin" else (text,)
        expected = outcome(getattr(urllib.parse, name), *arguments)
        got = outcome(getattr(urlmill.parse, name), *arguments)
        assert got == expected, (name, arguments)


def columns_are_the_objects(text: str, profile: str) -> None:
    if profile != "web" and any("\ud800" <= char <= "\udfff" for char in text):
        return
    (row,) = rows_of(urlmill.columns.split([text], fields_under(profile), profile=profile))  # type: ignore[arg-type]
    assert row == scalar(text, profile), row
