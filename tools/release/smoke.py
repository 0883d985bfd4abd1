"""Run by an interpreter into which a wheel was just installed: is it all there, and does it answer?

    python tools/release/smoke.py native

A script of its own, so that it needs nothing but the wheel. ``[tool.cibuildwheel]`` runs it on every platform.
"""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
import sysconfig
import urllib.parse
from pathlib import Path

import urlmill
import urlmill.parse
from urlmill.columns import is_valid
from urlmill.crawl import registrable_domain

URL = "https://user@Forums.BBC.co.uk:8042/over/there?name=ferret&note=caf%C3%A9#nose"


def main(backend: str) -> None:
    package = Path(urlmill.__file__).parent
    libraries = {Path(sysconfig.get_path(each)).resolve() for each in ("purelib", "platlib")}
    same("the package is the installed one", package.parent.resolve() in libraries, True)
    same("backend", urlmill.backend, backend)
    same("version", urlmill.__version__, importlib.metadata.version("urlmill"))
    same("types are marked", (package / "py.typed").exists(), True)
    answers()
    scripts = Path(sysconfig.get_path("scripts"))
    for command in ([str(scripts / "urlmill")], [sys.executable, "-m", "urlmill"]):
        shown = subprocess.run([*command, "show", URL], capture_output=True, text=True, encoding="utf-8", check=True)
        same(f"{Path(command[0]).name} show tells the host", "forums.bbc.co.uk" in shown.stdout, True)
    print(f"urlmill {urlmill.__version__}, {backend}, Python {sys.version.split()[0]}: ok")


def answers() -> None:
    """A few, from each door."""
    same("urlsplit", urlmill.parse.urlsplit(URL), urllib.parse.urlsplit(URL))
    same("urljoin", urlmill.parse.urljoin(URL, "../d?e"), urllib.parse.urljoin(URL, "../d?e"))
    same("parse_qsl", urlmill.parse.parse_qsl("a=1&b=%C3%A9"), [("a", "1"), ("b", "é")])
    same("quote", urlmill.parse.quote("très bien/ça"), "tr%C3%A8s%20bien/%C3%A7a")
    ftp = urlmill.URL("ftp://user:secret@host.example/%2Fetc/motd;type=a")
    same("ftp", (getattr(ftp, "cwds", None), "secret" in repr(ftp)), (["/etc"], False))
    same("registrable domain", registrable_domain(URL), "bbc.co.uk")
    same("columns", is_valid([URL, "http://h.example:2l/"]).to_pylist(), [True, False])


def same(what: str, found: object, expected: object) -> None:
    if found != expected:
        sys.exit(f"{what}: expected {expected!r}, got {found!r}")


if __name__ == "__main__":
    main(sys.argv[1])
