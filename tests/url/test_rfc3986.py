"""Normal forms and references of schemes that nobody knows, against RFC 3986 taken a sentence at a time."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from urlmill import URL, columns
from urlmill._url.registry import class_of

from .. import rfc3986

_NAMES = ["a", "B", "~", "-", "_", ".", "..", "...", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "="]
_ESCAPES = ["%41", "%7e", "%2e", "%2E%2e", "%2f", "%2c", "%3D", "%25", "%c3%bc", "%C3", "%00", "%5b", "%3a", "%40"]
_IN_PATH = [*_NAMES, *_ESCAPES, ":", "@"]


def some(parts: list[str], most: int = 6) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(parts), max_size=most).map("".join)


schemes = st.builds(
    "".join, st.tuples(st.sampled_from(["x", "Q", "zz"]), some(["a", "B", "1", "+", "-", "."], 3))
).filter(lambda scheme: class_of(scheme) is URL)
hosts = some([*_NAMES, *_ESCAPES]) | st.sampled_from(["[::AB]", "[1:0:0::B]", "[V1.A:b]", "1.2.3.4", "1.2.3.4.5"])
ports = st.sampled_from(["", ":", ":0", ":80", ":0080", ":65535"])
authorities = st.builds(
    "{}{}{}".format, st.just("") | some([*_NAMES, *_ESCAPES, ":"]).map(lambda login: f"{login}@"), hosts, ports
)
segments = some(_IN_PATH, 3) | st.sampled_from([".", "..", "%2e", ".%2E", ""])
rooted = st.lists(segments, max_size=6).map(lambda names: "".join(f"/{name}" for name in names))
queries = st.just("") | some([*_IN_PATH, "/", "?", "/../"]).map(lambda query: f"?{query}")
fragments = st.just("") | some([*_IN_PATH, "/", "?", "/./"]).map(lambda fragment: f"#{fragment}")


@st.composite
def ends(draw: st.DrawFn, has_scheme: bool) -> str:
    """What may follow a scheme, or stand without one."""
    kind = draw(st.sampled_from(["authority", "rooted", "rootless"]))
    if kind == "authority":
        start = "//" + draw(authorities) + draw(rooted)
    else:
        start = draw(rooted)
        if start.startswith("//"):  # section 3.3
            start = "/." + start
        if kind == "rootless":
            start = draw(segments).lstrip("/") + start
            first = start.partition("/")[0]
            if not has_scheme and ":" in first:  # section 4.2
                start = "./" + start
            if not first:
                start = start.lstrip("/")
    return start + draw(queries) + draw(fragments)


uris = st.builds("{}:{}".format, schemes, ends(has_scheme=True))
references = ends(has_scheme=False) | uris


@given(uris)
@example("x://A%2cB%41/")
@example("x://[2001:DB8:0::1]:0080/%7e")
@example("x:/..//a")
def test_the_normal_form_by_syntax_is_that_of_section_6_2_2(text: str) -> None:
    expected = rfc3986.normalized(text)
    for profile in ("superset", "strict", "lenient"):
        assert str(URL(text, profile=profile).normalize("syntax")) == expected
        assert columns.normalize([text], "syntax", profile=profile).to_pylist() == [expected]


@given(uris, references)
@example("x://h", "a")
@example("x:/a", ".//b")
@example("x:a", "../b")
def test_a_reference_is_resolved_as_section_5_2_has_it(base: str, reference: str) -> None:
    expected = rfc3986.resolved(base, reference)
    for profile in ("superset", "strict", "lenient"):
        assert str(URL(base, profile=profile).join(reference)) == expected
    assert columns.join(base, [reference]).to_pylist() == [expected]
