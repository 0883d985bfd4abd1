"""Runs the suites of packages that lean on urllib.parse with and without `urlmill.install()`: nothing may change.

Each suite of `suites.py` is run by pytest on its own source distribution five times: on the interpreter's urllib.parse,
twice, so that flaky tests are known as such; with urlmill in force on the native backend and on the pure one; and once
more with every call counted, so that the comparison cannot succeed by never asking urlmill.

Needs PyPI. What it makes stays in a cache folder, logs included. Run from the root of the repository, as
`python -m tests.downstream.run`.
"""

import argparse
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from . import environment
from .outcomes import Report, Verdict, compare
from .suites import SUITES, Suite

PLUGIN = Path(__file__).resolve().parent / "plugin" / "urlmill_downstream.py"

# For each run: the mode of the plugin, and the backend.
RUNS = {
    "stdlib": ("stdlib", ""),
    "native": ("install", "native"),
    "pure": ("install", "pure"),
    "counted": ("count", "native"),
    "again": ("stdlib", ""),
}

SECONDS_PER_TEST = 60
SECONDS_PER_RUN = 1200

# How many lines to print of a list; the logs have the rest.
LINES = 30


def run(suite: Suite, name: str, python: Path, archive: Path, cache: Path) -> Report:
    """Runs a suite once."""
    mode, backend = RUNS[name]
    folder = cache / "runs" / suite.name
    # Made anew, so that no run finds what another left behind, but in the same place: it is part of some tests' names.
    tree = environment.unpacked(archive, folder / "tree")
    home = environment.fresh(folder / "home")
    report = folder / f"{name}.json"
    report.unlink(missing_ok=True)
    log = folder / f"{name}.txt"
    arguments = [
        *(str(python), "-m", "pytest", "-p", PLUGIN.stem, "-p", "no:cacheprovider", f"--timeout={SECONDS_PER_TEST}"),
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
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        "URLMILL_BACKEND": backend,
        "URLMILL_DOWNSTREAM_MODE": mode,
        "URLMILL_DOWNSTREAM_PACKAGE": suite.name,
        "URLMILL_DOWNSTREAM_REPORT": str(report),
    }
    with log.open("w", encoding="utf-8") as output:
        try:
            code = subprocess.run(
                arguments,
                cwd=tree,
                env=variables,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                timeout=SECONDS_PER_RUN,
                check=False,
            ).returncode
        except subprocess.TimeoutExpired:
            raise environment.CommandError(f"{suite.name}, {name}: not done after {SECONDS_PER_RUN} s") from None
    # 0 and 1 are for suites that ran to their end.
    if code not in (0, 1) or not report.exists():
        end = log.read_text(encoding="utf-8", errors="replace")[-2000:]
        raise environment.CommandError(f"{suite.name}, {name}: pytest ended with {code}\n{end}")
    return Report.load(report)


def judge(suite: Suite, wheel: Path, cache: Path) -> Verdict | str:
    """Runs a suite as often as it takes. A text is for what kept it from running."""
    begun = time.monotonic()
    try:
        home = environment.for_suite(suite, wheel, cache)
        archive = environment.source(suite, home, cache)
        python = environment.scripts(home) / "python"
        made = time.monotonic()
        reports = {name: run(suite, name, python, archive, cache) for name in RUNS}
    except environment.CommandError as error:
        return str(error)
    print(f"{suite.name}: {made - begun:.0f} s to prepare, {time.monotonic() - made:.0f} s to run", flush=True)
    with_urlmill = {name: reports[name] for name in ("native", "pure")}
    return compare(reports["stdlib"], reports["again"], with_urlmill, reports["counted"])


def tell(verdicts: dict[Suite, Verdict | str]) -> int:
    """Prints what came of it, and gives the number of suites that noticed."""
    for suite, verdict in verdicts.items():
        if isinstance(verdict, str):
            print(f"\n{suite.name} did not run: {verdict}")
            continue
        for title, lines in (
            ("flaky, so not compared", verdict.flaky),
            ("differences", verdict.differences),
            ("problems", verdict.problems),
        ):
            if lines:
                more = [f"and {len(lines) - LINES} more"] if len(lines) > LINES else []
                print(f"\n{suite.name}: {title}", *lines[:LINES], *more, sep="\n    ")
    row = "{:<10} {:>8} {:>6} {:>7} {:>13} {:>6} {:>12} {:>9}".format
    print("\n" + row("package", "version", "tests", "passed", "failed alike", "flaky", "differences", "calls"))
    for suite, verdict in verdicts.items():
        if isinstance(verdict, str):
            print(row(suite.name, suite.version, *["-"] * 6))
        else:
            counts = (verdict.tests, verdict.passed, verdict.failed_alike, len(verdict.flaky), len(verdict.differences))
            print(row(suite.name, suite.version, *counts, verdict.calls))
    failed = sum(isinstance(verdict, str) or not verdict.same for verdict in verdicts.values())
    print(f"\n{len(verdicts) - failed} passed, {failed} failed")
    return failed


def main() -> int:
    names = [suite.name for suite in SUITES]
    form = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tests.downstream.run", description=__doc__, formatter_class=form)
    parser.add_argument("packages", nargs="*", metavar="package", help=f"some of {', '.join(names)}; all by default")
    parser.add_argument("--wheel", type=Path, help="the urlmill to try; by default one is built from this repository")
    parser.add_argument("--cache", type=Path, default=environment.ROOT / ".venv-downstream", help="where to work")
    parser.add_argument("--jobs", type=int, default=2, help="how many suites to run at once (default: 2)")
    options = parser.parse_args()
    if unknown := set(options.packages) - set(names):
        parser.error(f"no such package here: {', '.join(sorted(unknown))}")
    cache = options.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    wheel = options.wheel.resolve() if options.wheel else environment.build_wheel(cache)
    chosen = [suite for suite in SUITES if suite.name in (options.packages or names)]
    with ThreadPoolExecutor(options.jobs) as pool:
        verdicts = pool.map(lambda suite: judge(suite, wheel, cache), chosen)
        return 1 if tell(dict(zip(chosen, verdicts, strict=True))) else 0


if __name__ == "__main__":
    sys.exit(main())
