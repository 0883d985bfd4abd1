"""The five-way split of RFC 3986, section 3 and appendix B: it always succeeds."""

import re

_URL = re.compile(
    r"(?:([A-Za-z][A-Za-z0-9+.\-]*):)?"  # scheme
    r"(?://([^/?#]*))?"  # authority
    r"([^?#]*)"  # path
    r"(?:\?([^#]*))?"  # query
    r"(?:#(.*))?",  # fragment
    re.DOTALL,
)


def split(text: str) -> tuple[str | None, str | None, str, str | None, str | None]:
    """Scheme, authority, path, query and fragment; None is absent, "" is present and empty."""
    match = _URL.fullmatch(text)
    assert match is not None  # every part is optional, and the last ones take anything
    scheme, authority, path, query, fragment = match.groups()
    return scheme, authority, path, query, fragment
