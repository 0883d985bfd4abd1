"""When readers of URLs come to different hosts, and when they only write one host differently."""

from __future__ import annotations

import pytest

from urlmill import URL


@pytest.mark.parametrize("text", ["http://[::ffff:127.0.0.1]/", "http://[2001:DB8:0:0::1]/", "http://[::FFFF:7f00:1]/"])
def test_one_address_in_two_spellings_is_one_host(text: str) -> None:
    assert not any(found.hosts for found in URL(text).ambiguities())


@pytest.mark.parametrize("text", ["nope", "/path", "", "a b"])
def test_where_no_reader_sees_a_host_there_are_no_different_ones(text: str) -> None:
    assert not any(found.hosts for found in URL(text, profile="lenient").ambiguities())


def test_a_host_that_a_reader_refuses_is_still_a_difference() -> None:
    (found,) = [one for one in URL("http://a\\b/", profile="lenient").ambiguities() if one.kind == "backslash"]
    assert found.hosts["browsers"] == "a"


def test_a_name_that_sockets_of_the_interpreter_map_in_another_way_is_another_host() -> None:
    (found,) = URL("http://stra\xdfe.example/").ambiguities()
    browsers = "xn--strae-oqa.example"
    assert (found.kind, found.hosts["urllib"], found.hosts["browsers"]) == ("wide-host", "strasse.example", browsers)
    for host in ("b\xfccher.example", "B\xdcCHER.example", "\uff37\uff37\uff37.example", "b\xfccher\u3002example"):
        (found,) = URL(f"http://{host}/").ambiguities()
        assert (found.kind, found.hosts) == ("wide-host", {})
