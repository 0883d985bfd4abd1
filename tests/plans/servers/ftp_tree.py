"""The files that the FTP server of the tests has, some under odd names."""

from __future__ import annotations

from pathlib import Path

from .ftp_server import LOGIN_DIRECTORY

_HOME = LOGIN_DIRECTORY.lstrip("/")

FILES = {
    "etc/motd": b"of the server\n",
    "b/f": b"b below the root\n",
    "pub/read me.txt": b"a name with a space\n",
    "pub/semi;colon": b"a name with a semicolon\n",
    "pub/semi;type=x": b"a name that looks like a type\n",
    "pub/100%2F": b"a name with what looks like an escape\n",
    "pub/d\u00eda": b"a name beyond ASCII\n",
    f"{_HOME}/etc/motd": b"of the guest\n",
    f"{_HOME}/a/b/f": b"a, then b\n",
    f"{_HOME}/a/lines.txt": b"one\ntwo\n",
    f"{_HOME}/a/lines.bin": b"one\ntwo\r\n\x00\xff",
    f"{_HOME}/~/notes": b"in a directory called ~\n",
    f"{_HOME}/notes": b"at home\n",
    f"{_HOME}/in/old": b"was here before\n",
}


def plant(root: Path) -> None:
    """Writes the files."""
    for name, content in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
