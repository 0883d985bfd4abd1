"""Measures on the newest interpreter at hand and on the distribution's, and writes the report."""

from __future__ import annotations

from . import report
from .environment import ROOT, Environment, bench_group, distribution_environment, newest
from .names import NOTES
from .results import Results, read


def main() -> None:
    found = newest()
    if not found:
        alone = distribution_environment()
        alone.python("-m", "benches.measure", str(alone.results))
        report.write(of(alone), None)
        return
    *older, first = found
    today = Environment(first, ROOT / ".venv-newest-bench")
    today.prepare(bench_group())
    beside = distribution_environment()
    stand_in = Environment(older[-1], ROOT / ".venv-stand-in-bench") if older and today.missing else None
    if stand_in:  # has the figures of contenders that there are none of on the newest
        stand_in.prepare(bench_group())
    today.python("-m", "benches.measure", str(today.results))
    beside.python("-m", "benches.measure", str(beside.results), "--beside", str(today.results))
    results = of(today)
    if stand_in:
        stand_in.python("-m", "benches.measure", str(stand_in.results), "--with", *results.missing)
        results.stand_in = of(stand_in)
    report.write(results, of(beside))


def of(environment: Environment) -> Results:
    """Contenders are called as they call themselves."""
    missing = {name: environment.missing[name.lower()] for name in NOTES if name.lower() in environment.missing}
    return read(environment.results.glob("*.json"), missing)


if __name__ == "__main__":
    main()
