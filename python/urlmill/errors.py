"""What is wrong with a URL, where, and what to do about it; what a gate refuses; what goes wrong in a fetch."""

# What to do about each defect. The codes are those of the requirements, and a test holds them together.
_ADVICE = {
    "authority-not-allowed": "leave out '//' and the server; in this profile the scheme names none",
    "bad-article-number": "an article has a decimal number, of at most 16 digits; a group alone has no slash after it",
    "bad-char": "this character cannot stand here as it is; write it percent-encoded",
    "bad-group": "expected the name of a newsgroup: no wildcards, no '@', not dots alone",
    "bad-host": "a host is a name, an IPv4 address, or an IPv6 address in brackets",
    "bad-ipv4": "a host that ends in a number is read as an IPv4 address: at most four numbers, which fit into 32 bits",
    "bad-label": "this label of the host name is not allowed by IDNA; see RFC 5891, of the web profile UTS 46",
    "bad-mailto": "an address is local-part@domain, both not empty; fields are name=value",
    "bad-message-id": "a message-id is unique@domain, both not empty, without its angle brackets",
    "bad-parameter": "a parameter needs a name or a '=', and a number that is its value must be finite",
    "bad-percent": "a '%' needs two hexadecimal digits after it; write %25 for a '%' of its own",
    "bad-port": "a port is a decimal number from 0 to 65535",
    "bad-scheme": "expected a scheme such as https, with no space before it: a letter, then letters, digits, '+', '-' "
    "and '.'; write http:// before a host and port; a class takes only its own schemes",
    "bad-segment": "a segment is a name: neither '.' nor '..', and only the last one may be empty; join() takes steps, "
    "normalize() removes those that a path has",
    "bad-suffix": "a suffix is '' or begins, but does not end, with a '.'; and the name that it follows is not empty",
    "bad-type": "an FTP type is a, i or d, or one of RFC 1630 such as L8, not escaped; a Gopher type is one octet",
    "bad-unc": "a UNC name is \\\\host\\share\\...; in a URL at most three slashes may stand before its host",
    "bad-wildmat": "a wildmat has '*', '?', ',' and '!', no brackets or backslashes, and 512 characters at most",
    "bad-zone": "a zone id is only good on a link-local address (fe80::/10), and not in a strict URI",
    "control-char": "this character would be taken for a delimiter of the protocol, escaped or not; take it out",
    "device-name": "the system has reserved this name for a device; choose another",
    "drive-relative": "a slash must follow the drive letter",
    "empty-name": "there is no name to retrieve; write one after the last slash",
    "fragment-not-allowed": "take the '#' out, or write it as %23 if it is part of the path or the query",
    "missing-authority": "write '//' and a host after the scheme",
    "missing-group": "name a newsgroup after the server",
    "missing-host": "write a host after '//'",
    "missing-path": "write a path that begins with a slash",
    "needs-reconnect": "the connection is another server's or user's, or in another directory; open a new one",
    "no-form": "this matches none of the forms that the scheme has",
    "no-parameters": "in this scheme what follows a '?' is not made of parameters; replace() changes its own parts",
    "no-segments": "this path is not made of segments: the scheme has none, or no slash begins it",
    "not-a-data-object": "the URL names an interactive service, which has nothing to read",
    "not-a-file-url": "only a file URL names a file of a system, however alike a path may look",
    "not-absolute": "a URL begins with a scheme, such as https://, and a path with its root; "
    "join() completes a relative reference, from_path(cwd=...) a relative path",
    "not-hierarchical": "relative references cannot be resolved against this scheme; give a whole URL",
    "not-local": "only a file URL without a host, or with localhost, is a file of this system; no other name is looked "
    "up, and no address, not even 127.0.0.1, is taken for it (local_names=[...] adds some); "
    "for the UNC name of another's, if you trust its host, call to_unc() or to_path(os='windows', allow_unc=True)",
    "not-unc": "a UNC name needs a host other than this machine, and a share",
    "password-not-allowed": "take the password out of the URL",
    "password-required": "the URL has a user but no password, and asking for one is switched off",
    "password-without-user": "give a user name too, be it empty",
    "path-not-allowed": "nothing but a single slash may follow the host",
    "port-not-allowed": "take the port out; the scheme has none",
    "query-not-allowed": "take the '?' out, or write it as %3F if it is part of the name",
    "read-otherwise": "the scheme would read these parts as something else; give others",
    "reserved-unencoded": "this delimiter is taken for data here; write it percent-encoded",
    "step-after-name": "a '..' after a name leads elsewhere if the name is a symbolic link, and a URL cannot say so; "
    "give the path that os.path.realpath() makes of it",
    "unrepresentable": "the system cannot have this character in a name",
    "unsupported-address": "this kind of address is not known; give a name, an IPv4 or an IPv6 address",
    "unsupported-scheme": "nothing is known of how a client of this scheme works",
    "userinfo-not-allowed": "take the user name out of the URL",
    "web-profile": "under the profile 'web' a URL is what browsers make of it: it has no plan and is not a path; "
    "URL(str(url)) reads its text as its scheme has it",
    "win32-namespace": "paths that begin with \\\\?\\ or \\\\.\\ have no URL; give the path without that prefix",
}


class URLError(ValueError):
    """A URL that cannot be taken as it is.

    ``code`` names the defect, ``position`` is the index of the character that shows it, ``url`` is the text. ``why``
    says more where there is more to say than for every defect of this code.
    """

    code: str
    position: int
    url: str
    why: str | None

    def __init__(self, code: str, position: int, url: str, why: str | None = None) -> None:
        super().__init__(code, position, url, *(() if why is None else (why,)))
        self.code = code
        self.position = position
        self.url = url
        self.why = why

    # The text itself may hold a password, so neither form repeats it: they point into it.

    def __str__(self) -> str:
        advice = self.why or _ADVICE.get(self.code)
        return f"{self.code} at position {self.position}" + (f": {advice}" if advice else "")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.code!r}, {self.position})"


class GateError(URLError):
    """What a policy does not let through.

    ``code`` is one of those that ``docs/security.md`` lists, ``why`` says what was expected, ``url`` is the text or the
    address. It is a URLError, so that a program that refuses what is not a URL refuses this too.
    """

    why: str

    def __init__(self, code: str, position: int, url: str, why: str) -> None:
        super().__init__(code, position, url, why)


_LONGEST_REASON = 300  # characters of what a server said


class FetchError(OSError):
    """A URL that could not be fetched.

    ``code`` is one of those that ``docs/fetch.md`` lists, ``url`` the URL with its password masked, ``status`` the code
    of the server's reply if it has refused, and None otherwise, such as for a file.
    """

    code: str
    url: str
    status: int | None

    def __init__(self, code: str, url: str, why: str, status: int | None = None) -> None:
        from ._printable import printable  # only those who fetch wait for it

        # What a server says may be there to be obeyed by a terminal.
        self.why = printable(why if len(why) <= _LONGEST_REASON else f"{why[:_LONGEST_REASON]}...")
        super().__init__(f"{printable(url)}: {self.why}")
        self.code = code
        self.url = url
        self.status = status

    def __reduce__(self) -> tuple[object, ...]:
        return FetchError, (self.code, self.url, self.why, self.status)
