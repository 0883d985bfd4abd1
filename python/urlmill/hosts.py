"""International host names, by the `idna` package: RFC 5891, after the mapping of UTS 46."""

import re

from .errors import URLError

_NO_NAME = re.compile(r"[\0- \"#%/:<>?@\[\\\]^`{|}\x7f]")


def to_ascii(name: str, *, uts46: bool = True) -> str:
    """The name in A-labels. Without ``uts46`` nothing is mapped first, so that ``Ü``, for one, is refused.

    >>> to_ascii("Bücher.example")
    'xn--bcher-kva.example'
    """
    import idna  # only now: its tables take longer to load than all of urlmill

    try:
        return idna.encode(name, uts46=uts46, transitional=False).decode("ascii").lower()
    except idna.IDNAError:
        raise URLError("bad-label", _bad_label(name, uts46), name) from None
    except UnicodeError:  # a lone surrogate
        raise URLError("bad-label", 0, name) from None


def looked_up(name: str) -> str:
    """The name as it is looked up: by IDNA if it has to be. Others are what they are, underscores and all.

    >>> looked_up("_Dmarc.example")
    '_dmarc.example'
    """
    found = name.lower() if name.isascii() else to_ascii(name)
    odd = _NO_NAME.search(found)
    if odd:  # a delimiter that was escaped in the URL is no part of a name
        raise URLError("bad-host", min(odd.start(), len(name)), name)
    return found


def from_ascii(name: str) -> str:
    """The name in the characters of its language; a label that is no valid A-label stays as it is.

    >>> from_ascii("xn--bcher-kva.example")
    'bücher.example'
    """
    if "xn--" not in name.lower():
        return name
    return ".".join(map(_shown, name.split(".")))


def _shown(label: str) -> str:
    if not label.lower().startswith("xn--"):
        return label
    import idna

    try:
        return idna.decode(label)
    except UnicodeError:
        return label


def _bad_label(name: str, uts46: bool) -> int:
    """Where the first label starts that is refused by itself; 0 if it is the name as a whole."""
    start = 0
    for label in name.split("."):
        if not _is_label(label, uts46):
            return start
        start += len(label) + 1
    return 0


def _is_label(label: str, uts46: bool) -> bool:
    import idna

    try:
        return bool(idna.encode(label, uts46=uts46))
    except UnicodeError:
        return False
