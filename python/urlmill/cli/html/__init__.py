"""HTML, and the URLs in it, for `extract`."""
