"""Pages of HTML: real ones, of the documentation that is installed here, and some that are put together."""

from __future__ import annotations

import gzip
from pathlib import Path

from .. import corpus

_FOLDERS = ("/usr/share/doc", "/usr/share/javascript", "/usr/local/share/doc")
_MOST, _LARGEST = 300, 1 << 20


def real_pages() -> list[bytes]:
    """Of packages of Debian; the same ones in each run, spread evenly, and few where tests look for less long."""
    files = sorted(file for folder in _FOLDERS for file in Path(folder).rglob("*.htm*") if file.is_file())
    small = [file for file in files if file.stat().st_size <= _LARGEST]
    return [_unpacked(file) for file in small[:: len(small) // corpus.fewer(_MOST) + 1]]


def _unpacked(file: Path) -> bytes:
    return gzip.decompress(file.read_bytes()) if file.suffix == ".gz" else file.read_bytes()


# What takes a tree to read, or another look: tags that end others, links in links, what stands where it may not.
ODD = [
    "",
    "no page at all",
    "<a href=x>",
    "<a href=/a>one<a href=/b>two</a></a><a href=/c>three",
    "<a href=a>x<!-- y --><b>z<!-- w --></b></a><a href=b><script>s</script><style>t</style>u</a>",
    "<p><a href=1>a<p>b</a></p><table><a href=2>c<tr><td>d</a></table><a href=3><div>e</a></div>",
    "<A HREF='  /x y\t' REL='a,NoFollow'>&amp;&lt;&eacute;&nbsp;</A><a href='\n'>f</a><a href>g</a>",
    "<base href=http://b.example/c/><a href=d>e</a><base href=/f/><a href=#g>h</a>",
    "<a href=http://[>x</a><a href=http://h:99999/>y</a><a href='http://a b/'>z</a><a href=//>w</a>",
    "<a href=javascript:x>1</a><a href=mailto:a@b>2</a><a href=data:,x>3</a><a href=ftp://f/g>4</a>",
    "<a href='a.pdf'>1</a><a href='a.PDF?x'>2</a><a href='a.tar.gz'>3</a><a href=a.tar.gz/>4</a><a href=.zip>5</a>",
    "<area href=m><area href=m#n><link href=s.css><img src=i.png><form action=/go><frame src=f>",
    "<a href='é?é=ü#ö'>ü</a><a href='%C3%A9'>e</a><a href='//é.example/'>i</a><a href='x?q=a b&r=[1]|2'>j</a>",
    "<html><body><a href=1>x</a></body></html><a href=2>y</a></html><body><a href=3>z",
    "<svg><a xlink:href=q href=r>t</a></svg><select><a href=s>u</a></select><title><a href=v></title>",
    "<plaintext><a href=x>y</a>",
    "<script>'<a href=x>'</script><textarea><a href=y></textarea><noscript><a href=z>w</a></noscript>",
    "<a\nhref\n=\n'a'\n>b</a\n><a href=c title='>'>d</a><a title='\"' href=\"e'f\">g</a><a/href=h>i</a>",
    "<a href=a>1</a>" * 50 + "<a href=b><b><i><u>2</a>" * 50,
    "<div>" * 400 + "<a href=deep>x</a>",
    "<a href=x\x00y>n\x00m</a><a href='a&#0;b'>c</a><a href='&#x110000;'>d</a>",
    "﻿<a href=x>y</a>",
    "<?xml version='1.0'?><a href=x>y</a><![CDATA[<a href=z>]]>",
]

# What pages are put together of.
PIECES = [
    "<", ">", "/", "=", '"', "'", " ", "\n", "\r\n", "\r", "\x00", "-", "!", "?", ",", ";", "é", "𝒳", "K", "ſ",
    "&amp;", "&amp", "&notit;", "&not=", "&#x41;", "&#0;", "&#128;", "&#129", "&#xd800;", "&#99999999999;", "&lt",
    "&#", "<a href=", "<a href='x'>", "<A HREF=' /y?a&amp;b '>", "</a>", "<a name=x>", "<b>", "</b>", "text  of it",
    "href=", "<img src=a srcset='b, c 2x,,d (,) 3x , e'>", "<img data-src=q>", "<base href=//b.example/c/>",
    "<base href='http://['>", "<!--", "-->", "--!>", "<!-->", "<script>", "</script>", "<script", "<style>",
    "</style >", "<title>", "</title>", "<textarea>", "</textarea\n", "<plaintext>", "<iframe src=i>", "</iframe/>",
    "<noscript>", "</noscript>", "<![CDATA[", "<meta http-equiv=refresh content='5; url=",
    "<meta name=robots content='x, NOFOLLOW'>", "rel=nofollow", "rel='a NoFollow'", "http://example.org/",
    "https://sub.example.org", "http://www.other.org./", "//h", "javascript:x", "data:,a b", "http://a b/",
    "<area href=1 href=2>", "<form action>", "<use xlink:href=#a>", "<body background=g>",
    "<q cite=http://1.2.3.999>",
]  # fmt: skip
