"""What is wrong with a URL, where, and what to do about it."""

_ADVICE = {
    "bad-host": "brackets may only stand around an IPv6 or later address that is the whole host; write %5B and %5D",
    "bad-percent": "a '%' needs two hexadecimal digits after it; write %25 for a '%' of its own",
    "bad-port": "a port is a decimal number from 0 to 65535",
    "not-absolute": "a base needs a scheme, such as https://",
    "reserved-unencoded": "write '@' as %40 in a user name or a password",
}


class URLError(ValueError):
    """A URL that cannot be taken as it is.

    ``code`` names the defect, ``position`` is the index of the character that shows it, ``url`` is the text.
    """

    code: str
    position: int
    url: str

    def __init__(self, code: str, position: int, url: str) -> None:
        super().__init__(code, position, url)
        self.code = code
        self.position = position
        self.url = url

    # The text itself may hold a password, so neither form repeats it: they point into it.

    def __str__(self) -> str:
        advice = _ADVICE.get(self.code)
        return f"{self.code} at position {self.position}" + (f": {advice}" if advice else "")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {self.position})"
