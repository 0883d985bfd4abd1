"""What is not text, by how it begins: it is refused by its name, and never read as lines."""

from __future__ import annotations

_UNPACK = "unpack it first, as by {} | urlmill ..."
_CONVERT = "convert it first, as by iconv -f {} -t UTF-8"
# In this order: the mark of UTF-32 begins with that of UTF-16.
_MAGIC = (
    (b"PAR1", "Parquet", ""),
    (b"\xfd7zXZ\x00", "xz", _UNPACK.format("xz -dc FILE")),
    (b"PK\x03\x04", "a ZIP archive", _UNPACK.format("unzip -p FILE")),
    (b"PK\x05\x06", "an empty ZIP archive", ""),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", _UNPACK.format("7z x -so FILE")),
    (b"\x04\x22\x4d\x18", "lz4", _UNPACK.format("lz4 -dc FILE")),
    (b"LZIP", "lzip", _UNPACK.format("lzip -dc FILE")),
    (b"\x1f\x9d", "packed by compress", _UNPACK.format("gzip -dc FILE")),
    (b"\xff\x06\x00\x00sNaPpY", "snappy", "unpack it first"),
    (b"\x1f\x8b", "packed twice", _UNPACK.format("gzip -dc FILE")),
    (b"\x28\xb5\x2f\xfd", "packed twice", _UNPACK.format("zstd -dc FILE")),
    (b"ARROW1", "an Arrow file", ""),
    (b"\xff\xff\xff\xff", "an Arrow stream", ""),
    (b"Obj\x01", "Avro", ""),
    (b"\xff\xfe\x00\x00", "UTF-32", _CONVERT.format("UTF-32")),
    (b"\x00\x00\xfe\xff", "UTF-32", _CONVERT.format("UTF-32")),
    (b"\xff\xfe", "UTF-16", _CONVERT.format("UTF-16")),
    (b"\xfe\xff", "UTF-16", _CONVERT.format("UTF-16")),
)
_TAR, _TAR_AT = b"ustar", 257
_LOOKED_AT = 64
PARQUET = _MAGIC[0][1]


def not_text(octets: bytes) -> tuple[str, str] | None:
    """What a file that begins so is, and what to do; None if it may be text."""
    for magic, name, advice in _MAGIC:
        if octets.startswith(magic):
            return name, advice
    if octets[_TAR_AT : _TAR_AT + len(_TAR)] == _TAR:
        return "a tar archive", _UNPACK.format("tar -xOf FILE")
    head = octets[:_LOOKED_AT]
    # Letters of UTF-16 without a mark: every other octet is NUL. A log that was truncated may begin with NULs alone.
    if len(head) >= 8 and any(head) and not (any(head[::2]) and any(head[1::2])):
        return "UTF-16 without a mark", _CONVERT.format("UTF-16BE" if any(head[1::2]) else "UTF-16LE")
    return None
