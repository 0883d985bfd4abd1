"""Octets that were found where a URL should be."""

import codecs

_ESCAPED = "urlmill.escaped"  # how the handler is known


def decoded(octets: bytes, encoding: str) -> str:
    r"""The text in this encoding; octets that it does not know are escaped.

    >>> decoded(b"http://h/\xe9\xc3\xa9", "utf-8")
    'http://h/%E9é'
    """
    return octets.decode(encoding, _ESCAPED)


def _escaped(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return "".join(f"%{octet:02X}" for octet in error.object[error.start : error.end]), error.end


codecs.register_error(_ESCAPED, _escaped)
