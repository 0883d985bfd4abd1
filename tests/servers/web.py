"""gophernicus, which speaks on its standard input and output, and nginx."""

from __future__ import annotations

import contextlib
import os
import socket
import ssl
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..fetch.certificates import Certificates
from ..fetch.servers import line_of, says, serving
from .debian import environment, free_port, program, running


def answered(root: Path, request: bytes, port: int = 70) -> bytes:
    """What gophernicus writes for a request."""
    command = [program("gophernicus"), "-r", str(root), "-h", "127.0.0.1", "-p", str(port), "-nm", "-nu", "-nx", "-nv"]
    # It does not serve for root.
    how: dict[str, Any] = {"user": "nobody", "group": "nogroup", "extra_groups": []} if os.geteuid() == 0 else {}
    done = subprocess.run(
        command, input=request, capture_output=True, env=environment(), timeout=20, check=False, **how
    )
    stdout: bytes = done.stdout
    return stdout


@contextlib.contextmanager
def gophernicus(root: Path, tls: ssl.SSLContext | None = None) -> Iterator[int]:
    """Its port. It is started for each connection, as inetd does."""
    program("gophernicus")

    def script(connection: socket.socket) -> None:
        says(answered(root, line_of(connection) + b"\r\n", served.port))(connection)

    with serving(script, tls=tls) as served:
        yield served.port


PASSWORD = "pass w\u00f6rd"
NGINX = """
daemon off;
error_log stderr;
pid {work}/pid;
events {{}}
http {{
  access_log off;
  client_body_temp_path {work}/a; proxy_temp_path {work}/b; fastcgi_temp_path {work}/c;
  uwsgi_temp_path {work}/d; scgi_temp_path {work}/e;
  server {{
    listen 127.0.0.1:{port};
    listen 127.0.0.1:{secure} ssl;
    ssl_certificate {certificate};
    ssl_certificate_key {key};
    root {root};
    location = /moved {{ return 301 /motd; }}
    location = /away {{ return 302 ftp://127.0.0.1/motd; }}
    location = /round {{ return 302 /round; }}
    location = /up {{ return 307 https://127.0.0.1:{secure}/unix.txt; }}
    location = /closed {{ return 403; }}
    location /private/ {{ auth_basic "here, and only here"; auth_basic_user_file {work}/users; alias {root}/; }}
    location = /packed {{ gzip on; gzip_types *; gzip_min_length 1; try_files /unix.txt =404; }}
    location = /chunks {{ ssi on; ssi_types *; try_files /large.patch =404; }}
  }}
}}
"""


@contextlib.contextmanager
def nginx(root: Path, work: Path, certificates: Certificates) -> Iterator[tuple[int, int]]:
    """Its ports, in the clear and by TLS."""
    found = program("nginx")
    port, secure = free_port(), free_port()
    places = {"work": work, "root": root, "certificate": certificates.certificate, "key": certificates.key}
    hashed = subprocess.run(["openssl", "passwd", "-apr1", PASSWORD], capture_output=True, text=True, check=True).stdout
    (work / "users").write_text(f"alice:{hashed.strip()}\n")
    (work / "nginx.conf").write_text(NGINX.format(port=port, secure=secure, **places))
    command = [found, "-p", str(work), "-e", "stderr", "-c", str(work / "nginx.conf")]
    with running(command, port, work / "out"):
        yield port, secure
