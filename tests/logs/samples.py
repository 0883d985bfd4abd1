"""Small logs of every format, written by hand."""

from __future__ import annotations

import json
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "logs"
# Those whose lines say what was requested.
WITH_TARGETS = [path for path in sorted(FOLDER.glob("*.log")) if path.stem != "nlb"]


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
JSON_NGINX, JSON_CADDY = _lines("json_nginx"), _lines("caddy")
JSON_TRAEFIK, JSON_CLOUDFLARE = _lines("traefik_json"), _lines("cloudflare")
ECS, GCP = _lines("ecs"), _lines("gcp")
W3C, CLOUDFRONT = _lines("w3c"), _lines("cloudfront")
