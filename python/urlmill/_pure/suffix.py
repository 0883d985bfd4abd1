"""Public suffixes, and the domains that people register below them: the Public Suffix List, step by step."""

import re
from pathlib import Path

from .._hosts.labels import last_labels
from .._profiles import SEVERAL_HOSTS
from .authority import split_authority_loosely
from .host import find_bad_host
from .several import hosts_of, is_list
from .split import split
from .url import BaseURL, rules_of

# The sections of the list that have a rule.
_ICANN, _PRIVATE = 1, 2


def registrable_domain(url: "str | BaseURL", /, *, private: bool = True) -> str | None:
    """The public suffix and the label before it: what somebody has registered, in lower case."""
    return _cut(_host(url), 1, _PRIVATE | _ICANN if private else _ICANN)


def public_suffix(url: "str | BaseURL", /, *, private: bool = True) -> str | None:
    """The part of the host below which names can be registered, in lower case."""
    return _cut(_host(url), 0, _PRIVATE | _ICANN if private else _ICANN)


def public_suffix_list_date() -> str:
    """The day the list was published, as year, month and day."""
    found = re.search(r"^// VERSION: (.{10})", _TEXT, re.MULTILINE)
    return found[1] if found else ""


def _host(url: "str | BaseURL") -> str | None:
    if isinstance(url, BaseURL):
        return url.host
    if not isinstance(url, str):
        raise TypeError(f"a URL is made from str, not {type(url).__name__}")
    scheme, authority, *_ = split(str.__str__(url))
    if authority is None:
        return None
    may_list = rules_of((scheme or "").lower()) & SEVERAL_HOSTS
    return (hosts_of(authority) if may_list and is_list(authority) else split_authority_loosely(authority)[2]).lower()


def _cut(host: str | None, more: int, sections: int) -> str | None:
    """The suffix of the host, and as many labels ``more``; None if there are none, or no suffix."""
    # C-39: a comma may list hosts, of different domains.
    if not host or host.startswith("[") or "," in host or find_bad_host(host) >= 0:
        return None
    if host.isascii() and "%" not in host:
        written = known = host.removesuffix(".").split(".")
        if "" in known:
            return None
    else:
        found = last_labels(host)
        if found is None or "," in found[1]:
            return None
        written, known = found[0], found[1].split(".")
    count = _count(known, sections)
    if not count or count + more > len(written):
        return None
    return ".".join(written[-count - more :])


def _count(labels: list[str], sections: int) -> int:
    """How many labels the suffix has; 0 if no rule matches."""
    count = 0
    name = ""
    for index, label in enumerate(reversed(labels)):
        if _RULES.get(f"*.{name}", 0) & sections:
            count = index + 1
        name = f"{label}.{name}" if name else label
        if _RULES.get(f"!{name}", 0) & sections:
            return index
        if name not in _RULES:
            break
        if _RULES[name] & sections:
            count = index + 1
    return count


def _read_rules(text: str) -> dict[str, int]:
    """Each rule and the sections it is in; and each name that a rule goes through, in none."""
    rules: dict[str, int] = {}
    section = _ICANN
    for line in text.splitlines():
        if line == "// ===BEGIN PRIVATE DOMAINS===":
            section = _PRIVATE
        elif line and line.isascii() and not line.startswith("//"):
            rules[line] = rules.get(line, 0) | section
            name = line.lstrip("!*.")
            while name:
                rules.setdefault(name, 0)
                name = name.partition(".")[2]
    return rules


_TEXT = (Path(__file__).parent.parent / "_hosts" / "public_suffix_list.dat").read_text("utf-8")
_RULES = _read_rules(_TEXT)
