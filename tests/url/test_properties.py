"""What users may rely on, whatever the URL and its scheme."""

from __future__ import annotations

import copy
import itertools
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import assume, given, note, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from urlmill import URL, FtpURL, HttpURL, MailtoURL, URLError, columns, testing
from urlmill._hosts.names import looked_up
from urlmill._profiles import PROFILES
from urlmill._url.normal import LEVELS
from urlmill._url.plan import Plan
from urlmill.schemes.mailto import _divided

from .checks import RAW_PARTS, attempt, attributes, public_properties, read

SCHEMES: dict[str, SearchStrategy[URL]] = {
    name.removesuffix("_urls"): getattr(testing, name)() for name in testing.__all__ if name.endswith("_urls")
}
SECRET = "s3cr3t"

# Eleven schemes share the work, so each gets a part of it.
a_part = settings(max_examples=max(15, settings().max_examples // 8))


def for_every_scheme(check: Callable[[URL], None]) -> Any:
    """Makes a test of each scheme from what is true of any URL."""

    @pytest.mark.parametrize("scheme", SCHEMES)
    @a_part
    @given(data=st.data())
    def test(scheme: str, data: st.DataObject) -> None:
        url = data.draw(SCHEMES[scheme])
        note(f"text: {str(url)!r}")  # repr(url) would not show a password
        check(url)

    test.__name__, test.__qualname__, test.__doc__ = check.__name__, check.__qualname__, check.__doc__
    return test


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


@given(text=testing.url_texts(), profile=st.sampled_from(PROFILES), iri=st.booleans())
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


# The normal form


def normal_forms(url: URL) -> dict[str, URL]:
    return {level: url.normalize(level) for level in LEVELS}


@for_every_scheme
def test_normalising_twice_is_normalising_once_and_stays_valid(url: URL) -> None:
    for level, normal in normal_forms(url).items():
        assert type(normal) is type(url), level
        assert normal.profile == url.profile, level
        assert URL(str(normal)) == normal, level
        assert str(normal.normalize(level)) == str(normal), level
    assert url.normalize("string") == url
    assert url.normalize("syntax").normalize() == url.normalize()
    assert url.normalize().normalize("syntax") == url.normalize()
    assert str(url.normalize()).isascii()


@pytest.mark.parametrize("profile", PROFILES)
@given(text=st.one_of(testing.urls().map(str), testing.url_texts()))
def test_the_normal_form_is_valid_under_the_same_profile(profile: str, text: str) -> None:
    url = read(text, profile=profile)
    if isinstance(url, URL):
        for normal in normal_forms(url).values():
            assert normal.profile == profile
            assert normal.normalize() == url.normalize()


def outcome_of_plan(url: URL) -> Plan | str:
    """The plan, or the code of the error."""
    plan: Plan | URLError = attempt(url.plan)
    return plan.code if isinstance(plan, URLError) else plan


def comparable_plan(url: URL) -> object:
    plan = outcome_of_plan(url)
    if isinstance(url, HttpURL) and isinstance(plan, Plan):
        # A request target is sent as it is written, so it may differ as texts may that mean the same.
        target = re.sub(rb"%..", _normal_escape, plan.target)  # type: ignore[attr-defined]
        return {**attributes_of_plan(plan), "target": target}
    if isinstance(url, MailtoURL) and isinstance(plan, Plan):
        return comparable_mail(attributes_of_plan(plan))
    return plan


def comparable_mail(parts: dict[str, Any]) -> dict[str, Any]:
    """Without what says nothing: where a recipient stands, the case of domains and of the names of fields."""
    fields = [(name.lower(), value) for name, value in parts["headers"]]
    named = [value for name, value in fields if name == "to"]
    to = [*parts.get("to", ()), *(address for value in named for address in _divided(value))]
    headers = [(name, _divided(value) if name in ("cc", "bcc") else value) for name, value in fields if name != "to"]
    comparable = {**parts, "to": [address for address in to if address], "headers": headers}
    return {name: without_case_of_domains(part) for name, part in comparable.items()}


def without_case_of_domains(value: Any) -> Any:
    """Of mail addresses, wherever they are; and by IDNA."""
    if isinstance(value, (list, tuple)):
        return [without_case_of_domains(item) for item in value]
    return re.sub("@[^,@]*", _looked_up, value) if isinstance(value, str) else value


def _looked_up(match: re.Match[str]) -> str:
    try:
        return "@" + looked_up(match[0][1:])
    except URLError:
        return match[0].lower()


def attributes_of_plan(plan: Plan) -> dict[str, object]:
    return {name: getattr(plan, name) for name in plan.__match_args__}


def _normal_escape(match: re.Match[bytes]) -> bytes:
    octet = bytes.fromhex(match[0][1:].decode("ascii"))
    return octet if re.fullmatch(rb"[A-Za-z0-9\-._~]", octet) else match[0].upper()


def has_steps(url: URL) -> bool:
    return url.has_dot_segments and any(segment.partition(";")[0] in (".", "..") for segment in url.segments)


@for_every_scheme
def test_normalising_never_changes_what_a_client_does(url: URL) -> None:
    # RFC 3986 section 6.2.2.3 takes steps out, which a plan sends as they are.
    assume(not has_steps(url))
    for level, normal in normal_forms(url).items():
        assert comparable_plan(normal) == comparable_plan(url), level


@given(text=testing.url_texts())
def test_normalising_what_is_nearly_wrong_changes_nothing_either(text: str) -> None:
    url = read(text)
    if isinstance(url, URL) and not has_steps(url):
        normal = url.normalize()
        assert normal.normalize() == normal
        assert url.equivalent(normal)
        assert comparable_plan(normal) == comparable_plan(url)


@for_every_scheme
def test_normalising_keeps_the_parts_that_the_scheme_gives_a_meaning(url: URL) -> None:
    assume(not has_steps(url))
    # The id of a wais document is as written, and a UNC host may move to where hosts are.
    changing = ("wpath", "unc_host", "unc_user", "user")
    names = tuple(name for name in ("user", "password", "effective_port", *url.part_names) if name not in changing)
    comparable: Any = comparable_mail if isinstance(url, MailtoURL) else dict
    for level, normal in normal_forms(url).items():
        assert comparable(attributes(normal, names)) == comparable(attributes(url, names)), level
        if isinstance(url, HttpURL):
            assert (normal.segments, normal.query_items()) == (url.segments, url.query_items()), level


def variants(url: URL) -> list[URL]:
    """URLs that mean the same, and one that may not."""
    text = str(url)
    scheme, colon, rest = text.partition(":")
    escapes = re.compile("%..")
    return [
        url,
        URL(scheme.swapcase() + colon + rest),
        URL(escapes.sub(lambda match: match[0].upper(), text)),
        URL(escapes.sub(lambda match: match[0].lower(), text)),
        url.normalize("syntax"),
        url.normalize("scheme"),
    ]


@for_every_scheme
def test_being_equivalent_is_an_equivalence(url: URL) -> None:
    same = variants(url)
    for one, other in itertools.product(same, repeat=2):
        assert one.equivalent(other)
    for other in same[:-1]:
        assert url.equivalent(other, "syntax")


def differently_written(url: URL, data: st.DataObject) -> URL | URLError:
    """With some characters escaped, some escapes decoded, or some letters in another case."""
    text = str(url)
    start, end = sorted(data.draw(st.integers(0, len(text))) for _ in range(2))
    change: Callable[[str], str] = data.draw(
        st.sampled_from(
            [
                lambda part: re.sub("[!$&'()*+,;=:@/?~1-9]", lambda match: f"%{ord(match[0]):02X}", part),
                lambda part: re.sub("%[2-7][0-9A-Fa-f]", lambda match: chr(int(match[0][1:], 16)), part),
                str.swapcase,
                lambda _: "",
                lambda part: part + part,
            ]
        )
    )
    return read(text[:start] + change(text[start:end]) + text[end:])


@pytest.mark.parametrize("scheme", SCHEMES)
@a_part
@given(data=st.data())
def test_being_equivalent_is_having_the_same_normal_form(scheme: str, data: st.DataObject) -> None:
    """And columns have that form too, so that ``dedupe --by normal`` keeps the first of those that are equivalent."""
    url = data.draw(SCHEMES[scheme])
    other = data.draw(st.one_of(SCHEMES[scheme], st.sampled_from(variants(url))))
    changed = differently_written(url, data)
    for one in (other, changed):
        if isinstance(one, URL):
            note(f"texts: {str(url)!r} {str(one)!r}")
            for level in LEVELS:
                is_same = str(url.normalize(level)) == str(one.normalize(level))
                assert url.equivalent(one, level) == one.equivalent(url, level) == is_same
            texts = [str(url), str(one)]
            assert columns.normalize(texts).to_pylist() == [str(found.normalize()) for found in (url, one)]


@pytest.mark.parametrize(
    ("one", "other", "normal"),
    [
        ("gopher://h", "gopher://h/", "gopher://h/"),
        ("gopher://h/1", "gopher://h/", "gopher://h/"),
        ("gopher://h/%31", "gophER://H:70", "gopher://h/"),
        ("gopher://h/7a%2Fb%09c%2fd?", "gopher://h/7a/b%09c/d%3F", "gopher://h/7a/b%09c%2Fd%3F"),
        ("gopher://h/0s%09%09+%3B%3f", "gopher://h/0s%09%09+;?", "gopher://h/0s%09%09+;%3F"),
        ("prospero://h/a%26b?c;d=%3D", "prospero://h/a&b%3Fc;d==", "prospero://h/a&b%3Fc;d=%3D"),
        ("news:", "news:*", "news:*"),
        ("news://h", "news://H:119/*", "news://h/*"),
        ("news:a%2C!b*", "news:a,%21b%2A", "news:a%2C%21b*"),
        ("news:a?b/c@d", "news:a%3Fb%2Fc@d", "news:a%3Fb%2Fc@d"),
        ("file:///c|/x", "file://localhost/c%3A/x", "file:///c:/x"),
        ("file:///a%26b", "file://localhost/a&b", "file:///a&b"),
        ("mailto:?to=a@b%2Cc@D", "mailto:a@B,c@d", "mailto:a@b,c@d"),
        ("mailto:a@b?Subject=a/b", "mailto:a@b?subject=a%2Fb", "mailto:a@b?subject=a%2Fb"),
    ],
)
def test_what_is_equivalent_has_one_normal_form(one: str, other: str, normal: str) -> None:
    assert URL(one).equivalent(URL(other))
    assert columns.normalize([one, other, normal]).to_pylist() == [normal] * 3
    assert str(URL(one).normalize()) == str(URL(other).normalize()) == normal


@given(some=st.lists(testing.urls(), min_size=1, max_size=3))
def test_being_equivalent_is_symmetric_and_transitive_and_each_step_includes_those_before(some: list[URL]) -> None:
    some = [*some, some[0].normalize("syntax"), some[0].normalize()]
    pairs = list(itertools.product(range(len(some)), repeat=2))
    alike = {level: {(i, j) for i, j in pairs if some[i].equivalent(some[j], level)} for level in LEVELS}
    assert all(alike[one] <= alike[next_one] for one, next_one in itertools.pairwise(LEVELS))
    for found in alike.values():
        assert {(i, i) for i in range(len(some))} <= found
        assert {(j, i) for i, j in found} == found
        assert {(i, k) for (i, j), (other, k) in itertools.product(found, repeat=2) if j == other} == found


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
