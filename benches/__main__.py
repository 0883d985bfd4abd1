"""Measures on the newest interpreter at hand and on the distribution's, and writes the report."""

from __future__ import annotations

import re

from . import report
from .environment import ROOT, Environment, bench_group, distribution_environment, newest
from .results import Results, read

# Modules that are not called as their distributions are.
MODULES = {"ada-url": "ada_url", "fast-query-parsers": "fast_query_parsers", "pydantic-core": "pydantic_core"}


def main() -> None:
    environments = []
    if found := newest():
        environments.append(Environment(found[-1], ROOT / ".venv-newest-bench"))
        environments[0].prepare(bench_group())
    environments.append(distribution_environment())
    first, *others = environments
    first.python("-m", "benches.measure", str(first.results))
    for other in others:
        other.python("-m", "benches.measure", str(other.results), "--beside", str(first.results))
    results, *beside = map(of, environments)
    report.write(results, beside[0] if beside else None)


def of(environment: Environment) -> Results:
    missing = {distribution(requirement): why for requirement, why in environment.missing.items()}
    return read(environment.results.glob("*.json"), {MODULES.get(name, name): why for name, why in missing.items()})


def distribution(requirement: str) -> str:
    return re.split(r"[\[<>=!~; ]", requirement)[0]


if __name__ == "__main__":
    main()
