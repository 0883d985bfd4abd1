"""Every public function, class, method and property, each with a call of it or more.

``CALLS`` is made from the public names: of the classes by looking at them, of the rest by the tables below. What no
table has is in ``FORGOTTEN``, which a test wants to be empty. The tests of leaks and ``tools/hard`` go through all.
"""

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import tempfile
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import urlmill
import urlmill.columns
import urlmill.crawl
import urlmill.gate
import urlmill.parse
import urlmill.web
from urlmill import URL, WebURL, columns, crawl, gate, parse, web
from urlmill._fields import FIELDS
from urlmill.integrations import urllib as urllib_handlers

from .schemes.samples import TEXTS

MODULES = [
    "urlmill",
    "urlmill.parse",
    "urlmill.columns",
    "urlmill.crawl",
    "urlmill.gate",
    "urlmill.web",
    "urlmill.integrations.urllib",
]
if find_spec("pyarrow"):
    MODULES.append("urlmill.logs")
ODD_TEXTS = [
    "",
    "é" * 40,
    "http://h:99999/",
    "http://[::1",
    "http://h/%zz",
    "\ud800",
    "//u:pw@h",
    "http://h/" + "a" * 4000,
]
PAGE = "<base href=/b/><a href='x?a&amp;b' rel=nofollow>one</a><img srcset='i, j 2x' src='http://['>" * 20
COLUMN = [*TEXTS.values(), None, *ODD_TEXTS]

Call = Callable[[], object]

# Arguments of methods, by name; what is called gets the URL.
METHODS: dict[str, list[Callable[[Any], object]]] = {
    "canonical": [lambda url: [url.canonical(level) for level in crawl.LEVELS]],
    "fingerprint": [lambda url: [url.fingerprint(level) for level in crawl.LEVELS]],
    "key": [lambda url: [url.key(level) for level in ("surt", *crawl.LEVELS)]],
    "build": [
        lambda url: type(url).build(scheme=url.scheme, host=url.raw_host, path=url.path, query=url.query),
        lambda url: type(url).build(
            scheme=url.scheme, host=url.raw_host, **{name: getattr(url, name) for name in url.part_names}
        ),
    ],
    "can_parse": [lambda url: url.can_parse(str(url)), lambda url: url.can_parse("http://h:x", profile="strict")],
    "display": [lambda url: url.display(), lambda url: url.display(mask_query=True)],
    "equivalent": [lambda url: url.equivalent(url), lambda url: url.equivalent(url.normalize(), "syntax")],
    "extend_query": [lambda url: url.extend_query(a="é b", b=[1, None]), lambda url: url.extend_query({"a": object()})],
    "from_path": [lambda url: url.from_path("/a b/é"), lambda url: url.from_path("c:\\x", os="windows")],
    "is_relative_to": [lambda url: url.is_relative_to(url), lambda url: url.is_relative_to("http://h/")],
    "join": [lambda url: url.join("../g?y#s"), lambda url: url.join("g;x", profile="rfc1808", strict=False)],
    "joinpath": [lambda url: url.joinpath("a b", b"\xff"), lambda url: url / "é", lambda url: url / ".."],
    "needs_reconnect": [lambda url: url.needs_reconnect(url)],
    "normalize": [lambda url: url.normalize(), lambda url: url.normalize("syntax")],
    "open": [lambda url: url.open().close()],
    "reference_from": [lambda url: url.reference_from(url), lambda url: url.reference_from("http://h/a/b")],
    "replace": [lambda url: url.replace(fragment="%C3%A9x"), lambda url: url.replace(host="h2.example", port=1)],
    "same_origin": [lambda url: url.same_origin(url)],
    "same_site": [lambda url: url.same_site(url), lambda url: url.same_site(URL("http://a.co.uk/"))],
    "segments_in": [lambda url: url.segments_in("latin-1")],
    "to_path": [
        lambda url: url.to_path(),
        lambda url: url.to_path(os="windows"),
        lambda url: url.to_path(fs_encoding="utf-8"),
    ],
    "try_parse": [lambda url: url.try_parse(str(url)), lambda url: url.try_parse("http://h:x")],
    "to_uri": [lambda url: url.to_uri(), lambda url: url.to_uri(host="percent")],
    "update": [lambda url: url.update("file:///c|/x"), lambda url: url.update(url)],
    "update_query": [lambda url: url.update_query("a=1&b", a="x"), lambda url: url.update_query([("q", [1, 2])])],
    "with_answers": [lambda url: url.with_answers(["a"])],
    "with_name": [lambda url: url.with_name("a b"), lambda url: url.with_name("..")],
    "with_query": [
        lambda url: url.with_query({"a": ["é", 1, 1.5, None]}, b=b"\xff"),
        lambda url: url.with_query(url.params),
        lambda url: url.with_query(None),
        lambda url: list(url.with_query("a=1;b").params.using(plus=False, semicolons=True)),
        lambda url: pickle.loads(pickle.dumps(url.params)),
    ],
    "with_suffix": [lambda url: url.with_suffix(".x"), lambda url: url.with_suffix("x")],
    "without_query": [lambda url: url.without_query("*a*"), lambda url: url.without_query()],
}
PLAIN_METHODS = {
    "ambiguities",
    "guess_type",
    "plan",
    "query_items",
    "read_bytes",
    "sort_query",
    "to_iri",
    "to_news",
    "to_unc",
    "to_pandas",
    "to_polars",
    "to_pyarrow",
    "to_pylist",
    "without_login",
}
VALUES: list[Callable[[URL], object]] = [
    str,
    repr,
    hash,
    copy.copy,
    pickle.dumps,
    lambda url: pickle.loads(pickle.dumps(url)),
    lambda url: url == URL(url),
    lambda url: url < url,
    lambda url: sorted([url, url]),
    lambda url: URL(str(url), profile="lenient").error,
    lambda url: URL(str(url), profile="strict"),
    lambda url: URL(str(url), profile="rfc1738"),
    lambda url: URL(str(url), iri=False),
    lambda url: type(url)(url),
    lambda url: list(url.parents),
    lambda url: url.hostname,  # type: ignore[attr-defined]
]
ABSENT: Any = {"missing_as_none": True} if hasattr(urllib.parse.urlsplit(""), "_keep_empty") else {}
TAKEN = columns.split(COLUMN)

FUNCTIONS: dict[str, list[Call]] = {
    "urlmill.URLError": [lambda: str(urlmill.URLError("bad-port", 3, "http://u:pw@h:x/")), lambda: URL("http://h:x")],
    "urlmill.FetchError": [lambda: str(urlmill.FetchError("refused", "ftp://h/", "550 \x1b", 550))],
    "urlmill.Entry": [lambda: urlmill.Entry("a", None)],
    "urlmill.backend": [lambda: urlmill.backend],
    "urlmill.fetch": [
        lambda: [urlmill.fetch(text, schemes=()) for text in TEXTS.values()],
        lambda: urlmill.fetch(TEXTS["FileURL"]),
        lambda: _file_fetched().read(),
        lambda: list(_file_fetched()),
        lambda: urlmill.fetch("file:///nowhere/at/all", schemes=["file"]),
        lambda: urlmill.fetch("http://h/", timeout=-1),
    ],
    "urlmill.extract": [lambda: list(urlmill.extract("see <URL:http://h/a b> and https://x.example/é. <ftp:x>"))],
    "urlmill.install": [lambda: _install_and_back()],
    "urlmill.installed": [lambda: _installed()],
    "urlmill.register": [lambda: urlmill.register(urlmill.HttpURL), lambda: urlmill.register(int)],  # type: ignore[type-var]
    "urlmill.uninstall": [lambda: urlmill.uninstall()],
    "urlmill.parse.parse_qs": [lambda: parse.parse_qs("a=%41&a=c&&d=")],
    "urlmill.parse.parse_qsl": [
        lambda: parse.parse_qsl("a=b&&c=&d=%41&é=%ff" * 20),
        lambda: parse.parse_qsl("a=b&" * 100, keep_blank_values=True),
        lambda: parse.parse_qsl(b"a=1;b=2", separator=";"),
        lambda: parse.parse_qsl("a=1", max_num_fields=10**30),
        lambda: parse.parse_qsl("a=1", max_num_fields=-1),
    ],
    "urlmill.parse.quote": [
        lambda: parse.quote("a b/é" * 60, safe="/:"),
        lambda: parse.quote("\ud800"),
        lambda: parse.quote(b"\xff"),
    ],
    "urlmill.parse.quote_from_bytes": [lambda: parse.quote_from_bytes(b"a \xff", "/:")],
    "urlmill.parse.quote_plus": [lambda: parse.quote_plus("a b+é")],
    "urlmill.parse.unquote": [
        lambda: parse.unquote("%41%C3%A9%zz" * 60),
        lambda: parse.unquote("%ff", encoding="latin-1"),
        lambda: parse.unquote(b"%41"),
    ],
    "urlmill.parse.unquote_plus": [lambda: parse.unquote_plus("a+%41")],
    "urlmill.parse.unquote_to_bytes": [
        lambda: parse.unquote_to_bytes("é%41" * 60),
        lambda: parse.unquote_to_bytes(b"%zz"),
    ],
    "urlmill.parse.urldefrag": [lambda: parse.urldefrag("http://h/a#b" * 60), lambda: parse.urldefrag("a", **ABSENT)],
    "urlmill.parse.urlencode": [
        lambda: parse.urlencode([("a", None), ("b", True), ("c", "é"), ("d" * 90, 1.5)]),
        lambda: parse.urlencode({"a": ["x", 1], "b": ()}, doseq=True),
        lambda: parse.urlencode({"a": 10**4400}),
    ],
    "urlmill.parse.urljoin": [lambda: parse.urljoin("http://h/a/b", "../c" * 60), lambda: parse.urljoin("a", "b")],
    "urlmill.parse.urlparse": [
        lambda: parse.urlparse("http://h/a;b?c" * 60),
        lambda: parse.urlparse("http://U:p@H:1/a;b").hostname,
    ],
    "urlmill.parse.urlsplit": [
        lambda: parse.urlsplit("http://u@h:1/a?b#c" * 60),
        lambda: parse.urlsplit("http://h/a"),
        lambda: parse.urlsplit(b"http://h/a"),
        lambda: parse.urlsplit("http://h/a", **ABSENT),
        lambda: parse.urlsplit("http://h:x").port,
        lambda: parse.urlsplit("http://U@H:1/a").hostname,
        lambda: parse.urlsplit("http://h/a?b").geturl(),
        lambda: pickle.loads(pickle.dumps(parse.urlsplit("http://h/"))),
    ],
    "urlmill.parse.urlunparse": [lambda: parse.urlunparse(("http", "h", "a" * 60, "b", "c", "d"))],
    "urlmill.parse.urlunsplit": [
        lambda: parse.urlunsplit(("http", "h", "a" * 60, "b", "c")),
        lambda: parse.urlunsplit(("mailto", "", "a", "", "")),
    ],
    "urlmill.columns.RowError": [
        lambda: columns.split(["http://h:x"], errors="raise"),
        lambda: str(columns.RowError("bad-port", 1, "u:pw@h", 3)),
    ],
    "urlmill.columns.href": [
        lambda: columns.href(COLUMN),
        lambda: columns.href(COLUMN, "http://h/a/b"),
        lambda: columns.href(COLUMN, COLUMN, layout="string"),
        lambda: columns.href(COLUMN, 1),
    ],
    "urlmill.columns.is_valid": [lambda: columns.is_valid(COLUMN), lambda: columns.is_valid(COLUMN, "strict")],
    "urlmill.columns.links": [
        lambda: columns.links([PAGE, None, PAGE.encode()], "http://h/", threads=1),
        lambda: columns.links([PAGE] * 3, ["http://h/", None, "x"], schemes=["https"], layout="string"),
        lambda: columns.links([1], "http://h/"),
    ],
    "urlmill.columns.join": [
        lambda: columns.join("http://h/a/b", COLUMN),
        lambda: columns.join(COLUMN, COLUMN),
        lambda: columns.join([], COLUMN),
        lambda: columns.join("http://h/a/b", COLUMN, profile="web"),
    ],
    "urlmill.columns.normalize": [lambda: columns.normalize(COLUMN), lambda: columns.normalize(COLUMN, "syntax")],
    "urlmill.columns.public_suffix": [lambda: columns.public_suffix(COLUMN, private=False)],
    "urlmill.columns.query_items": [lambda: columns.query_items(COLUMN)],
    "urlmill.columns.query_value": [lambda: columns.query_value(COLUMN, "q")],
    "urlmill.columns.canonical": [
        lambda: columns.canonical(COLUMN, "crawl", www=False),
        lambda: columns.canonical(COLUMN, "w3lib", encoding="latin-1"),
        lambda: columns.canonical(COLUMN, "nonsense"),
    ],
    "urlmill.columns.dedupe": [lambda: columns.dedupe(COLUMN), lambda: columns.dedupe(iter(COLUMN), "web", threads=2)],
    "urlmill.columns.fingerprint": [
        lambda: [columns.fingerprint(COLUMN, level).to_pylist() for level in crawl.LEVELS],
        lambda: columns.fingerprint(COLUMN, "crawl", tracking=["a"]),
    ],
    "urlmill.columns.key": [lambda: columns.key(COLUMN, "crawl"), lambda: columns.key(COLUMN, "surt", layout="string")],
    "urlmill.columns.hierarchy": [lambda: columns.hierarchy(COLUMN, layout="large_string").to_pylist()],
    "urlmill.columns.without_query": [
        lambda: columns.without_query(COLUMN, "q", "*x"),
        lambda: columns.without_query(COLUMN, ""),
    ],
    "urlmill.columns.without_www": [lambda: columns.without_www(COLUMN, layout="string")],
    "urlmill.columns.quote": [lambda: columns.quote(COLUMN), lambda: columns.quote(COLUMN, ":", plus=True)],
    "urlmill.columns.registrable_domain": [lambda: columns.registrable_domain(COLUMN)],
    "urlmill.columns.split": [
        lambda: columns.split(COLUMN),
        lambda: columns.split(COLUMN, FIELDS, profile="superset", layout="string"),
        lambda: columns.split(COLUMN, ["gophertype", "cwds", "is_local"]),
        lambda: columns.split(COLUMN, [*FIELDS, "href", "origin"], profile="web"),
        lambda: columns.split(iter(COLUMN)),
        lambda: columns.split([1]),
        lambda: columns.split(COLUMN, ["nonsense"]),
    ],
    "urlmill.columns.transform": [
        lambda: columns.transform(TAKEN, "path", ["depth", "host"], prefix="p_"),
        lambda: columns.transform(TAKEN, "none"),
    ],
    "urlmill.columns.unquote": [
        lambda: columns.unquote(COLUMN),
        lambda: columns.unquote(COLUMN, plus=True, layout="large_string"),
    ],
    "urlmill.integrations.urllib.FtpHandler": [lambda: urllib_handlers.FtpHandler(max_bytes=1)],
    "urlmill.integrations.urllib.GopherHandler": [lambda: urllib_handlers.GopherHandler()],
    "urlmill.integrations.urllib.NewsHandler": [lambda: urllib_handlers.NewsHandler()],
    "urlmill.integrations.urllib.handlers": [
        lambda: urllib.request.build_opener(*urllib_handlers.handlers()).open("gopher://h/8%0A")
    ],
    "urlmill.crawl.LEVELS": [lambda: crawl.LEVELS],
    "urlmill.crawl.SWITCHES": [lambda: crawl.SWITCHES],
    "urlmill.crawl.TRACKING_PARAMETERS": [lambda: crawl.TRACKING_PARAMETERS],
    "urlmill.crawl.TRACKING_PARAMETERS_DATE": [lambda: crawl.TRACKING_PARAMETERS_DATE],
    "urlmill.crawl.Seen": [
        lambda: _seen(),
        lambda: crawl.Seen("crawl", tracking=["a"]).add_all([*TEXTS.values(), None, "http://h/?a"]).to_pylist(),
        lambda: crawl.Seen("nonsense"),
    ],
    "urlmill.crawl.canonical": [
        *(
            partial(crawl.canonical, text, level)
            for level in crawl.LEVELS
            for text in (*TEXTS.values(), *ODD_TEXTS, "http://www.h.example//a;b/?c=%41&utm_x&b=1#d")
        ),
        lambda: crawl.canonical(b"http://h/\xe9", "w3lib", encoding="latin-1"),
        lambda: crawl.canonical("http://h/?a&b", "crawl", tracking=["a", "b*"], www=False),
    ],
    "urlmill.crawl.decode": [lambda: crawl.decode(b"<meta charset=koi8-r>\xc1"), lambda: crawl.decode(b"", "utf-7")],
    "urlmill.crawl.links": [
        lambda: crawl.links(PAGE, "http://h/").to_pyarrow() if find_spec("pyarrow") else crawl.links(PAGE, "http://h/"),
        lambda: crawl.links(PAGE.encode(), "nowhere", schemes=["http"]),
        lambda: crawl.links("", "http://h/", schemes="http"),
    ],
    "urlmill.crawl.fingerprint": [
        lambda: [crawl.fingerprint(text, "crawl") for text in TEXTS.values()],
        lambda: crawl.fingerprint("http://h/", "nonsense"),
    ],
    "urlmill.crawl.groups": [
        lambda: crawl.groups(COLUMN),
        lambda: crawl.groups(COLUMN, "host"),
        lambda: crawl.groups(COLUMN, "nonsense"),  # type: ignore[arg-type]
    ],
    "urlmill.crawl.sample": [lambda: crawl.sample(COLUMN * 2, 1), lambda: crawl.sample(COLUMN, -1)],
    "urlmill.crawl.key": [
        lambda: [crawl.key(text, level) for level in ("surt", "crawl") for text in TEXTS.values()],
        *(partial(crawl.key, text, "surt") for text in ODD_TEXTS),
    ],
    "urlmill.crawl.PUBLIC_SUFFIX_LIST_DATE": [lambda: crawl.PUBLIC_SUFFIX_LIST_DATE],
    "urlmill.crawl.public_suffix": [lambda: [crawl.public_suffix(text) for text in TEXTS.values()]],
    "urlmill.crawl.registrable_domain": [
        lambda: [crawl.registrable_domain(text, private=False) for text in TEXTS.values()]
    ],
}
POLICY = gate.Policy(hosts=[".example", "8.8.8.0/24"], denied=["b\xfccher.example"], ports=[80])
FUNCTIONS |= {
    "urlmill.gate.AMBIGUITIES": [lambda: gate.AMBIGUITIES],
    "urlmill.gate.CODES": [lambda: gate.CODES],
    "urlmill.gate.GateError": [lambda: str(gate.GateError("ambiguous", 3, "http://u:pw@h/", "expected another"))],
    "urlmill.gate.Policy": [
        lambda: gate.Policy(hosts=["a.example", ".b\xfccher.example", "10.0.0.0/8"], denied=["::1"], ports=[80]),
        lambda: gate.Policy(hosts=["*"]),
        # Not repr(): a set whose repr() ran out of memory has none afterwards, which is CPython's own fault.
        lambda: gate.Policy() == POLICY,
        lambda: POLICY.check("http://a.example/"),
        lambda: POLICY.check("http://127.1/"),
        *(partial(gate.Policy().check, text) for text in (*TEXTS.values(), *ODD_TEXTS)),
        lambda: POLICY.check_address("8.8.8.8"),
        lambda: POLICY.check_address("2002:7f00:1::"),
        lambda: POLICY.safe_redirect("../x?y", "https://www.example/a/b"),
        lambda: POLICY.safe_redirect("/\\evil", "https://www.example/a/b"),
    ],
}
FUNCTIONS |= {
    "urlmill.web.URL": [
        lambda: _web_url(),
        lambda: copy.deepcopy(_web_url()),
        lambda: pickle.loads(pickle.dumps(_web_url())),
        lambda: web.URL.parse("../x", "http://h/a/b"),
        lambda: web.URL.canParse("http://h:x/"),
        lambda: web.URL("x"),
        *(partial(web.URL, text) for text in (*TEXTS.values(), *ODD_TEXTS)),
    ],
    "urlmill.web.URLSearchParams": [
        lambda: _search_params(),
        lambda: pickle.loads(pickle.dumps(_search_params())),
        lambda: web.URLSearchParams({"a": 1}),  # type: ignore[arg-type]
    ],
}
LOG = Path(__file__).parent / "data" / "logs" / "combined.log"
LINES = [*LOG.read_text("utf-8").splitlines(), "", "no record"]
if find_spec("pyarrow"):
    from urlmill import logs

    FUNCTIONS |= {
        "urlmill.logs.BadLine": [lambda: repr(logs.BadLine("a.log", 1, "bad-line", 0, "u:pw@h"))],
        "urlmill.logs.FORMATS": [lambda: logs.FORMATS],
        "urlmill.logs.detect": [lambda: logs.detect(LINES), lambda: logs.detect(["x"]), lambda: logs.detect("x")],
        "urlmill.logs.parse": [
            lambda: logs.parse(iter(LINES), "combined", ["path", "referer_host"]).to_pylist(),
            lambda: logs.parse(["a 1"], regex="(?P<letter>.) (?P<status>.)").to_pylist(),
            lambda: logs.parse(["x"]),
        ],
        "urlmill.logs.read": [
            lambda: [batch.to_pylist() for batch in logs.read(LOG, "combined", where="status<400", threads=1)],
            lambda: logs.read("nowhere.log"),
            lambda: logs.read(LOG, "nonsense"),
        ],
    }
# The interpreter's own: the drop-in hands them on.
THEIRS = {
    f"urlmill.parse.{name}" for name in urllib.parse.__all__ if getattr(parse, name) is getattr(urllib.parse, name)
}
if find_spec("scrapy"):
    import w3lib.url
    from scrapy.http import HtmlResponse, Request

    from urlmill.integrations import scrapy as for_scrapy
    from urlmill.integrations import w3lib as for_w3lib

    MODULES += ["urlmill.integrations.scrapy", "urlmill.integrations.w3lib"]
    REQUEST = Request("http://h/é?b=1&a", method="POST", body=b"\xff")
    THEIRS |= {
        f"urlmill.integrations.w3lib.{name}"
        for name in for_w3lib.__all__
        if getattr(for_w3lib, name) is getattr(w3lib.url, name)
    }
    FUNCTIONS |= {
        "urlmill.integrations.scrapy.DupeFilter": [
            lambda: for_scrapy.DupeFilter().request_seen(REQUEST),
            lambda: for_scrapy.DupeFilter().request_seen(1),  # type: ignore[arg-type]
        ],
        "urlmill.integrations.scrapy.LinkExtractor": [
            lambda: for_scrapy.LinkExtractor(tags="*").extract_links(HtmlResponse("http://h/", body=PAGE.encode())),
            lambda: for_scrapy.LinkExtractor(nonsense=1),
        ],
        "urlmill.integrations.scrapy.RequestFingerprinter": [
            lambda: for_scrapy.RequestFingerprinter().fingerprint(REQUEST)
        ],
        "urlmill.integrations.scrapy.fingerprint": [
            lambda: for_scrapy.fingerprint(REQUEST, keep_fragments=True),
            lambda: for_scrapy.fingerprint(REQUEST, include_headers=["a"]),
        ],
        "urlmill.integrations.w3lib.canonicalize_url": [
            lambda: for_w3lib.canonicalize_url("http://h/?b&a#c", keep_fragments=True),
            *(partial(for_w3lib.canonicalize_url, text) for text in (*TEXTS.values(), *ODD_TEXTS)),
        ],
        "urlmill.integrations.w3lib.safe_download_url": [
            partial(for_w3lib.safe_download_url, text) for text in (*TEXTS.values(), *ODD_TEXTS)
        ],
        "urlmill.integrations.w3lib.safe_url_string": [
            partial(for_w3lib.safe_url_string, text) for text in (*TEXTS.values(), *ODD_TEXTS)
        ],
    }


def _web_url() -> object:
    """Every attribute, read and set."""
    url = web.URL(" HTTP://us\xe9r:pw@b\xfccher.example:81/a/../b?q=1#f")
    names = ("protocol", "username", "password", "host", "hostname", "port", "pathname", "search", "hash", "href")
    for name in names:
        setattr(url, name, getattr(url, name))
    url.port = "nonsense"
    url.searchParams.append("\xe9", "2")
    url.searchParams.sort()
    return url, repr(url), str(url), url.toString(), url.toJSON(), url.origin, list(url.searchParams)


def _search_params() -> web.URLSearchParams:
    params = web.URLSearchParams("?a=1&b=%ff&a=2+3")
    params.set("a", "x")
    params.append("c", "~")
    params.delete("b", "1")
    # Not repr(): of a list that ran out of memory in its repr() there is none afterwards, which is CPython's own fault.
    str(params), len(params), params.size, params.get("c"), params.getAll("a"), params.has("c", "~")
    list(params.keys()), list(params.values()), list(params.entries()), "a" in params, params.get_all("z")
    params.forEach(lambda value, name, of: of.has(name, value))
    params.toString()
    return params


def _seen() -> object:
    """Every method, in memory and in a file."""
    with tempfile.TemporaryDirectory() as folder, crawl.Seen(path=f"{folder}/seen", counts=True) as seen:
        seen.add("http://h/")
        seen.add_all(COLUMN)
        seen.sync()
        seen.save(f"{folder}/saved")
        other = crawl.Seen.load(f"{folder}/saved", threads=1)
        seen.update(other)
        return len(other), repr(seen), other.size, other.level, seen.count("http://h/"), "http://h/x" in seen


def _file_fetched() -> urlmill.Response:
    return urlmill.fetch(TEXTS["FileURL"], schemes=["file"])


def _of_a_response(attribute: str) -> object:
    with _file_fetched() as response:
        found = getattr(response, attribute)
        return found() if callable(found) else found


def _install_and_back() -> None:
    urlmill.install()
    urlmill.uninstall()


def _installed() -> None:
    with urlmill.installed():
        urllib.parse.urlsplit("http://h/a")


def _of_a_reader(attribute: str) -> object:
    found = getattr(logs.read(LOG, "combined", threads=1), attribute)
    return found() if callable(found) else found


def _called(thing: object, method: str) -> object:
    return getattr(thing, method)()


def _of_an_object(name: str, thing: Any) -> Iterator[tuple[str, Call]]:
    """Each public property and method of an object, under the name of its class."""
    for attribute in dir(type(thing)):
        if attribute.startswith("_"):
            continue
        found = getattr(type(thing), attribute)
        full = f"{name}.{attribute}"
        defined = id(inspect.getattr_static(type(thing), attribute))
        if defined in DEFINED:
            INHERITED.add(full)
        DEFINED.add(defined)
        if not callable(found):
            yield full, partial(getattr, thing, attribute)
        elif attribute in METHODS:
            for number, use in enumerate(METHODS[attribute]):
                yield f"{full} {number}", partial(use, thing)
        elif attribute in PLAIN_METHODS:
            yield full, partial(_called, thing, attribute)
        else:
            FORGOTTEN.append(full)


def _all() -> Iterator[tuple[str, Call]]:
    for module in MODULES:
        for name in importlib.import_module(module).__all__:
            full = f"{module}.{name}"
            thing = getattr(importlib.import_module(module), name)
            if inspect.isclass(thing) and issubclass(thing, URL):
                url = WebURL(f" {TEXTS['HttpURL']}") if thing is WebURL else URL(TEXTS[name])
                yield from _of_an_object(name, url)
                for number, use in enumerate(VALUES):
                    yield f"{name} as a value {number}", partial(use, url)
            elif thing is columns.Column or thing is columns.Columns:
                table = TAKEN if thing is columns.Columns else TAKEN["path"]
                yield from _of_an_object(name, table)
                yield f"{name} shown", partial(repr, table)
                yield f"{name} as Arrow", table.__arrow_c_stream__
            elif full == "urlmill.logs.Reader":
                for attribute in ("__arrow_c_stream__", *(each for each in dir(thing) if not each.startswith("_"))):
                    yield f"{full}.{attribute}", partial(_of_a_reader, attribute)
            elif full == "urlmill.Response":
                for attribute in ("__repr__", *(each for each in dir(thing) if not each.startswith("_"))):
                    yield f"{full}.{attribute}", partial(_of_a_response, attribute)
            elif full in FUNCTIONS:
                for number, call in enumerate(FUNCTIONS[full]):
                    yield f"{full} {number}", call
            elif full not in THEIRS:
                FORGOTTEN.append(full)
    for number, text in enumerate(ODD_TEXTS):
        yield f"URL of odd text {number}", partial(URL, text)


FORGOTTEN: list[str] = []
DEFINED: set[int] = set()  # which methods and properties a class before has
INHERITED: set[str] = set()  # those of a class that another one has, too: the same code
CALLS: dict[str, Call] = dict(_all())


def answered(call: Call) -> object:
    """What it gives, or the exception that it raises. What is no Exception, such as a panic, is let through."""
    try:
        return call()
    except Exception as error:
        return error
