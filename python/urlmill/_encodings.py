"""The text of a page, whose octets may be in any of the encodings of the web."""

import codecs
import re

_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_BE, "utf-16-be"), (codecs.BOM_UTF16_LE, "utf-16-le"))
_HEAD = 1024  # octets in which a page says how it is encoded
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_DECLARED = re.compile(
    rb"<meta[^>]{1,512}?charset[\t\n\f\r ]*=[\t\n\f\r ]*[\"']?[\t\n\f\r ]*([^\t\n\f\r \"';/>]+)", re.I
)

# The encodings of pages, by the names that Python's codecs have; and what is read where one of them is said. Python has
# other codecs under the names of which a page could make this slow, or something else than text.
_AS_OTHERS = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "iso8859-11": "cp874",
              "tis-620": "cp874", "gb2312": "gb18030",
              "gbk": "gb18030", "shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs",
              "utf-16": "utf-16-le"}  # fmt: skip
_KNOWN = {"utf-8", "utf-16-be", "utf-16-le", "cp866", "koi8-r", "koi8-u", "mac-roman", "mac-cyrillic", "cp874",
          "gb18030", "big5hkscs", "euc_jp", "iso2022_jp", "cp932", "cp949", *(f"cp125{last}" for last in range(9)),
          *(f"iso8859-{part}" for part in (2, 3, 4, 5, 6, 7, 8, 10, 13, 14, 15, 16))}  # fmt: skip
_OTHER_NAMES = {"x-sjis": "cp932", "windows-31j": "cp932", "x-gbk": "gb18030", "x-euc-jp": "euc_jp",
                "x-cp1252": "cp1252", "ks_c_5601-1987": "cp949", "windows-949": "cp949", "big5-hkscs": "big5hkscs",
                "x-mac-cyrillic": "mac-cyrillic", "x-user-defined": "cp1252", "unicode": "utf-16-le"}  # fmt: skip


def decode(html: "bytes | bytearray | memoryview", encoding: str | None = None) -> str:
    """The text of a page: by its byte order mark, else by ``encoding``, such as that of its Content-Type header, else
    by what its ``<meta>`` says, else as UTF-8 if it is that, else as Windows-1252. What cannot be read becomes U+FFFD.
    """
    if not isinstance(html, (bytes, bytearray, memoryview)):
        raise TypeError(f"decode() takes the octets of a page, not {type(html).__name__}")
    octets = bytes(html)
    for mark, codec in _BOMS:
        if octets.startswith(mark):
            return octets[len(mark) :].decode(codec, "replace")
    found = None
    if encoding is not None:
        found = _codec(encoding)
        if found is None:
            raise LookupError(f"expected an encoding that pages are written in, got {encoding!r}")
    found = found or _declared(octets)
    if found is None:
        try:
            return octets.decode()
        except UnicodeDecodeError:
            found = "cp1252"
    return octets.decode(found, "replace")


def _declared(octets: bytes) -> str | None:
    said = _DECLARED.search(_COMMENT.sub(b"", octets[:_HEAD]))
    codec = _codec(said[1].decode("latin-1")) if said else None
    # Whoever could read this far has not read UTF-16.
    return "utf-8" if codec in ("utf-16-le", "utf-16-be") else codec


def _codec(label: str) -> str | None:
    """The codec for a name of an encoding; None if it is not one of those of pages."""
    name = label.strip("\t\n\f\r ").lower()
    if name in _OTHER_NAMES:
        return _OTHER_NAMES[name]
    try:
        name = codecs.lookup(name).name
    except (LookupError, ValueError):
        return None
    name = _AS_OTHERS.get(name, name)
    return name if name in _KNOWN else None
