"""What the functions are called with: the parts of the corpus, made when they are first asked for."""

from __future__ import annotations

from functools import cache, cached_property
from urllib.parse import SplitResult, parse_qsl, quote, unquote, urlsplit

from . import corpus

Pair = tuple[str, str]
LATIN_1 = 255  # the last character of those that CPython keeps in one byte


@cache
def source() -> corpus.Corpus:
    return corpus.load()


class Inputs:
    """Of the whole corpus; a process measures with a sample of what it needs."""

    @cached_property
    def urls(self) -> list[str]:
        return source().urls

    @cached_property
    def plain_urls(self) -> list[str]:
        return [url for url in self.urls if "%" not in url]

    @cached_property
    def splits(self) -> list[SplitResult]:
        return [urlsplit(url) for url in self.urls]

    @cached_property
    def paths(self) -> list[str]:
        return [parts.path for parts in self.splits if parts.path]

    @cached_property
    def queries(self) -> list[str]:
        return [parts.query for parts in self.splits if parts.query]

    @cached_property
    def escaped_queries(self) -> list[str]:
        return [query for query in self.queries if "%" in query]

    @cached_property
    def fields(self) -> list[list[Pair]]:
        return [pairs for pairs in map(parse_qsl, self.queries) if pairs]

    @cached_property
    def values(self) -> list[str]:
        return [value for pairs in self.fields for _, value in pairs]

    @cached_property
    def escaped_values(self) -> list[str]:
        raw = [field.partition("=")[2] for query in self.queries for field in query.split("&")]
        return [value for value in raw if "%" in value]

    @cached_property
    def escaped_paths(self) -> list[str]:
        return [path for path in self.paths if "%" in path]

    @cached_property
    def wide_paths(self) -> list[str]:
        return [path for path in self.escaped_paths if max(map(ord, unquote(path))) > LATIN_1]

    @cached_property
    def plain_paths(self) -> list[str]:
        return [path for path in self.paths if quote(path) == path]

    @cached_property
    def unquoted_segments(self) -> list[str]:
        """Segments of paths that need escaping."""
        segments = [unquote(segment) for path in self.paths for segment in path.split("/")]
        return [segment for segment in segments if quote(segment) != segment]

    @cached_property
    def pairs(self) -> list[Pair]:
        """To be joined."""
        return source().pairs
