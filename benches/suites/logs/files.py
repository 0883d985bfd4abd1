"""The logs that are read: made once, always the same."""

from __future__ import annotations

import gzip
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from .generate import CLOUDFRONT_HEAD, W3C_HEAD, as_cloudfront, as_json, as_w3c, generate

_WRITTEN: dict[str, tuple[Callable[[bytes], bytes], bytes]] = {
    "combined": (bytes, b""), "json": (as_json, b""), "w3c": (as_w3c, W3C_HEAD),
    "cloudfront": (as_cloudfront, CLOUDFRONT_HEAD),
}  # fmt: skip


@dataclass(frozen=True)
class Logs:
    """Where they are; those that are missing are made."""

    folder: Path
    size: int  # bytes

    def plain(self, kind: str) -> Path:
        """A log of this format."""
        written, head = _WRITTEN[kind]
        size = self.size // 2 if kind == "w3c" else self.size
        return self._made(kind, size, lambda path: generate(path, size, written, head))

    def packed(self, kind: str, copy: str = "") -> Path:
        """The same, as gzip has it."""
        return self._made(f"{kind}{copy}.gz", 1, lambda path: _pack(self.plain(kind), path))

    def large(self, size: int) -> Path:
        """A combined one."""
        return self._made("large", size, lambda path: generate(path, size))

    def part(self, kind: str, size: int) -> Path:
        """The first lines of one."""
        return self._made(f"{kind}.part", 1, lambda path: path.write_bytes(_first(self.plain(kind), size)))

    def _made(self, name: str, size: int, make: Callable[[Path], object]) -> Path:
        path = self.folder / f"{self.size // 10**6}.{name}"
        if not path.is_file() or path.stat().st_size < size:
            self.folder.mkdir(parents=True, exist_ok=True)
            beside = path.with_name(f"{path.name}.new")
            make(beside)
            beside.rename(path)
        return path


def _pack(plain: Path, path: Path) -> None:
    with plain.open("rb") as file, gzip.open(path, "wb", compresslevel=6) as packed:
        shutil.copyfileobj(file, packed, 1 << 20)


def _first(path: Path, size: int) -> bytes:
    with path.open("rb") as file:
        return file.read(size).rpartition(b"\n")[0] + b"\n"
