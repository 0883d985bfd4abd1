"""One small file for each scheme, its grammar on top; importing this registers them all."""

from .ftp import FtpURL
from .http import HttpURL

__all__ = ["FtpURL", "HttpURL"]
