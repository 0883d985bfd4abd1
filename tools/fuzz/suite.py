"""The suite on the native module that fuzzing has built, with AddressSanitizer: ``python -m tools.fuzz.suite``."""

from __future__ import annotations

import os
import subprocess
import sys

from . import build
from .corpus import ROOT

# What a sanitizer does not go with: it takes the memory that these limit, allocations that fail are its own, and all
# takes longer.
CHOSEN = " and ".join(
    f"not {words}"
    for words in (
        *("memory", "allocation", "no_more_threads", "behind", "leak", "megabytes"),
        *("next_to_nothing", "linear", "hundred_thousand"),
    )
)
# The test server loads the C library's crypt, which crashes beneath the sanitizer.
IGNORED = "--ignore=tests/plans/ftp"


def main(arguments: list[str]) -> int:
    if not build.has_atheris():
        print(
            "Atheris has no wheel for this interpreter, and its wheel brings the sanitizer's library", file=sys.stderr
        )
        return 1
    build.module()
    command = [
        str(build.PYTHON),
        "-m",
        "pytest",
        "-p",
        "no:cacheprovider",
        "-m",
        "not large and not once",
        "-k",
        CHOSEN,
    ]
    # Python's objects come from malloc here, where the sanitizer sees them.
    environment = os.environ | build.sanitized() | {"HYPOTHESIS_PROFILE": "brief", "PYTHONMALLOC": "malloc"}
    return subprocess.run([*command, *arguments], cwd=ROOT, env=environment).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
