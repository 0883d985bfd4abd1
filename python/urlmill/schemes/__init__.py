"""One small file for each scheme, its grammar on top; importing this registers them all."""

from .file import FileURL
from .ftp import FtpURL
from .gopher import GopherURL
from .http import HttpURL
from .mailto import MailtoURL
from .news import NewsURL
from .nntp import NntpURL
from .over_tls import FtpsURL, GophersURL, NntpsURL
from .prospero import ProsperoURL
from .services import ClusterURL, SeedlistURL, ServiceURL, WebSocketURL
from .telnet import TelnetURL
from .wais import WaisURL

__all__ = [
    "ClusterURL",
    "FileURL",
    "FtpURL",
    "FtpsURL",
    "GopherURL",
    "GophersURL",
    "HttpURL",
    "MailtoURL",
    "NewsURL",
    "NntpURL",
    "NntpsURL",
    "ProsperoURL",
    "SeedlistURL",
    "ServiceURL",
    "TelnetURL",
    "WaisURL",
    "WebSocketURL",
]
