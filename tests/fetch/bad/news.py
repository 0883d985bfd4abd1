"""News servers that are bad."""

from __future__ import annotations

import socket

from ..servers import Script, drips, news, news_then, resets, says, says_forever, stalls
from .case import Bad, Kind

ARTICLE, GROUP, GROUPS = "news://{}/a@b", "nntp://{}/a.b", "news://{}/*"


def _overview(answer: Script) -> Script:
    """The answer to OVER, after that to GROUP."""

    def script(connection: socket.socket) -> None:
        connection.sendall(b"211 9 1 9 a.b\r\n")
        answer(connection)

    return news_then(script)


CASES: dict[Kind, dict[str, Bad]] = {
    "lies": {
        "it is not NNTP": Bad(ARTICLE, says(b"hello\r\n"), "bad-reply"),
        "another answer": Bad(ARTICLE, news(b"211 1 1 1 a\r\n.\r\n"), "bad-reply"),
        "a group of nonsense": Bad(GROUP, news(b"211 lots\r\n"), "bad-reply"),
        "a group of letters": Bad(GROUP, news(b"211 a b c a.b\r\n"), "bad-reply"),
        "answers before questions": Bad(GROUP, says(b"200 a\r\n200 b\r\n211 1 1 1 a.b\r\n"), "bad-reply"),
        "an overview of nonsense": Bad(
            GROUP, _overview(says(b"224 a\r\nhello\r\n.\r\n", after=1)), "bad-reply", is_listing=True
        ),
        "groups of nonsense": Bad(GROUPS, news(b"215 a\r\na.b\r\n.\r\n"), "bad-reply", is_listing=True),
    },
    "stalls": {
        "it says nothing": Bad(ARTICLE, stalls(), "timeout"),
        "nothing more": Bad(ARTICLE, news_then(stalls()), "timeout"),
        "half an article": Bad(ARTICLE, news_then(stalls(b"220 a\r\nx\r\n")), "timeout"),
        "drop by drop": Bad(ARTICLE, news_then(drips(b"220 a\r\nx\r\n")), "timeout"),
        "an overview drop by drop": Bad(GROUP, _overview(drips(b"224 a\r\n", after=1)), "timeout"),
    },
    "never ends": {
        "a greeting": Bad(ARTICLE, says_forever(b"2"), "bad-reply"),
        "lines": Bad(ARTICLE, news_then(says_forever(b"x\r\n", start=b"220 a\r\n")), "too-large"),
        "a line": Bad(ARTICLE, news_then(says_forever(b"x", start=b"220 a\r\n")), "too-large"),
        "groups": Bad(GROUPS, news_then(says_forever(b"a.b 1 1 y\r\n", start=b"215 a\r\n")), "too-large"),
    },
    "ends early": {
        "it hangs up": Bad(ARTICLE, says(b""), "truncated"),
        "half a greeting": Bad(ARTICLE, says(b"200 rea"), "truncated"),
        "cut": Bad(ARTICLE, news(b"220 0 <a@b>\r\nSubject: x\r\n"), "truncated"),
        "cut before the last line": Bad(ARTICLE, news(b"220 0 <a@b>\r\nx\r\n."), "truncated"),
        "reset": Bad(ARTICLE, news_then(resets(b"220 a\r\nx\r\n")), "truncated"),
        "half the groups": Bad(GROUPS, news(b"215 a\r\na.b 1 1 y\r\n"), "truncated"),
    },
    "control characters": {
        "in a greeting": Bad(ARTICLE, says(b"200 \x1b[2J\r\n"), "bad-reply"),
        "in a reply": Bad(ARTICLE, news(b"220 \x07\r\n.\r\n"), "bad-reply"),
        "in a group": Bad(GROUPS, news(b"215 a\r\na\x1b.b 1 1 y\r\n.\r\n"), "bad-reply", is_listing=True),
        "in a subject": Bad(
            GROUP, _overview(says(b"224 a\r\n1\t\x1b[2J\t\t\t<a@b>\r\n.\r\n", after=1)), "bad-reply", is_listing=True
        ),
    },
    "refuses": {
        "no permission": Bad(ARTICLE, says(b"502 no\r\n"), "refused"),
        "no such article": Bad(ARTICLE, news(b"430 no\r\n"), "refused"),
        "it wants a login": Bad(ARTICLE, news(b"480 log in\r\n"), "refused"),
        "it refuses in control characters": Bad(ARTICLE, news(b"430 \x9b2J \xe2\x80\xae no\r\n"), "refused"),
    },
}
