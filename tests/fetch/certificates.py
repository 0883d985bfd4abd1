"""A certificate authority for the loopback interface, made by openssl where that is installed."""

from __future__ import annotations

import shutil
import ssl
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest


class Certificates(NamedTuple):
    """Where the files are."""

    certificate: Path
    key: Path

    def server(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.key)
        return context

    def client(self) -> ssl.SSLContext:
        """Trusts nobody else."""
        return ssl.create_default_context(cafile=str(self.certificate))


def made(folder: Path, names: str = "IP:127.0.0.1,DNS:localhost") -> Certificates:
    """A certificate that vouches for itself."""
    if shutil.which("openssl") is None:
        pytest.skip("openssl is not installed, which makes the certificates")
    found = Certificates(folder / "certificate.pem", folder / "key.pem")
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "ec",
        "-pkeyopt",
        "ec_paramgen_curve:prime256v1",
        "-nodes",
        "-days",
        "2",
    ]
    command += ["-keyout", str(found.key), "-out", str(found.certificate), "-subj", "/CN=loopback"]
    subprocess.run([*command, "-addext", f"subjectAltName={names}"], check=True, capture_output=True, timeout=60)
    return found
