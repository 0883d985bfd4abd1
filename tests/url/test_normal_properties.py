"""What users may rely on of normal forms, whatever the URL and its scheme."""

from __future__ import annotations

import re
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from urlmill import URL, HttpURL, MailtoURL, URLError, testing
from urlmill._hosts.names import looked_up
from urlmill._profiles import PROFILES
from urlmill._url.normal import LEVELS
from urlmill._url.plan import Plan

from .checks import attributes, outcome_of_plan, read
from .every_scheme import for_every_scheme


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
    named = [recipient for name, value in fields if name == "to" for recipient in recipients_of(value)]
    to = [recipient for recipient in (*parts.get("to", ()), *named) if recipient]
    others = [field for field in fields if field[0] != "to"]
    headers = [(name, recipients_of(value) if name in ("cc", "bcc") else value) for name, value in others]
    return {name: without_case_of_domains(part) for name, part in {**parts, "to": to, "headers": headers}.items()}


def recipients_of(value: str) -> list[str]:
    """RFC 5322 section 3.4, one character after the other: a comma in quotes divides nothing."""
    found = [""]
    is_quoted = is_escaped = False
    for char in value:
        if char == "," and not is_quoted and not is_escaped:
            found.append("")
            continue
        found[-1] += char
        if char == '"' and not is_escaped:
            is_quoted = not is_quoted
        is_escaped = char == "\\" and not is_escaped
    return [recipient for recipient in (piece.strip(" \t") for piece in found) if recipient]


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
