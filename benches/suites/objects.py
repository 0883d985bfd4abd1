"""URL objects, one at a time."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

import urlmill

from ..contenders import accepts, can_ada, objects
from ..names import CAN_ADA, NATIVE, OBJECTS, PURE
from ..row import Row

if TYPE_CHECKING:
    from ..inputs import Inputs

HOST_AND_PATH = {
    CAN_ADA: "hostname pathname",  # its `host` has the port in it
    NATIVE: "host path",
    PURE: "host path",
    "pydantic_core": "host path",
    "yarl": "host path",
}


def object_rows(inputs: Inputs) -> list[Row]:
    """None without can_ada, which they are measured against."""
    if can_ada is None:
        return []
    parse = can_ada.parse

    def urls() -> list[str]:
        return [url for url in inputs.urls if accepts(urlmill.URL, url) and accepts(parse, url)]

    def row(key: str, title: str, attributes: dict[str, str]) -> Row:
        # can_ada means other things by its parts, so the oracle is the pure twin.
        compared, everything = attrgetter("host", "path"), len(inputs.urls)
        return Row(key, title, OBJECTS, CAN_ADA, PURE, urls, lambda: objects(attributes), compared, everything)

    return [
        row("URL", "`URL(text)`", dict.fromkeys(HOST_AND_PATH, "")),
        row("URL-host-path", "`URL(text)` then host and path", HOST_AND_PATH),
    ]
