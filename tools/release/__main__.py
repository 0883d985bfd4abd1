"""``make release-check``: builds wheels, sdist and pure wheel, installs each in an empty environment, looks at all."""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path

from . import audit, build, contents, crates, notices, project, workflows
from .places import NEWEST, Interpreter, Place, install_and_try, places
from .project import WORK
from .steps import Failed, Log, Steps


class Check:
    """All steps, and what they have made so far."""

    def __init__(self, steps: Steps) -> None:
        self.steps = steps
        self.sdist: Path | None = None
        self.wheels: dict[str, Path] = {}  # by the tag of the interpreter; "pure" for the pure one
        self.tried: dict[Path, list[str]] = {}  # the interpreters each was installed in

    def run(self, *, fetch_advisories: bool) -> None:
        self.check_sources(fetch_advisories)
        self.build_sources()
        for place in places():
            self.check_place(place)
        if not NEWEST.exists():
            self.steps.skip("the newest interpreters", "../shared/tools/newest-pythons is not here")
        self.look_at(self.wheels.values())
        self.steps.do("twine check", self.check_descriptions)

    def check_sources(self, fetch_advisories: bool) -> None:
        """What needs no build of ours."""
        do = self.steps.do
        do("workflows, form", workflows.form)
        do("workflows, safety", workflows.safety)
        do("workflows, wheels", workflows.identifiers)
        if do("cargo-deny", crates.install):
            do("crates", crates.check)
            if fetch_advisories or crates.have_advisories():
                do("advisories", lambda log: crates.advisories(log, is_fetched=fetch_advisories))
            else:
                self.steps.skip("advisories", "no database at hand; --advisories fetches it")
        if audit.is_reachable():
            do("advisories on packages", audit.check)
        else:
            self.steps.skip("advisories on packages", "the index does not answer")
        command = [sys.executable, "-m", "tools.release.notices", "--check"]
        do("notices of the crates", lambda log: log.run(command).strip())

    def build_sources(self) -> None:
        """The sdist and the pure wheel."""

        def sdist(log: Log) -> str:
            self.sdist = build.sdist(log)
            if faults := contents.sdist_faults(self.sdist):
                raise Failed("\n  ".join(["", *faults]))
            return described(self.sdist)

        def pure(log: Log) -> str:
            self.wheels["pure"] = build.pure_wheel(log)
            return described(self.wheels["pure"])

        self.steps.do("sdist", sdist)
        self.steps.do("pure wheel", pure)

    def check_place(self, place: Place) -> None:
        """A wheel for each kind of CPython there, tried on every one of them; the pure wheel on the oldest and PyPy."""
        found: list[Interpreter] = []
        pypys: list[tuple[str, str]] = []

        def look(log: Log) -> str:
            listed = place.listed(log)
            found.extend(place.cpythons(listed))
            pypys.extend(place.pypys(listed, log))
            return ", ".join([each.name for each in found] + [name for name, _ in pypys]) or "none"

        if not self.steps.do(f"interpreters {place.name}", look):
            return
        for interpreter in reversed(found):  # the last patch release builds, the others of its kind use what it built
            self.build_wheel(interpreter)
        if not place.front:
            self.build_again(found)
        for interpreter in found:
            self.try_wheel(place, interpreter.name, interpreter.executable, self.wheels.get(interpreter.tag))
        for name, executable in [(each.name, each.executable) for each in found[:1]] + pypys:
            self.try_wheel(place, name, executable, self.wheels.get("pure"))

    def build_wheel(self, interpreter: Interpreter) -> None:
        def action(log: Log) -> str:
            wheel = self.wheels[interpreter.tag] = build.native_wheel(interpreter, log)
            return described(wheel)

        if interpreter.tag not in self.wheels:
            self.steps.do(f"wheel for {interpreter.tag}", action)

    def build_again(self, found: list[Interpreter]) -> None:
        """The newest interpreter here builds its wheel a second time."""
        source, newest = self.sdist, found[-1] if found else None
        first = self.wheels.get(newest.tag) if newest else None
        if not source or not newest or not first:
            return

        def action(log: Log) -> str:
            wheel = build.again(source, first, newest, log)
            install_and_try(newest.place, newest.executable, wheel, log)
            return f"the same in every file: {wheel.name}"

        self.steps.do("built again, from the sdist", action)

    def try_wheel(self, place: Place, name: str, executable: str, wheel: Path | None) -> None:
        if wheel:
            step = f"installed, {'pure, ' if wheel == self.wheels.get('pure') else ''}{name}"
            if self.steps.do(step, lambda log: install_and_try(place, executable, wheel, log)):
                self.tried.setdefault(wheel, []).append(name)

    def look_at(self, wheels: Iterable[Path]) -> None:
        def action(_: Log) -> str:
            crates_of_all = notices.linked_everywhere()
            faults = [
                f"{short(wheel)}: {fault}"
                for wheel in wheels
                for fault in contents.wheel_faults(wheel) + contents.sbom_faults(wheel, crates_of_all)
            ]
            if faults:
                raise Failed("\n  ".join(["", *faults]))
            return f"{len(self.wheels)} wheels, {len(crates_of_all)} crates named in each list"

        self.steps.do("contents", action)

    def check_descriptions(self, log: Log) -> str:
        files = sorted(str(file) for file in build.DIST.iterdir())
        log.run([sys.executable, "-m", "twine", "check", "--strict", *files])
        if unknown := contents.unknown_classifiers():
            raise Failed(f"the index does not know {unknown}")
        return f"{len(files)} files"

    def table(self) -> str:
        """Each file, its size, what it asks of the machine, and where it was tried."""
        rows = [("file", "size", "asks for", "tried on")] + [
            (wheel.name, size(wheel), platform(wheel, self.steps), ", ".join(self.tried.get(wheel, [])))
            for wheel in self.wheels.values()
        ]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        return "\n".join("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)


def platform(wheel: Path, steps: Steps) -> str:
    """What auditwheel says: the oldest glibc that will do."""
    if wheel.name.endswith("-any.whl"):
        return "Python"
    log = Log(steps.folder / f"auditwheel-{short(wheel)}.log")
    try:
        said = log.run([sys.executable, "-m", "auditwheel", "show", str(wheel)])
    except Failed as failed:
        return str(failed)
    found = re.search(r'"(\w+linux_\w+)"', said.replace("\n", " "))
    return found[1] if found else "unknown"


def short(wheel: Path) -> str:
    """A wheel's name without what all of them have."""
    return wheel.name.split("-", 2)[2].removesuffix(".whl")


def described(file: Path) -> str:
    return f"{file.name}, {size(file)}"


def size(file: Path) -> str:
    return f"{file.stat().st_size / 1000:.0f} kB"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--advisories", action="store_true", help="fetch the database of advisories on crates")
    options = parser.parse_args()
    shutil.rmtree(build.DIST, ignore_errors=True)
    steps = Steps(WORK / "logs")
    print(f"urlmill {project.version()}, {project.commit('%h')}")
    check = Check(steps)
    check.run(fetch_advisories=options.advisories)
    print(f"\n{check.table()}\n")
    print(*(f"FAILED: {name}" for name in steps.failed), sep="\n", end="\n" * bool(steps.failed))
    print(f"release-check: {steps.passed} passed, {len(steps.failed)} failed")
    return bool(steps.failed)


if __name__ == "__main__":
    sys.exit(main())
