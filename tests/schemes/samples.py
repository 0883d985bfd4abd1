"""A URL of each class, for the tests that try every one of them."""

from __future__ import annotations

from urlmill import FileURL

# With every part that its scheme has.
TEXTS = {
    "URL": "svn+ssh://us%40er:p%C3%A9@Host.example:22/a/../b%2Fc?q=1&r#f",
    "ClusterURL": "mongodb://us%40er:pw@H1.example:1,h2.example/db?replicaSet=r",
    "FileURL": str(FileURL.from_path(__file__)),
    "FtpURL": "ftp://us%40er:pw@h.example:2121/%2Fetc/a%20b/motd;type=a",
    "FtpsURL": "ftps://us%40er:pw@h.example/%2Fetc/a%20b/motd;type=a",
    "GopherURL": "gopher://h.example/7/search%09words%09+",
    "GophersURL": "gophers://h.example/7/search%09words%09+",
    "HttpURL": "https://u:pw@www.bücher.example.co.uk:8443/a/./b%C3%A9?q=%41+b&r#frag",
    "MailtoURL": "mailto:a@b.example,c%25d@e?subject=hello%20you&cc=f@g&body=x%0D%0Ay",
    "NewsURL": "news://h.example/comp.lang.*",
    "NntpURL": "nntp://h.example/comp.lang.c/1234",
    "NntpsURL": "nntps://u:pw@h.example/comp.lang.c/1234",
    "ProsperoURL": "prospero://h.example:1525//pros/name;version=1;x=2",
    "SeedlistURL": "mongodb+srv://us%40er:pw@Cluster.example/db?replicaSet=r",
    "ServiceURL": "redis://us%40er:p%C3%A9@Host.example:6379/a/../1?q=1#f",
    "TelnetURL": "telnet://u:pw@h.example:2323/",
    "WaisURL": "wais://h.example/db/TEXT/1=x;2=y",
    "WebSocketURL": "wss://u:pw@www.bücher.example:443/a/./b%C3%A9?q=%41",
}
# What long URLs begin with, where that is not the scheme and ``://h/``.
STARTS = {
    "MailtoURL": "mailto:",
    "NewsURL": "news:",
    "FileURL": "file:///",
    "GopherURL": "gopher://h/1",
    "GophersURL": "gophers://h/1",
}
