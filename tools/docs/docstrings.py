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

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Takes out __slots__, __repr__ and so on, of which nothing is said: by other names they would be public."""
        for name, member in [*cls.members.items()]:
            is_constructor = name in ("__init__", "__new__")
            if name.startswith("__") and not is_constructor and not member.is_alias and member.docstring is None:
                del cls.members[name]
