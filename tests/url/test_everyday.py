"""What else people reach for: parsing without exceptions, sites, references, logins, secrets, and other names."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

from urlmill import URL, FtpURL, HttpURL, URLError, testing
from urlmill._url.elsewhere import _CALLED, _CALLED_IN_PARAMS

from .checks import RAW_PARTS, attempt, attributes
from .every_scheme import for_every_scheme

# Reading


@given(text=testing.url_texts(), profile=st.sampled_from(["superset", "strict", "rfc1738", "lenient"]))
def test_what_can_be_parsed_is_what_is_not_refused(text: str, profile: str) -> None:
    expected = attempt(URL, text, profile=profile)
    found = URL.try_parse(text, profile=profile)
    assert URL.can_parse(text, profile=profile) is not isinstance(expected, URLError)
    assert found == (None if isinstance(expected, URLError) else expected)
    if found is not None:
        assert (type(found), found.profile) == (type(expected), profile)


def test_a_class_parses_its_own_schemes() -> None:
    assert (FtpURL.can_parse("ftp://h/"), FtpURL.can_parse("http://h/")) == (True, False)
    assert (FtpURL.try_parse("http://h/"), FtpURL.try_parse("ftp://h/")) == (None, URL("ftp://h/"))
    assert not URL.can_parse("http://u@h/", untrusted=True)


def test_a_mistake_of_the_program_is_not_a_text_that_is_refused() -> None:
    with pytest.raises(TypeError, match="a URL is made from str, not NoneType"):
        URL.can_parse(None)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="expected a profile"):
        URL.try_parse("http://h/", profile="loose")
    with pytest.raises(TypeError, match="colour"):
        URL.can_parse("http://h/", colour=1)


# Ports, sites, logins


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("http://h", True), ("http://h:80", True), ("https://h:80", False), ("http://h:", True), ("x://h", False),
        ("https://h:0443/", True), ("x://h:80", False), ("mailto:a@b", False), ("mongodb://a,b", False),
    ],
)  # fmt: skip
def test_the_port_of_the_scheme_is_known(text: str, expected: bool) -> None:
    assert URL(text).is_default_port is expected


def test_what_is_no_port_is_not_that_of_the_scheme() -> None:
    assert not URL("http://h:x/", profile="lenient").is_default_port


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("https://a.example.co.uk/", "https://b.example.co.uk:8443/x", True),
        ("https://a.co.uk/", "https://b.co.uk/", False),
        ("https://example.com/", "http://example.com/", False),
        ("https://co.uk/", "https://co.uk/x", True),
        ("http://127.0.0.1/", "http://127.0.0.1:81/", True),
        ("http://127.0.0.1/", "http://128.0.0.1/", False),
        ("http://localhost/", "http://LOCALHOST:1/", True),
        ("http://a.github.io/", "http://b.github.io/", False),
        ("http://b%C3%BCcher.de/", "http://www.xn--bcher-kva.de/", True),
        ("http://a.example.com./", "http://b.example.com/", False),
        ("http://a.example.com./", "http://b.example.com./", True),
        ("file:///a", "file:///a", False),
        ("mailto:a@b", "mailto:a@b", False),
        ("x://h/", "x://h/", False),
    ],
)
def test_sites_have_a_scheme_and_a_registrable_domain(one: str, other: str, expected: bool) -> None:
    assert URL(one).same_site(URL(other)) is URL(other).same_site(URL(one)) is expected


@given(one=testing.urls(), other=testing.urls())
def test_what_has_one_origin_is_of_one_site(one: URL, other: URL) -> None:
    assert one.same_site(other) == other.same_site(one)
    if one.same_origin(other):
        assert one.same_site(other)


@for_every_scheme
def test_a_url_without_its_login_is_the_same_otherwise(url: URL) -> None:
    made = attempt(url.without_login)
    if isinstance(made, URLError):
        assert made.code == "password-not-allowed"
        return
    names = tuple(name for name in RAW_PARTS if name not in ("authority", "raw_user", "raw_password", "path"))
    assert attributes(made, names) == attributes(url, names)
    assert (made.user, made.password, getattr(made, "unc_user", None)) == (None, None, None)
    assert made.path == url.path or getattr(url, "unc_user", None) is not None
    assert type(made) is type(url)
    assert made.without_login() is made
    assert "***" not in made.display() or "***" in str(made)


@pytest.mark.parametrize("text", ["http:/u:pw@h", "u:pw@h", "jdbc:mysql://u:pw@h/x", "postgres://h/db?password=pw"])
def test_a_password_that_cannot_be_taken_out_is_not_left_in_silence(text: str) -> None:
    with pytest.raises(URLError, match="password-not-allowed"):
        URL(text, profile="lenient").without_login()


def test_the_user_of_a_unc_name_is_a_login_too() -> None:
    assert str(URL("file:////u@host/share/u@x?q").without_login()) == "file:////host/share/u@x?q"
    assert str(URL("file://u@host/share").without_login()) == "file://host/share"


# References

REFERENCES = [
    ("http://h/a/b", "http://h/a/b", ""),
    ("http://h/a/b#f", "http://h/a/b#g", "#f"),
    ("http://h/a/b?q", "http://h/a/b", "?q"),
    ("http://h/a/b", "http://h/a/b?q", "b"),
    ("http://h/a/c", "http://h/a/b", "c"),
    ("http://h/a/", "http://h/a/b", "./"),
    ("http://h/a", "http://h/a/b", "../a"),
    ("http://h/x", "http://h/a/b/c", "../../x"),
    ("http://h/a/c:d", "http://h/a/b", "./c:d"),
    ("http://h/a//c", "http://h/a/b", ".//c"),
    ("http://h/", "http://h/a/b", "../"),
    ("http://h", "http://h/a/b", "//h"),
    ("http://h/a", "http://h", "/a"),
    ("http://i/a?q#f", "http://h/a", "//i/a?q#f"),
    ("https://h/a", "http://h/a", "https://h/a"),
    ("mailto:a@b", "http://h/", "mailto:a@b"),
    ("mailto:a@b#f", "mailto:a@b", "#f"),
    ("file:///c:/a/b", "file:///c:/x", "a/b"),
    ("ftp://h/a/b;type=a", "ftp://h/a/c", "b;type=a"),
    ("urn:a:b", "urn:a:c", "urn:a:b"),
]


@pytest.mark.parametrize(("text", "base", "expected"), REFERENCES)
def test_everyday_references(text: str, base: str, expected: str) -> None:
    assert URL(text).reference_from(base) == URL(text).reference_from(URL(base)) == expected
    assert str(URL(base).join(expected)) == text


@given(data=st.data(), base=testing.urls())
def test_a_reference_joins_back(data: st.DataObject, base: URL) -> None:
    near = st.one_of(testing.references(), testing.segments()).map(lambda text: attempt(base.join, text))
    url = data.draw(st.one_of(near, testing.urls()))
    note(f"base: {str(base)!r}, text: {str(url)!r}")
    if isinstance(url, URLError):
        return
    whole, reference = attempt(base.join, url), attempt(url.reference_from, base)
    if isinstance(whole, URLError):
        assert (reference.code, reference.position) == (whole.code, whole.position)
        return
    assert base.join(reference) == whole
    assert len(reference) <= len(str(url)) + 3 * base.path.count("/") + 2


# What is shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("https://u:pw@h/?token=abc&x=1", "https://u:***@h/?token=***&x=1"),
        ("https://h/?X-Amz-Signature=a&api_key=b&key=c#access_token=d", "https://h/?X-Amz-Signature=***&api_key=***&key=***#access_token=***"),
        ("https://h/?a=1;token=b;c&d=2", "https://h/?a=1;token=***&d=2"),
        ("https://h/?%74oken=a&TOKEN=&token", "https://h/?%74oken=***&TOKEN=&token"),
        ("https://h/?next=/x?sig=a", "https://h/?next=/x?sig=***"),
        ("https://h/token=a/?page=2", "https://h/token=a/?page=2"),
        ("https://h/?password=a@b", "https://h/?password=***"),
        ("https://h/?user=a&pass=b&db_pass=c&pin=1", "https://h/?user=a&pass=***&db_pass=***&pin=***"),
        ("https://h/?sig%5B%5D=a&user.pass=b&token.x=c", "https://h/?sig%5B%5D=***&user.pass=***&token.x=***"),
        ("https://h/?ticket=ST-1&code_verifier=a&sign=b", "https://h/?ticket=***&code_verifier=***&sign=***"),
        ("https://h/?passage=1&signal=2&keyword=3&spin=4", "https://h/?passage=1&signal=2&keyword=3&spin=4"),
    ],
)  # fmt: skip
def test_secrets_of_a_query_are_masked_when_asked(text: str, shown: str) -> None:
    assert URL(text).display(mask_query=True) == shown
    assert URL(text, profile="lenient").display(mask_query=True) == shown


def test_the_names_of_secrets_can_be_chosen() -> None:
    url = URL("https://u:pw@h/?token=a&Mine=b")
    assert url.display(mask_query=["mine"]) == "https://u:***@h/?token=a&Mine=***"
    assert url.display(mask_query=(*URL.secret_params, "mi*")) == "https://u:***@h/?token=***&Mine=***"
    assert url.display(mask_query=False) == url.display() == "https://u:***@h/?token=a&Mine=b"
    for wrong in ("token", 5, [1]):
        with pytest.raises(TypeError, match="mask_query: expected"):
            url.display(mask_query=wrong)  # type: ignore[arg-type]


@given(
    text=testing.url_texts(), name=st.sampled_from(["token", "API_KEY", "sig", "x%2Dtoken", "user[pass]", "sig%5B%5D"])
)
def test_a_masked_secret_is_not_shown(text: str, name: str) -> None:
    for mark in "?&#;":
        shown = URL(f"{text}?{mark}{name}=s3cr3t;x", profile="lenient").display(mask_query=True)
        assert "s3cr3t" not in shown


# What others call it


def test_another_name_is_told_ours() -> None:
    url: Any = URL("http://h/")
    with pytest.raises(AttributeError, match=r"^HttpURL has no attribute 'hostname'; it is called 'host'$") as caught:
        _ = url.hostname
    assert (caught.value.name, caught.value.obj) == ("hostname", url)
    with pytest.raises(AttributeError, match=r"it is called 'replace\(host=\.\.\.\)'"):
        url.with_host("h")
    assert not hasattr(url, "netloc")
    assert getattr(url, "username", None) is None


def test_a_name_that_is_ours_is_not_told_another() -> None:
    assert not [name for name in _CALLED if hasattr(URL, name)]
    for other in _CALLED.values():
        ours = other.replace("str(url)", "path").partition("(")[0].partition(".")[0].split()[0]
        assert hasattr(URL, ours), other


def test_another_name_for_parameters_is_told_ours() -> None:
    params: Any = URL("http://h/?a=1").params
    words = r"^Params has no attribute 'getlist'; it is called 'get_all\(name\)'$"
    with pytest.raises(AttributeError, match=words) as caught:
        params.getlist("a")
    assert (caught.value.name, caught.value.obj) == ("getlist", params)
    with pytest.raises(AttributeError, match="'Params' object has no attribute 'absent'"):
        _ = params.absent
    assert not [name for name in _CALLED_IN_PARAMS if hasattr(params, name)]
    assert copy.copy(params) is params
    assert pickle.loads(pickle.dumps(params)) == params


def test_the_error_of_a_property_is_not_hidden() -> None:
    class Broken(HttpURL):
        __slots__ = ()

        @property
        def word(self) -> str:
            return self.nothing  # type: ignore[attr-defined,no-any-return]

    with pytest.raises(AttributeError, match="'Broken' object has no attribute 'nothing'"):
        _ = Broken("http://h/").word
    with pytest.raises(AttributeError, match="'Broken' object has no attribute 'absent'"):
        _ = Broken("http://h/").absent  # type: ignore[attr-defined]


# Parts that are given wrongly


@pytest.mark.parametrize(
    ("parts", "error"),
    [
        ({"host": "a/b"}, "bad-host"), ({"host": "a?b"}, "bad-host"), ({"port": 70000}, "bad-port"),
        ({"host": 5}, "host: expected str or None, got int"), ({"port": "80"}, "port: expected int or None, got str"),
        ({"port": True}, "port: expected int or None, got bool"), ({"path": 5}, "path: expected str or None"),
        ({"hostname": "h"}, "no part 'hostname'; it is called 'host'"),
        ({"word": "h"}, "no part 'word'; it has scheme, user, password, host, port, path, query, fragment"),
        ({"fragment": b"x"}, "fragment: expected str or None, got bytes"), ({"scheme": 5}, "scheme: expected str"),
    ],
)  # fmt: skip
def test_a_part_that_is_none_is_refused_by_name(parts: dict[str, Any], error: str) -> None:
    with pytest.raises((TypeError, URLError), match=error):
        URL("http://h/").replace(**parts)
    with pytest.raises((TypeError, URLError), match=error):
        URL.build(**{"scheme": "http", "host": "h", **parts})
    if isinstance(parts.get("host"), str):
        with pytest.raises(URLError, match=error):
            URL("postgres://h/").replace(host=f"{parts['host']},i")


def test_parts_are_replaced_by_their_names() -> None:
    with pytest.raises(TypeError, match=r"^replace\(\) takes parts by their names"):
        URL("http://h/").replace("http", "https")  # type: ignore[call-overload]


@pytest.mark.parametrize("method", ["same_site", "same_origin", "equivalent"])
def test_a_url_is_compared_with_a_url(method: str) -> None:
    with pytest.raises(TypeError, match="a URL is compared with another, not with str"):
        getattr(URL("http://h/"), method)("http://h/")


def test_what_is_replaced_leaves_the_scheme_as_it_is_written() -> None:
    assert str(URL("HTTP://h/").replace(fragment="x")) == "HTTP://h/#x"


def test_a_replaced_url_is_of_its_class_to_type_checkers_too() -> None:
    ftp: FtpURL = FtpURL("ftp://h/a;type=a").replace(name="b")
    assert (ftp.typecode, FtpURL.build(host="h", name="x").name) == ("a", "x")
    other: URL = ftp.replace(scheme="http", path="/x")
    assert type(other) is HttpURL


def test_importing_the_objects_loads_no_more_of_the_interpreter() -> None:
    program = "import sys, urlmill; urlmill.URL; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout.split()
    assert not {"typing_extensions", "fnmatch", "pathlib", "dataclasses"} & set(loaded)
