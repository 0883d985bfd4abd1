"""Atheris on Arrow capsules: the native module, which is built to report its coverage, and AddressSanitizer behind it."""

from __future__ import annotations

import sys

import atheris  # type: ignore[import-not-found]

from .capsules import check

if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
