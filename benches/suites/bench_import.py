"""How much longer `import urlmill.parse` takes than `import urllib.parse`: in fresh processes, turn by turn."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import pytest

from ..contenders import native
from ..names import NATIVE, PURE, STDLIB
from ..settings import QUICK

ROUNDS = 3 if QUICK else 60
# Inside the process, whose start takes longer than the import and varies by more; and processor time, since an import
# is too long to fit between two interruptions of a busy machine.
PROGRAM = "import time; start = time.process_time_ns(); import {}; print(time.process_time_ns() - start)"
IMPORTS = {STDLIB: ("urllib.parse", None), NATIVE: ("urlmill.parse", "native"), PURE: ("urlmill.parse", "pure")}
CONTENDERS = [name for name in IMPORTS if name != NATIVE or native]


@pytest.mark.parametrize("contender", CONTENDERS * ROUNDS)
def test_import(benchmark: Any, contender: str) -> None:
    module, backend = IMPORTS[contender]
    environment = os.environ | ({"URLMILL_BACKEND": backend} if backend else {})
    command = [sys.executable, "-c", PROGRAM.format(module)]

    def start() -> int:
        return int(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)

    nanoseconds = benchmark.pedantic(start, rounds=1, iterations=1)
    benchmark.extra_info.update(row="import", contender=contender, nanoseconds=nanoseconds)
