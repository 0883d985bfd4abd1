"""What the runs of a suite gave, and where they differ."""

import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

BAD = ("failed", "error", "not collected")


@dataclass(frozen=True, slots=True)
class Report:
    """What the plugin noted in one run."""

    backend: str | None
    outcomes: dict[str, str]
    messages: dict[str, str]
    calls: dict[str, int]
    problems: list[str]

    @classmethod
    def load(cls, path: Path) -> "Report":
        return cls(**json.loads(path.read_text(encoding="utf-8")))

    def outcome(self, test: str) -> str:
        return self.outcomes.get(test, "absent")

    def told(self, test: str) -> str:
        """The outcome, with the error if there is one."""
        message = self.messages.get(test)
        return f"{self.outcome(test)} ({message})" if message else self.outcome(test)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What to say about a suite."""

    tests: int
    passed: int
    failed_alike: int
    # Tests whose outcome changes without urlmill, by no doing of its own.
    flaky: list[str]
    differences: list[str]
    # What makes the comparison worth nothing, such as urlmill not being in force.
    problems: list[str]
    calls: int

    @property
    def same(self) -> bool:
        return not (self.differences or self.problems)


def compare(stdlib: Report, again: Report, with_urlmill: dict[str, Report], counted: Report) -> Verdict:
    """Compares two runs without urlmill, one for each backend, and one that counted calls."""
    flaky = differing(stdlib, again)
    differences: dict[str, str] = {}
    for backend, report in with_urlmill.items():
        for test in differing(stdlib, report):
            if test not in flaky:
                line = differences.get(test, f"{test}: {stdlib.told(test)}")
                differences[test] = f"{line}; on {backend}: {report.told(test)}"
    problems = [problem for report in (stdlib, again, *with_urlmill.values(), counted) for problem in report.problems]
    for backend, report in with_urlmill.items():
        if report.backend != backend:
            problems.append(f"the backend was {report.backend}, not {backend}")
    tally = Counter(stdlib.outcomes.values())
    # A suite that is broken from the start fails alike in every run, and so would compare nothing.
    failed = sum(tally[outcome] for outcome in BAD)
    if tally["passed"] < 10 * failed or not tally["passed"]:
        problems.append(f"only {tally['passed']} tests pass without urlmill, and {failed} fail")
    calls = sum(counted.calls.values())
    if not calls:
        problems.append("no function of urlmill was called")
    unlike = {*differences, *flaky}
    return Verdict(
        tests=len(stdlib.outcomes),
        passed=tally["passed"],
        failed_alike=sum(outcome in BAD and test not in unlike for test, outcome in stdlib.outcomes.items()),
        flaky=flaky,
        differences=list(differences.values()),
        problems=list(dict.fromkeys(problems)),
        calls=calls,
    )


def differing(one: Report, other: Report) -> list[str]:
    tests = one.outcomes | other.outcomes
    return sorted(test for test in tests if one.outcome(test) != other.outcome(test))
