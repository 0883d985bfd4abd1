"""Small logs of every format, written by hand."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[1] / "data" / "logs"


def _lines(name: str) -> list[str]:
    return (FOLDER / f"{name}.log").read_text("utf-8").splitlines()


COMMON, COMBINED = _lines("common"), _lines("combined")
VHOST, VHOST_WITHOUT_PORT = _lines("vhost_combined"), _lines("vhost_without_port")
NGINX, NGINX_TIME = _lines("nginx"), _lines("nginx_time")
JSON_NGINX, JSON_CADDY = _lines("json_nginx"), _lines("json_caddy")
JSON_TRAEFIK, JSON_CLOUDFLARE = _lines("json_traefik"), _lines("json_cloudflare")
W3C, CLOUDFRONT = _lines("w3c"), _lines("cloudfront")
