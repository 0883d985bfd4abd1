"""Every public module and name is in docs/reference, and every page is in the contents of the site."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import urlmill
import urlmill.schemes

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "python" / "urlmill"
# They have an __all__ for others of the package.
INTERNAL = ("urlmill.cli.", "urlmill.schemes.file.")
LISTED = set(
    re.findall(
        r"^::: (\S+)$",
        "".join(page.read_text("utf-8") for page in sorted((ROOT / "docs" / "reference").glob("*.md"))),
        re.MULTILINE,
    )
)


def public_modules() -> set[str]:
    """Those with an ``__all__`` that no underscore hides; as text, because engines cannot be imported everywhere."""
    found = {"urlmill.engines.spark"}  # whose names are made from a table
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(PACKAGE.parent).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        if "._" in name or name.startswith(INTERNAL):
            continue
        assigned = [node for node in ast.parse(file.read_text("utf-8")).body if isinstance(node, ast.Assign)]
        if any(isinstance(target, ast.Name) and target.id == "__all__" for node in assigned for target in node.targets):
            found.add(name)
    return found


def test_every_public_module_is_in_the_reference() -> None:
    modules = public_modules()
    assert len(modules) > 10
    # Of these two, the reference lists the names one by one.
    assert modules - LISTED == {"urlmill", "urlmill.schemes"}


def test_every_name_of_the_package_is_in_the_reference() -> None:
    assert {f"urlmill.schemes.{name}" for name in urlmill.schemes.__all__} <= LISTED
    others = set(urlmill.__all__) - set(urlmill.schemes.__all__) - {"backend"}
    assert {f"urlmill.{name}" for name in others} <= LISTED
    assert "`urlmill.backend` is" in (ROOT / "docs" / "reference" / "urlmill.md").read_text("utf-8")


def test_every_page_is_in_the_contents() -> None:
    docs = ROOT / "docs"
    listed = set(re.findall(r"[\w./-]+\.md(?=\n)", (ROOT / "mkdocs.yml").read_text("utf-8")))
    pages = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    assert pages - listed == set()
    readme = (ROOT / "README.md").read_text("utf-8")
    assert [page.name for page in docs.glob("*.md") if f"docs/{page.name}" not in readme] == []
