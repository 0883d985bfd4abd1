"""One small file for each scheme, its grammar on top; importing this registers them all."""

from .file import FileURL
from .ftp import FtpURL
from .gopher import GopherURL
from .http import HttpURL
from .mailto import MailtoURL
from .news import NewsURL
from .nntp import NntpURL
from .prospero import ProsperoURL
from .telnet import TelnetURL
from .wais import WaisURL

__all__ = [
    "FileURL",
    "FtpURL",
    "GopherURL",
    "HttpURL",
    "MailtoURL",
    "NewsURL",
    "NntpURL",
    "ProsperoURL",
    "TelnetURL",
    "WaisURL",
]
