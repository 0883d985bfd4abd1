"""What users may rely on, whatever the URL and its scheme."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from urlmill import URL, FtpURL, HttpURL, URLError, testing
from urlmill._profiles import AS_WRITTEN, PROFILES

from .checks import RAW_PARTS, attempt, attributes, outcome_of_plan, public_properties, read
from .every_scheme import SCHEMES, a_part, for_every_scheme

SECRET = "s3cr3t"

# Text and parts


@for_every_scheme
def test_the_text_is_kept_and_read_again_alike(url: URL) -> None:
    text = str(url)
    again = URL(text)
    assert str(again) == text
    assert again == url
    assert hash(again) == hash(url)
    assert type(again) is type(url)
    assert attributes(again, RAW_PARTS) == attributes(url, RAW_PARTS)
    assert URL(url) == type(url)(url) == url


@for_every_scheme
def test_the_parts_put_together_are_the_text(url: URL) -> None:
    text = str(url)
    assert url.scheme is not None
    scheme = text[: len(url.scheme)]
    assert scheme.lower() == url.scheme
    authority = None
    if url.raw_host is not None:
        login = "" if url.raw_user is None else url.raw_user
        login += "" if url.raw_password is None else f":{url.raw_password}"
        authority = login + ("" if url.raw_user is None else "@") + url.raw_host
        authority += "" if url.raw_port is None else f":{url.raw_port}"
    assert url.authority == authority
    composed = f"{scheme}:" + ("" if authority is None else f"//{authority}") + url.path
    composed += "" if url.query is None else f"?{url.query}"
    assert composed + ("" if url.fragment is None else f"#{url.fragment}") == text


@for_every_scheme
def test_building_from_the_parts_gives_the_same_parts(url: URL) -> None:
    parts = attributes(url)
    again = URL.build(**{**parts, "host": url.raw_host})
    assert type(again) is type(url)
    assert attributes(again) == parts


@for_every_scheme
def test_replacing_nothing_changes_no_part(url: URL) -> None:
    again = url.replace()
    assert type(again) is type(url)
    assert attributes(again) == attributes(url)
    assert again.replace() == again


@pytest.mark.parametrize("scheme", SCHEMES)
@a_part
@given(data=st.data())
def test_what_is_replaced_changes_and_no_other_octet(scheme: str, data: st.DataObject) -> None:
    url = data.draw(SCHEMES[scheme])
    name = data.draw(st.sampled_from(["user", "password", "host", "port", "path", "query", "fragment"]))
    values: dict[str, st.SearchStrategy[Any]] = {
        "port": st.integers(0, 65535),
        "host": st.sampled_from(["h.example", "192.0.2.1", "[2001:db8::1]"]),
        "path": testing.paths(),
        "query": testing.queries(),
        "fragment": testing.fragments(),
    }
    value = data.draw(st.one_of(st.none(), values.get(name, st.text(max_size=5))))
    note(f"text: {str(url)!r}, {name}: {value!r}")
    again = attempt(url.replace, **{name: value})
    if isinstance(again, URLError):
        return
    assert type(again) is type(url)
    if name == "path":
        assert again.path == (value or "")
    elif name == "host" and value is not None:
        assert again.raw_host == value
    else:
        assert getattr(again, name) == value
    named = {"user": {"raw_user", "raw_password"} if value is None else {"raw_user"}, "password": {"raw_password"}}
    changed = {"authority", *named.get(name, {f"raw_{name}", name})}
    if scheme == "news" and name == "host":
        changed.add("path")  # C-17: whether a slash comes before the name depends on the host
    assert str(again)[: len(scheme_of(again))] == str(url)[: len(scheme_of(url))]
    for part, before in attributes(url, RAW_PARTS).items():
        if part not in changed:
            assert getattr(again, part) == before, part


def scheme_of(url: URL) -> str:
    return url.scheme or ""


@for_every_scheme
def test_building_from_the_parts_of_the_scheme_gives_the_same_parts(url: URL) -> None:
    if not url.part_names:
        return
    own = attributes(url, url.part_names)
    common = {**attributes(url, ("scheme", "user", "password", "port", "fragment")), "host": url.raw_host}
    again = attempt(URL.build, **common, **own)
    if isinstance(again, URLError):
        # What cannot be sent is not built either, though it may be read. A plan may find something else first.
        assert again.code == "control-char" or isinstance(outcome_of_plan(url), str)
        return
    assert attributes(again, url.part_names) == own
    assert attributes(again, tuple(common)) == {**common, "host": url.host}
    for name, value in own.items():
        if name not in TEXT_ONLY:
            assert URL.build(**common, **{**own, name: octets_of(value)}) == again, name
        if value is not None:
            assert again.replace(**{name: value}) == again, name


# The parts that are never octets; and octets of a WAIS document are not as written: "%4E" is three of them.
TEXT_ONLY = {"drive", "unc_host", "unc_user", "typecode", "to", "wpath"}


def octets_of(value: Any) -> Any:
    """A part may be given as octets, too."""
    if isinstance(value, (list, tuple)):
        return type(value)(map(octets_of, value))
    return value.encode("utf-8", "surrogateescape") if isinstance(value, str) else value


# Being a value


@for_every_scheme
def test_copies_and_pickles_are_equal(url: URL) -> None:
    assert copy.copy(url) is url
    assert copy.deepcopy([url])[0] is url
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(url, protocol))
        assert type(again) is type(url)
        assert again == url
        assert hash(again) == hash(url)
        assert attributes(again, RAW_PARTS) == attributes(url, RAW_PARTS)


@given(text=testing.url_texts(), profile=st.sampled_from(AS_WRITTEN), iri=st.booleans())
def test_a_pickle_remembers_how_the_url_was_read(text: str, profile: str, iri: bool) -> None:
    url = read(text, profile=profile, iri=iri)
    if isinstance(url, URL):
        again = pickle.loads(pickle.dumps(url))
        assert (again, again.profile, again.options, type(again)) == (url, profile, {"iri": iri}, type(url))
        assert attributes(again, RAW_PARTS) == attributes(url, RAW_PARTS)


@for_every_scheme
def test_nothing_about_a_url_can_be_changed(url: URL) -> None:
    text = str(url)
    for name in (*public_properties(url), "default_port", "path_", "new"):
        with pytest.raises(AttributeError):
            setattr(url, name, "x")
        with pytest.raises(AttributeError):
            delattr(url, name)
    assert str(url) == text


@given(some=st.lists(testing.urls(), max_size=6))
def test_urls_are_ordered_as_their_texts_are(some: list[URL]) -> None:
    assert [str(url) for url in sorted(some)] == sorted(map(str, some))
    assert {str(url) for url in set(some)} == set(map(str, some))
    for one, other in itertools.product(some, repeat=2):
        assert (one < other, one <= other) == (str(one) < str(other), str(one) <= str(other))
        assert (one > other, one >= other) == (str(one) > str(other), str(one) >= str(other))
        assert (one == other, one != other) == (str(one) == str(other), str(one) != str(other))


@for_every_scheme
def test_a_url_is_no_text(url: URL) -> None:
    text: Any = str(url)
    assert url != text
    assert text not in [url]
    with pytest.raises(TypeError):
        assert url < text


@for_every_scheme
def test_match_statements_take_it_apart(url: URL) -> None:
    match url:
        case FtpURL(host, cwds, name, typecode):
            assert (host, cwds, name, typecode) == (url.host, url.cwds, url.name, url.typecode)
        case HttpURL(host, path, query, fragment):
            assert (host, path, query, fragment) == (url.host, url.path, url.query, url.fragment)
        case URL(scheme=scheme, path=path):
            assert (scheme, path) == (url.scheme, url.path)
        case _:
            pytest.fail("no pattern matches")
    assert all(hasattr(url, name) for name in url.__match_args__)


# References


@for_every_scheme
def test_the_empty_reference_is_the_document_itself(url: URL) -> None:
    joined = url.join("")
    scheme, colon, rest = str(joined).partition(":")
    assert scheme.lower() == url.scheme
    assert str(url).partition("#")[0][len(scheme) :] == colon + rest
    assert type(joined) is type(url)
    assert str(url.join("#new")) == f"{joined}#new"


@for_every_scheme
def test_a_whole_url_as_a_reference_is_taken_as_it_is(url: URL) -> None:
    joined = attempt(url.join, str(url))
    if isinstance(joined, URLError):
        # Without its dot segments a UNC name may have lost its host: file:////host/..///
        assert joined.code == "bad-unc"
        assert {".", ".."} & set(url.path.split("/"))
        return
    assert not {".", ".."} & set(joined.path.split("/")) or (url.authority is None and joined.path.startswith("/.//"))
    assert url.join(url) == joined
    if not {".", ".."} & set(url.path.split("/")):
        assert str(joined).partition(":")[2] == str(url).partition(":")[2]


@given(base=testing.urls(), reference=st.one_of(testing.references(), testing.url_texts()))
def test_what_a_reference_leads_to_is_always_a_whole_url(base: URL, reference: str) -> None:
    for profile in (None, "rfc1808"):
        for strict in (True, False):
            joined = attempt(base.join, reference, profile=profile, strict=strict)
            if isinstance(joined, URLError):
                # What the reference brings along may be something that its scheme does not allow.
                assert joined.code != "not-hierarchical" or not base.is_hierarchical
                assert 0 <= joined.position <= len(joined.url)
            else:
                assert joined.scheme is not None
                assert joined.profile == "superset" or joined.error is not None


# IRIs


@for_every_scheme
def test_a_uri_is_ascii_and_says_the_same(url: URL) -> None:
    escaped = url.to_uri(host="percent")
    assert str(escaped).isascii()
    assert escaped.equivalent(url, "syntax")
    plain = attempt(url.to_uri)
    if isinstance(plain, URLError):
        assert plain.code == "bad-label"
        assert not (url.raw_host or "").isascii()
        return
    assert str(plain).isascii()
    assert plain.equivalent(url)
    assert plain.to_uri() == plain


@for_every_scheme
def test_an_iri_made_from_a_uri_loses_nothing(url: URL) -> None:
    plain = url.to_uri(host="percent")
    iri = plain.to_iri()
    again = iri.to_uri(host="percent")
    # Escapes may come back in upper case.
    assert re.sub("%..", lambda match: match[0].upper(), str(plain)) == re.sub(
        "%..", lambda match: match[0].upper(), str(again)
    )
    assert iri.to_iri() == iri
    assert iri.equivalent(url, "syntax")


# Passwords


@pytest.mark.parametrize("scheme", ["ftp", "generic", "http", "news", "nntp", "telnet"])
@a_part
@given(data=st.data())
def test_a_password_is_never_shown(scheme: str, data: st.DataObject) -> None:
    url = data.draw(SCHEMES[scheme].filter(lambda url: url.host is not None))
    note(f"text: {str(url)!r}")
    url = url.replace(user=url.user or "", password=SECRET)
    assert SECRET in str(url)
    shown = [f"{url!r}", repr([url])]
    for other in (url, url.normalize(), url.to_iri(), URL(str(url), profile="lenient")):
        tellers = (other.display, other.__repr__, other.plan, other.ambiguities, lambda other=other: other.origin)
        for teller in tellers:
            told = attempt(teller)
            shown += [repr(told), str(told) if isinstance(told, URLError) else ""]
    assert not [text for text in shown if SECRET in text]


@given(before=testing.url_texts(), after=testing.url_texts(), profile=st.sampled_from(PROFILES))
def test_no_error_repeats_a_password(before: str, after: str, profile: str) -> None:
    for text in (f"{before}{SECRET}{after}", f"ftp://u:{SECRET}{after}", f"http://u:{SECRET}@{after}"):
        error = read(text, profile=profile)
        if isinstance(error, URLError):
            assert SECRET not in str(error) + repr(error) + "".join(f"{error.args[:2]}")
            assert error.__cause__ is None
            assert error.__suppress_context__ or error.__context__ is None
