"""Runs the suites of packages that lean on urllib.parse with and without `urlmill.install()`: nothing may change.

Each suite of `suites.py` is run by pytest on its own source distribution five times: on the interpreter's urllib.parse,
twice, so that flaky tests are known as such; with urlmill in force on the native backend and on the pure one; and once
more with every call counted, so that the comparison cannot succeed by never asking urlmill.

Needs PyPI. What it makes stays in a cache folder, logs included. Run from the root of the repository, as
`python -m tests.downstream.run`.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import venv
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from .suites import PYTEST, SUITES, Suite

ROOT = Path(__file__).resolve().parents[2]
PLUGIN = Path(__file__).resolve().parent / "plugin" / "urlmill_downstream.py"

# For each run: the mode of the plugin, and the backend.
RUNS = {
    "stdlib": ("stdlib", ""),
    "native": ("install", "native"),
    "pure": ("install", "pure"),
    "counted": ("count", "native"),
    "again": ("stdlib", ""),
}
SECONDS_PER_TEST, SECONDS_PER_RUN = 60, 1200
LINES = 30  # of what differs; the logs have the rest

Report = dict[str, Any]  # what the plugin noted in one run


def python_of(folder: Path, *requirements: str | Path) -> Path:
    """The interpreter of a virtual environment that has what is required."""
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=True, symlinks=os.name != "nt")
    pip(python, "install", *requirements)
    return python


def pip(python: Path, *arguments: str | Path) -> None:
    subprocess.run([python, "-m", "pip", "--disable-pip-version-check", "-q", *arguments], check=True)


def built_wheel(cache: Path) -> Path:
    """A wheel of urlmill as it is in this repository."""
    python = python_of(cache / "tools", "maturin>=1.9,<2")
    shutil.rmtree(cache / "wheels", ignore_errors=True)
    options: list[str | Path] = ["--release", "--interpreter", sys.executable, "--out", cache / "wheels"]
    subprocess.run([python, "-m", "maturin", "build", *options], cwd=ROOT, check=True)
    (wheel,) = (cache / "wheels").glob("urlmill-*.whl")
    return wheel


def run(suite: Suite, name: str, python: Path, archive: Path, folder: Path) -> Report:
    """Runs a suite once."""
    # Made anew, so that no run finds what another left behind, but in the same place: it is part of some tests' names.
    for fresh in ("tree", "home"):
        shutil.rmtree(folder / fresh, ignore_errors=True)
        (folder / fresh).mkdir(parents=True)
    shutil.unpack_archive(archive, folder / "tree")
    (tree,) = (folder / "tree").iterdir()
    mode, backend = RUNS[name]
    report = folder / f"{name}.json"
    report.unlink(missing_ok=True)
    arguments: list[str | Path] = [
        *(python, "-m", "pytest", "-p", PLUGIN.stem, "-p", "no:cacheprovider", f"--timeout={SECONDS_PER_TEST}"),
        # Without these pytest would look for settings and conftest files in the folders above, which are urlmill's.
        *("-c", suite.settings or os.devnull, "--rootdir=.", "--confcutdir=."),
        *suite.options,
        *suite.tests,
    ]
    # Nothing else of this environment: a proxy or a home with settings in it would change what the suites do.
    variables = {
        "PATH": os.pathsep.join((str(python.parent), os.environ["PATH"])),
        "PYTHONPATH": str(PLUGIN.parent),
        "PYTHONHASHSEED": "0",
        "HOME": str(folder / "home"),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "URLMILL_BACKEND": backend,
        "URLMILL_DOWNSTREAM_MODE": mode,
        "URLMILL_DOWNSTREAM_PACKAGE": suite.name,
        "URLMILL_DOWNSTREAM_REPORT": str(report),
    }
    with (folder / f"{name}.txt").open("w", encoding="utf-8") as log:
        done = subprocess.run(
            arguments, cwd=tree, env=variables, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT,
            timeout=SECONDS_PER_RUN, check=False,
        )  # fmt: skip
    if done.returncode not in (0, 1):  # those of suites that ran to their end
        done.check_returncode()
    found: Report = json.loads(report.read_text("utf-8"))
    return found


def judge(suite: Suite, wheel: Path, cache: Path) -> tuple[list[object], list[str]]:
    """A row of the table, and all that keeps urlmill from being taken for urllib.parse."""
    package = f"{suite.name}=={suite.version}"
    folder = cache / suite.name
    try:
        python = python_of(folder / "environment", package, *PYTEST, *suite.requires)
        # The version says nothing about a wheel built from a working copy, so whichever is there must go.
        pip(python, "install", "--no-deps", "--force-reinstall", wheel)
        pip(python, "download", "--no-deps", "--no-binary", suite.name, "--dest", folder, package)
        archive = folder / f"{suite.name}-{suite.version}.tar.gz"
        reports = {name: run(suite, name, python, archive, folder) for name in RUNS}
    except (subprocess.SubprocessError, OSError) as error:
        return ["-"] * 6, [f"it did not run: {error}; the logs are in {folder}"]
    return compared(reports)


def compared(reports: dict[str, Report]) -> tuple[list[object], list[str]]:
    """The same of what the runs gave."""
    stdlib = reports["stdlib"]["outcomes"]
    flaky = differing(stdlib, reports["again"]["outcomes"])  # without urlmill, by no doing of its own
    wrong = [
        f"{test}: {stdlib.get(test)}; on {backend}: {reports[backend]['outcomes'].get(test)}"
        for backend in ("native", "pure")
        for test in differing(stdlib, reports[backend]["outcomes"])
        if test not in flaky
    ]
    differences = len(wrong)
    for name, report in reports.items():
        wrong += [f"{name}: {problem}" for problem in report["problems"]]
        if (report["backend"] or "") != RUNS[name][1]:
            wrong.append(f"{name}: the backend was {report['backend']}")
    tally = Counter(stdlib.values())
    # A suite that is broken from the start fails alike in every run, and so would compare nothing.
    failed = tally.total() - tally["passed"] - tally["skipped"] - tally["xfailed"] - tally["xpassed"]
    if tally["passed"] < max(1, 10 * failed):
        wrong.append(f"only {tally['passed']} tests pass without urlmill, and {failed} fail")
    calls = reports["counted"]["calls"]
    if not calls:
        wrong.append("no function of urlmill was called")
    return [tally.total(), tally["passed"], failed, len(flaky), differences, calls], wrong


def differing(one: dict[str, str], other: dict[str, str]) -> list[str]:
    return sorted(test for test in one | other if one.get(test) != other.get(test))


def main() -> int:
    names = [suite.name for suite in SUITES]
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tests.downstream.run", description=__doc__, formatter_class=form)
    parser.add_argument("packages", nargs="*", metavar="package", help=f"some of {', '.join(names)}; default: all")
    parser.add_argument(
        "--wheel", type=Path, help="the urlmill to try; default: one that is built from this repository"
    )
    parser.add_argument("--cache", type=Path, default=ROOT / ".venv-downstream", help="where to work")
    parser.add_argument("--jobs", type=int, default=2, help="how many suites to run at once (default: 2)")
    options = parser.parse_args()
    if unknown := set(options.packages) - set(names):
        parser.error(f"no such package here: {', '.join(sorted(unknown))}")
    cache = options.cache.resolve()
    wheel = options.wheel.resolve() if options.wheel else built_wheel(cache)
    chosen = [suite for suite in SUITES if suite.name in (options.packages or names)]
    with ThreadPoolExecutor(options.jobs) as pool:
        verdicts = list(zip(chosen, pool.map(lambda suite: judge(suite, wheel, cache), chosen), strict=True))
    row = "{:<10} {:>8} {:>6} {:>7} {:>7} {:>6} {:>12} {:>9}".format
    print(row("package", "version", "tests", "passed", "failed", "flaky", "differences", "calls"))
    for suite, (cells, _) in verdicts:
        print(row(suite.name, suite.version, *cells))
    for suite, (_, wrong) in verdicts:
        if wrong:
            print(f"\n{suite.name}: {len(wrong)} faults", *wrong[:LINES], sep="\n    ")
    return 1 if any(wrong for _, (_, wrong) in verdicts) else 0


if __name__ == "__main__":
    sys.exit(main())
