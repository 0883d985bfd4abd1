"""http: content however it is framed, redirects within http and https."""

from __future__ import annotations

import base64
import socket
import time

import pytest

import urlmill
from urlmill import FetchError, fetch

from .servers import Script, http, line_of, says, serving

BINARY = bytes(range(256)) * 1000 + b"one\r\ntwo\n"


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
    with serving(http(answer)) as served, fetch(f"http://{served.at}/a") as response:
        assert response.read() == BINARY
        assert response.status == 200


@pytest.mark.parametrize(
    "kind", ["multipart/mixed; boundary=b", "multipart/form-data", "message/rfc822", "message/http"]
)
def test_content_that_has_parts_of_its_own_is_content(kind: str) -> None:
    content = b"--b\r\nA: b\r\n\r\nc\r\n--b--\r\n"
    answer = (
        b"HTTP/1.1 200 OK\r\nContent-Type: %b\r\nContent-Length: %d\r\n\r\n" % (kind.encode(), len(content)) + content
    )
    with serving(http(answer)) as served, fetch(f"http://{served.at}/", timeout=5) as response:
        assert response.headers["content-type"] == kind
        assert response.read() == content


def test_the_space_around_a_value_is_not_part_of_it() -> None:
    heard = Heard({"/": b"HTTP/1.1 302 Go\r\nLocation: \t /trim \t \r\n\r\n"})
    heard.answers["/trim"] = b"HTTP/1.1 200 OK\r\nContent-Type:text/plain  \r\nX-Empty:  \r\n\r\n"
    with serving(heard) as served, fetch(f"http://{served.at}/", timeout=5) as response:
        assert response.headers.items() == [("Content-Type", "text/plain"), ("X-Empty", "")]
    assert [each["target"] for each in heard.requests] == ["/", "/trim"]


@pytest.mark.parametrize(
    ("place", "target"), [("/%zz", "/%25zz"), ("/a b%", "/a%20b%25"), ("/%4", "/%254"), ("/%41", "/%41")]
)
def test_a_redirect_may_have_a_bare_percent_sign(place: str, target: str) -> None:
    heard = Heard({"/": to(place)})
    with serving(heard) as served:
        assert fetch(f"http://{served.at}/", timeout=10).read() == b"hello"
    assert heard.requests[1]["target"] == target


def test_a_field_that_is_folded_reads_as_one_line() -> None:
    """RFC 9112 section 5.2."""
    answer = b"HTTP/1.1 200 OK\r\nX: a\r\n b \r\n\t c\r\n \r\nTransfer-Encoding:\r\n chunked\r\n\r\n1\r\na\r\n0\r\n\r\n"
    with serving(http(answer)) as served, fetch(f"http://{served.at}/", timeout=5) as response:
        assert response.headers.items() == [("X", "a b c"), ("Transfer-Encoding", "chunked")]
        assert response.read() == b"a"


@pytest.mark.parametrize("line", [b"From x", b"From here: x", b" A: b", b"A b: c", b": b", b"A", b"\xe9: b"])
@pytest.mark.parametrize("is_first", [True, False])
def test_a_line_that_is_not_a_field_is_refused(line: bytes, is_first: bool) -> None:
    if line.startswith(b" ") and not is_first:
        pytest.skip("there it goes on with the field before it")
    fields = [line, b"B: c"] if is_first else [b"B: c", line]
    answer = b"\r\n".join([b"HTTP/1.1 200 OK", *fields, b"", b""])
    with (
        serving(http(answer)) as served,
        pytest.raises(FetchError, match="a line among its fields that is not a field"),
    ):
        fetch(f"http://{served.at}/", timeout=5)


@pytest.mark.parametrize("length", ["3", "99", "x"])
def test_the_coding_decides_where_there_is_a_length_too(length: str) -> None:
    """RFC 9112 section 6.3."""
    fields = f"Content-Length: {length}\r\nTransfer-Encoding: chunked\r\n".encode()
    answer = b"HTTP/1.1 200 OK\r\n" + fields + b"\r\n5\r\nhello\r\n0\r\n\r\n"
    with serving(http(answer)) as served, fetch(f"http://{served.at}/", timeout=5) as response:
        assert (response.length, response.read()) == (None, b"hello")
        assert response.headers["content-length"] == length


def test_fields_have_a_limit() -> None:
    def many(count: int) -> Script:
        return http(b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * count + b"\r\n")

    with serving(many(100)) as served, fetch(f"http://{served.at}/", timeout=5) as response:
        assert len(response.headers) == 100
    with serving(many(101)) as served, pytest.raises(FetchError, match="it has more than 100 fields"):
        fetch(f"http://{served.at}/", timeout=5)


@pytest.mark.parametrize("line", ["ICY 200 OK", "HTTP/2 200", "HTTP/1.1 2000", "HTTP/1.1 020 x", "HTTP/1.1200 OK", ""])
def test_what_is_not_a_status_line_is_shown(line: str) -> None:
    with serving(http(f"{line}\r\n\r\n".encode())) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://{served.at}/", timeout=5)
    assert caught.value.why.endswith(f"expected a status line of HTTP/1.0 or HTTP/1.1, got {line!r}")


def test_the_fields_and_the_url_are_those_of_the_last_answer() -> None:
    def script(connection: socket.socket) -> None:
        target = line_of(connection).split(b" ")[1]
        if target == b"/b%E9":
            http(b"HTTP/1.1 200 OK\r\nX-Name: value\r\nContent-Length: 2\r\n\r\nok")(connection)
        else:
            http(b"HTTP/1.1 301 Moved\r\nLocation: b\xe9\r\nContent-Length: 0\r\n\r\n")(connection)

    with serving(script) as served, fetch(f"http://{served.at}/a#x") as response:
        assert (str(response.url), response.length) == (f"http://{served.at}/b%E9#x", 2)
        assert response.headers["x-name"] == "value"
        assert response.read() == b"ok"
        assert served.connections == 2


def test_a_redirect_keeps_to_the_schemes() -> None:
    answer = b"HTTP/1.1 302 Go\r\nLocation: https://127.0.0.1:1/\r\n\r\n"
    with serving(http(answer)) as served, pytest.raises(FetchError, match="https, which is not followed"):
        fetch(f"http://{served.at}/", schemes=["http"])


class Heard:
    """A server that remembers requests; ``answers`` are by the target, and what is private wants a login."""

    def __init__(self, answers: dict[str, bytes], challenge: bytes = b'Basic realm="here"') -> None:
        self.answers = answers
        self._challenge = challenge
        self.requests: list[dict[str, str]] = []

    def __call__(self, connection: socket.socket) -> None:
        target = line_of(connection).split(b" ")[1].decode()
        fields: dict[str, str] = {"target": target}
        while line := line_of(connection).decode():
            name, _, value = line.partition(": ")
            assert name.lower() not in fields
            fields[name.lower()] = value
        self.requests.append(fields)
        answer = self.answers.get(target, b"HTTP/1.1 200 OK\r\n\r\nhello")
        if target.startswith("/private") and "authorization" not in fields:
            answer = b"HTTP/1.1 401 Who?\r\nWWW-Authenticate: %b\r\n\r\n" % self._challenge
        says(answer)(connection)

    @property
    def logins(self) -> list[str | None]:
        return [each.get("authorization") for each in self.requests]


def basic(login: bytes) -> str:
    return "Basic " + base64.b64encode(login).decode()


def to(place: str) -> bytes:
    return b"HTTP/1.1 302 Go\r\nLocation: %b\r\n\r\n" % place.encode()


def test_a_request_says_who_asks() -> None:
    heard = Heard({})
    with serving(heard) as served:
        assert fetch(f"http://{served.at}/a?b", timeout=5).read() == b"hello"
        fetch(f"http://{served.at}/", headers={"user-agent": "me", "Accept": "text/html, */*"}, timeout=5).read()
    usual = {"target": "/a?b", "host": served.at, "connection": "close", "user-agent": f"urlmill/{urlmill.__version__}"}
    assert heard.requests[0] == usual
    assert heard.requests[1] == usual | {"target": "/", "user-agent": "me", "accept": "text/html, */*"}


@pytest.mark.parametrize(
    ("headers", "words"),
    [
        ({"Host": "h"}, "without Host"),
        ({"transfer-encoding": "chunked"}, "without transfer-encoding"),
        ({"Range": "bytes=0-1"}, "without Range"),
        ({"A b": "c"}, "the name of a header field, got 'A b'"),
        ({"": "c"}, "the name of a header field"),
        ({"A": "b\r\nHost: h"}, "printable ASCII characters in the header field A"),
        ({"A": "\u00e9"}, "printable ASCII characters"),
    ],
)
def test_fields_that_cannot_be_sent_are_refused(headers: dict[str, str], words: str) -> None:
    with serving(http(b"HTTP/1.1 200 OK\r\n\r\n")) as served:
        with pytest.raises(ValueError, match=words):
            fetch(f"http://{served.at}/", headers=headers)
        assert served.connections == 0


@pytest.mark.parametrize(
    ("login", "password", "sent"),
    [
        ("joe:secret", None, b"joe:secret"),
        ("joe:secret", "other", b"joe:secret"),
        ("joe", "s\u00e9same", "joe:s\u00e9same".encode()),
        ("joe", b"\xff", b"joe:\xff"),
        ("j%F6e%40h:p%3Aq", None, b"j\xf6e@h:p:q"),
        ("joe:", None, b"joe:"),
        (":secret", None, b":secret"),
    ],
)
def test_a_login_is_sent_when_the_server_asks(login: str, password: str | bytes | None, sent: bytes) -> None:
    heard = Heard({"/private/old": to("new"), "/open": to("/private/old")})
    with (
        serving(heard) as served,
        fetch(f"http://{login}@{served.at}/open", password=password, timeout=5) as response,
    ):
        assert response.read() == b"hello"
        assert response.url.path == "/private/new"
    assert [each["target"] for each in heard.requests] == ["/open", "/private/old", "/private/old", "/private/new"]
    assert heard.logins == [None, None, basic(sent), basic(sent)]


@pytest.mark.parametrize(
    ("login", "challenge", "code"),
    [
        ("joe", b'Basic realm="here"', "password-required"),
        ("", b'Basic realm="here"', "refused"),
        ("joe:p", b'Digest realm="here, basic "', "refused"),
        ("joe:p", b'Digest realm="a \\" , basic , b"', "refused"),
        ("joe:p", b"Basically", "refused"),
        ("j%3Aoe:p", b"Basic", "refused"),
        ("joe:p%0A", b"Basic", "refused"),
    ],
)
def test_a_login_that_cannot_be_sent_is_an_error(login: str, challenge: bytes, code: str) -> None:
    heard = Heard({}, challenge)
    with serving(heard) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://{login}{'@' if login else ''}{served.at}/private", timeout=5)
    assert caught.value.code == code
    assert caught.value.status == (401 if code == "refused" else None)
    assert heard.logins == [None]


def test_a_server_that_names_no_kind_of_login_is_told_from_one_that_names_another() -> None:
    with serving(http(b"HTTP/1.1 401 Who?\r\n\r\n")) as served, pytest.raises(FetchError) as caught:
        fetch(f"http://joe:p@{served.at}/", timeout=10)
    assert (caught.value.code, caught.value.status) == ("refused", 401)
    assert "does not say of which kind" in str(caught.value)


def test_a_challenge_is_read_in_linear_time() -> None:
    line = b'Digest a="' + b'\\"' * 30_000
    heard = Heard({}, b"\r\nWWW-Authenticate: ".join([line] * 4))
    with serving(heard) as served, pytest.raises(FetchError, match="other than Basic"):
        start = time.process_time()
        fetch(f"http://joe:p@{served.at}/private", timeout=60)
    assert time.process_time() - start < 2  # four lines that are read again from each quote would take minutes


def test_a_login_that_is_wrong_is_sent_once() -> None:
    heard = Heard({"/private": b"HTTP/1.1 401 Who?\r\nWWW-Authenticate: Basic\r\n\r\n"}, b"Digest a=b, BASIC")
    with serving(heard) as served, pytest.raises(FetchError, match="401") as caught:
        fetch(f"http://joe:wrong@{served.at}/private", timeout=5)
    assert caught.value.status == 401
    assert heard.logins == [None, basic(b"joe:wrong")]


@pytest.mark.parametrize("place", ["{other}", "joe:secret@{other}", "localhost:{port}"])
def test_a_login_goes_to_no_other_origin(place: str) -> None:
    """Another port and another name of the same machine are other origins: who listens there may be somebody else."""
    here, there = Heard({}), Heard({})
    with serving(there) as other, serving(here) as served:
        where = place.format(other=other.at, port=served.port)
        here.answers["/private"] = to(f"http://{where}/private")
        with pytest.raises(FetchError, match="401") as caught:
            fetch(f"http://joe:secret@{served.at}/private", timeout=5)
    assert caught.value.code == "refused"
    assert here.logins[:2] == [None, basic(b"joe:secret")]
    assert [*here.logins[2:], *there.logins] == [None]


def test_a_login_is_for_the_way_back_too() -> None:
    here, there = Heard({}), Heard({})
    with serving(there) as other, serving(here) as served:
        here.answers["/private/a"] = to(f"http://{other.at}/b")
        there.answers["/b"] = to(f"http://{served.at}/private/c")
        assert fetch(f"http://joe:secret@{served.at}/private/a", timeout=5).read() == b"hello"
    assert here.logins == [None, *[basic(b"joe:secret")] * 2]
    assert there.logins == [None]


def test_fields_that_may_be_secret_go_to_no_other_origin() -> None:
    headers = {"Authorization": "Bearer 1", "Cookie": "a=b", "X-Api-Key": "2", "Accept": "a/b", "User-Agent": "me"}
    here, there = Heard({"/": to("/a")}), Heard({})
    with serving(there) as other, serving(here) as served:
        here.answers["/a"] = to(f"http://{other.at}/c")
        fetch(f"http://joe:secret@{served.at}/", headers=headers, timeout=5).read()
    assert len(here.requests) == 2
    for request in here.requests:
        assert {name.lower(): value for name, value in headers.items()}.items() <= request.items()
    assert there.requests == [
        {"target": "/c", "host": other.at, "connection": "close", "user-agent": "me", "accept": "a/b"}
    ]
