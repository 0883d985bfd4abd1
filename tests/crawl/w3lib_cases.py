"""Texts on which the rules of w3lib's canonical form can be seen."""

from __future__ import annotations

# What each rule is about, in texts of our own: the suite of w3lib looks at the same rules.
CASES = [
    "http://h", "http://H.example:/p?", "http://h:0080/", "http://h:65535", "http://h:65536", "http://h:x",
    "http://h:٣/", "http://u:p@H/", "http://U%41:p%3a%40@H/", "http://@h/", "http://:@h", "http://a@b@h/",
    "http://u;=:x@h/", "//:", "http://:/", "//:#x", "http://:?a",
    "http://h/a?c=3&b=5&b=2&a=50", "http://h/a?b=&a=2&c&=&&=x", "http://h/a?1750,4",
    "http://h/?q=a b&r=a+b&s=a%20b", "http://h/?b=%2&a=%zz&c=%e9&d=%C3%A9", "http://h/?a='\"<>|[]", "foo://h/?a='",
    "http://h/?x=1#f", "http://h/#", "#f", "?b=1", "a#f", "a?b=1#f", "http://h/a%a3do", "http://h/r%c3%a9s?q=r%e9s",
    "http://h/ré sumé£.html?p=£500&k(£)=1", "http://h/%7e%41%2f%2F%3b%3B%3f%25%2525%5b%7c|[x]{y}",
    "http://h/a%2e%2E/b", "http://h/%2E%2E/a", "http://h/%%34%31", "http://h/a/b/../../c", "http://h/a/./b/.",
    "http://h/..", "http://h/a//b///c//../d", "mailto:a/../b", "foo:/a/../b", "http://h/a;b/c;d;e", "http://h/;",
    "http://h/a;%3b é?x;y=1", "foo://h/a;b", "tel:;x", ";x", "a;b", "ftp:;a", "http:/a", "http:a", "http:", "//h/a",
    "//h", "///a", "/a//b", "", "svn:/a", "foo:/a", "foo:", "HTTP:?a", "http://[::0:1]/a/../b",
    "http://[2001:0DB8::0001]:8080/a", "http://u@[::1]/", "http://[::1", "http://::1]", "http://[x]/",
    "http://[1.2.3.4]/", "http://[v1.a:b]/", "http://[v1.a]/", "http://[V1.]/", "http://a[::1]/", "http://[::1]a/",
    "http://[a]@h/", "http://[fe80::1%25eth0]/", "http://h/[", "a[b", "http://[v1.x]@v1.y:1/",
    "http://bücher.example?q=bücher", "http://はじめよう.みんな/?q=サ", "http://u@例え.jp:8080/p", "http://.é/", "http://a..é/",
    "http://Ⅷ.example/", "http://a／b/", "http://a：80/", "http://" + "é" * 70 + "/", "http://ß.example/",
    "http://h%C3%A9:1/", "http://a%Zz.b%/", " \x00http://h/ a \x1f", "ht\ttp://h\n/a\r?b", "http://a\\b\\c?d\\e#f\\g",
    "foo:\\\\a\\b", "http://a.example\\@b.example/", "http://h/\ud800", "http://h/?\ud800", "http://h/#\ud800",
    "http://\ud800/", "java+script:alert(1)", "data:text/html,a b", "1http://h/", "http://h/caf%E9-con-leche.htm",
    "sftp://UsEr:PaSs@H/",
]  # fmt: skip
ALPHABET = [
    "http:", "HTTP://", "//", "/", "?", "#", "%", "%2", "%41", "%2e", "%2F", "%3b", "%25", "[", "]", "::1", "v1.a:",
    "@", ":", "80", "99999", ";", "&", "=", "+", " ", "\t", "\\", "a", "B", "é", "．", "：", "\ud800", ".", "..",
    "ftp:", "mailto:", "|", "'", '"', "tel:", "file:", "1.2.3.4", "%zz", "ß",
]  # fmt: skip
