"""A large access log from a small one: its lines again and again, with other clients, times and queries."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from urllib.parse import quote

HERE = Path(__file__).resolve()
SAMPLES = (
    HERE.parents[4] / "shared" / "data" / "logs" / "apache_combined.log",
    HERE.parents[3] / "tests" / "data" / "access.log",
)
_LINE = re.compile(rb'\S+( .* \[)\d\d(/\w+/\d+:\d\d:\d\d:)\d\d( [^]]*\] "\w+ )([^ ?]*)(\S*)(.*)', re.DOTALL)


def sample() -> Path:
    return next(path for path in SAMPLES if path.is_file())


def generate(path: Path, size: int, written: Callable[[bytes], bytes] = bytes, head: bytes = b"") -> None:
    """At least ``size`` bytes; always the same ones. ``written`` makes a line of another format of each; ``head`` comes
    before all of them.
    """
    chance = random.Random(7)
    templates = [
        match.groups() for line in sample().read_bytes().splitlines(keepends=True) if (match := _LINE.match(line))
    ]
    count = turn = 0
    with path.open("wb") as file:
        file.write(head)
        while count < size:
            turn += 1
            lines = []
            for before, clock, request, target, query, rest in templates:
                number = chance.getrandbits(32)
                day, second, path_number = number % 28 + 1, number % 60, number >> 8
                if path_number % 8 == 0 and not query:
                    query = b"?utm_source=news&id=%d" % path_number
                client = b"%d.%d.%d.%d" % (number >> 24, number >> 16 & 255, number >> 8 & 255, turn & 255)
                lines.append(
                    written(
                        b"%s%s%02d%s%02d%s%s%s%s" % (client, before, day, clock, second, request, target, query, rest)
                    )
                )
            octets = b"".join(lines)
            file.write(octets)
            count += len(octets)


_FIELDS = re.compile(
    r'(\S+) \S+ (\S+) \[([^]]*)\] "(\S*) (.*?)(?: (HTTP/\S*))?" (\d+) (\S+) "((?:[^"\\]|\\.)*)" "((?:[^"\\]|\\.)*)"'
)


def as_json(line: bytes) -> bytes:
    """The same as nginx writes it with a ``log_format`` of JSON; nothing for a line that is not in order."""
    found = _FIELDS.match(line.decode("utf-8", "replace"))
    if found is None:
        return b""
    client, user, clock, method, target, protocol, status, size, referer, agent = found.groups()
    fields = {
        "time": datetime.strptime(clock, "%d/%b/%Y:%H:%M:%S %z").isoformat(),
        "remote_addr": client,
        "remote_user": user,
        "request_method": method,
        "request_uri": target,
        "server_protocol": protocol,
        "status": int(status),
        "body_bytes_sent": 0 if size == "-" else int(size),
        "request_time": (len(line) * 7919 % 1000) / 1000,
        "http_referer": referer,
        "http_user_agent": agent,
    }
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False).encode() + b"\n"


W3C_HEAD = b"""#Software: Microsoft Internet Information Services 10.0
#Version: 1.0
#Fields: date time s-ip cs-method cs-uri-stem cs-uri-query s-port cs-username c-ip cs(User-Agent) cs(Referer) \
sc-status sc-substatus sc-win32-status time-taken
"""
CLOUDFRONT_HEAD = b"""#Version: 1.0
#Fields: date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) \
cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken
"""


def as_w3c(line: bytes) -> bytes:
    """The same as IIS writes it."""
    found = _FIELDS.match(line.decode("utf-8", "replace"))
    if found is None:
        return b""
    client, _, clock, method, target, _, status, _, referer, agent = found.groups()
    path, _, query = target.partition("?")
    moment = datetime.strptime(clock, "%d/%b/%Y:%H:%M:%S %z")
    fields = [
        f"{moment:%Y-%m-%d}", f"{moment:%H:%M:%S}", "10.0.0.1", method, path, query or "-", "443", "-", client,
        agent, referer, status, "0", "0", str(len(line) % 997),
    ]  # fmt: skip
    return " ".join(field.replace(" ", "+") or "-" for field in fields).encode() + b"\n"


def as_cloudfront(line: bytes) -> bytes:
    """The same as CloudFront writes it."""
    found = _FIELDS.match(line.decode("utf-8", "replace"))
    if found is None:
        return b""
    client, _, clock, method, target, _, status, size, referer, agent = found.groups()
    path, _, query = target.partition("?")
    moment = datetime.strptime(clock, "%d/%b/%Y:%H:%M:%S %z")
    fields = [
        f"{moment:%Y-%m-%d}", f"{moment:%H:%M:%S}", "FRA56-P1", size, client, method, "d111.cloudfront.example", path,
        status, referer, quote(agent, "/;,:()=+-._~"), query or "-", "-", "Hit", "k6WGMNkEzR5BEM_SaF47gjtX9zBDO2m349",
        "www.example.org", "https", str(len(line)), "0.015",
    ]  # fmt: skip
    return "\t".join(field.replace(" ", "%20") or "-" for field in fields).encode() + b"\n"
