"""No form of a text shows the password in it; ordinary URLs are shown as they are."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from urlmill import URL
from urlmill._fields import FIELDS
from urlmill._url import masking
from urlmill._url.plan import Step
from urlmill.cli.show.facts import as_json, facts_of
from urlmill.columns import query_items, split, transform, unquote
from urlmill.columns._special import special_names
from urlmill.schemes.ftp import FtpURL
from urlmill.schemes.http import HttpURL
from urlmill.testing import strategies

SHOWN = {
    "http://user:pw@host/": "http://user:***@host/",
    "http://user:@host/": "http://user:***@host/",
    "http://:pw@host/": "http://:***@host/",
    "http://u:a@b@host/": "http://u:***@host/",
    # the password has a delimiter
    "http://user:pa/ss@host/": "http://user:***@host/",
    "https://u:a@bPW/@h/": "https://u:***@h/",
    "https://u:a/b/c@d@h/x": "https://u:***@h/x",
    "https://u:a?b@h/x": "https://u:***@h/x",
    "https://u:a#b@h/x": "https://u:***@h/x",
    "https://u:a\\b@h/x": "https://u:***@h/x",
    "https://u\\v:PW@h/x": "https://u\\v:***@h/x",
    "https://u:a b@h/x": "https://u:***@h/x",
    "https://u:99999999@h": "https://u:***@h",
    "https://u:123456/7@h": "https://u:***@h",
    # slashes are missing, too many, or backslashes
    "http:/user:PW@h": "http:/user:***@h",
    "http:user:PW@h": "http:user:***@h",
    "http:\\\\user:PW@h": "http:\\\\user:***@h",
    "http:\\user:PW@h": "http:\\user:***@h",
    "http:/\\user:PW@h": "http:/\\user:***@h",
    "http:///user:PW@h": "http:///user:***@h",
    "http:////user:PW/x@h": "http:////user:***@h",
    "//user:PW@h": "//user:***@h",
    "\\\\user:PW@h": "\\\\user:***@h",
    " http:/user:PW@h": " http:/user:***@h",
    "file:////user:PW@h/share": "file:////user:***@h/share",
    "mailto://user:PW@h": "mailto://user:***@h",
    # none, and no scheme that has "@" for something else
    "user:PW@h": "user:***@h",
    "us_er:PW@h": "us_er:***@h",
    "user:P/W@h": "user:***@h",
    "user:P//W@h": "user:***@h",
    "svn:user:PW@h/x": "svn:***@h/x",
    "jdbc:oracle:thin:scott/tiger@//h:1521/x": "jdbc:***@//h:1521/x",
    "sip:alice:PW@h": "sip:alice:***@h",
    # urllib and browsers take tabs and line ends out
    "http:/\t/user:PW@h/": "http:/\t/user:***@h/",
    "http:\r\n//user:PW@h/": "http:\r\n//user:***@h/",
    "https:\t/user:PW@h/": "https:\t/user:***@h/",
    "ht\ttp:/\n/user:PW@h/": "ht\ttp:/\n/user:***@h/",
    "ht\ttp:user:PW@h/": "ht\ttp:***@h/",
    "/\n/user:PW@h": "/\n/user:***@h",
    "\\\t\\user:PW@h": "\\\t\\user:***@h",
    "http://us\ter:\tP\nW\r@\th": "http://us\ter:***@\th",
    "\x00 http:/\t/user:PW@h": "\x00 http:/\t/user:***@h",
    "mailto:/\t/user:PW@h": "mailto:/\t/user:***@h",
    "jdbc:mysql:/\t/u:pw@h/\tx": "jdbc:mysql:/\t/u:***@h/\tx",
    "https://h/\t?next=http:/\t/u:pw@i/\t#http:\n//v:pw@j": "https://h/\t?next=http:/\t/u:***@i/\t#http:\n//v:***@j",
    # URLs in URLs
    "jdbc:mysql://u:pw@h/x": "jdbc:mysql://u:***@h/x",
    "https://h/a?next=http://u:pw@i/": "https://h/a?next=http://u:***@i/",
    "https://h/http://u:p/w@i/": "https://h/http://u:***@i/",
    "https://u:pw@h/?next=http://v:pw@i/#http://w:pw@j": "https://u:***@h/?next=http://v:***@i/#http://w:***@j",
}

LEFT = [
    "https://h/@user/x", "https://h/x@y:z", "https://h:8080/@user/x:y@z", "https://h:/@user", "https://h/a:b@c/",
    "https://[::1]:80/@user", "https://[::1]/a:b@c", "https://user@h/", "https://user@h/x?mail=a@b:c@d",
    "https://h/?mail=a:b@c", "https://h/#a:b@c", "https://h/x?u=https://i/@user", "https://h//@user", "https://h:00080/@u",
    "mailto:a:b@c", "mailto:a@b?cc=c@d", "news:a:b@c", "sip:alice@h:5060", "sips:alice@h", "acct:a:b@c",
    "tag:alice@example.com,2005:x", "cid:foo@bar.net", "mid:a:b@c/d@e", "data:text/plain,a:b@c", "nntp://h/g:x@y",
    "news:a@b", "news://h/a:b@c", "https://h:8\t0/@user", "https://h\t/a:b@c", "a\tb@c",
    "xmpp:a@b/c:d@e", "im:a@b", "pres:a@b", "urn:x:a@b", "tel:+1@2", "git@example.org:a/b",
    "localhost:3000/@vite/client", "user@h", "@", "", "file:///C:/a@b", "file:///home/a:b@c", "file:c:/a@b",
    "/a:b@c", "?a:b@c", "#a:b@c", "https://h/a b@c",
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), SHOWN.items())
def test_passwords_are_masked(text: str, shown: str) -> None:
    url = URL(text, profile="lenient")
    assert url.display() == shown
    assert repr(url) == f"{type(url).__name__}({shown!r})"


@pytest.mark.parametrize("text", LEFT)
def test_ordinary_urls_are_shown_as_they_are(text: str) -> None:
    assert URL(text, profile="lenient").display() == text


PLANNED = [
    "http://h/?u=http://u:SECRET@i/", "https://u:SECRET@h/", "http://h//u:SECRET@i/", "ftp://u:SECRET@h/a",
    "ftp://h//u:SECRET@y/a", "ftp://h//u:SEC/SECRET@y/a", "gopher://h/0//u:SECRET@y", "gopher://h///:SECRET@/",
    "gopher://h/8//u:SECRET@y", "mailto:a@b?subject=http://u:SECRET@h/", "file:///a//u:SECRET@y/z",
    "prospero://h//u:SECRET@y", "prospero://h/x;//u:a=SECRET@y", "wais://h//u:a/SECRET@y", "telnet://u:SECRET@h/",
    "nntp://u:SECRET@h/g/1", "news:/:SECRET@/",
]  # fmt: skip


@pytest.mark.parametrize("text", PLANNED)
def test_what_is_masked_in_a_url_is_masked_in_its_plan(text: str) -> None:
    url = URL(text, profile="lenient")
    assert "SECRET" not in repr(url)
    plan = url.plan()
    again = pickle.loads(pickle.dumps(plan))
    assert again == plan
    assert [each for each in map(repr, (plan, again, copy.copy(plan))) if "SECRET" in each] == []


def test_the_fields_of_a_plan_stay_as_they_are() -> None:
    plan = HttpURL("http://h/?u=http://u:SECRET@i/").plan()
    assert plan.target == b"/?u=http://u:SECRET@i/"
    assert b"SECRET" in plan.request
    assert plan.steps == (Step("request", plan.request),)


@pytest.mark.parametrize(
    "text", ["http://h/?u=http://u:SECRET@i/", "ftp://h//u:SECRET@y/a", "gopher://h/0//u:SECRET@y"]
)
def test_a_step_is_printed_without_the_password(text: str) -> None:
    assert "SECRET" not in repr(URL(text, profile="lenient").plan().steps)


def test_a_plan_is_printed_without_the_password_of_the_url_that_it_goes_on_from() -> None:
    url = FtpURL("ftp://u:SECRET@h/a")
    assert "RETR a" in repr(url.plan(after=FtpURL("ftp://u:SECRET@h/b")))


@pytest.mark.parametrize("text", ["ftp://u@h//u:SECRET@y/a", "news://u@h///u:SECRET@y"])
def test_a_plan_with_the_password_of_the_user_is_printed_without_any(text: str) -> None:
    plan = URL(text, profile="lenient").plan()
    answered = plan.with_password("TYPED")  # type: ignore[attr-defined]
    assert answered != plan
    assert "SECRET" not in repr(plan)
    assert not re.search("SECRET|TYPED", repr(answered))


def test_an_ordinary_plan_is_printed_as_it_is() -> None:
    assert repr(URL("http://h/a:b@c").plan()).count("a:b@c") == 1
    assert "<a:b@c>" in repr(URL("news:a:b@c").plan())


starts = st.sampled_from([
    "http://", "https:/", "http:", "http:\\\\", "HTTP:///", "ftp://", "//", "\\\\", "", "gopher:/\\", "foo:", "foo://", "x:y://",
    "https://h/?u=http://", "https://h/http:/", "https://h/#//", "nntp:", "telnet:////", " http:/", "\thttp://", "<http://",
])  # fmt: skip
dropped = st.text("\t\r\n", max_size=2)  # by urllib and by browsers
users = st.text("abcxyz_-.~%+ \t\n", max_size=5)
# Of the delimiters a "?" and a "#" end what is looked at, but in the authority of the URL itself.
filling = st.text("ab/@:\\.%! []é\t\r\n", max_size=4)
ends = st.sampled_from(["", "h", "h/", "h:80/a/b", "h/x?y=z", "h/x#y", "[::1]/", "h/?a=b&c"])


def spread(text: str) -> st.SearchStrategy[str]:
    """The text with what readers drop between its characters."""
    return st.lists(dropped, min_size=len(text), max_size=len(text)).map(
        lambda between: "".join(gap + char for gap, char in zip(between, text, strict=True))
    )


@given(start=starts.flatmap(spread), user=users, one=filling, two=filling, end=ends)
@example("http://", "user", "pa/", "", "host/")
@example("", "user", "", "", "h")
def test_no_form_of_a_text_shows_the_password(start: str, user: str, one: str, two: str, end: str) -> None:
    # With a number for a port, or none, what follows is a path: https://host:80/@name.
    text = f"{start}{user}:x{one}SECRET{two}@{end}"
    # Without slashes before it, "a:b://c@d" is a URL in a URL: "jdbc:mysql://name@host".
    assume("/" in start or "\\" in start or not re.search(r":[/\\]{2}", re.sub(r"[\t\r\n]", "", text)))
    url = URL(text, profile="lenient")
    shown = [url.display(), repr(url), str(url.error), repr(url.error), repr(unquote([text.replace("%", "")]))]
    shown += [repr(url.ambiguities())]
    assert [each for each in shown if "secret" in each.lower()] == []
    facts = facts_of(text, "superset")
    assert "secret" not in f"{as_json(facts)}{facts}".lower()


@given(
    before=st.text("\x00\x1f \t\n", max_size=3),
    form=st.sampled_from(["", "http:", "h\tt:", "//"]) | st.text("ht:/\\?#@[]1 \t\r\n", max_size=12),
    login=st.sampled_from(["//u:SECRET@h", "http://u:SECRET@h", "//:SECRET@", "x:SECRET@"]).flatmap(spread),
    after=st.text("a:/?#@8\t", max_size=4),
)
@example("", "", "http:/\t/u:SECRET@h", "/")
@example("\x00 ", "h\tt:\r\n", "/\t/u:SECRET@h", "/")
def test_what_urllib_takes_for_a_password_is_not_shown(before: str, form: str, login: str, after: str) -> None:
    text = f"{before}{form}{login}{after}"
    try:
        password = urlsplit(text).password or ""
    except ValueError:
        password = ""
    if "SECRET" not in password:
        return
    url = URL(text, profile="lenient")
    facts = facts_of(text, "superset")
    for shown in (url.display(), repr(url), repr(url.ambiguities()), f"{as_json(facts)}{facts}"):
        assert "secret" not in re.sub(r"[\t\r\n]|\\[trn]", "", shown).lower()


def hidden_parts(text: str) -> list[str]:
    """What may not be shown of a text: as we see it, and as urllib does."""
    places = masking.hidden(text, URL(text, profile="lenient")._login_start)
    try:
        password = urlsplit(text).password or ""
    except ValueError:
        password = ""
    return [re.sub(r"[\t\r\n]", "", part) for part in [*(text[begin:end] for begin, end in places), password]]


def plain(columns: object) -> str:
    return re.sub(r"[\t\r\n]|\\\\?[trn]", "", repr(columns)).lower()


# Later, for the examples of the docs register schemes, and what fields there are depends on them.
fields = st.deferred(
    lambda: st.lists(st.sampled_from([*FIELDS, *special_names()]), min_size=1, max_size=6, unique=True)
)


@given(
    start=starts.flatmap(spread) | st.sampled_from(["sip:", "gopher://h/0", "gopher:", "mailto:", "news:", "wais:/"]),
    user=users,
    one=st.text("ab/@:\\.%!? #;,[]é\t\r\n", max_size=4),
    two=st.text("ab/@:\\.%!? #;,&=[]é\t\r\n", max_size=4),
    three=filling,
    end=ends,
    fields=fields,
)
@example("http:/", "user", "", "", "", "host/", ["netloc", "path", "extension"])
@example("http://", "user", "", "/", "", "host/", ["netloc", "path", "extension"])
@example("sip:", "a.b", "", "", "?y", "host", ["netloc", "path", "extension"])
@example("gopher://", "u", "/1", "/", "", "host", ["selector"])
def test_no_column_shows_a_part_of_a_password(
    start: str, user: str, one: str, two: str, three: str, end: str, fields: list[str]
) -> None:
    text = f"{start}{user}:{one}SEC{two}RET{three}@{end}"
    secrets = [secret for secret in ("sec", "ret") if any(secret in part.lower() for part in hidden_parts(text))]
    assume(secrets)
    found = split([text], fields)
    pa = pytest.importorskip("pyarrow")
    for each in (
        found, found[fields[0]], query_items([text]), unquote([text]),
        transform(pa.table({"url": [text]}), fields=fields, prefix="its_"),
    ):  # fmt: skip
        assert [secret for secret in secrets if secret in plain(each)] == []


@given(text=st.text("ab:/@?#\\.;%41é[]", max_size=20).map(lambda text: f"http:{text}"), fields=fields)
def test_no_cell_shows_what_is_hidden_in_its_text(text: str, fields: list[str]) -> None:
    parts = [part.lower() for part in hidden_parts(text) if len(part) >= 3 and not set(part) <= {*":/@?#\\.;%[]"}]
    shown = split([text], fields)
    rows = [shown._shown(row) for row in range(len(shown))]
    assert [part for part in parts for row in rows for cell in row if part in cell.lower().replace("***", "")] == []


def test_ordinary_rows_are_shown_as_they_are() -> None:
    shown = split(
        ["http://bob:secret@h/s/e?c=r", "https://h/a?next=http://u:pw@i/"], ["user", "netloc", "path", "query"]
    )
    assert repr(shown).splitlines()[2:] == [
        "bob   bob:***@h  /s/e  c=r",
        "-     h          /a    next=http://u:***@i/",
    ]
    assert shown["path"].to_pylist() == ["/s/e", "/a"]
    assert split(["http:/u:secret@h"], ["path"])["path"].to_pylist() == ["/u:secret@h"]


def test_parts_of_a_login_are_not_shown_when_the_text_is_not_at_hand() -> None:
    pa = pytest.importorskip("pyarrow")
    parts = split(
        ["http:/user:SECRET@host/", "http://user:SEC/RET@host/", "http://h/"], ["netloc", "path"]
    ).to_pyarrow()
    names = {
        "url": pa.array(["http://h/"] * 3),
        "time": pa.array(["12:30:01"] * 3),
        "mail": pa.array(["a@b.example"] * 3),
    }
    table = pa.table({**names, "old_netloc": parts["netloc"], "old_path": parts["path"]})
    shown = transform(table, fields=["host"])
    assert "SEC" not in repr(shown)
    assert "RET" not in repr(shown)
    assert "12:30:01" in repr(shown)
    assert repr(transform(table.slice(2), fields=["host"])).splitlines()[2].split() == [
        "http://h/", "12:30:01", "a@b.example", "h", "/", "h",
    ]  # fmt: skip


@given(url=strategies.urls())
def test_what_has_no_login_is_shown_as_it_is(url: URL) -> None:
    _, _, rest = str(url).partition(":")
    is_nested = "//" in rest.removeprefix("//") or ":/" in rest or "\\" in rest
    if url.raw_user is None and type(url) is not URL and not is_nested:
        assert url.display() == str(url)


def test_bad_lines_are_shown_without_passwords(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    lines = ["http://user:SECRET/x@host:port/", "http:/user:SECRET@h", "http://user:SECRET@h o/", "user:SECRET@h"]
    (tmp_path / "urls").write_text("\n".join(lines) + "\n")
    options = ["--profile", "strict", "--bad", str(tmp_path / "bad"), str(tmp_path / "urls")]
    done = subprocess.run([sys.executable, "-m", "urlmill", "split", *options], capture_output=True, text=True)
    bad = (tmp_path / "bad").read_text()
    assert bad.count("***@") == len(bad.splitlines()) - 1 >= 3
    assert "SECRET" not in bad + done.stderr
    for line in bad.splitlines()[1:]:
        _, _, _, at, text = line.split("\t")
        assert 0 <= int(at) <= len(text)
