"""A spider that goes through a site: ``python -m tests.integrations.spider own|ours URL`` prints its items.

The pages and the spider are the same with Scrapy's own parts and with ours, and so must the items be.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

from scrapy import Spider
from scrapy.crawler import CrawlerProcess

OURS = {
    "REQUEST_FINGERPRINTER_CLASS": "urlmill.integrations.scrapy.RequestFingerprinter",
    "DUPEFILTER_CLASS": "urlmill.integrations.scrapy.DupeFilter",
}


def main() -> None:
    mode, start = sys.argv[1:]
    if mode == "ours":
        from urlmill.integrations.scrapy import LinkExtractor
    else:
        from scrapy.linkextractors import LinkExtractor  # type: ignore[assignment]
    items: list[Any] = []

    class Walker(Spider):
        name = "walker"
        start_urls = [start]
        links = LinkExtractor(deny=r"\?private", deny_extensions=["zip"])

        def parse(self, response: Any, **_: Any) -> Iterator[Any]:
            title = response.css("title::text").get()
            items.append([response.url, title])
            for link in self.links.extract_links(response):
                items.append([link.url, link.text, link.fragment, link.nofollow])
                yield response.follow(link, self.parse)

    settings = {"LOG_ENABLED": False, "TELNETCONSOLE_ENABLED": False, "CONCURRENT_REQUESTS": 1, "DOWNLOAD_DELAY": 0}
    process = CrawlerProcess(settings | (OURS if mode == "ours" else {}))
    process.crawl(Walker)
    process.start()
    print(json.dumps(sorted(items, key=str)))


if __name__ == "__main__":
    main()
