"""Atheris on logs of JSON objects: Arrow's reader sees what Python's does, and no line is an exception."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["urlmill"]):
    from .records import check

if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
