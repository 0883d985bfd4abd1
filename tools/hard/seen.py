"""``crawl.Seen`` at its size: memory, speed, and kills.

``python -m tools.hard.seen [URLS]`` adds so many URLs, all of them different, and then asks for some of each part.
Prints what they take in memory, also at the peak while the memory grows, and fails if that is more than was promised.

``python -m tools.hard.seen kills [TIMES]`` kills a process that adds to a file, each time at another moment, and looks
for every batch that it had confirmed.
"""

from __future__ import annotations

import ctypes
import gc
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from urlmill.crawl import Seen

BATCH = 250_000
BOUND, PEAK_BOUND = 24, 32  # octets a URL
HEAD = "https://www.example.org/some/path/of/a/page-"
CHILD = """
import sys
from urlmill.crawl import Seen
seen, number = Seen(path=sys.argv[1]), int(sys.argv[2])
while True:
    assert all(seen.add_all([f"http://h/{number}/{row}" for row in range(500)]))
    print(number, flush=True)
    number += 1
"""


def batch(first: int, count: int) -> pa.Array:
    numbers = pc.cast(pa.array(range(first, first + count), pa.int64()), pa.string())
    return pc.binary_join_element_wise(HEAD, numbers, "?q=", numbers, "")


def resident(name: str = "VmRSS") -> int:
    lines = Path("/proc/self/status").read_text("ascii").splitlines()
    return next(int(line.split()[1]) << 10 for line in lines if line.startswith(name))


def settled() -> int:
    """What is in use: allocators have given back what they only keep."""
    gc.collect()
    pa.default_memory_pool().release_unused()
    ctypes.CDLL(None).malloc_trim(0)
    return resident()


def memory(urls: int) -> int:
    Seen().add_all(batch(0, BATCH))  # what a batch takes by itself
    peak_before, before = resident("VmHWM"), settled()
    seen, spent = Seen(), 0.0
    for first in range(0, urls, BATCH):
        texts = batch(first, min(BATCH, urls - first))
        begun = time.perf_counter()
        is_new = seen.add_all(texts)
        spent += time.perf_counter() - begun
        assert pc.all(is_new.to_pyarrow()).as_py(), "a URL that was new is said to have been seen"
    assert len(seen) == urls
    peak, after = resident("VmHWM"), settled()
    for first in range(0, urls, max(BATCH, urls // 20)):
        again = seen.add_all(batch(first, min(1000, urls - first)))
        assert not pc.any(again.to_pyarrow()).as_py(), "a URL that was seen is said to be new"
    each, at_peak = (after - before) / urls, (peak - max(peak_before, before)) / urls
    is_within = each <= BOUND and at_peak <= PEAK_BOUND and seen.size <= BOUND * urls
    print(
        f"seen: {urls:,} URLs, {each:.1f} octets each, {at_peak:.1f} at the peak, {seen.size / urls:.1f} by its own "
        f"count; {urls / spent / 1e6:.2f} million a second: "
        f"{'within' if is_within else 'ABOVE'} {BOUND} and {PEAK_BOUND}"
    )
    return int(not is_within)


def kills(times: int) -> int:
    chosen, confirmed = random.Random(1), 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "seen"
        for _ in range(times):
            command = [sys.executable, "-c", CHILD, str(path), str(confirmed)]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
                assert child.stdout is not None
                time.sleep(0.2 + chosen.random())
                child.kill()
                told = child.stdout.read().split("\n")[:-1]  # the last line may be cut
            confirmed = int(told[-1]) + 1 if told else confirmed
            seen = Seen.load(path) if path.exists() else Seen()
            lost = [number for number in range(confirmed) if f"http://h/{number}/{chosen.randrange(500)}" not in seen]
            assert not lost, f"batches {lost[:10]} were confirmed, and are lost"
            # What was written without having been confirmed is there too, or in part: begin behind it.
            confirmed += 2
            with Seen(path=path) as again:
                for number in (confirmed - 2, confirmed - 1):
                    again.add_all([f"http://h/{number}/{row}" for row in range(500)])
        octets = path.stat().st_size
    print(
        f"seen: {times} kills, {confirmed:,} batches of 500 URLs, {octets:,} octets; nothing that was confirmed is lost"
    )
    return 0


def main() -> int:
    if sys.argv[1:2] == ["kills"]:
        return kills(int(sys.argv[2]) if len(sys.argv) > 2 else 50)
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        print("seen: memory is limited here, which may be what is measured", file=sys.stderr)
    return memory(int((sys.argv[1] if len(sys.argv) > 1 else "100_000_000").replace("_", "")))


if __name__ == "__main__":
    sys.exit(main())
