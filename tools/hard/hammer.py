"""Eight threads that make every public call over and over: ``python -m tools.hard.hammer [SECONDS]``.

Each has an order of its own. An answer that is not the one that a single thread got is a fault; so is a crash.
"""

from __future__ import annotations

import random
import sys
import threading
import time

from tests.public_calls import CALLS

from .answers import answer

THREADS = 8


def main(seconds: float) -> int:
    expected = {name: answer(name) for name in CALLS}
    # Some answers differ from run to run by themselves: those are called, not compared.
    steady = {name for name in CALLS if answer(name) == expected[name] == answer(name)}
    end = time.monotonic() + seconds
    counts = [0] * THREADS
    faults: list[str] = []

    def work(number: int) -> None:
        names, rng = list(CALLS), random.Random(number)
        while time.monotonic() < end and not faults:
            rng.shuffle(names)
            for name in names:
                got = answer(name)
                if name in steady and got != expected[name]:
                    faults.append(f"{name}: {expected[name]!r}, in a thread {got!r}")
                    return
            counts[number] += len(names)

    sys.setswitchinterval(1e-5)
    threads = [threading.Thread(target=work, args=(number,)) for number in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(*faults, sep="\n", end="\n" * bool(faults))
    told = f"{sum(counts):,} calls of {len(CALLS)} kinds ({len(steady)} compared), {len(faults)} faults"
    print(f"hammer: {THREADS} threads, {seconds:.0f} s, {told}")
    return int(bool(faults))


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]) if len(sys.argv) > 1 else 60))
