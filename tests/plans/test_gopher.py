"""Gopher plans carried out: a listener compares the octets of the request, with curl as a second client.

Where curl goes another way, the tests say which; they were written with curl 7.88 and 8.23.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterator

import pytest

from urlmill import GopherURL, URLError

from .servers.curl import curl, needs_curl
from .servers.gopher import ANSWER, converse, send
from .servers.loopback import Loopback, serving


@pytest.fixture
def server() -> Iterator[Loopback]:
    with serving(converse) as server:
        yield server


def url_of(server: Loopback, rest: str) -> GopherURL:
    return GopherURL(f"gopher://{server.host}:{server.port}{rest}")


# URLs that all read alike.
REQUESTS = [
    ("", b"\r\n"),
    ("/", b"\r\n"),
    ("/1", b"\r\n"),
    ("/0about", b"about\r\n"),
    ("/11/menu", b"1/menu\r\n"),
    ("/0/a/b/", b"/a/b/\r\n"),
    ("//x", b"x\r\n"),
    ("/0a;b:c@d&e=f", b"a;b:c@d&e=f\r\n"),
    ("/0a%2Fb%20c", b"a/b c\r\n"),
    ("/0100%2525", b"100%25\r\n"),
    ("/0caf%C3%A9", b"caf\xc3\xa9\r\n"),
    ("/0%E9t%E9%FF", b"\xe9t\xe9\xff\r\n"),
    ("/0a#part", b"a\r\n"),
    # C-15: nothing is reserved in a selector. Old versions of curl made a tab of the question mark.
    ("/7/find?a=b&c", b"/find?a=b&c\r\n"),
    ("/7/find%3Fa", b"/find?a\r\n"),
    ("/7/find%09two%20words", b"/find\ttwo words\r\n"),
    ("/7%09words", b"\twords\r\n"),
    ("/7/find%09", b"/find\t\r\n"),
    ("/7/find%09%E9", b"/find\t\xe9\r\n"),
    ("/0item%09%09+", b"item\t\t+\r\n"),
    ("/0item%09%09!", b"item\t\t!\r\n"),
    ("/1items%09%09$", b"items\t\t$\r\n"),
    ("/0item%09%09!+ABSTRACT%20+ADMIN", b"item\t\t!+ABSTRACT +ADMIN\r\n"),
    ("/0item%09%09+application/postscript%20Es_ES", b"item\t\t+application/postscript Es_ES\r\n"),
    ("/7find%09words%09+", b"find\twords\t+\r\n"),
]

# URLs that curl reads in another way.
OUR_REQUESTS = [
    ("/%30/abc", b"/abc\r\n"),
    ("/0item%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A", b"item\t+\t1\r\n+-1\r\none\r\n.\r\n"),
]


@pytest.mark.parametrize(("rest", "request_octets"), [*REQUESTS, *OUR_REQUESTS])
def test_the_server_hears_the_octets_of_the_plan_and_no_more(
    server: Loopback, rest: str, request_octets: bytes
) -> None:
    plan = url_of(server, rest).plan()
    assert plan.request == request_octets
    assert send(plan.connect, plan.request) == ANSWER
    assert server.heard() == request_octets


def test_an_empty_search_can_be_left_out_before_a_gopher_plus_string(server: Loopback) -> None:
    plan = url_of(server, "/0item%09%09+").plan(elide_empty_search=True)
    send(plan.connect, plan.request)
    assert server.heard() == b"item\t+\r\n"


def test_a_form_is_asked_for_filled_in_and_sent(server: Loopback) -> None:
    url = url_of(server, "/0item%09%09%3F")
    plan = url.plan()
    assert plan.needs_form
    assert plan.form_request is not None
    send(plan.connect, plan.form_request)
    assert server.heard() == b"item\t\t!+ASK\r\n"
    answered = url.with_answers(["J\u00fcrgen", b"\xe9", ""]).plan()
    assert send(answered.connect, answered.request) == ANSWER
    # RFC 4266 section 2.9
    assert server.heard() == b"item\t+\t1\r\n+-1\r\nJ\xc3\xbcrgen\r\n\xe9\r\n\r\n.\r\n"


@pytest.mark.parametrize("answer", ["one\r\ntwo", ".", "one\r\n.\r\nanother request"])
def test_an_answer_that_would_end_the_form_never_reaches_the_wire(server: Loopback, answer: str) -> None:
    with pytest.raises(URLError) as caught:
        url_of(server, "/0item%09%09%3F").with_answers([answer]).plan()
    assert caught.value.code == "control-char"
    assert server.heard_nothing()


SMUGGLED = [
    "/0%0D%0AHELO%20x",
    "/0item%0Anext",
    "/7find%09words%0D%0Anext",
    "/0item%09%09+%0D%0Anext",
    "/0item%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0Anext%0D%0A",
]


@pytest.mark.parametrize("rest", [*SMUGGLED, "/0item%00", "/7find%09%00"])
def test_a_line_end_never_reaches_the_wire(server: Loopback, rest: str) -> None:
    with pytest.raises(URLError) as caught:
        url_of(server, rest).plan()
    assert caught.value.code == "control-char"
    assert server.heard_nothing()


def test_nothing_is_sent_to_a_telnet_service(server: Loopback) -> None:
    plan = url_of(server, "/8guest").plan()
    assert (plan.action, plan.request, plan.login) == ("telnet", b"", "guest")


# curl


def refuses_line_ends(result: subprocess.CompletedProcess[bytes]) -> bool:
    """Newer ones do, once they are connected: in a form, too."""
    return result.returncode == 3 and b"CR or LF not allowed" in result.stderr


@needs_curl("gopher")
@pytest.mark.parametrize(("rest", "request_octets"), REQUESTS)
def test_curl_sends_the_same_octets(server: Loopback, rest: str, request_octets: bytes) -> None:
    result = curl(str(url_of(server, rest)))
    assert (result.returncode, result.stdout) == (0, ANSWER)
    assert server.heard() == request_octets


@needs_curl("gopher")
def test_curl_takes_the_first_character_for_the_type_even_of_an_escape(server: Loopback) -> None:
    # From RFC 1738 section 5: gtype = xchar, which "%30" is one of.
    url = url_of(server, "/%30/abc")
    curl(str(url))
    assert server.heard() == b"30/abc\r\n"
    assert url.plan().request == b"/abc\r\n"


@needs_curl("gopher")
def test_curl_sends_a_form_with_an_empty_search_and_one_line_end_too_many(server: Loopback) -> None:
    # C-14: RFC 4266 section 2.9 prints the request without the empty field.
    url = url_of(server, "/0item%09%09+%091%0D%0A+-1%0D%0Aone%0D%0A.%0D%0A")
    sent = b"" if refuses_line_ends(curl(str(url))) else b"item\t\t+\t1\r\n+-1\r\none\r\n.\r\n\r\n"
    assert server.heard() == sent
    assert url.plan().request == b"item\t+\t1\r\n+-1\r\none\r\n.\r\n"


@needs_curl("gopher")
@pytest.mark.parametrize("rest", SMUGGLED)
def test_curl_lets_line_ends_out_or_refuses_them_as_a_plan_does(server: Loopback, rest: str) -> None:
    # Why plan() refuses them: with the port of a mail server this is mail (RFC 1738 section 6).
    refused = refuses_line_ends(curl(str(url_of(server, rest))))
    assert (len(server.heard().splitlines()) > 1) != refused
