"""gopher: texts as the server sends them, the items of menus as entries."""

from __future__ import annotations

import socket

import pytest

from urlmill import Entry, FetchError, GophersURL, fetch

from .servers import says, serving

MENU = (
    b"iWelcome\tfake\t(NULL)\t0\r\n"
    b"0About\t/about\t127.0.0.1\t{port}\r\n"
    b"1Elsewhere\t/x\tgopher.example\t70\t+\r\n"
    b"hThe web\tURL:http://www.example/\t127.0.0.1\t{port}\r\n"
    b"8Talk\tguest\tbbs.example\t23\r\n"
    b"0Nonsense\t/y\tno host\t70\r\n"
    b"0No port\t/y\th.example\tx\r\n"
    b"iNot even a host\t\r\n"
    b".\r\n"
    b"0After the end\t/z\th\t70\r\n"
)


def test_the_items_of_a_menu_are_entries() -> None:
    def script(connection: socket.socket) -> None:
        says(MENU.replace(b"{port}", b"%d" % served.port), after=1)(connection)

    with serving(script) as served, fetch(f"gopher://{served.at}/1/menu") as response:
        assert response.status is None
        entries = response.entries
    assert entries is not None
    assert [(entry.kind, entry.name, entry.url and str(entry.url)) for entry in entries] == [
        ("i", "Welcome", None),
        ("0", "About", f"gopher://{served.at}/0/about"),
        ("1", "Elsewhere", "gopher://gopher.example/1/x"),
        ("h", "The web", "http://www.example/"),
        ("8", "Talk", "telnet://guest@bbs.example:23"),
        ("0", "Nonsense", None),
        ("0", "No port", None),
        ("i", "Not even a host", None),
    ]
    assert entries[0] == Entry("Welcome", None, "i")


@pytest.mark.parametrize(
    "line",
    [
        b"half an item",
        b"in a text there are no tabs",
        b"3 is how it begins",
        b"0a table\tof two columns",
        b"0or\tof\tthree",
        b"\tno type\t/a\th\t70",
        b"",
    ],
)
def test_what_is_not_a_menu_has_no_entries(line: bytes) -> None:
    """A server answers with what it likes: the type of the URL is not sent to it."""
    answer = b"0About\t/about\th.example\t70\r\n" + line + b"\r\n.\r\n"
    with serving(says(answer, after=1)) as served:
        for menu in ("", "/1a", "/7a%09words"):
            with fetch(f"gopher://{served.at}{menu}", timeout=5) as response:
                with pytest.raises(FetchError, match="expected a menu") as caught:
                    response.entries  # noqa: B018
                assert caught.value.code == "bad-reply"
            assert fetch(f"gopher://{served.at}{menu}", timeout=5).read() == answer


def test_a_line_that_is_not_of_a_menu_is_quoted_as_text() -> None:
    line = b"caf\xc3\xa9 \xff" + b"x" * 90 + b"\r\n"
    with serving(says(line, after=1)) as served, pytest.raises(FetchError) as caught:
        fetch(f"gopher://{served.at}/", timeout=5).entries  # noqa: B018
    assert caught.value.why.endswith(f", got 'caf\u00e9 \ufffd{'x' * 74}'")


def test_a_text_comes_as_the_server_sends_it() -> None:
    with serving(says(b"one\r\n..two\r\n.\r\n", after=1)) as served:
        assert fetch(f"gopher://{served.at}/0/a").read() == b"one\r\n..two\r\n.\r\n"


def test_what_has_nothing_to_read_is_not_connected_to() -> None:
    with serving(says(b"")) as served:
        for rest, words in (("8guest", "telnet"), ("0a%09%09%3F", "with_answers")):
            with pytest.raises(FetchError, match=words) as caught:
                fetch(f"gopher://{served.at}/{rest}")
            assert caught.value.code == "no-server"
        assert served.connections == 0


@pytest.mark.parametrize(
    ("menu", "host", "port", "scheme"),
    [
        ("h.example", "H.example", "70", "gophers"),
        ("H.Example:70", "h.example", "70", "gophers"),
        ("[::1]", "::1", "70", "gophers"),
        ("[::1]", "0:0:0:0:0:0:0:1", "70", "gophers"),
        ("b\u00fccher.example", "xn--bcher-kva.example", "70", "gophers"),
        ("h.example:7070", "h.example", "7070", "gophers"),
        ("h.example", "i.example", "70", "gopher"),
        ("h.example", "h.example", "7070", "gopher"),
    ],
)
def test_a_menu_by_tls_leads_to_its_own_server_by_tls(menu: str, host: str, port: str, scheme: str) -> None:
    from urlmill._fetch.gopher import _url

    item = _url(GophersURL(f"gophers://{menu}/"), "0", b"/a", host, port)
    assert item is not None
    assert (item.scheme, item.effective_port, item.path) == (scheme, int(port), "/0/a")
