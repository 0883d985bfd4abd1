"""Atheris on the Python surface: every scheme, profile, plan, edit and path, and the twin beside it."""

from __future__ import annotations

import sys

import atheris

with atheris.instrument_imports(include=["urlmill", "urlmill_pure", "idna"]):
    from .properties import check
    from .twin import twin

    twin()

if __name__ == "__main__":
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()
