"""Small logs of every format, written by hand."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "logs"


def _lines(name: str) -> list[str]:
    return (FOLDER / f"{name}.log").read_text("utf-8").splitlines()


def format_of(path: Path) -> str:
    """The format of a sample: as its rows have it beside them, or as it is named after."""
    rows = path.with_suffix(".json")
    if rows.exists():
        return str(json.loads(rows.read_text("utf-8"))["format"])
    return "json" if path.stem.startswith("json") else path.stem


COMMON, COMBINED = _lines("common"), _lines("combined")
VHOST, VHOST_WITHOUT_PORT = _lines("vhost_combined"), _lines("vhost_without_port")
NGINX, NGINX_TIME = _lines("nginx"), _lines("nginx_time")
JSON_NGINX, JSON_CADDY = _lines("json_nginx"), _lines("json_caddy")
JSON_TRAEFIK, JSON_CLOUDFLARE = _lines("json_traefik"), _lines("json_cloudflare")
W3C, CLOUDFRONT = _lines("w3c"), _lines("cloudfront")
