"""URLs out of files that have more than URLs: one column of CSV, JSON lines or Parquet.

| it is | if it begins with |
|---|---|
| Parquet | ``PAR1`` |
| JSON lines | ``{`` |
| CSV | anything else: its first line names the columns, with commas, tabs, semicolons or bars between them |
"""

from __future__ import annotations

import os

from .block import urls_of
from .text import is_like_csv, text_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..._io.inputs import Block, Broken

__all__ = ["is_like_csv", "record_blocks", "urls_of"]


def record_blocks(
    column: str,
    blocks: Callable[..., Iterator[Block]],
    paths: list[str],
    on_broken: Callable[[Broken], None],
    **more: Any,
) -> Iterator[Block]:
    """The URLs in a column of some files. ``blocks`` reads what is text, and ``more`` is for it."""
    from .parquet import is_parquet, parquet_blocks  # which has more to import

    before = 0
    for path in paths:
        if is_parquet(path):
            yield from (each._replace(consumed=before + each.consumed) for each in parquet_blocks(column, path))
        else:
            lines = blocks([path], on_broken, **more)
            yield from (each._replace(consumed=before + each.consumed) for each in text_blocks(column, lines))
        before += os.path.getsize(path) if os.path.isfile(path) else 0
