"""What the URL Standard says of some telling texts, written by hand; and where a text goes wrong.

The tests of the platform say much more, but not which character it is; and they are not everywhere.
"""

from __future__ import annotations

from typing import Any

import pytest

from urlmill import URLError

HREFS = [
    ("https://example.org/a?b#c", "https://example.org/a?b#c"),
    ("HTTP://EXAMPLE.org", "http://example.org/"),
    ("  http://h/\t\n ", "http://h/"),
    ("ht\ntp://h/a\tb", "http://h/ab"),
    ("http:h", "http://h/"),
    ("http:\\\\h\\a\\..\\b", "http://h/b"),
    ("http://h:80/", "http://h/"),
    ("http://h:0443/", "http://h:443/"),
    ("https://h:443", "https://h/"),
    ("ws://h:80", "ws://h/"),
    ("ftp://h:21/", "ftp://h/"),
    ("http://h:", "http://h/"),
    ("http://h:00000000000000000000080/", "http://h/"),
    # logins
    ("http://u@h", "http://u@h/"),
    ("http://@h", "http://h/"),
    ("http://:@h", "http://h/"),
    ("http://:p@h", "http://:p@h/"),
    ("http://u:@h", "http://u@h/"),
    ("http://a@b:c@d:e@h/", "http://a%40b:c%40d%3Ae@h/"),
    ("http://u;=[]^|:'@h", "http://u%3B%3D%5B%5D%5E%7C:'@h/"),
    # paths, queries, fragments
    ("http://h/a/./b/../c", "http://h/a/c"),
    ("http://h/%2e/%2E%2e/.%2e/a/%2e", "http://h/a/"),
    ("http://h/../..", "http://h/"),
    ("http://h/...", "http://h/..."),
    ("http://h/a b\"<>`{}^|[]%", "http://h/a%20b%22%3C%3E%60{}^|[]%".replace("{}^", "%7B%7D%5E")),
    ("http://h/?a b\"'<>`{}^|%zz", "http://h/?a%20b%22%27%3C%3E`{}^|%zz"),
    ("x://h/?'", "x://h/?'"),
    ("http://h/#a b\"'<>`{}^|#", "http://h/#a%20b%22'%3C%3E%60{}^|#"),
    ("http://h/\xe9\x7f\ud800", "http://h/%C3%A9%7F%EF%BF%BD"),
    ("http://h/\ud83d\ude00", "http://h/%EF%BF%BD%EF%BF%BD"),  # to Python they are two lone surrogates
    # hosts
    ("http://EX%41mple%2Eorg/", "http://example.org/"),
    ("http://a_b~!$&'()*+,;=`{}\"/", "http://a_b~!$&'()*+,;=`{}\"/"),
    ("http://a..b./", "http://a..b./"),
    ("http://xn--a/", "http://xn--a/"),  # an A-label that decodes to nothing good, but in ASCII
    ("http://b\xfccher.example", "http://xn--bcher-kva.example/"),
    ("http://fa\xdf.example", "http://xn--fa-hia.example/"),
    ("http://\u3002\uff21", "http://.a/"),
    ("http://a\xad", "http://a/"),
    ("http://\u2615.example/", "http://xn--53h.example/"),
    ("http://a<\u0338/", "http://xn--a-ngo/"),  # together they are one character, which is good
    ("http://0x7f.1", "http://127.0.0.1/"),
    ("http://0300.0250.257", "http://192.168.1.1/"),
    ("http://4294967295", "http://255.255.255.255/"),
    ("http://0x", "http://0.0.0.0/"),
    ("http://1.2.3.4.", "http://1.2.3.4/"),
    ("http://" + "0" * 100 + "1.1/", "http://1.0.0.1/"),
    ("http://\uff11.\u0662", None),  # a digit of another script is no number
    ("http://[1:2:0:0:5:0:0:0]", "http://[1:2:0:0:5::]/"),
    ("http://[0:0:1:0:0:2:0:0]", "http://[::1:0:0:2:0:0]/"),
    ("http://[1:0:3:0:5:6:7:8]", "http://[1:0:3:0:5:6:7:8]/"),
    ("http://[::FFFF:1.2.3.4]", "http://[::ffff:102:304]/"),
    # other schemes
    ("mailto:a b@h?c d", "mailto:a b@h?c d".replace("c d", "c%20d")),
    ("data:a  ?b", "data:a %20?b"),
    ("data:a #b", "data:a%20#b"),
    ("x:/..//a", "x:/.//a"),
    ("x:/.//a", "x:/.//a"),
    ("x:////a/../..", "x:///"),
    ("x://H%41\xe9:80/", "x://H%41%C3%A9:80/"),
    ("x://", "x://"),
    ("x:///a", "x:///a"),
    ("x://h?q", "x://h?q"),
    ("x:\\a", "x:\\a"),
    ("javascript:alert('\xe9')", "javascript:alert('%C3%A9')"),
    # files
    ("file:C|\\a", "file:///C:/a"),
    ("file://C:/a", "file:///C:/a"),
    ("file:///C:/../..", "file:///C:/"),
    ("file://localhost/a", "file:///a"),
    ("file://H/C|/", "file://h/C:/"),
    ("file:a", "file:///a"),
]  # fmt: skip

JOINED = [
    ("", "http://u:p@h:1/a/b?c#d", "http://u:p@h:1/a/b?c"),
    ("#x", "http://h/a?b", "http://h/a?b#x"),
    ("?x", "http://h/a?b", "http://h/a?x"),
    ("x", "http://h/a/b?c", "http://h/a/x"),
    ("../x", "http://h/a/b/c", "http://h/a/x"),
    ("/x", "http://u:p@h:1/a", "http://u:p@h:1/x"),
    ("//x", "http://u:p@h/a", "http://x/"),
    ("\\\\x", "http://h/a", "http://x/"),
    ("\\x", "x://h/a/b", "x://h/a/\\x"),
    ("http:x", "http://h/a/b", "http://h/a/x"),
    ("http:x", "https://h/a/b", "http://x/"),
    ("HTTP://x/", "ftp://h/", "http://x/"),
    ("a", "x:/", "x:/a"),
    ("..//a", "x:/b", "x:/.//a"),
    ("#a", "mailto:b", "mailto:b#a"),
    ("C|/a", "file:///D:/b/c", "file:///C:/a"),
    ("/a", "file://h/C:/b", "file://h/C:/a"),
    ("..", "file:///C:/", "file:///C:/"),
    ("?q", "file:///a", "file:///a?q"),
    ("//h/a", "file:///C:/b", "file://h/a"),
]

# A text, the code, and the character that shows it.
ERRORS = [
    ("", "not-absolute", 0),
    ("  ", "not-absolute", 0),
    (" a", "not-absolute", 0),
    ("//h/", "not-absolute", 0),
    ("1a:b", "not-absolute", 0),
    ("http:", "missing-host", 5),
    (" http:// ", "missing-host", 8),
    ("http:///\t\n", "missing-host", 8),
    ("http://?q", "missing-host", 7),
    ("http://:80", "missing-host", 7),
    ("http://u:p@/", "missing-host", 11),
    ("x://u@/", "missing-host", 6),
    ("x://:80", "missing-host", 4),
    ("ht\ntp://u@\t:80", "missing-host", 11),
    ("http://h:8a0", "bad-port", 10),
    ("http://h:\t8\na", "bad-port", 12),
    ("http://h:65536", "bad-port", 9),
    ("http://h:\u0663", "bad-port", 9),
    ("http://h:-1", "bad-port", 9),
    ("http://h h/", "bad-host", 8),
    ("http://\xe9h|/", "bad-host", 9),
    ("http://h%41%2f%00/", "bad-host", 11),
    ("http://h%/", "bad-host", 8),
    ("http://%C3%A9%zz/", "bad-host", 13),
    ("http://a\uff1c/", "bad-host", 7),  # IDNA makes a "<" of it
    ("http://u@\xad/", "bad-host", 9),
    ("http://[::1", "bad-host", 7),
    ("http://[::1]a", "bad-host", 7),
    ("http://[1::2::3]", "bad-host", 7),
    ("http://[:::1]", "bad-host", 7),
    ("http://[1:2:3:4:5:6:7]", "bad-host", 7),
    ("http://[::1.2.3.04]", "bad-host", 7),
    ("http://[::1%25en0]", "bad-host", 7),
    ("x://a b", "bad-host", 5),
    ("x://\xe9<", "bad-host", 5),
    ("file://a b/", "bad-host", 8),
    ("http://1.2.3.256", "bad-ipv4", 7),
    ("http://u@1.2.3.4.5", "bad-ipv4", 9),
    ("http://a.09/", "bad-ipv4", 7),
    ("file://0x1ffffffff/", "bad-ipv4", 7),
    ("http://\xe9.xn--a/", "bad-label", 7),
    ("http://\ufffd/", "bad-label", 7),
    ("http://%ff/", "bad-label", 7),
    ("http://\u0301a/", "bad-label", 7),
    ("http://u@1\u05d0/", "bad-label", 9),
    ("http://\u05d0.1a/", "bad-label", 7),
    ("http://a\u200d/", "bad-label", 7),
    ("http://\xe9\ud800/", "bad-label", 7),
]

ORIGINS = [
    ("https://u:p@h:1/a", "https://h:1"),
    ("ftp://h/", "ftp://h"),
    ("wss://[::1]/", "wss://[::1]"),
    ("file:///a", "null"),
    ("mailto:a@h", "null"),
    ("x://h/", "null"),
    ("blob:https://u@h:1/a", "https://h:1"),
    ("blob:ftp://h/", "null"),
    ("blob:a", "null"),
    ("blob:blob:http://h/", "null"),
]


@pytest.mark.parametrize(("text", "href"), HREFS)
def test_hrefs(web: Any, text: str, href: str | None) -> None:
    assert web.web_can_parse(text) == (href is not None)
    if href is not None:
        assert web.web_href(text) == web.web_href(href) == href


@pytest.mark.parametrize(("text", "base", "href"), JOINED)
def test_hrefs_that_a_base_completes(web: Any, text: str, base: str, href: str) -> None:
    assert web.web_href(text, base) == href
    assert web.web_can_parse(text, base)


@pytest.mark.parametrize(("text", "code", "position"), ERRORS)
def test_errors_point_at_the_character(web: Any, text: str, code: str, position: int) -> None:
    assert not web.web_can_parse(text)
    with pytest.raises(URLError) as caught:
        web.web_href(text)
    error = caught.value
    assert (error.code, error.position, error.url) == (code, position, text)


@pytest.mark.parametrize("text", ["a", "http://h/", ""])
def test_the_base_is_looked_at_first(web: Any, text: str) -> None:
    with pytest.raises(URLError) as caught:
        web.web_href(text, "http://h:x/")
    error = caught.value
    assert (error.code, error.position, error.url) == ("bad-port", 9, "http://h:x/")
    assert not web.web_can_parse(text, "http://h:x/")


@pytest.mark.parametrize("text", ["a", "?a", "", "/a"])
def test_an_opaque_base_completes_fragments_alone(web: Any, text: str) -> None:
    with pytest.raises(URLError) as caught:
        web.web_href(text, "mailto:b")
    assert (caught.value.code, caught.value.position, caught.value.url) == ("not-absolute", 0, text)


@pytest.mark.parametrize(("href", "origin"), ORIGINS)
def test_origins(web: Any, href: str, origin: str) -> None:
    assert web.web_href(href) == href
    assert web.web_origin(href) == origin


def test_other_types_are_refused(web: Any) -> None:
    for function in (web.web_href, web.web_can_parse, web.web_origin):
        with pytest.raises(TypeError):
            function(b"http://h/")
    with pytest.raises(TypeError):
        web.web_href("a", b"http://h/")
