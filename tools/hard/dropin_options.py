"""What the functions of ``urllib.parse`` can be given: every option, with values that fit and values that do not."""

from __future__ import annotations

import inspect
import random
import urllib.parse
from collections.abc import Callable
from typing import Any

import urlmill.parse
from tests.nasty import Text

FLAGS = [True, False, 0, 1, None, "", "x"]
ENCODINGS = ["utf-8", "UTF-8", "latin-1", "ascii", "utf-16", "cp1252", "mac-roman", "euc-jp", None, "no-such", ""]
HANDLERS = ["replace", "strict", "ignore", "surrogateescape", "xmlcharrefreplace", None, "no-such"]
SAFES = ["", "/", "/:", " ", "%", "é", "~", "/?&=", "abc", b"", b"/", b"\xe9 ", Text("/:"), None, 1]
QUOTERS = [
    urllib.parse.quote, urllib.parse.quote_plus, urlmill.parse.quote, urlmill.parse.quote_plus, lambda *_: "q", None,
]  # fmt: skip
DECODING: dict[str, list[Any]] = {"encoding": ENCODINGS, "errors": HANDLERS}
SPLITTING: dict[str, list[Any]] = {
    "scheme": ["", "http", "FTP", " http", "ht\ntp", "é", Text("https"), b"", b"http", None, 1],
    "allow_fragments": FLAGS,
    "missing_as_none": [True, False, 1],  # from 3.15 on, as is keep_empty; others say that they do not know it
}
FIELDS: dict[str, list[Any]] = {
    "keep_blank_values": FLAGS,
    "strict_parsing": FLAGS,
    **DECODING,
    "max_num_fields": [None, 0, 1, 2, 3, 10, -1, 2.5, True, "x", 10**30],
    "separator": ["&", ";", "&&", "; ", "", b"&", b";", None, 1, "é", "=", Text("&")],
}
QUOTING: dict[str, list[Any]] = {"safe": SAFES, **DECODING}
OPTIONS: dict[str, dict[str, list[Any]]] = {
    "urlsplit": SPLITTING,
    "urlparse": SPLITTING,
    "urldefrag": {"missing_as_none": [True, False, 1]},
    "urljoin": {"allow_fragments": FLAGS},
    "urlunsplit": {"keep_empty": [True, False, 0]},
    "urlunparse": {"keep_empty": [True, False, 0]},
    "unquote": DECODING,
    "unquote_plus": DECODING,
    "unquote_to_bytes": {},
    "quote": QUOTING,
    "quote_plus": QUOTING,
    "quote_from_bytes": {"safe": SAFES},
    "parse_qsl": FIELDS,
    "parse_qs": FIELDS,
    "urlencode": {"doseq": FLAGS, "safe": SAFES, **DECODING, "quote_via": QUOTERS},
}
SINCE_3_15 = ("missing_as_none", "keep_empty")
KNOWS_3_15 = "missing_as_none" in inspect.signature(urllib.parse.urlsplit).parameters


def drawn(rng: random.Random, name: str) -> tuple[list[Any], dict[str, Any]]:
    """Options for a call, by position or by name: often none, seldom many."""
    if rng.random() < 0.3:
        return [], {}
    likely = rng.choice([0.2, 0.5])
    chosen = {
        option: rng.choice(values)
        for option, values in OPTIONS[name].items()
        if rng.random() < (0.01 if option in SINCE_3_15 and not KNOWS_3_15 else likely)
    }
    if rng.random() < 0.8:
        return [], chosen
    in_order = []
    for option in OPTIONS[name]:
        if option not in chosen or option == "quote_via":
            break
        in_order.append(chosen.pop(option))
    return in_order, chosen


# What the text may come as.
KINDS: list[Callable[[str], Any]] = [
    *[str] * 6,
    Text,
    lambda text: text.encode("utf-8", "surrogatepass"),
    lambda text: text.encode("utf-8", "surrogatepass"),
    lambda text: bytearray(text, "utf-8", "surrogatepass"),
    lambda text: text.encode("latin-1", "ignore").decode("latin-1"),
    lambda text: text.encode("ascii", "ignore").decode("ascii"),
]
OTHERS: list[Any] = [None, 0, 1, 1.5, True, [], (), {}, object, bytearray(b"a%20b"), memoryview(b"a"), b"", ""]
VALUES: list[Any] = [1, 1.5, True, None, -7, 10**40, float("nan"), b"a b", "", "é", Text("a b"), [], (), ["a", 1, None]]
