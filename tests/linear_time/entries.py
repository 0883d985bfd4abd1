"""Every public function, scheme class and subcommand, as functions of a text.

They are found by their public names. One that is new is called with the text alone; if that is not how it is called,
the tables here say how, and until they do the test fails.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import tempfile
from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pyarrow

import urlmill.columns
import urlmill.crawl
import urlmill.gate
import urlmill.parse
import urlmill.web
from urlmill import URL, WebURL, schemes
from urlmill._fields import FIELDS, fields_under
from urlmill._profiles import AS_WRITTEN, PROFILES
from urlmill.cli.html.links import _places
from urlmill.cli.main import COMMANDS, main
from urlmill.schemes.wildmat import matches

from ..cli.subcommands import ARGUMENTS, line_of, to
from ..schemes.samples import STARTS

Call = Callable[[str], object]

# The drop-in; or the interpreter's own module, to see whether that takes as long.
parse: Any = urlmill.parse

# What is no function of a text.
_NOTHING_TO_MEASURE = {
    "urlmill": {
        "Entry",
        "FetchError",
        "Response",
        "URLError",
        "backend",
        "install",
        "installed",
        "register",
        "uninstall",
    },
    "urlmill.columns": {"Column", "Columns", "RowError"},
    "urlmill.crawl": {
        "LEVELS",
        "PUBLIC_SUFFIX_LIST_DATE",
        "SWITCHES",
        "TRACKING_PARAMETERS",
        "TRACKING_PARAMETERS_DATE",
    },
    "urlmill.gate": {"AMBIGUITIES", "CODES", "GateError"},
    "urlmill.parse": {"clear_cache"},
}

_POLICY = urlmill.gate.Policy(
    schemes=["http"], hosts=["h", ".h.example"], denied=[".g.example"], public_only=False, refused_ambiguities="all"
)

_FUNCTIONS: dict[str, Call] = {
    "urlmill.fetch": lambda text: _refused(text),
    "urlmill.extract": lambda text: list(urlmill.extract(text)),
    "urlmill.parse.urljoin": lambda text: (
        parse.urljoin(text, text),
        parse.urljoin("http://h/a/b", text.partition("//")[2]),
    ),
    "urlmill.parse.urlunsplit": lambda text: parse.urlunsplit(("http", text, text, text, text)),
    "urlmill.parse.urlunparse": lambda text: parse.urlunparse(("http", text, text, text, text, text)),
    "urlmill.parse.urlencode": lambda text: parse.urlencode({text: [text, text.encode("utf-8", "replace")]}),
    "urlmill.parse.quote_from_bytes": lambda text: parse.quote_from_bytes(text.encode("utf-8", "replace")),
    "urlmill.parse.SplitResult": lambda text: _read(parse.urlsplit(text)),
    "urlmill.parse.ParseResult": lambda text: _read(parse.urlparse(text)),
    "urlmill.parse.DefragResult": lambda text: parse.urldefrag(text).geturl(),
    "urlmill.parse.SplitResultBytes": lambda text: _read(parse.urlsplit(text.encode("ascii"))),
    "urlmill.parse.ParseResultBytes": lambda text: _read(parse.urlparse(text.encode("ascii"))),
    "urlmill.parse.DefragResultBytes": lambda text: parse.urldefrag(text.encode("ascii")).geturl(),
    "urlmill.columns.canonical": lambda text: [
        list(urlmill.columns.canonical([text], level)) for level in urlmill.crawl.LEVELS
    ],
    "urlmill.columns.dedupe": lambda text: list(urlmill.columns.dedupe([text, text + "x", text])),
    "urlmill.columns.fingerprint": lambda text: [
        list(urlmill.columns.fingerprint([text], level)) for level in urlmill.crawl.LEVELS
    ],
    "urlmill.columns.without_query": lambda text: list(urlmill.columns.without_query([text], "*a*", "b")),
    "urlmill.columns.key": lambda text: [
        list(urlmill.columns.key([text], level)) for level in ("surt", *urlmill.crawl.LEVELS)
    ],
    "urlmill.columns.join": lambda text: list(urlmill.columns.join("http://h/a/b", [text])),
    "urlmill.columns.query_value": lambda text: list(urlmill.columns.query_value([text], "a")),
    "urlmill.columns.links": lambda text: list(urlmill.columns.links([text, f"<img srcset='{text}'>"], text)["href"]),
    "urlmill.columns.href": lambda text: list(urlmill.columns.href([text], "http://h/a/b")),
    "urlmill.columns.split": lambda text: (
        repr(urlmill.columns.split([text], FIELDS)),
        repr(urlmill.columns.split([text], fields_under("web"), profile="web")),
    ),
    "urlmill.columns.transform": lambda text: repr(
        urlmill.columns.transform(pyarrow.record_batch({"url": [text]}), fields=FIELDS)
    ),
    "urlmill.crawl.canonical": lambda text: [
        _answer(lambda level=level: urlmill.crawl.canonical(text, level))  # type: ignore[misc]
        for level in urlmill.crawl.LEVELS
    ],
    "urlmill.crawl.decode": lambda text: urlmill.crawl.decode(text.encode("utf-8", "surrogatepass")),
    "urlmill.crawl.links": lambda text: urlmill.crawl.links(
        f"<base href='{text}'><a href='{text}'>{text}", "http://h/"
    ),
    "urlmill.crawl.Seen": lambda text: _seen(text),
    "urlmill.cli.html.links": lambda text: list(
        _places(text.encode("utf-8", "replace"), [found.start() for found in re.finditer("[/?.&\\n]", text)])
    ),
    "urlmill.crawl.groups": lambda text: urlmill.crawl.groups([text, *_rows(text)]),
    "urlmill.crawl.sample": lambda text: urlmill.crawl.sample([text, *_rows(text), *_rows(text)], 1, "host"),
    "urlmill.crawl.fingerprint": lambda text: urlmill.crawl.fingerprint(text, "crawl", index_files=True),
    "urlmill.crawl.key": lambda text: (
        _answer(lambda: urlmill.crawl.key(text, "surt")),
        urlmill.crawl.key(text, "crawl"),
    ),
    "urlmill.gate.Policy": lambda text: (
        _answer(lambda: _POLICY.check(text)),
        _answer(lambda: _POLICY.check_address(text)),
        _answer(lambda: _POLICY.safe_redirect(text, "http://h/a/b")),
        _answer(lambda: _POLICY.safe_redirect(text.partition("//")[2], "http://h/a/b")),
        _answer(lambda: urlmill.gate.Policy(hosts=[text, f".{text}"])),
    ),
    "urlmill.web.URL": lambda text: _set_all(text),
    "urlmill.web.URLSearchParams": lambda text: _parameters(text),
    "urlmill.schemes.wildmat.matches": lambda text: (matches("*" + "a?" * 200 + "b", text), matches(text, text)),
}
if find_spec("w3lib"):
    from urlmill.integrations import w3lib as _for_w3lib

    # What is not answered here takes the time that w3lib takes.
    _FUNCTIONS["urlmill.integrations.w3lib"] = lambda text: (
        _for_w3lib._SAFE.fullmatch(text),
        _for_w3lib._DOWNLOADED.fullmatch(text),
    )

# How the methods are called that take more than the URL.
_METHODS: dict[str, Callable[[Any], object]] = {
    "canonical": lambda url: url.canonical("crawl"),
    "fingerprint": lambda url: url.fingerprint("crawl"),
    "key": lambda url: url.key("crawl"),
    "can_parse": lambda url: type(url).can_parse(str(url)),
    "display": lambda url: (
        url.display(),
        url.display(mask_query=True),
        url.display(mask_query=["*a*b*", "a"]),
        url.display(mask_query=_plain_names(url)),
    ),
    "extend_query": lambda url: url.extend_query(str(url).replace("#", "")) if url.query_form else None,
    "is_relative_to": lambda url: url.is_relative_to(url),
    "join": lambda url: (url.join(str(url)), url.join(str(url).partition("//")[2])),
    "equivalent": lambda url: url.equivalent(url),
    "joinpath": lambda url: url.joinpath(str(url), *["a"] * (len(url.path) // 4)),
    "parents": lambda url: (len(url.parents), url.parents[-1:]),
    "reference_from": lambda url: (
        url.reference_from(url),
        url.reference_from(f"{url.scheme or 'x'}://{url.authority or 'h'}/a/b"),
        url._again(f"{url.scheme or 'x'}://{url.authority or 'h'}/a/b").reference_from(url),
    ),
    "same_origin": lambda url: url.same_origin(url),
    "same_site": lambda url: url.same_site(url),
    "needs_reconnect": lambda url: url.needs_reconnect(url),
    "replace": lambda url: url.replace(path=url.path, query=url.query, fragment="x"),
    "build": lambda url: type(url).build(
        scheme=url.scheme or "http", user=url.user, password=url.password, host=url.host, path=url.path, query=url.query
    ),
    "segments_in": lambda url: url.segments_in("latin-1"),
    "from_path": lambda url: [
        type(url).from_path(url.path, os=system, cwd=None, nfc=True) for system in ("posix", "windows")
    ],
    "to_path": lambda url: [url.to_path(os=system) for system in ("posix", "windows", "vms", "mac")],
    "update": lambda url: type(url).update(str(url), backslashes=True),
    "try_parse": lambda url: type(url).try_parse(str(url)),
    "params": lambda url: (
        url.params.items(),
        url.params.using(semicolons=True).items(),
        url.params.get("a"),
        dict(url.params),
        [params.get_all(name) for params in (url.params,) for name in dict.fromkeys(params.keys())],
        hash(url.params),
    ),
    "update_query": lambda url: url.update_query([*url.params, ("a", str(url)), ("b", 1)]) if url.query_form else None,
    "with_name": lambda url: url.with_name(str(url)),
    "with_query": lambda url: url.with_query({str(url): str(url)}) if url.query_form else None,
    "with_suffix": lambda url: url.with_suffix(f".{url.path}"),
    "without_query": lambda url: (
        (url.without_query("a*b*c", "*=*a*", "b"), url.without_query("b", *_plain_names(url)))
        if url.query_form
        else None
    ),
    "with_answers": lambda url: url.with_answers(str(url)),
    "article_range": lambda url: url.article_range,
}

# What takes longest of what a subcommand can be asked.
_ARGUMENTS = {"get": ["{host}{path}{query:a}"]}


def names() -> list[str]:
    """The entry points, each of which is measured in a process of its own."""
    functions = [
        f"{module.__name__}.{name}"
        for module in (urlmill, urlmill.parse, urlmill.columns, urlmill.crawl, urlmill.gate, urlmill.web)
        for name in module.__all__
        if name not in _NOTHING_TO_MEASURE.get(module.__name__, ()) and not _is_class_of_urls(getattr(module, name))
    ]
    kinds = ["URL", "WebURL", *schemes.__all__]
    commands = [f"command {name}" for name in COMMANDS]
    return sorted({*functions, *_FUNCTIONS, *kinds, *commands})


def _plain_names(url: Any) -> list[str]:
    """Those of its parameters, without what would stand for any text."""
    return [name.replace("*", "") for name, _ in url.params]


def _seen(text: str) -> bool:
    seen = urlmill.crawl.Seen()
    return seen.add(text) and seen.add_all([text])[0] and text in seen


def start_of(entry: str) -> str:
    """What the texts of an entry begin with."""
    schemes_of: tuple[str, ...] = getattr(getattr(urlmill, entry, None), "scheme_names", ())
    return STARTS.get(entry, f"{schemes_of[0] if schemes_of else 'http'}://h/")


def calls(entry: str) -> dict[str, Call]:
    """What there is to measure, by name: of a class its constructor and everything public that it has."""
    if entry.startswith("command "):
        call = _command(entry.removeprefix("command "))
        return {entry: call, "lines": lambda text: call("\n".join(_rows(text)))}
    if not entry.startswith("urlmill."):
        return _of_class(getattr(urlmill, entry))
    if entry in _FUNCTIONS:
        return {entry: _FUNCTIONS[entry]}
    module, _, name = entry.rpartition(".")
    if module == "urlmill.parse":
        return {entry: lambda text: getattr(parse, name)(text)}
    function = getattr(import_module(module), name)
    if module != "urlmill.columns":
        return {entry: function}
    return {entry: lambda text: list(function([text])), "rows": lambda text: list(function(_rows(text)))}


def _rows(text: str) -> list[str]:
    """Short texts, all of them different."""
    return [f"http://{start}.h/{text[start : start + 50]}" for start in range(0, len(text), 50)]


def _is_class_of_urls(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, URL)


def _of_class(kind: type[URL]) -> dict[str, Call]:
    profiles: tuple[str, ...] = PROFILES if kind is URL else ("web",) if kind is WebURL else AS_WRITTEN
    found: dict[str, Call] = {
        f"{kind.__name__} {profile}": lambda text, profile=profile: kind(text, profile=profile)  # type: ignore[misc]
        for profile in profiles
    }
    usual = "web" if kind is WebURL else "lenient"
    found["repr"] = lambda text: repr(kind(text, profile=usual))
    # What it has from URL is measured there, and with the classes that have it in another way.
    inherited = set() if kind is URL else set(dir(URL)) - set(vars(kind))
    for name in sorted(set(dir(kind)) - inherited):
        if not name.startswith("_"):
            found[name] = lambda text, name=name: _asked(kind(text, profile=usual), name)  # type: ignore[misc]
    return found


def _asked(url: URL, name: str) -> object:
    if name in _METHODS:
        return _METHODS[name](url)
    value = getattr(url, name)
    return value() if callable(value) and not isinstance(value, type) else value


def _set_all(text: str) -> object:
    """Every setter of a URL, with all of the text and with what follows its slashes."""
    url = urlmill.web.URL("http://h/")
    for value in (text, text.partition("//")[2]):
        url.href = text
        url.searchParams.append(value, value)
        for name in ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash"):
            setattr(url, name, value)
    return urlmill.web.URL.parse(text, url), urlmill.web.URL.canParse(text, url), repr(url)


def _parameters(text: str) -> object:
    params = urlmill.web.URLSearchParams(text)
    params.sort()
    params.set("a", text)
    params.delete("b")
    return str(params), params.get("c"), params.get_all("a"), params.has("a", "b")


def _refused(text: str) -> object:
    """What it does before it connects to anything."""
    try:
        return urlmill.fetch(text, schemes=())
    except urlmill.FetchError as error:
        return str(error)


def _answer(call: Callable[[], object]) -> object:
    """What it gives, or what it refuses."""
    try:
        return call()
    except ValueError as error:
        return str(error)


def _read(result: Any) -> object:
    with contextlib.suppress(ValueError):
        result.port  # noqa: B018
    return result.username, result.password, result.hostname, result.geturl()


def _command(name: str) -> Call:
    folder = tempfile.mkdtemp()
    path = Path(folder) / "lines"

    def call(text: str) -> object:
        text = text.encode("utf-8", "replace").decode()
        arguments = [*_ARGUMENTS.get(name, ARGUMENTS[name]), *to(name, "csv"), str(path), "--quiet", "-o", os.devnull]
        if name == "show":
            arguments = ["--", text]
        if name == "fetch":
            arguments = ["--schemes", "file", "--quiet", "-o", os.devnull, "--", text]
        path.write_text("".join(f"{line_of(name, line)}\n" for line in text.split("\n")), "utf-8")
        with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as said:
            try:
                status: object = main([name, *arguments])
            except SystemExit as end:
                status = end.code
        if status == 2:
            raise TypeError(f"{name} is called in another way: {said.getvalue()}")
        return status

    return call
