"""A hook of mkdocs: README is the first page, and what it links to outside of docs/ is part of the site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parent.parent.parent
PAGES = {"README.md": "index.md"} | {name: name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")}
FILES = ["LICENSE-*", "python/urlmill/_hosts/public_suffix_list.dat"]


def on_files(files: Files, config: Any) -> None:
    """Adds them, with links as the site has them."""
    for name, page in PAGES.items():
        text = (ROOT / name).read_text("utf-8").replace("](docs/", "](")
        files.append(File.generated(config, page, content=text))
    for pattern in FILES:
        for path in ROOT.glob(pattern):
            files.append(File.generated(config, path.relative_to(ROOT).as_posix(), abs_src_path=str(path)))


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Links from docs/ to README lead to the first page."""
    return markdown.replace("](../README.md", "](index.md").replace("](README.md", "](index.md")
