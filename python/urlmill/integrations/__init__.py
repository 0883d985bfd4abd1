"""urlmill inside what other libraries have.

| module | for |
|---|---|
| `urllib` | ``urllib.request``: handlers for ftp, ftps, gopher, gophers, news, snews, nntp and nntps |
"""
