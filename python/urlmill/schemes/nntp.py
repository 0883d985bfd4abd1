"""nntp: RFC 5538.

    nntp://[user[:password]@]host[:port]/group[/number]

The number is the server's own; message-ids, and so news URLs, hold everywhere. RFC 1738 has no login here.
"""

import re

from .._url.octets import encoded, octets_of, text_of
from .._url.plan import Step
from .._url.registry import register
from ..errors import URLError
from .netnews import WILD, NewsPlan, argument, check_group, planned
from .news import NewsURL
from .server import Server

# 640 digits are what int() takes whatever limit the interpreter is given.
_NUMBER = re.compile(r"[0-9]{1,640}")
_RANGE = re.compile(r"([0-9]{1,640})-([0-9]{1,640})")


@register
class NntpURL(Server):
    """nntp://[user[:password]@]host[:port]/group[/number]"""

    __slots__ = ()
    __match_args__ = ("host", "group", "article")
    scheme_names = ("nntp",)
    default_port = 119
    allows_login = True
    has_dot_segments = False
    query_form = None
    option_defaults = {"article_ranges": False}  # "100-200" is only in draft-gilman-news-url-01
    part_names = ("group", "article", "article_range")

    def _check(self) -> None:
        super()._check()
        self._check_name()

    def _check_strictly(self) -> None:
        if self.profile == "rfc1738" and self.raw_user is not None:
            raise self._fault("userinfo-not-allowed", "user")
        super()._check_strictly()

    def _check_name(self) -> None:
        group, number = self._raw_parts
        if not group:
            raise self._fault("missing-group", "path", len(self.path[:1]))
        if WILD.search(octets_of(group)):
            raise self._fault("bad-group", "path", 1)
        check_group(self, group, 1)
        if "@" in group:
            raise self._fault("bad-group", "path", 1 + group.index("@"))  # RFC 5538 section 4: it is for message-ids
        if number is not None and not self._is_number(number):
            raise self._fault("bad-article-number", "path", 1 + len(group) + 1)

    def _is_number(self, raw: str) -> bool:
        if self.article is None:
            return self.article_range is not None
        return not self._is_strict or (raw.isdigit() and (len(raw) <= 16 or self.profile == "rfc1738"))

    # Parts

    @property
    def _raw_parts(self) -> tuple[str, str | None]:
        group, slash, number = (self.url_path or "").partition("/")
        return group, number if slash else None

    @property
    def group(self) -> str:
        """The newsgroup."""
        return text_of(self._raw_parts[0])

    @property
    def article(self) -> int | None:
        """The number of the article in that group on that server."""
        found = _NUMBER.fullmatch(text_of(self._raw_parts[1] or ""))
        return int(found[0]) if found else None

    @property
    def article_range(self) -> tuple[int, int] | None:
        """The first and the last number, with the option ``article_ranges``."""
        found = _RANGE.fullmatch(text_of(self._raw_parts[1] or "")) if self._option("article_ranges") else None
        if not found or int(found[1]) > int(found[2]):
            return None
        return int(found[1]), int(found[2])

    @staticmethod
    def _compose(
        group: "str | bytes" = "", article: int | None = None, article_range: tuple[int, int] | None = None
    ) -> tuple[str, None]:
        if article is not None and article_range is not None:
            raise TypeError("an nntp URL has either article or article_range")
        numbers = [] if article is None else [article]
        if article_range is not None:
            numbers = list(article_range)
            if len(numbers) != 2:
                raise TypeError("a range of articles is two numbers")
        if not all(type(number) is int and number >= 0 for number in numbers):
            raise TypeError("an article is a number")
        return f"/{encoded(group, '+')}" + ("/" + "-".join(map(str, numbers)) if numbers else ""), None

    def to_news(self) -> NewsURL:
        """The group as a news URL, the form that RFC 5538 prefers. Articles have no number there, but a message-id."""
        group, number = self._raw_parts
        if number is not None:
            raise URLError("no-form", self._start_of("path") + 1 + len(group), str(self))
        # The news URL of RFC 1738 has no server (C-17).
        profile = "superset" if self.profile == "rfc1738" else self.profile
        scheme = "snews" if self.scheme == "nntps" else "news"
        return NewsURL(f"{scheme}://{self.authority or ''}/{group}", profile=profile)

    # The plan

    def plan(self, *, newest: int = 100) -> NewsPlan:
        """The steps that fetch it; of a range, the overview (RFC 3977 section 8.3); of a group, that of its ``newest``
        articles.
        """
        self._check_name()
        steps = [Step("group", b"GROUP " + argument(self, octets_of(self._raw_parts[0])))]
        if self.article is not None:
            steps.append(Step("article", b"ARTICLE %d" % self.article))
        elif self.article_range is not None:
            steps.append(Step("overview", b"OVER %d-%d" % self.article_range))
        else:
            steps.append(Step("overview-needed", None))
        return planned(self, self._connect(), steps, newest=newest, tls=self._is_tls)
