"""An extension of Griffe: docstrings as Markdown, with grammars and examples as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

# The grammar of a scheme, which is the first line: ftp://host[:port]/..., mailto:[address]...
GRAMMAR = re.compile(r"\A[a-z+]+(?:\[s\])?:[^ `]*[\[/][^`\n]*")
EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


def as_markdown(text: str) -> str:
    text = text.replace("::\n\n    ", "\n    ")
    text = GRAMMAR.sub(lambda found: f"`{found[0]}`", text)
    return EXAMPLE.sub(lambda found: f"```python\n{found[0]}\n```", text)


class Docstrings(griffe.Extension):  # type: ignore[misc]  # no types without `make docs`
    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring is not None:
            obj.docstring.value = as_markdown(obj.docstring.value)
        elif obj.name.startswith("__"):  # __slots__, __repr__ and so on: nothing is said of them
            obj.public = False
