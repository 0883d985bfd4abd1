"""Links out of pages, beside lxml and Scrapy."""

from __future__ import annotations

import importlib
import random
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin

from urlmill import crawl

from ..contenders import Contender, native, optional, pure
from ..corpus import WORDS
from ..names import LINKS, LXML, NATIVE, PURE, SCRAPY
from ..row import Row

if TYPE_CHECKING:
    from ..inputs import Inputs

PAGE = "https://www.example.org/news/today.html"
PAGES, LINKS_OF_PAGE = 20, 120


def link_rows(inputs: Inputs) -> list[Row]:
    """None without lxml or Scrapy. Answers are compared with the pure twin's; with theirs, tests compare them."""
    html: Any = optional("lxml.html")
    scrapy: Any = optional("scrapy.linkextractors")
    rows = []

    def pages() -> list[str]:
        return made_pages(inputs)

    if html:
        lxml = Contender(LXML, lambda page: [urljoin(PAGE, link[2]) for link in html.fromstring(page).iterlinks()])
        title = "`crawl.links(page, url)['href']`"
        rows.append(Row("links-lxml", title, LINKS, LXML, PURE, pages, lambda: [*finders(), lxml]))
    if scrapy:
        theirs = Contender(SCRAPY, scrapy.LinkExtractor().extract_links, convert=response_of)
        title = "`crawl.links(page, url)['href']`, beside `LinkExtractor()`"
        rows.append(Row("links-scrapy", title, LINKS, SCRAPY, PURE, pages, lambda: [*finders(), theirs]))
        if native:
            module = importlib.import_module("urlmill.integrations.scrapy")
            own = Contender(NATIVE, module.LinkExtractor().extract_links, convert=response_of)
            title = "`integrations.scrapy.LinkExtractor()`"
            rows.append(Row("links-extractor", title, LINKS, SCRAPY, SCRAPY, pages, lambda: [own, theirs]))
    return rows


def finders() -> list[Contender]:
    """On one thread, as the others are; their hrefs as a list of text."""
    found = [Contender(PURE, hrefs_of_twin)]
    return [Contender(NATIVE, lambda page: crawl.links(page, PAGE)["href"].to_pylist()), *found] if native else found


def hrefs_of_twin(page: str) -> list[str | None]:
    table = pure.read_links(pure.read_texts([page]), PAGE)
    return [table.value("href", row) for row in range(len(table))]


def response_of(page: str) -> Any:
    """One that Scrapy has not looked at yet."""
    return importlib.import_module("scrapy.http").HtmlResponse(PAGE, body=page, encoding="utf-8")


def made_pages(inputs: Inputs) -> list[str]:
    """Pages with the URLs of the corpus and text between them, the same ones in every run."""
    chosen = random.Random(1738)
    return [made_page(chosen, inputs) for _ in range(PAGES)]


def made_page(chosen: random.Random, inputs: Inputs) -> str:
    parts = ["<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>", *chosen.choices(WORDS, k=4), "</title>"]
    parts.append("<link rel=stylesheet href=/style.css><script src=/app.js></script></head><body>")
    for number in range(LINKS_OF_PAGE):
        base, reference = chosen.choice(inputs.pairs)
        href = (reference if number % 2 else base).replace("&", "&amp;").replace('"', "%22")
        words = " ".join(chosen.choices(WORDS, k=chosen.randint(2, 30)))
        parts.append(f'<p class="text" id="p{number}">{words} <a class="link" href="{href}">{chosen.choice(WORDS)} <b>')
        parts.append(f"{chosen.choice(WORDS)}</b></a>.</p>")
        if number % 6 == 0:
            parts.append(f'<img src="/images/{number}.jpg" alt="{chosen.choice(WORDS)}">')
    return "".join([*parts, "</body></html>"])
