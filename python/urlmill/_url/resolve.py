"""Resolving references: by RFC 3986, which the backends know, and as RFC 1808 had it."""

from .._backend import impl
from ..errors import URLError
from .characters import check_reference
from .components import Components
from .octets import exact
from .registry import class_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .url import URL


def resolved(base: "URL", reference: str, *, strict: bool, profile: str | None) -> str:
    """The text of the reference as seen from ``base``."""
    if profile not in (None, "rfc3986", "rfc1808"):
        raise ValueError(f"references are resolved by 'rfc3986' or 'rfc1808', not {profile!r}")
    scheme = impl.split(reference)[0]
    if scheme is not None and not strict and scheme.lower() == base.scheme:
        # RFC 3986 section 5.2.2: a loophole for old documents.
        reference, scheme = reference[len(scheme) + 1 :], None
    if scheme is None and not base.is_hierarchical and base.profile != "lenient" and not _is_fragment(reference):
        raise URLError("not-hierarchical", 0, str(base))
    if scheme is not None and base.scheme is None:
        return impl.resolve(f"{scheme}:", reference)  # it needs no base
    text = base_text(base)
    return _by_rfc1808(text, reference) if profile == "rfc1808" else impl.resolve(text, reference)


def reference_of(base: "URL", given: "str | URL") -> str:
    """The text of what is to be joined; anything but text or a URL is a mistake."""
    if not isinstance(given, (str, Components)):
        raise TypeError(f"a reference is str or a URL, not {type(given).__name__}")
    text = exact(given) if isinstance(given, str) else str(given)
    if base.profile != "lenient":
        scheme = impl.split(text)[0]
        kind = type(base) if scheme is None else class_of(scheme)
        rules = kind._rules if base._settings is None else kind._rules_with(base._settings)
        check_reference(text, base, rules)
    return text


def _is_fragment(reference: str) -> bool:
    """Those stay in the document, whatever its scheme."""
    return not reference or reference.startswith("#")


def base_text(base: "URL") -> str:
    """The base with every "?" of its path escaped, should it have been read as part of the path."""
    text = str(base)
    if "?" in base.path:
        start = base._start_of("path")
        text = text[:start] + base.path.replace("?", "%3F") + text[start + len(base.path) :]
    return text


def _by_rfc1808(base: str, reference: str) -> str:
    """RFC 1808 section 4: what follows the first ";" of a path is a component of its own."""
    if not reference:
        return base  # step 2a, fragment and all
    base_scheme, base_authority, base_path, base_query, _ = impl.split(base)
    scheme, authority, path, query, fragment = impl.split(reference)
    if scheme is not None:
        return reference
    if authority is None:
        authority = base_authority
        base_path, base_mark, base_params = base_path.partition(";")
        path, mark, params = path.partition(";")
        if not path:
            path = base_path
            if not mark:
                mark, params = base_mark, base_params
                query = base_query if query is None else query
        elif not path.startswith("/"):
            base_path = base_path or ("" if authority is None else "/")
            path = _without_steps(base_path[: base_path.rfind("/") + 1] + path)
        path += mark + params
    return compose(base_scheme, authority, path, query, fragment)


def _without_steps(path: str) -> str:
    """Step 6: like RFC 3986, but ".." that have nothing to take away stay."""
    kept: list[str] = []
    *segments, last = path.split("/")
    for segment in segments:
        if segment == ".." and len(kept) > 1 and kept[-1] != "..":
            kept.pop()
        elif segment != ".":
            kept.append(segment)
    if last == ".." and len(kept) > 1 and kept[-1] != "..":
        kept.pop()
        last = ""
    elif last == ".":
        last = ""
    return "/".join([*kept, last])


def compose(scheme: str | None, authority: str | None, path: str, query: str | None, fragment: str | None) -> str:
    """RFC 3986 section 5.3."""
    text = f"{scheme}:" if scheme is not None else ""
    text += f"//{authority}" if authority is not None else ""
    text += path
    text += f"?{query}" if query is not None else ""
    return text + (f"#{fragment}" if fragment is not None else "")
