"""vsftpd and proftpd, for anonymous users and for alice."""

from __future__ import annotations

import contextlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from ..fetch.certificates import Certificates
from .debian import UNPACKED, environment, free_port, needs_root, program, running

PASSWORD = "pass word"


@contextlib.contextmanager
def vsftpd(root: Path, work: Path, tls: Certificates | None = None) -> Iterator[int]:
    """Its port. By TLS it wants the session of the control connection for the data, as it does by default."""
    needs_root()
    found = program("vsftpd")
    port = free_port()
    (work / "empty").mkdir(exist_ok=True)
    settings = {
        "listen": "YES",
        "listen_ipv6": "NO",
        "listen_address": "127.0.0.1",
        "listen_port": str(port),
        "background": "NO",
        "anonymous_enable": "YES",
        "local_enable": "NO",
        "anon_root": str(root),
        "ftp_username": "daemon",  # one whose home is there; it starts in anon_root all the same
        "nopriv_user": "nobody",
        "secure_chroot_dir": str(work / "empty"),
        "ascii_download_enable": "YES",
        "seccomp_sandbox": "NO",
        "isolate": "NO",
        "isolate_network": "NO",
        "xferlog_enable": "NO",
        "vsftpd_log_file": str(work / "vsftpd.log"),
    }
    if tls is not None:
        settings |= {
            "ssl_enable": "YES",
            "implicit_ssl": "YES",
            "allow_anon_ssl": "YES",
            "rsa_cert_file": str(tls.certificate),
            "rsa_private_key_file": str(tls.key),
            "ssl_ciphers": "HIGH",
            "require_ssl_reuse": "YES",
        }
    (work / "vsftpd.conf").write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    with running([found, str(work / "vsftpd.conf")], port, work / "out"):
        yield port


PROFTPD = """
ServerType standalone
DefaultAddress 127.0.0.1
Port {port}
UseIPv6 off
UseReverseDNS off
User root
Group root
ModulePath {modules}
PidFile {work}/proftpd.pid
ScoreboardFile {work}/scoreboard
WtmpLog off
SystemLog {work}/proftpd.log
DelayEngine off
TimeoutLinger 1
AuthOrder mod_auth_file.c mod_auth_unix.c
AuthUserFile {work}/users
RequireValidShell off
RootLogin on
DefaultRoot {root}
<Anonymous {root}>
  User nobody
  Group nogroup
  UserAlias anonymous nobody
</Anonymous>
"""


@contextlib.contextmanager
def proftpd(root: Path, work: Path) -> Iterator[int]:
    """Its port."""
    needs_root()
    found = program("proftpd")
    port = free_port()
    modules = UNPACKED / "usr" / "lib" / "proftpd" if found.startswith(str(UNPACKED)) else Path("/usr/lib/proftpd")
    hashed = subprocess.run(["openssl", "passwd", "-6", PASSWORD], capture_output=True, text=True, check=True).stdout
    users = work / "users"
    users.write_text(f"alice:{hashed.strip()}:65534:65534::{root}:/bin/sh\n")
    users.chmod(0o600)
    (work / "proftpd.conf").write_text(PROFTPD.format(port=port, modules=modules, work=work, root=root))
    command = [found, "--nodaemon", "--config", str(work / "proftpd.conf")]
    with running(command, port, work / "out", environment()):
        yield port
