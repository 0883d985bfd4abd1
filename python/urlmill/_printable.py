"""Text without anything that a terminal would obey."""

_OCTETS = range(0xDC80, 0xDD00)  # lone surrogates that stand for octets that are not UTF-8


def printable(text: str, encoding: str = "utf-8") -> str:
    """The text with all that cannot be seen named instead: ESC is ``<U+001B>``, an octet that is not text ``<FF>``.

    So no URL can move the cursor, change colours or turn the direction of the text. What ``encoding`` lacks is named
    too.
    """
    return text if text.isprintable() and can_show(text, encoding) else "".join(_named(c, encoding) for c in text)


def _named(char: str, encoding: str) -> str:
    if char.isprintable() and can_show(char, encoding):
        return char
    return f"<{ord(char) - 0xDC00:02X}>" if ord(char) in _OCTETS else f"<U+{ord(char):04X}>"


def can_show(text: str, encoding: str) -> bool:
    """Whether an encoding has these characters."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True
