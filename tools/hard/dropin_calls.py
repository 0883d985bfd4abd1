"""Many calls of the drop-in, each beside the interpreter's own function: same value, or same exception and words.

``python -m tools.hard.dropin_calls 50_000_000 --shards 2``; ``--python PATH`` takes another interpreter, one that has
urlmill installed. Each shard keeps its seed and what it has done in a small file, so a run that was ended goes on where
it was. The first difference ends its shard, and is printed with the call that shows it.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
ASK = "import platform; print(platform.python_implementation() + '-' + platform.python_version())"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("calls", type=int, help="how many, in all shards together")
    parser.add_argument("--shards", type=int, default=2, help="how many processes (default: 2)")
    parser.add_argument("--seed", type=int, default=1, help="another number, other calls (default: 1)")
    parser.add_argument("--python", default=sys.executable, help="the interpreter (default: this one)")
    parser.add_argument("--state", type=Path, default=ROOT / "target" / "dropin-calls", help="where shards are kept")
    options = parser.parse_args()
    python = subprocess.run([options.python, "-c", ASK], capture_output=True, text=True, check=True).stdout.strip()
    options.state.mkdir(parents=True, exist_ok=True)
    files = [options.state / f"{python}-{options.seed}-{shard}.json" for shard in range(options.shards)]
    share = -(-options.calls // options.shards)
    command = [options.python, "-m", "tools.hard.dropin_shard"]
    begun = time.monotonic()
    running = [
        subprocess.Popen([*command, f"{options.seed}-{shard}", str(share), str(file)], cwd=ROOT)
        for shard, file in enumerate(files)
    ]
    failed = sum(process.wait() != 0 for process in running)
    done = [json.loads(file.read_text("utf-8")) for file in files if file.exists()]
    calls, differences = sum(each["calls"] for each in done), sum(each["differences"] for each in done)
    seconds = sum(each["seconds"] for each in done)
    print(
        f"{python}: {calls:,} calls, {differences} differences, {seconds:,.0f} s in {len(files)} shards, "
        f"{time.monotonic() - begun:,.0f} s of them now"
    )
    return int(failed > 0 or differences > 0)


if __name__ == "__main__":
    sys.exit(main())
