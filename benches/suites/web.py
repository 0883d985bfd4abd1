"""URLs as browsers read them, one at a time: beside Ada, by way of both of its packages."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import urlmill

from ..contenders import Contender, accepts, ada_url, can_ada, native, pure_twin
from ..names import CAN_ADA, NATIVE, PURE, WEB
from ..row import Row

if TYPE_CHECKING:
    from ..inputs import Inputs

CALL = 'f(x, profile="web")'


def web_rows(inputs: Inputs) -> list[Row]:
    """None without can_ada, which they are measured against."""
    if can_ada is None:
        return []
    parse = can_ada.parse

    def urls() -> list[str]:
        read = partial(urlmill.URL, profile="web")
        return [url for url in inputs.urls if accepts(read, url) and accepts(parse, url)]

    everything = len(inputs.urls)
    return [Row("web-URL", '`URL(text, profile="web")`', WEB, CAN_ADA, PURE, urls, parsers, str, everything)]


def parsers() -> list[Contender]:
    found = [Contender(PURE, pure_twin("urlmill", "URL"), CALL)]
    if native:
        found.insert(0, Contender(NATIVE, urlmill.URL, CALL))
    if can_ada:
        found.append(Contender(CAN_ADA, can_ada.parse))
    if ada_url:
        found.append(Contender("ada_url", ada_url.URL))
    return found
