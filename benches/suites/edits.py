"""Edits of URL objects, which are made before the clock starts; and the profiles that objects are made with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import urlmill

from ..contenders import Contender, accepts, furl, native, pure_twin, yarl
from ..names import EDITS, NATIVE, PROFILES, PURE
from ..row import Row

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..inputs import Inputs

# What each of them is told to do. furl has no parent, and yarl joins objects only.
CALLS = {
    "replace-fragment": ("x.replace(fragment=None)", "x.with_fragment(None)", "x.remove(fragment=True)"),
    "replace-path": ('x.replace(path="/new/path")', 'x.with_path("/new/path")', 'x.set(path="/new/path")'),
    "replace-host": ('x.replace(host="new.example")', 'x.with_host("new.example")', 'x.set(host="new.example")'),
    "child": ('x / "new page"', 'x / "new page"', 'x / "new page"'),
    "parent": ("x.parent", "x.parent", ""),
    "update_query": ('x.update_query(page="2")', 'x.update_query(page="2")', 'x.query.set({"page": "2"})'),
    "join": ("a.join(b)", "a.join(f(b))", "a.join(b)"),
    "origin": ("x.origin", "x.origin()", "x.origin"),
}
DEFAULT = "default"


def edit_rows(inputs: Inputs) -> list[Row]:
    """None without yarl, which they are measured against."""
    if yarl is None:
        return []
    read_by_all = yarl.URL

    def is_absolute(url: str) -> bool:
        return accepts(urlmill.URL, url) and accepts(lambda url: read_by_all(url).origin(), url)

    def urls() -> list[str]:
        return list(filter(is_absolute, inputs.urls))

    def pairs() -> list[tuple[str, str]]:
        return [(a, b) for a, b in inputs.pairs if is_absolute(a) and accepts(read_by_all, b) and accepts(joined(a), b)]

    def joined(base: str) -> Callable[[str], object]:
        return lambda reference: urlmill.URL(base).join(reference)

    def row(key: str) -> Row:
        is_join = key == "join"
        title = f"`{CALLS[key][0].replace('x', 'url', 1) if not is_join else 'url.join(reference)'}`"
        everything = len(inputs.pairs if is_join else inputs.urls)
        made = pairs if is_join else urls
        return Row(f"edit-{key}", title, EDITS, "yarl", PURE, made, lambda: editors(key), str, everything)

    return list(map(row, CALLS))


def editors(key: str) -> list[Contender]:
    ours, theirs, changed = CALLS[key]
    found = [editor(PURE, pure_twin("urlmill", "URL"), ours)]
    if native:
        found.insert(0, editor(NATIVE, urlmill.URL, ours))
    if yarl:
        found.append(editor("yarl", yarl.URL, theirs, yarl.cache_clear))
    if furl and changed:
        found.append(editor("furl", furl.furl, changed))
    return found


def editor(name: str, kind: Callable[[str], Any], call: str, forget: Callable[[], object] = lambda: None) -> Contender:
    def object_of(item: Any) -> Any:
        return (kind(item[0]), item[1]) if isinstance(item, tuple) else kind(item)

    return Contender(name, kind, call, forget=forget, convert=object_of)


def profile_rows(inputs: Inputs) -> list[Row]:
    """A profile each, against none. Each reads what it takes of the same URLs of the web."""

    def row(profile: str) -> Row:
        def urls() -> list[str]:
            return [url for url in inputs.urls if all(accepts(kind, url) for kind in (urlmill.URL, with_profile))]

        def with_profile(url: str) -> object:
            return urlmill.URL(url, profile=profile)

        call, title = f"f(x, profile={profile!r})", f'`URL(text, profile="{profile}")`'
        contenders = [Contender(DEFAULT, urlmill.URL), Contender(NATIVE, urlmill.URL, call)]
        return Row(f"profile-{profile}", title, PROFILES, DEFAULT, DEFAULT, urls, lambda: contenders, str)

    return [row(profile) for profile in ("lenient", "strict", "rfc1738")] if native else []
