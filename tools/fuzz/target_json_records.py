"""Atheris on logs of JSON objects: the kernel sees what Python's reader does, and no line is an exception."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["urlmill"]):
    from .records import check

if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
