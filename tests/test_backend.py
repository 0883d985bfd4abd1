"""Choosing the backend, and what both must offer."""

from __future__ import annotations

import ast
import graphlib
import importlib.util
import itertools
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import urlmill
from urlmill import _backend, _pure

PACKAGE = Path(urlmill.__file__).parent
HAS_NATIVE = any(PACKAGE.glob("_native.*.so")) or any(PACKAGE.glob("_native*.pyd"))
native = pytest.mark.skipif(not HAS_NATIVE, reason="installed without the native module, as from the pure wheel")


def run(program: str, **environment: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: value for name, value in os.environ.items() if name != "URLMILL_BACKEND"}
    command = [sys.executable, "-c", program]
    return subprocess.run(command, capture_output=True, text=True, env=inherited | environment)


@native
def test_the_native_module_is_the_default() -> None:
    assert run("import urlmill; print(urlmill.backend)").stdout.strip() == "native"


def test_pure_can_be_asked_for() -> None:
    program = "import urlmill, sys; print(urlmill.backend, 'urlmill._native' in sys.modules)"
    assert run(program, URLMILL_BACKEND="pure").stdout.split() == ["pure", "False"]


@native
def test_native_can_be_asked_for() -> None:
    assert run("import urlmill; print(urlmill.backend)", URLMILL_BACKEND="native").stdout.strip() == "native"


def test_a_backend_that_does_not_exist_is_refused() -> None:
    assert "'native', 'pure' or not set" in run("import urlmill", URLMILL_BACKEND="quick").stderr


ABSENT = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name == "urlmill._native":
            raise ModuleNotFoundError("No module named 'urlmill._native'", name=name)
sys.meta_path.insert(0, Absent())
import urlmill
print(urlmill.backend)
"""


def test_without_the_native_module_the_pure_one_serves() -> None:
    assert run(ABSENT).stdout.strip() == "pure"


def test_asking_for_an_absent_native_module_says_what_to_do() -> None:
    assert "install a wheel" in run(ABSENT, URLMILL_BACKEND="native").stderr


@pytest.mark.parametrize("environment", [{}, {"URLMILL_BACKEND": "native"}])
def test_a_broken_native_module_raises(environment: dict[str, str]) -> None:
    broken = ABSENT.replace(
        "ModuleNotFoundError(\"No module named 'urlmill._native'\", name=name)", 'ImportError("bad file")'
    )
    done = run(broken, **environment)
    assert done.returncode != 0
    assert "bad file" in done.stderr


def test_the_stub_is_what_both_backends_offer() -> None:
    stub = ast.parse((PACKAGE / "_native.pyi").read_text("utf-8"))
    offered = {node.name for node in stub.body if isinstance(node, ast.FunctionDef)}
    offered |= {node.name for node in stub.body if isinstance(node, ast.ClassDef)}
    imported = [node for node in stub.body if isinstance(node, ast.ImportFrom) and node.module == "urllib.parse"]
    offered |= {alias.name for node in imported for alias in node.names}
    assert offered == set(_pure.__all__)
    assert offered <= set(dir(_backend.impl))


BACKENDS = {"_pure", "_native"}
# Files and folders of the package. Each imports what stands on its left or above it.
LAYERS = [
    ["_early", "_typing", "_printable", "_encodings", "_journal", "errors", "_fields", "_profiles", "_hosts"],
    [*sorted(BACKENDS), "_backend"],
    ["parse", "_url"],
    ["_install", "schemes", "web", "gate", "columns", "crawl", "testing"],
    ["__init__", "_io", "_fetch", "logs", "engines", "integrations", "cli", "__main__"],
]


def imports(node: ast.AST) -> Iterator[ast.ImportFrom]:
    """Those that are made when the program runs, wherever they stand."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if isinstance(node, ast.ImportFrom):
        yield node
    for child in ast.iter_child_nodes(node):
        yield from imports(child)


def test_imports_point_one_way() -> None:
    """From the outside in; and only ``_backend`` imports a backend."""
    rank = {name: index for index, name in enumerate(itertools.chain(*LAYERS))}
    for file in PACKAGE.rglob("*.py"):
        parts = file.relative_to(PACKAGE).parts
        module = parts[0].removesuffix(".py")
        for node in imports(ast.parse(file.read_text("utf-8"))):
            if node.level != len(parts):  # it stays inside its package, or comes from elsewhere
                continue
            names = [node.module.split(".")[0]] if node.module else [alias.name for alias in node.names]
            for name in names:
                assert rank[name] < rank[module], f"{file.name} imports {name}"
                assert name not in BACKENDS or module == "_backend", f"{file.name} imports {name}"


def test_no_two_modules_import_each_other() -> None:
    files = {file.relative_to(PACKAGE).with_suffix("").parts: file for file in PACKAGE.rglob("*.py")}
    graph: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for parts, file in files.items():
        graph[parts] = set()
        for node in imports(ast.parse(file.read_text("utf-8"))):
            if node.level:
                below = node.module.split(".") if node.module else []
                folder = (*parts[: len(parts) - node.level], *below)
                names = {folder, *((*folder, alias.name) for alias in node.names)}
                graph[parts] |= {place for name in names for place in (name, (*name, "__init__")) if place in files}
        # A file may import its neighbours by way of the folder that holds them all.
        graph[parts] -= {(*parts[:depth], "__init__") for depth in range(len(parts))}
    graphlib.TopologicalSorter(graph).prepare()


@pytest.mark.parametrize("backend", [pytest.param("native", marks=native), "pure"])
def test_importing_costs_little(backend: str) -> None:
    """No module of the interpreter is loaded that urllib.parse does not load itself, but for a few cheap ones."""
    loaded = "import sys, {}; print(*sorted(sys.modules))"
    ours = set(run(loaded.format("urlmill.parse"), URLMILL_BACKEND=backend).stdout.split())
    assert f"urlmill._{backend}" in ours
    theirs = set(run(loaded.format("urllib.parse")).stdout.split())
    assert {name for name in ours - theirs if not name.startswith("urlmill")} <= {"atexit"}  # part of the interpreter


def test_top_imports_what_it_needs(tmp_path: Path) -> None:
    """What takes a millisecond and more is left to those who use it: `top` counts a small log in little more."""
    log = tmp_path / "access.log"
    log.write_text('192.0.2.1 - - [17/May/2015:10:05:03 +0000] "GET /a HTTP/1.1" 200 17\n')
    # argparse asks this for the colours of its help, from 3.14 on; there it loads inspect.
    own = "_colorize" if importlib.util.find_spec("_colorize") else "argparse"
    program = (
        f"import sys, {own}; before = {{*sys.modules}}; from urlmill.cli.main import main; "
        f"main(['top', 'path', {str(log)!r}, '--quiet']); print(*{{*sys.modules}} - before)"
    )
    loaded = {*run(program).stdout.splitlines()[-1].split()}
    assert not loaded & {"pyarrow", "typing", "json", "shutil", "string", "inspect", "concurrent.futures", "platform"}


@pytest.mark.skipif(sys.implementation.name == "pypy", reason="its collector is another")
@pytest.mark.parametrize(("name", "while_it_starts"), [("/usr/bin/urlmill", "False"), ("program.py", "True")])
def test_garbage_is_not_looked_for_while_the_command_starts(name: str, while_it_starts: str) -> None:
    program = (
        f"import gc, sys; sys.argv[0] = {name!r}; import urlmill; print(gc.isenabled()); "
        "from urlmill._early import settle; settle(); print(gc.isenabled())"
    )
    assert run(program).stdout.split() == [while_it_starts, "True"]


def test_the_gate_is_for_those_who_ask_for_it() -> None:
    program = (
        "import sys, urlmill; urlmill.URL('http://h/').address; print('urlmill.gate' in sys.modules); urlmill.gate"
    )
    done = run(f"{program}; print('urlmill.gate' in sys.modules)")
    assert done.stdout.split() == ["False", "True"], done.stderr


SUBINTERPRETER = """
import sys
try:
    import _interpreters as interpreters
except ImportError:
    import _xxsubinterpreters as interpreters
import urlmill
other = interpreters.create()
program = '''
import urlmill.parse, urllib.parse
assert isinstance(urlmill.parse.urlsplit("http://a"), urllib.parse.SplitResult)
print(urlmill.backend)
'''
print(interpreters.run_string(other, program) or "")
"""


@native
def test_another_interpreter_is_told_to_use_the_pure_backend() -> None:
    done = run(SUBINTERPRETER)
    told = done.stdout + done.stderr
    assert "URLMILL_BACKEND=pure" in told or "does not support loading in subinterpreters" in told
    assert run(SUBINTERPRETER, URLMILL_BACKEND="pure").stdout.startswith("pure")
