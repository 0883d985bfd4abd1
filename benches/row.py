"""One operation to measure, one call at a time."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from .contenders import Contender

SAMPLE = 20_000  # inputs that a process measures with: each draws its own


@dataclass(frozen=True)
class Row:
    key: str
    title: str
    group: str  # the table it stands in
    baseline: str  # the contender whose time is divided by those of the others
    oracle: str  # the contender whose answers urlmill's must be
    make_inputs: Callable[[], list[Any]]
    enter: Callable[[], list[Contender]]  # made when they are needed: some take long
    compared: Callable[[Any], object] = lambda result: result  # what of a result the oracle's must be equal to
    out_of: int = 0  # how many inputs there would be, had some not been left out for everybody
    run: int = 1  # inputs that stay together, in their order
    repeated: bool = False  # the same objects over and over, after a warm-up

    @cached_property
    def inputs(self) -> list[Any]:
        return self.make_inputs()

    def sample(self, process: int) -> list[Any]:
        """In no order, so that all stretches are alike."""
        runs = [self.inputs[start : start + self.run] for start in range(0, len(self.inputs), self.run)]
        random.Random(f"{self.key} {process}").shuffle(runs)
        return [item for run in runs for item in run][:SAMPLE]

    @property
    def left_out(self) -> int:
        return max(self.out_of - len(self.inputs), 0)

    @cached_property
    def entered(self) -> list[Contender]:
        return self.enter()

    @cached_property
    def contenders(self) -> list[Contender]:
        """Those that are worth a measurement: not the baseline under another name."""
        return [contender for contender in self.entered if contender.name not in self.same]

    @cached_property
    def same(self) -> list[str]:
        """Those whose call is the baseline's own, so that there is nothing to measure."""
        own = self.contender(self.baseline)
        return [
            each.name
            for each in self.entered
            if each is not own and each.function is own.function and each.call == own.call
        ]

    def contender(self, name: str) -> Contender:
        return next(contender for contender in self.entered if contender.name == name)

    def check(self) -> None:
        """A wrong answer is worth nothing, however fast."""
        oracle = self.contender(self.oracle)
        for contender in self.contenders:
            if contender.is_ours and contender is not oracle:
                for item in self.inputs:
                    if self.compared(contender.answer(item)) != self.compared(oracle.answer(item)):
                        raise AssertionError(f"{contender.name} differs from {oracle.name} on {self.key}: {item!r}")
