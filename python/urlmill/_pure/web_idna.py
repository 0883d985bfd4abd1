"""International names as the URL Standard has them: ToASCII of UTS 46, with the settings of section 3.3.

CheckHyphens, UseSTD3ASCIIRules, Transitional_Processing, VerifyDnsLength and IgnoreInvalidPunycode are off, CheckBidi
and CheckJoiners on. A name in ASCII does not come here: it never fails.
"""

from . import web_unicode as unicode
from .web_punycode import decoded, encoded

_A_LABEL = "xn--"


def to_ascii(domain: str) -> str | None:
    """The name with A-labels, None where UTS 46 records an error."""
    labels = unicode.nfc("".join(map(_mapped, domain))).split(".")
    shown: list[str] = []  # in Unicode
    for label in labels:
        label_shown = _shown(label)
        if label_shown is None:
            return None
        shown.append(label_shown)
    if any(map(_is_right_to_left, shown)) and not all(map(_keeps_bidi_rule, shown)):
        return None
    return ".".join(label if label.isascii() else _A_LABEL + encoded(label) for label in labels)


def _mapped(character: str) -> str:
    status = unicode.status(character)
    if status == unicode.MAPPED:
        return unicode.mapped(character)
    return "" if status == unicode.IGNORED else character


def _shown(label: str) -> str | None:
    """The label in Unicode, None if it is not valid: sections 4 and 4.1."""
    if not label.startswith(_A_LABEL):
        return label if label.isascii() or _is_valid(label) else None
    shown = decoded(label[len(_A_LABEL) :]) if label.isascii() else None
    if not shown or shown.isascii() or shown.startswith(_A_LABEL) or unicode.nfc(shown) != shown:
        return None
    return shown if _is_valid(shown) else None


def _is_valid(label: str) -> bool:
    if unicode.is_mark(label[0]) or "." in label:
        return False
    if any(unicode.status(each) != unicode.VALID for each in label):
        return False
    return all(_may_join(label, at) for at, each in enumerate(label) if each in "\u200c\u200d")


def _may_join(label: str, at: int) -> bool:
    """RFC 5892, appendices A.1 and A.2."""
    if at and unicode.combining_class(label[at - 1]) == unicode.VIRAMA:
        return True
    if label[at] == "\u200d":
        return False
    before, after = at - 1, at + 1
    while before >= 0 and unicode.joining_type(label[before]) == unicode.TRANSPARENT:
        before -= 1
    while after < len(label) and unicode.joining_type(label[after]) == unicode.TRANSPARENT:
        after += 1
    return (
        before >= 0
        and unicode.joining_type(label[before]) in (unicode.JOINS_LEFT, unicode.JOINS_BOTH)
        and after < len(label)
        and unicode.joining_type(label[after]) in (unicode.JOINS_RIGHT, unicode.JOINS_BOTH)
    )


_RIGHT_TO_LEFT = frozenset((unicode.R, unicode.AL, unicode.AN))
_BETWEEN = frozenset((unicode.ES, unicode.CS, unicode.ET, unicode.ON, unicode.BN, unicode.NSM, unicode.EN))
_MAY_STAND = {True: _BETWEEN | _RIGHT_TO_LEFT, False: _BETWEEN | {unicode.L}}
_MAY_END = {True: _RIGHT_TO_LEFT | {unicode.EN}, False: frozenset((unicode.L, unicode.EN))}


def _is_right_to_left(label: str) -> bool:
    return not label.isascii() and any(unicode.bidi_class(each) in _RIGHT_TO_LEFT for each in label)


def _keeps_bidi_rule(label: str) -> bool:
    """RFC 5893, section 2."""
    classes = [unicode.bidi_class(each) for each in label]
    if not classes:
        return True
    is_right_to_left = classes[0] in (unicode.R, unicode.AL)
    if not is_right_to_left and classes[0] != unicode.L:
        return False
    found = frozenset(classes)
    if not found <= _MAY_STAND[is_right_to_left] or (is_right_to_left and found >= {unicode.EN, unicode.AN}):
        return False
    last = next(each for each in reversed(classes) if each != unicode.NSM)
    return last in _MAY_END[is_right_to_left]
