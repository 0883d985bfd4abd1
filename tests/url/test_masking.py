"""No form of a text shows the password in it; ordinary URLs are shown as they are."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from urlmill import URL
from urlmill.cli.facts import as_json, facts_of
from urlmill.columns import unquote
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


starts = st.sampled_from([
    "http://", "https:/", "http:", "http:\\\\", "HTTP:///", "ftp://", "//", "\\\\", "", "gopher:/\\", "foo:", "foo://", "x:y://",
    "https://h/?u=http://", "https://h/http:/", "https://h/#//", "nntp:", "telnet:////", " http:/", "\thttp://", "<http://",
])  # fmt: skip
users = st.text("abcxyz_-.~%+ ", max_size=5)
# Of the delimiters a "?" and a "#" end what is looked at, but in the authority of the URL itself.
filling = st.text("ab/@:\\.%! []é", max_size=4)
ends = st.sampled_from(["", "h", "h/", "h:80/a/b", "h/x?y=z", "h/x#y", "[::1]/", "h/?a=b&c"])


@given(start=starts, user=users, one=filling, two=filling, end=ends)
@example("http://", "user", "pa/", "", "host/")
@example("", "user", "", "", "h")
def test_no_form_of_a_text_shows_the_password(start: str, user: str, one: str, two: str, end: str) -> None:
    # With a number for a port, or none, what follows is a path: https://host:80/@name.
    text = f"{start}{user}:x{one}SECRET{two}@{end}"
    # Without slashes before it, "a:b://c@d" is a URL in a URL: "jdbc:mysql://name@host".
    assume("/" in start or "\\" in start or not re.search(r":[/\\]{2}", text))
    url = URL(text, profile="lenient")
    shown = [url.display(), repr(url), str(url.error), repr(url.error), repr(unquote([text.replace("%", "")]))]
    shown += [repr(url.ambiguities())]
    assert [each for each in shown if "secret" in each.lower()] == []
    facts = facts_of(text, "superset")
    assert "secret" not in f"{as_json(facts)}{facts}".lower()


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
