"""Prints the version; ``python -m tools.release.version v1.2.3`` fails unless that is its tag."""

from __future__ import annotations

import sys

from .project import version

if __name__ == "__main__":
    if sys.argv[1:] and sys.argv[1] != f"v{version()}":
        sys.exit(f"the tag is {sys.argv[1]}, and Cargo.toml says {version()}")
    print(version())
