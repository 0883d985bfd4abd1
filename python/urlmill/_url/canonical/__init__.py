"""Canonical forms: named levels, each with a version, and what is made of a form: a key that sorts, a fingerprint.

The version of a level changes with any answer of it, so that what was stored of one is never compared with another.
"""

from types import MappingProxyType

from ..._backend import impl
from .switches import OF_W3LIB, SWITCHES, bits_of, check_switches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from ..._native import BaseURL

    _Switch = bool | str | Collection[str] | None

#: The levels and their versions.
LEVELS = MappingProxyType({"rfc3986": 1, "web": 1, "w3lib": 1, "crawl": 1})

#: The levels that have keys: those, and one that has nothing else.
KEYED = (*LEVELS, "surt")

# What tells the fingerprints of one level and version from those of others.
_PERSON_AND_SALT = {level: (f"urlmill {level}", f"v{version}") for level, version in LEVELS.items()}


@impl.hastened_canonical
def canonical(url: "str | bytes | BaseURL", level: str, /, **switches: "_Switch") -> str:
    """The canonical form of a text or of a URL on a level: ``rfc3986``, ``web``, ``w3lib`` or ``crawl``.

    Octets are read as UTF-8, what is not as if it were escaped. ``w3lib`` takes ``keep_blank_values``,
    ``keep_fragments`` and ``encoding``; ``crawl`` takes its switches, which ``crawl.SWITCHES`` lists.
    """
    if switches:
        check_level(level)
        check_switches(level, switches)
    if level == "w3lib":
        return _w3lib(url, **switches)  # type: ignore[arg-type]
    if level == "crawl":
        return _crawl(url, switches)
    check_level(level)
    if level == "web":
        return impl.web_href(_text(url))
    from urlmill import URL  # by this name it knows every scheme

    return str((url if isinstance(url, URL) else URL(_text(url), profile="lenient")).normalize())


@impl.hastened_key
def key(url: "str | bytes | BaseURL", level: str, /, **switches: "_Switch") -> str:
    """The canonical form as a text that sorts by site: ``org,example)/a?b https``.

    The level ``surt`` is the answer of the package ``surt``, which has no scheme and is in lower case.
    """
    if level == "surt":
        from .surt_package import package_key

        check_switches(level, switches)
        return package_key(_text(url))
    if level not in KEYED:
        raise ValueError(f"expected a level ({', '.join(KEYED)}), got {level!r}")
    form = canonical(url, level, **switches)
    from .surt import key_of

    return key_of(form)


def fingerprint(url: "str | bytes | BaseURL", level: str, /, **switches: "_Switch") -> bytes:
    """128 bits of BLAKE2b of the canonical form: the same on every machine, in every release, until the version of the
    level changes.
    """
    return impl.fingerprint(canonical(url, level, **switches), *_PERSON_AND_SALT[level])


def check_level(level: str) -> None:
    """Raises ValueError if it is none that has canonical forms."""
    if level not in LEVELS:
        but = ", which has keys only" if level in KEYED else ""
        raise ValueError(f"expected a level ({', '.join(LEVELS)}), got {level!r}{but}")


def core_form(level: str, switches: "Mapping[str, Any]") -> tuple[str, int]:
    """The level and its switches as the native backend takes them; "" if it does not know them."""
    if level == "crawl":
        chosen = {**SWITCHES, **switches}
        return (level, bits_of(chosen)) if isinstance(chosen["tracking"], bool) else ("", 0)
    if level == "w3lib":
        chosen = {**OF_W3LIB, **switches}
        bits = bool(chosen["keep_blank_values"]) + 2 * bool(chosen["keep_fragments"])
        return (level, bits) if switches.get("encoding") is None else ("", 0)
    return level, 0


def _crawl(url: "str | bytes | BaseURL", switches: "dict[str, Any]") -> str:
    text, chosen = _text(url), {**SWITCHES, **switches}
    known = impl.known_crawl_form(text, bits_of(chosen)) if isinstance(chosen["tracking"], bool) else None
    if known is not None:
        return known
    from .crawl import crawl_form

    return crawl_form(text, chosen)


def _w3lib(
    url: "str | bytes | BaseURL",
    *,
    keep_blank_values: bool = True,
    keep_fragments: bool = False,
    encoding: str | None = None,
) -> str:
    text = _text(url, encoding or "utf-8")
    known = impl.known_w3lib_form(text, bool(keep_blank_values), bool(keep_fragments)) if encoding is None else None
    if known is not None:
        return known
    from .w3lib import w3lib_form

    return w3lib_form(text, keep_blank_values, keep_fragments, encoding or "utf-8")


def _text(url: "str | bytes | BaseURL", encoding: str = "utf-8") -> str:
    if isinstance(url, bytes):
        from .octets import decoded

        return decoded(url, encoding)
    if isinstance(url, str):
        return str.__str__(url)  # of a subclass of str, the text alone
    if isinstance(url, impl.BaseURL):
        return str(url)
    raise TypeError(f"a URL is made from str, bytes or URL, not {type(url).__name__}")
