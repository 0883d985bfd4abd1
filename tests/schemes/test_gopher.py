"""gopher: what is sent, and what must not be."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from urlmill import URL, URLError
from urlmill.schemes.gopher import GopherURL

FORM = "+\t1\r\n+-1\r\nval1\r\nval2\r\n.\r\n"
# What a selector may hold, octets that are no text among them.
selectors = st.binary(max_size=8).map(lambda octets: octets.translate(None, b"\t\r\n"))


def gopher(path: str, **options: object) -> GopherURL:
    url = URL(f"gopher://h.example{path}", **options)  # type: ignore[call-overload]
    assert isinstance(url, GopherURL)
    return url


@pytest.mark.parametrize("path", ["", "/", "/1"])
def test_a_bare_host_is_its_top_menu(path: str) -> None:
    url = gopher(path)
    assert (url.gophertype, url.selector, url.search, url.gopherplus) == ("1", "", None, None)
    assert url.plan().request == b"\r\n"
    assert url.equivalent(gopher("/"))


def test_the_type_is_one_octet_and_the_rest_is_the_selector() -> None:
    assert (gopher("/00").gophertype, gopher("/00").selector) == ("0", "0")
    assert (gopher("/%C3%A9").gophertype, gopher("/%C3%A9").selector_octets) == ("\udcc3", b"\xa9")
    assert [gopher(f"/{kind}").type_name for kind in "017T?"] == ["file", "directory", "search", "tn3270", None]


def test_nothing_is_reserved_not_even_a_question_mark() -> None:
    url = gopher("/0a?b/c;d=e")
    assert (url.selector, url.query, url.plan().request) == ("a?b/c;d=e", "b/c;d=e", b"a?b/c;d=e\r\n")
    for other in ("/0a%3Fb%2Fc%3Bd%3De", "/%30a?b/c;d=e"):
        assert url.equivalent(gopher(other))
        assert not url.equivalent(gopher(other), level="string")
    assert not url.equivalent(gopher("/0a?b/c;d=e#f"))
    assert gopher("/0a?b/c", profile="strict").selector == "a?b/c"


def test_dots_are_data() -> None:
    assert str(gopher("/0/a/../b").normalize()) == "gopher://h.example/0/a/../b"


def test_an_absent_search_is_not_an_empty_one() -> None:
    assert (gopher("/7s").search, gopher("/7s%09").search, gopher("/7s%09%09").gopherplus) == (None, "", "")
    assert not gopher("/7s").equivalent(gopher("/7s%09"))


@pytest.mark.parametrize(
    ("string", "kind", "view", "language", "attributes"),
    [
        ("+", "default-view", None, None, None),
        ("+text/plain", "view", "text/plain", None, None),
        ("+text/plain%20De", "view", "text/plain", "De", None),
        ("%3F", "ask", None, None, None),
        ("!", "attributes", None, None, []),
        ("!+A%20+B", "attributes", None, None, ["+A", "+B"]),
        ("$+A", "directory-attributes", None, None, ["+A"]),
        ("", "unknown", None, None, None),
        ("x", "unknown", None, None, None),
    ],
)
def test_the_gopher_plus_string_says_what_is_wanted(
    string: str, kind: str, view: str | None, language: str | None, attributes: list[str] | None
) -> None:
    url = gopher(f"/0s%09%09{string}")
    assert (url.gopherplus_kind, url.view, url.language, url.attributes) == (kind, view, language, attributes)
    assert gopher("/0s").gopherplus_kind is None


def test_a_form_has_to_be_fetched_before_it_can_be_sent() -> None:
    plan = gopher("/0sel%09%09?").plan()
    assert (plan.needs_form, plan.form_request) == (True, b"sel\t\t!+ASK\r\n")
    filled = gopher("/0sel%09%09?").with_answers(["val1", b"val2"])
    assert (filled.gopherplus, filled.gopherplus_kind) == (FORM, "form")
    assert filled.plan().request == b"sel\t+\t1\r\n+-1\r\nval1\r\nval2\r\n.\r\n"
    with pytest.raises(URLError, match="control-char"):
        gopher("/0sel%09%09?").with_answers(["a\r\nb"])


@pytest.mark.parametrize(
    "string",
    ["+%091%0D%0Ax", "+%091%0D%0A+-1%0D%0A.%0D%0AQUIT%0D%0A.%0D%0A", "+%0D%0A", "+%091%0D%0A+-1%0D%0Aa%0A.", "!%09"],
)
def test_only_a_whole_form_may_have_line_ends(string: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        gopher(f"/0s%09%09{string}").plan()


@pytest.mark.parametrize("path", ["/0a%0Db", "/0a%0Ab", "/7s%09a%0D", "/0a%00b", "/8u%0A", "/7a%09b%00"])
def test_delimiters_are_not_let_out(path: str) -> None:
    with pytest.raises(URLError, match="control-char"):
        gopher(path).plan()
    with pytest.raises(URLError, match="control-char"):
        gopher(path, profile="lenient").plan()


def test_options_of_the_plan() -> None:
    assert gopher("/0a%00b").plan(allow_nul=True).request == b"a\0b\r\n"
    assert gopher("/0s%09%09+").plan(elide_empty_search=True).request == b"s\t+\r\n"
    assert gopher("/0s%09x%09+").plan(elide_empty_search=True).request == b"s\tx\t+\r\n"
    assert gopher("/0s%09").plan(elide_empty_search=True).request == b"s\t\r\n"


@pytest.mark.parametrize("kind", ["8", "T"])
def test_a_session_is_for_telnet_and_the_selector_is_its_login(kind: str) -> None:
    plan = gopher(f":23/{kind}user").plan()
    assert (plan.connect, plan.action, plan.login, plan.request) == (("h.example", 23), "telnet", "user", b"")


def test_the_bnf_of_rfc_1738_has_no_slash_in_a_search() -> None:
    assert gopher("/7/a/b?c%09d%09e/f", profile="rfc1738").search == "d"
    with pytest.raises(URLError) as caught:
        gopher("/7/s%09a/b", profile="rfc1738")
    assert (caught.value.code, caught.value.position) == ("reserved-unencoded", len("gopher://h.example/7/s%09a"))


def test_a_login_has_no_place() -> None:
    with pytest.raises(URLError, match="userinfo-not-allowed"):
        URL("gopher://u@h.example/1")


@given(selectors, st.none() | selectors, st.none() | selectors, st.integers(0, 255))
def test_what_is_built_reads_back(selector: bytes, search: bytes | None, plus: bytes | None, kind: int) -> None:
    parts = {"gophertype": bytes([kind]), "selector": selector, "search": search, "gopherplus": plus}
    url = URL.build(scheme="gopher", host="h", **parts)  # type: ignore[arg-type]
    assert isinstance(url, GopherURL)
    wanted = b"" if search is None and plus is not None else search
    assert (url.selector_octets, url.search_octets, url.gopherplus_octets) == (selector, wanted, plus)
    assert url.replace(selector=url.selector, gophertype="0").replace(gophertype=bytes([kind])) == url


def test_what_could_not_be_read_back_is_not_built() -> None:
    for parts in ({"selector": "a\tb"}, {"search": "a\nb"}, {"gopherplus": "+\r\nx"}):
        with pytest.raises(URLError, match="control-char"):
            URL.build(scheme="gopher", host="h", **parts)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="one octet"):
        URL.build(scheme="gopher", host="h", gophertype="10")
    built = URL.build(scheme="gopher", host="h", gophertype="0", selector="s", gopherplus=FORM)
    assert str(built) == "gopher://h/0s%09%09+%091%0D%0A+-1%0D%0Aval1%0D%0Aval2%0D%0A.%0D%0A"


@pytest.mark.parametrize(
    ("path", "position"),
    [("/0a%0Ab", 3), ("/7s%09a%0a", 7), ("/0s%09%09+a%09b", 11), ("/0%00s%09a%0D", 2), ("/7s%09%0A%09+%0D", 6)],
)
def test_an_error_points_at_the_octet_that_is_not_sent(path: str, position: int) -> None:
    with pytest.raises(URLError) as caught:
        gopher(path).plan()
    assert (caught.value.code, caught.value.position) == ("control-char", len("gopher://h.example") + position)
