"""urlmill inside what other libraries have.

| module | for |
|---|---|
| `urllib` | ``urllib.request``: handlers for ftp, ftps, gopher, gophers, news, snews, nntp and nntps |
| `scrapy` | Scrapy: fingerprints of requests, a filter of duplicates, a link extractor |
| `w3lib` | ``w3lib.url``, with the same names and answers |
"""
