"""International host names, by the `idna` package: RFC 5891, after the mapping of UTS 46."""

import re

from ..errors import URLError

# IDNA takes three more characters for dots (RFC 3490 section 3.1, and UTS 46).
DOTS = re.compile("[.\u3002\uff0e\uff61]")
# RFC 3986 section 2.2: decoded, an escape of what is not unreserved would mean something else.
_ESCAPED_DELIMITER = re.compile("%(?:[01][0-9A-Fa-f]|2[0-9A-CFa-cf]|3[A-Fa-f]|40|5[B-Eb-e]|60|7[B-DFb-df])")
_NO_NAME = re.compile(r"[\0- \"#%/:<>?@\[\\\]^`{|}\x7f]")

# RFC 1035 section 2.3.4: octets of a name, and of each of its labels.
_LONGEST_NAME = 253
_LONGEST_LABEL = 63
# Characters of an international name. Mapping makes some names shorter, but hardly any to a quarter. What is longer
# is refused unread: normalizing and decoding take quadratic time in the worst case.
LONGEST_WRITTEN = 4 * _LONGEST_NAME


def to_ascii(name: str, *, uts46: bool = True) -> str:
    """The name in A-labels. Without ``uts46`` nothing is mapped first, so that ``Ü``, for one, is refused.

    >>> to_ascii("Bücher.example")
    'xn--bcher-kva.example'
    """
    import idna  # only now: its tables take longer to load than all of urlmill

    if len(name) > LONGEST_WRITTEN:
        raise URLError("bad-label", 0, name)
    try:
        return idna.encode(name, uts46=uts46, transitional=False).decode("ascii").lower()
    except idna.IDNAError:
        raise URLError("bad-label", _bad_label(name, uts46), name) from None
    except UnicodeError:  # a lone surrogate
        raise URLError("bad-label", 0, name) from None


def escaped_delimiter(host: str) -> int:
    """Where a host, as it is written, has an escape that cannot be decoded before it is looked up; -1 if nowhere.

    >>> escaped_delimiter("b%C3%BCcher%2Cexample")
    11
    """
    found = _ESCAPED_DELIMITER.search(host)
    return found.start() if found else -1


def looked_up(name: str) -> str:
    """The name as it is looked up: its international labels by IDNA, the others as they are, underscores and all.

    >>> looked_up("_Dmarc.bücher.example")
    '_dmarc.xn--bcher-kva.example'
    """
    found = name.lower() if name.isascii() else _international(name)
    odd = _NO_NAME.search(found)
    if odd:  # a delimiter that was escaped in the URL is not a part of a name
        raise URLError("bad-host", min(odd.start(), len(name)), name)
    return found


def _international(name: str) -> str:
    if len(name) > LONGEST_WRITTEN:
        raise URLError("bad-label", 0, name)
    found = []
    start = 0
    labels = DOTS.split(name)
    for index, label in enumerate(labels):
        is_end = index == len(labels) - 1  # the root, which has no name
        if not (label or is_end) or (label.isascii() and len(label) > _LONGEST_LABEL):
            raise URLError("bad-label", start, name)
        try:
            found.append(label.lower() if label.isascii() else to_ascii(label))
        except URLError:
            raise URLError("bad-label", start, name) from None
        start += len(label) + 1
    known = ".".join(found)
    if len(known.removesuffix(".")) > _LONGEST_NAME:
        raise URLError("bad-label", 0, name)
    return known


def from_ascii(name: str) -> str:
    """The name in the characters of its language; a label that is not a valid A-label stays as it is.

    >>> from_ascii("xn--bcher-kva.example")
    'bücher.example'
    """
    if "xn--" not in name.lower():
        return name
    return ".".join(map(_shown, name.split(".")))


def _shown(label: str) -> str:
    if len(label) > _LONGEST_LABEL or not label.lower().startswith("xn--"):
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
