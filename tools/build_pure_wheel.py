"""Builds the ``py3-none-any`` wheel: the same sources and metadata, without the native module.

For machines with no Rust: PyPy, Pyodide, an odd processor. The build backend of the project is maturin, which always
compiles; so the Python sources are copied aside, the ``[build-system]`` table is exchanged, the version is written out
(maturin reads it from Cargo.toml), and hatchling packs them.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

from release.project import version

ROOT = Path(__file__).resolve().parent.parent
BUILD_SYSTEM = """[build-system]
requires = ["hatchling>=1.27"]
build-backend = "hatchling.build"

[tool.hatch.build.targets.wheel]
packages = ["python/urlmill"]
exclude = ["*.so", "*.pyd"]
"""


def main(out: Path) -> Path:
    """Builds into ``out`` and returns the wheel."""
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder)
        shutil.copytree(ROOT / "python", tree / "python", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        for file in (ROOT / "README.md", *ROOT.glob("LICENSE-*")):
            if file.name != "LICENSE-THIRD-PARTY":  # of the crates in the native module
                shutil.copy(file, tree)
        (tree / "pyproject.toml").write_text(project_file(), "utf-8")
        built = tree / "dist"
        command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(built), str(tree)]
        subprocess.run(command, check=True)
        (wheel,) = built.iterdir()
        expected = {"py.typed", "_hosts/public_suffix_list.dat", "_hosts/unicode.dat"}
        missing = {f"urlmill/{name}" for name in expected} - set(zipfile.ZipFile(wheel).namelist())
        if not wheel.name.endswith("-py3-none-any.whl") or missing:
            sys.exit(f"{wheel.name} is not what it should be")
        return Path(shutil.copy(wheel, out))


def project_file() -> str:
    """pyproject.toml for hatchling."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    text, tables = re.subn(r"(?ms)^\[build-system\].*?(?=^\[)", lambda _: BUILD_SYSTEM + "\n", text)
    text, versions = re.subn(r'(?m)^dynamic = \["version"\].*', f'version = "{version()}"', text)
    if (tables, versions) != (1, 1):
        sys.exit("pyproject.toml has no [build-system] table or no dynamic version to exchange")
    return text


if __name__ == "__main__":
    print(main(Path(sys.argv[1])))
