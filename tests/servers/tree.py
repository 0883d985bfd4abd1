"""What the servers have: files that a careless client changes, some under odd names."""

from __future__ import annotations

import os
from pathlib import Path

FILES = {
    b"motd": b"hello\n",
    b"unix.txt": b"one\ntwo\n",
    b"dos.txt": b"one\r\ntwo\r\n",
    b"mixed.csv": b"a;b\r\nc;d\n\re\r",
    b"wide.txt": "h\u00e4llo\n\u0a0d\n".encode("utf-16-le"),
    b"script.sh": b"#!/bin/sh\necho\n",
    b"all.bin": bytes(range(256)) * 4096,
    b"empty.json": b"",
    b"large.patch": b"+line\n" * 300_000,
    b"pub/a.txt": b"in pub\n",
    b"pub/deep/er/f": b"deep\n",
    b"pub/read me.txt": b"a name with a space\n",
    b"pub/semi;colon": b"a name with a semicolon\n",
    b"pub/100%2F": b"a name with what looks like an escape\n",
    b"pub/d\xc3\xada": b"a name beyond ASCII\n",
    b"pub/caf\xe9": b"a name that is not UTF-8\n",
    b"iac/\xff\xfe": b"a name of 255 and 254\n",
}


def plant(root: Path) -> Path:
    """Writes the files, for everybody to read."""
    for name, content in FILES.items():
        path = os.path.join(os.fsencode(root), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)
    for folder, _, names in os.walk(root):
        os.chmod(folder, 0o755)
        for each in names:
            os.chmod(os.path.join(folder, each), 0o644)
    return root
