"""What a test leaves in pytest-benchmark's JSON file beside the times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol


class Named(Protocol):
    @property
    def name(self) -> str: ...


class Described(Protocol):
    @property
    def key(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def group(self) -> str: ...
    @property
    def baseline(self) -> str: ...
    @property
    def contenders(self) -> Sequence[Named]: ...


def record(benchmark: Any, row: Described, taken: list[tuple[Any, ...]], **more: Any) -> None:
    """`taken` tells of each turn which contender it was, how many calls, and the seconds if it timed itself."""
    benchmark.extra_info.update(
        row=row.key,
        title=row.title,
        group=row.group,
        baseline=row.baseline,
        contenders=[contender.name for contender in row.contenders],
        turns=taken,
        **more,
    )
