"""What is fetched is what the server has, octet by octet, by the steps of the plan."""

from __future__ import annotations

import contextlib
import errno
import pickle
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from urlmill import URL, Entry, FetchError, FileURL, FtpURL, GophersURL, Response, URLError, fetch
from urlmill._fetch.connection import Connection

from ..plans.servers import news_server
from ..plans.servers.loopback import Loopback
from ..plans.servers.loopback import serving as one_by_one
from .servers import Script, ftp, line_of, says, serving

BINARY = bytes(range(256)) * 1000 + b"one\r\ntwo\n"


# ftp


def test_a_file_comes_as_it_is() -> None:
    with serving(ftp({}, says(BINARY))) as served, fetch(f"ftp://{served.at}/pub/a.txt") as response:
        assert response.status == 150
        assert response.read() == BINARY
        assert response.status == 226
        assert response.read() == b""
        assert response.entries is None


def test_a_file_comes_in_chunks_or_as_much_as_is_asked_for() -> None:
    with serving(ftp({b"RETR": b"150 a (256009 bytes)\r\n226 done\r\n"}, says(BINARY))) as served:
        with fetch(f"ftp://{served.at}/a") as response:
            assert response.length == 256009
            chunks = list(response)
        assert len(chunks) > 1
        assert b"".join(chunks) == BINARY
        with fetch(f"ftp://{served.at}/a") as response:
            assert response.read(10) == BINARY[:10]
            assert response.read(0) == b""
            assert response.read(100_000) == BINARY[10:100_010]
            assert b"".join(response) == BINARY[100_010:]
        with pytest.raises(ValueError, match="is closed"):
            response.read()


def test_small_pieces_cost_what_they_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chunk is not copied for each piece of it."""
    chunks = iter([bytes(16_000_000), b""])
    monkeypatch.setattr(Connection, "receive", lambda _, **__: next(chunks))
    with serving(says(b"", after=1)) as served:
        response = fetch(f"gopher://{served.at}/0a")
        start = time.process_time()
        while response.read(500):
            pass
        assert time.process_time() - start < 2  # 256 GB of copies would take more


@pytest.mark.parametrize(
    ("rest", "reply", "length"),
    [
        ("a", b"150 a (6 bytes).", 6),
        ("a", b"150 a (99 bytes) as a stream (6 bytes).", 6),
        ("a%20(9%20bytes)", b"150 a (9 bytes)", None),
        ("a%20(9%20bytes)", b"150 a (9 bytes) (6 bytes)", 6),
        ("6", b"150 6 (6 bytes)", 6),
        ("a;type=a", b"150 a (5 bytes)", None),
        ("a;type=an", b"150 a (99 bytes)", None),
        ("", b"150 here (99 bytes)", None),
    ],
)
def test_a_size_is_compared_where_it_is_that_of_the_file(rest: str, reply: bytes, length: int | None) -> None:
    answers = dict.fromkeys((b"RETR", b"NLST"), reply + b"\r\n226 done\r\n")
    with serving(ftp(answers)) as served, fetch(f"ftp://{served.at}/{rest}", timeout=5) as response:
        assert response.length == length
        assert response.read() == b"hello\n"


def test_a_password_is_sent_only_if_it_is_asked_for() -> None:
    heard: list[bytes] = []

    def script(connection: socket.socket) -> None:
        connection.sendall(b"220-welcome\r\n220-230 not yet\r\n  220 nor now\r\n220 ready\r\n")
        while line := line_of(connection):
            heard.append(line)
            connection.sendall(b"230 no password needed\r\n" if line.startswith(b"USER") else b"550 no\r\n")

    with serving(script) as served, pytest.raises(FetchError) as caught:
        fetch(f"ftp://{served.at}/a", timeout=5)
    assert (caught.value.code, caught.value.status) == ("refused", 550)
    assert heard == [b"USER anonymous", b"TYPE I"]


def test_a_password_that_the_url_does_not_have_can_be_given() -> None:
    heard: list[bytes] = []

    def script(connection: socket.socket) -> None:
        connection.sendall(b"220 ready\r\n")
        while line := line_of(connection):
            heard.append(line)
            connection.sendall(b"331 password?\r\n" if line.startswith(b"USER") else b"530 wrong\r\n")

    with serving(script) as served, pytest.raises(FetchError, match="530"):
        fetch(f"ftp://joe@{served.at}/a", password="s\u00e9same", timeout=5)
    assert heard == [b"USER joe", "PASS s\u00e9same".encode()]


@pytest.mark.parametrize(("login", "sent"), [("joe:own@", b"PASS own"), ("", b"PASS anonymous@")])
def test_a_password_that_is_given_replaces_no_other(login: str, sent: bytes) -> None:
    heard: list[bytes] = []

    def script(connection: socket.socket) -> None:
        connection.sendall(b"220 ready\r\n")
        while line := line_of(connection):
            heard.append(line)
            connection.sendall(b"331 password?\r\n" if line.startswith(b"USER") else b"530 wrong\r\n")

    with serving(script) as served, pytest.raises(FetchError, match="530"):
        fetch(f"ftp://{login}{served.at}/a", password="other", timeout=5)
    assert heard[1] == sent


@pytest.mark.parametrize(
    ("rest", "listing", "names"),
    [
        ("pub/", b"a\r\nb c\r\n\xe9\r\n", ["a", "b c", "\udce9"]),
        ("pub;type=d", b"pub/a\r\npub/.\r\npub/..\r\npub/b;c\r\n", ["a", "b;c"]),
        ("", b"a\nb\n", ["a", "b"]),
        ("", b"", []),
        ("", b"./a\r\n./\r\n./..\r\nb\r\n", ["a", "b"]),
        ("pub;type=d", b"./pub/a\r\n./b\r\n", ["a", "b"]),
        (".%2Fpub;type=d", b"./pub/a\r\npub/b\r\n", ["a", "b"]),
        ("pub;type=d", b"pub\r\nb\r\n", ["pub", "b"]),
    ],
)
def test_a_listing_has_entries_that_can_be_fetched(rest: str, listing: bytes, names: list[str]) -> None:
    cwds = {"": [], ".%2Fpub;type=d": ["./pub"]}.get(rest, ["pub"])
    with serving(ftp({}, says(listing))) as served, fetch(f"ftp://u:p@{served.at}/{rest}") as response:
        assert response.entries is not None
        assert [entry.name for entry in response.entries] == names
        for entry in response.entries:
            assert isinstance(entry.url, FtpURL)
            assert (entry.url.name, entry.url.cwds) == (entry.name, cwds)
            assert (entry.url.user, entry.url.password, entry.url.typecode) == ("u", "p", None)
        assert response.entries is response.entries


def test_a_listing_that_was_read_has_no_entries_left() -> None:
    with serving(ftp({}, says(b"a\r\n"))) as served, fetch(f"ftp://{served.at}/") as response:
        assert response.read() == b"a\r\n"
        with pytest.raises(ValueError, match="ask for entries first"):
            response.entries  # noqa: B018


@pytest.mark.parametrize("listing", [b"a\r\n", b"../a\r\n"])
def test_a_listing_whose_entries_were_asked_for_has_no_octets_left(listing: bytes) -> None:
    with serving(ftp({}, says(listing))) as served, fetch(f"ftp://{served.at}/", timeout=5) as response:
        with contextlib.suppress(FetchError):  # of the second one
            assert response.entries == [Entry("a", URL(f"ftp://{served.at}/a"))]
        for read in (response.read, lambda: response.read(1), lambda: list(response)):
            with pytest.raises(ValueError, match="read as entries already"):
                read()


@pytest.mark.parametrize(
    ("rest", "listing"),
    [
        ("pub/readme.txt", b"readme.txt\r\n"),
        ("pub/readme.txt", b"./readme.txt\r\n"),
        ("pub%2Freadme.txt", b"pub/readme.txt\r\n"),
        ("pub%2Freadme.txt", b"readme.txt\r\n"),
        ("pub/%FF", b"\xff\r\n"),
    ],
)
def test_the_listing_of_a_file_is_that_file(rest: str, listing: bytes) -> None:
    with serving(ftp({}, says(listing))) as served:
        for options in ({}, {"double_iac": True}):
            entries = fetch(f"ftp://{served.at}/{rest};type=d", plan=options, timeout=5).entries or []
            assert [str(entry.url) for entry in entries] == [f"ftp://{served.at}/{rest}"]


def test_fetch_only_reads() -> None:
    with serving(ftp({})) as served:
        for verb in ("STOR", "DELE", "SIZE"):
            with pytest.raises(ValueError, match="fetch\\(\\) reads"):
                fetch(f"ftp://{served.at}/a", plan={"verb": verb})
        assert served.connections == 0


# gopher


MENU = (
    b"iWelcome\tfake\t(NULL)\t0\r\n"
    b"0About\t/about\t127.0.0.1\t{port}\r\n"
    b"1Elsewhere\t/x\tgopher.example\t70\t+\r\n"
    b"hThe web\tURL:http://www.example/\t127.0.0.1\t{port}\r\n"
    b"8Talk\tguest\tbbs.example\t23\r\n"
    b"0Nonsense\t/y\tno host\t70\r\n"
    b"0No port\t/y\th.example\tx\r\n"
    b"half an item\r\n"
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
        ("h", "alf an item", None),
    ]
    assert entries[0] == Entry("Welcome", None, "i")


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


# news


@pytest.fixture
def news() -> Iterator[Loopback]:
    with one_by_one(news_server.converse) as server:
        yield server


def test_an_article_comes_without_its_doubled_periods(news: Loopback) -> None:
    with fetch(f"news://{news.host}:{news.port}/one@example.org") as response:
        assert response.read() == news_server.ARTICLE
        assert response.status == 220
    assert news.heard() == b"MODE READER\r\nARTICLE <one@example.org>\r\n"
    assert fetch(f"nntp://{news.host}:{news.port}/example.group.this/2").read() == news_server.ARTICLE


def test_the_groups_of_a_server_are_entries(news: Loopback) -> None:
    with fetch(f"news://{news.host}:{news.port}/example.group.*") as response:
        assert response.entries == [
            Entry(name, URL(f"news://{news.host}:{news.port}/{name.replace('/', '%2F')}"), "y")
            for name in ("example.group.this", "example.group.n/a")
        ]


def news_script(*, is_reader: bool = True, login: bytes = b"") -> Script:
    """A group of 1,000 articles; in transit mode, or for users only."""

    def script(connection: socket.socket) -> None:
        reads, is_in = is_reader, not login
        connection.sendall(b"200 ready\r\n")
        while line := line_of(connection):
            if line == b"MODE READER":
                reads = True
                answer = b"200 ok"
            elif not reads:
                answer = b"401 MODE-READER"
            elif line.startswith(b"AUTHINFO USER"):
                answer = b"381 go on"
            elif line.startswith(b"AUTHINFO PASS"):
                is_in = line.split(b" ")[2] == login
                answer = b"281 in" if is_in else b"481 no"
            elif not is_in:
                answer = b"480 who are you?"
            elif line.startswith(b"GROUP"):
                answer = b"211 1000 1 1000 a.b"
            elif line.startswith(b"OVER "):
                low, high = map(int, line[5:].split(b"-"))
                rows = (
                    b"%d\tNo. %d\tme\tnow\t<%d@h>\t\t9\t1\r\n" % (each, each, each) for each in range(low, high + 1)
                )
                answer = b"224 overview\r\n" + b"".join(rows) + b"."
            else:
                answer = b"500 what?"
            connection.sendall(answer + b"\r\n")

    return script


@pytest.mark.parametrize("is_reader", [True, False])
def test_a_group_is_the_overview_of_its_newest_articles(is_reader: bool) -> None:
    with serving(news_script(is_reader=is_reader)) as served:
        for scheme in ("news", "nntp"):
            entries = fetch(f"{scheme}://{served.at}/a.b", plan={"newest": 3}).entries
            assert entries == [
                Entry(f"No. {each}", URL(f"news://{served.at}/{each}@h"), "article") for each in (998, 999, 1000)
            ]


def test_a_login_is_sent_when_the_server_asks() -> None:
    with serving(news_script(login=b"secret")) as served:
        url = f"news://joe@{served.at}/a.b"
        assert len(fetch(url, password="secret").entries or []) == 100
        assert len(fetch(url.replace("joe", "joe:secret")).entries or []) == 100
        for password, code in (("wrong", "refused"), (None, "password-required")):
            with pytest.raises(FetchError) as caught:
                fetch(url, password=password)
            assert caught.value.code == code


def test_an_empty_group_has_no_articles(news: Loopback) -> None:
    with fetch(f"news://{news.host}:{news.port}/example.gr%C3%BCn") as response:
        assert response.entries == []


def test_a_news_url_without_a_server_needs_one(news: Loopback) -> None:
    with pytest.raises(FetchError, match="news_server") as caught:
        fetch("news:one@example.org")
    assert caught.value.code == "no-server"
    server = f"{news.host}:{news.port}"
    assert fetch("news:one@example.org", news_server=server).read() == news_server.ARTICLE


def test_a_news_server_is_for_news_urls_only() -> None:
    with serving(says(b"hello", after=1)) as served:
        assert fetch(f"gopher://{served.at}/0a", news_server="news.example").read() == b"hello"


@pytest.mark.parametrize("server", ["u:secret@h", "u:secret@h:x", "h:x", "h:99999", "a b", "::1"])
def test_a_news_server_that_is_none_is_named(server: str) -> None:
    with pytest.raises(ValueError, match=r"^news_server is a host or host:port") as caught:
        fetch("news:one@example.org", news_server=server)
    assert not isinstance(caught.value, URLError)
    assert "secret" not in str(caught.value)


def test_entries_of_a_news_server_keep_the_login(news: Loopback) -> None:
    place = f"u:p%FF@{news.host}:{news.port}"
    entries = fetch(f"news://{place}/example.group.*").entries
    assert entries
    assert str(entries[0].url) == f"news://{place}/example.group.this"


@pytest.mark.parametrize("piece", [1, 3, 7, 70_000, 1 << 20])
def test_an_article_is_put_together_however_it_is_cut(piece: int) -> None:
    sent = b"220 a\r\n" + b"x" * 200_000 + b"\r\n...a\r\n..\r\n" + b".." + b"y" * 200_000 + b"\r\n.\r\n"
    if piece < 100:
        sent = sent.replace(b"x" * 200_000, b"x" * 20).replace(b"y" * 200_000, b"y" * 20)

    def script(connection: socket.socket) -> None:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        connection.sendall(b"200 ready\r\n")
        line_of(connection)
        connection.sendall(b"200 ready\r\n")
        line_of(connection)
        for start in range(0, len(sent), piece):
            connection.sendall(sent[start : start + piece])

    with serving(script) as served:
        found = fetch(f"news://{served.at}/a@b").read()
    assert found == sent.partition(b"\r\n")[2].removesuffix(b".\r\n").replace(b"\n..", b"\n.")


# http


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 256009\r\n\r\n" + BINARY + b"what follows is not ours",
        b"HTTP/1.0 200 OK\r\n\r\n" + BINARY,
        b"HTTP/1.1 200\r\nTransfer-Encoding: chunked\r\n\r\n3E809;x=y\r\n" + BINARY + b"\r\n0\r\nA: b\r\n\r\n",
        b"HTTP/1.1 100 Go on\r\n\r\nHTTP/1.1 103 Hint\r\nA: b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n" + BINARY,
    ],
    ids=["length", "to the end", "chunks", "hints"],
)
def test_content_comes_however_it_is_framed(answer: bytes) -> None:
    with serving(says(answer, after=4)) as served, fetch(f"http://{served.at}/a") as response:
        assert response.read() == BINARY
        assert response.status == 200


def test_the_fields_and_the_url_are_those_of_the_last_answer() -> None:
    def script(connection: socket.socket) -> None:
        target = line_of(connection).split(b" ")[1]
        if target == b"/b%E9":
            says(b"HTTP/1.1 200 OK\r\nX-Name: value\r\nContent-Length: 2\r\n\r\nok", after=3)(connection)
        else:
            says(b"HTTP/1.1 301 Moved\r\nLocation: b\xe9\r\nContent-Length: 0\r\n\r\n", after=3)(connection)

    with serving(script) as served, fetch(f"http://{served.at}/a#x") as response:
        assert (str(response.url), response.length) == (f"http://{served.at}/b%E9#x", 2)
        assert response.headers["x-name"] == "value"
        assert response.read() == b"ok"
        assert served.connections == 2


def test_a_redirect_keeps_to_the_schemes() -> None:
    answer = b"HTTP/1.1 302 Go\r\nLocation: https://127.0.0.1:1/\r\n\r\n"
    with serving(says(answer, after=4)) as served, pytest.raises(FetchError, match="https, which is not followed"):
        fetch(f"http://{served.at}/", schemes=["http"])


# file, and all of them


def test_a_file_has_to_be_asked_for(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(BINARY)
    url = FileURL.from_path(tmp_path / "a")
    with pytest.raises(FetchError, match="expected one of the schemes") as caught:
        fetch(url)
    assert caught.value.code == "scheme-not-allowed"
    with fetch(url, schemes=["file"]) as response:
        assert (response.read(), response.length, response.status) == (BINARY, len(BINARY), None)
    with pytest.raises(FetchError, match="larger than"):
        fetch(url, schemes=["file"], max_bytes=len(BINARY) - 1)
    with pytest.raises(FetchError, match="No such file"):
        fetch(FileURL.from_path(tmp_path / "b"), schemes=["file"])


def test_a_file_that_becomes_shorter_is_not_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(BINARY)
    with fetch(FileURL.from_path(path), schemes=["file"]) as response:
        path.write_bytes(b"short")
        with pytest.raises(FetchError, match="shorter") as caught:
            response.read()
    assert caught.value.code == "truncated"


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="there is no file that opens and cannot be read")
def test_a_file_that_cannot_be_read_is_an_error_of_fetch() -> None:
    with fetch("file:///proc/self/mem", schemes=["file"]) as response, pytest.raises(FetchError) as caught:
        response.read()
    assert (caught.value.code, caught.value.status) == ("refused", errno.EIO)


@pytest.mark.parametrize("text", ["telnet://h/", "mailto:a@b", "wais://h/db", "redis://h/"])
def test_what_has_nothing_to_fetch_is_refused(text: str) -> None:
    with pytest.raises(FetchError, match="expected one of the schemes"):
        fetch(text)


@pytest.mark.parametrize(
    "options",
    [
        *({"timeout": each} for each in (0, float("nan"), float("inf"), 1e10, 4294967.3)),
        {"max_bytes": -1},
        {"max_redirects": -1},
    ],
)
def test_limits_are_limits(options: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="is a number"):
        fetch("http://127.0.0.1:1/", **options)  # type: ignore[arg-type]


def test_a_single_scheme_is_not_a_collection() -> None:
    with pytest.raises(TypeError, match="not a single one"):
        fetch("http://127.0.0.1:1/", schemes="http")


@pytest.mark.parametrize("schemes", [["foo"], ["http", "telnet"], {"HTTP"}, [5]])
def test_schemes_that_nothing_fetches_are_refused(schemes: list[str]) -> None:
    with pytest.raises(ValueError, match=r"expected schemes among ftp, ftps, .*, file, got"):
        fetch("http://127.0.0.1:1/", schemes=schemes)


@pytest.mark.parametrize(("url", "kind"), [(5, "int"), (b"http://127.0.0.1:1/", "bytes"), (None, "NoneType")])
def test_what_is_not_a_url_is_refused(url: str, kind: str) -> None:
    with pytest.raises(TypeError, match=f"expected a URL or a str, got {kind}"):
        fetch(url)


def test_a_connection_is_not_kept_from_another_url() -> None:
    with serving(ftp({})) as served:
        before = URL(f"ftp://{served.at}/a")
        with pytest.raises(ValueError, match="opens a connection of its own"):
            fetch(f"ftp://{served.at}/b", plan={"after": before})
        assert served.connections == 0


def test_nobody_there_is_an_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    for scheme in ("http", "ftp", "gopher", "nntps"):
        with pytest.raises(FetchError) as caught:
            fetch(f"{scheme}://127.0.0.1:{port}/0a")
        assert caught.value.code == "no-connection"
        assert isinstance(caught.value, OSError)


def test_an_error_is_pickled_whole() -> None:
    error = FetchError("refused", "ftp://h/", "the server answered 550 \x1b", 550)
    again = pickle.loads(pickle.dumps(error))
    assert (again.code, again.url, again.status, str(again)) == ("refused", "ftp://h/", 550, str(error))
    assert type(error).__module__ == "urlmill.errors"
    assert str(error) == "ftp://h/: the server answered 550 <U+001B>"


def test_a_response_shows_no_password() -> None:
    with serving(says(b"HTTP/1.1 200 OK\r\n\r\n", after=4)) as served:
        response = fetch(f"http://u:secret@{served.at}/")
        assert isinstance(response, Response)
        assert repr(response) == f"Response('http://u:***@{served.at}/', status=200)"
        response.close()
        response.close()


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
