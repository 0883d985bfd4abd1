"""Atheris on Arrow capsules: it sees what of the native module is reached, and AddressSanitizer what is read."""

from __future__ import annotations

import sys

import atheris

from .capsules import check


def one(data: bytes) -> None:
    check(atheris.FuzzedDataProvider(data))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
