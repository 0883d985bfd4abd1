"""INN: innd, which waits for other servers until it is told MODE READER, and nnrpd for users, by TLS if need be."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ..fetch.certificates import Certificates
from .debian import environment, free_port, needs_root, program, running

GROUP = "example.test"
PASSWORD = "secret"
FOLDERS = ("etc/filter", "db", "spool/outgoing", "articles", "overview", "log", "run", "incoming", "tmp", "archive")
GROUPS = ("control", "control.cancel", "junk", GROUP, "example.empty")

INN_CONF = """
mta: "/bin/true"
organization: "urlmill's tests"
ovmethod: tradindexed
hismethod: hisv6
pathhost: loopback.example
domain: loopback.example
fromhost: loopback.example
server: 127.0.0.1
port: {port}
bindaddress: 127.0.0.1
bindaddress6: "::1"
runasuser: news
runasgroup: news
artcutoff: 0
icdsynccount: 1
pathnews: "{news}"
pathbin: "{news}/bin"
pathfilter: "{work}/etc/filter"
pathetc: "{work}/etc"
pathdb: "{work}/db"
pathspool: "{work}/spool"
patharticles: "{work}/articles"
pathoverview: "{work}/overview"
pathlog: "{work}/log"
pathrun: "{work}/run"
pathincoming: "{work}/incoming"
pathtmp: "{work}/tmp"
patharchive: "{work}/archive"
tlscertfile: "{certificate}"
tlskeyfile: "{key}"
"""
FOR_ALL = 'auth all {{\n default: "<all>"\n}}\naccess all {{\n users: "<all>"\n newsgroups: "*"\n}}\n'
FOR_USERS = (
    'auth users {{\n auth: "ckpasswd -f {work}/etc/users"\n}}\naccess users {{\n users: "*"\n newsgroups: "*"\n}}\n'
)


class Inn:
    """Its folders, and how to start its programs."""

    def __init__(self, work: Path, certificates: Certificates) -> None:
        needs_root()
        innd = program("innd")
        if shutil.which("setpriv") is None:
            import pytest

            pytest.skip("setpriv is not installed, which starts innd as the user that it wants")
        self._bin = Path(innd).parent
        self._work = work
        self._port = free_port()
        self._env = environment(INNCONF=str(work / "inn.conf"))
        for folder in FOLDERS:
            (work / folder).mkdir(parents=True)
        key = work / "etc" / "key.pem"
        key.write_bytes(certificates.key.read_bytes())
        hashed = subprocess.run(
            ["openssl", "passwd", "-6", PASSWORD], capture_output=True, text=True, check=True
        ).stdout
        files = {
            "inn.conf": INN_CONF.format(
                port=self._port, news=self._bin.parent, work=work, certificate=certificates.certificate, key=key
            ),
            "db/active": "".join(f"{name} 0000000000 0000000001 {'y' if '.' in name else 'n'}\n" for name in GROUPS),
            "db/active.times": "",
            "db/newsgroups": "",
            "db/history": "",
            "etc/storage.conf": "method tradspool {\n newsgroups: *\n class: 0\n}\n",
            "etc/newsfeeds": "ME:*::\n",
            "etc/incoming.conf": 'peer ME {\n hostname: "127.0.0.1"\n}\n',
            "etc/readers.conf": FOR_ALL.format(),
            "etc/users.conf": FOR_USERS.format(work=work),
            "etc/users": f"alice:{hashed}",
            "etc/expire.ctl": "0:1:99990:never\n",
        }
        for name in ("control.ctl", "moderators", "distrib.pats", "passwd.nntp"):
            files[f"etc/{name}"] = ""
        for name, text in files.items():
            (work / name).write_text(text)
        for folder, folders, names in os.walk(work):
            for each in (folder, *(os.path.join(folder, name) for name in (*folders, *names))):
                shutil.chown(each, "news", "news")
        key.chmod(0o600)
        subprocess.run(self._command("makedbz", "-i", "-o", "-f", f"{work}/db/history"), env=self._env, check=True)

    @contextlib.contextmanager
    def innd(self) -> Iterator[int]:
        """Its port."""
        command = self._command("innd", "-d", "-f", "-P", str(self._port))
        with running(command, self._port, self._work / "log" / "innd.out", self._env):
            yield self._port

    @contextlib.contextmanager
    def nnrpd(self, readers: str, *, tls: bool = False) -> Iterator[int]:
        """Its port."""
        port = free_port()
        options = ["-D", "-f", "-b", "127.0.0.1", "-p", str(port), "-c", str(self._work / "etc" / readers)]
        command = self._command("nnrpd", *options, *(["-S"] if tls else []))
        with running(command, port, self._work / "log" / f"nnrpd-{port}.out", self._env):
            yield port

    def _command(self, name: str, *arguments: str) -> list[str]:
        keep = ["setpriv", "--reuid", "news", "--regid", "news", "--clear-groups"]
        return [*keep, str(self._bin / name), *arguments]


def post(port: int, article: bytes) -> None:
    """Posts an article, whose lines end in CRLF."""
    with socket.create_connection(("127.0.0.1", port), 20) as connection, connection.makefile("rb") as replies:

        def ask(octets: bytes) -> bytes:
            connection.sendall(octets + b"\r\n")
            return replies.readline()

        assert replies.readline().startswith(b"200")
        assert ask(b"MODE READER").startswith(b"200")
        assert ask(b"POST").startswith(b"340")
        stuffed = article.replace(b"\r\n.", b"\r\n..")
        reply = ask(stuffed + b".")
        assert reply.startswith(b"240"), reply
