"""A second urlmill in the same process, on the pure backend, under another name."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from types import ModuleType
from typing import Any

import urlmill

NAME = "urlmill_pure"


def twin() -> Any:
    """The package once more. What it imports of itself it imports relatively, so its modules are its own."""
    if NAME in sys.modules:
        return sys.modules[NAME]
    folder = urlmill.__path__[0]
    spec = importlib.util.spec_from_file_location(
        NAME, os.path.join(folder, "__init__.py"), submodule_search_locations=[folder]
    )
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = module
    before = os.environ.get("URLMILL_BACKEND")
    os.environ["URLMILL_BACKEND"] = "pure"
    try:
        spec.loader.exec_module(module)
    finally:
        del os.environ["URLMILL_BACKEND"]
        if before is not None:
            os.environ["URLMILL_BACKEND"] = before
    for name in ("columns", "crawl"):
        importlib.import_module(f"{NAME}.{name}")
    assert module.backend == "pure"
    return module
