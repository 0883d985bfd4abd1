"""A URL taken apart and checked as far as its characters go."""

import re

from .._profiles import ANY_PRINTABLE, KEEPS_BAR, LENIENT, NEEDS_AUTHORITY, NEEDS_HOST, SEVERAL_HOSTS, WHOLE_PATH
from ..errors import URLError
from .authority import split_authority, split_authority_loosely
from .host import find_bad_host
from .several import find_bad_host_of_list, hosts_of, is_list, split_authority_of_list
from .split import split

_BAD_PERCENT = r"%(?![0-9A-Fa-f]{2})"
# The ASCII characters that no URI has. They are named, not those it has: a set that takes in all that is not ASCII
# would need milliseconds to compile.
_NO_URI = r"\0- \"<>\\^`{}\x7f"
_BAD_URI = re.compile(rf"{_BAD_PERCENT}|[{_NO_URI}#\[\]|]")
_BAD_URI_BUT_BAR = re.compile(rf"{_BAD_PERCENT}|[{_NO_URI}#\[\]]")
_NOT_PRINTABLE = re.compile(rf"{_BAD_PERCENT}|[\0-\x1f\x7f]")
_BAD_LOGIN = re.compile(rf"{_BAD_PERCENT}|[{_NO_URI}#\[\]|@/?]")

# scheme, authority, user, password, host, port, path, query, fragment: as written, None is absent
Parts = tuple[
    str | None, str | None, str | None, str | None, str | None, str | None, str, str | None, str | None
]  # fmt: skip


def parse(text: str, rules: int) -> Parts:
    """The parts of ``text``, or the first thing that is wrong with it."""
    scheme, authority, path, query, fragment = split(text)
    if rules & WHOLE_PATH and query is not None:
        path, query = f"{path}?{query}", None

    user = password = host = port = None
    if rules & LENIENT:
        if authority is not None:
            user, password, host, port = split_authority_loosely(authority)
            if rules & SEVERAL_HOSTS and is_list(authority):
                host, port = hosts_of(authority), None
        return scheme, authority, user, password, host, port, path, query, fragment

    if scheme is None:
        raise _no_scheme(text)
    start = len(scheme) + 1
    if authority is not None:
        start += 2
        has_list = rules & SEVERAL_HOSTS and is_list(authority)
        try:
            user, password, host, port = (split_authority_of_list if has_list else split_authority)(authority)
        except URLError as error:
            raise URLError(error.code, start + error.position, text) from None
        host_start = start + (authority.rfind("@") + 1)
        _check(text, start, max(start, host_start - 1), _BAD_LOGIN)
        bad = find_bad_host_of_list(host) if has_list else find_bad_host(host)
        if bad >= 0:
            raise URLError("bad-host", host_start + bad, text)
        if not host and rules & NEEDS_HOST:
            raise URLError("missing-host", host_start, text)
        start += len(authority)
    elif rules & NEEDS_AUTHORITY:
        raise URLError("missing-authority", start, text)

    bad_char = _NOT_PRINTABLE if rules & ANY_PRINTABLE else _BAD_URI
    path_end = start + len(path)
    _check(text, start, path_end, _BAD_URI_BUT_BAR if rules & KEEPS_BAR else bad_char)
    query_end = path_end if query is None else path_end + 1 + len(query)
    _check(text, path_end, query_end, bad_char)
    _check(text, query_end + 1, len(text), bad_char)
    return scheme, authority, user, password, host, port, path, query, fragment


def _check(text: str, start: int, end: int, bad: re.Pattern[str]) -> None:
    # Cut out, so that an escape at its end cannot borrow digits from what follows.
    match = bad.search(text[start:end])
    if match:
        raise URLError("bad-percent" if match[0] == "%" else "bad-char", start + match.start(), text)


def _no_scheme(text: str) -> URLError:
    """Either there is no scheme at all, or the text in its place is not a scheme."""
    head = re.match(r"[^:/?#]*", text)
    assert head is not None
    if text[head.end() : head.end() + 1] != ":":
        return URLError("not-absolute", 0, text)
    bad = re.match(r"(?:[A-Za-z][A-Za-z0-9+.\-]*)?", text)
    assert bad is not None
    return URLError("bad-scheme", bad.end(), text)
