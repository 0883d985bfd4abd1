"""What a release says of itself, said in several files, is the same in all of them."""

from __future__ import annotations

import importlib
import json
import re
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

import urlmill

ROOT = Path(__file__).parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))

# Not by `import`: to mypy the folder is the package `release`, as it is to the scripts beside it.
audit = importlib.import_module("tools.release.audit")
project = importlib.import_module("tools.release.project")
compare = importlib.import_module("tools.release.compare")
contents = importlib.import_module("tools.release.contents")
dist = importlib.import_module("tools.release.dist")
expected = importlib.import_module("tools.release.expected")
places = importlib.import_module("tools.release.places")
steps = importlib.import_module("tools.release.steps")


def toml(name: str) -> Any:
    return importlib.import_module("tomllib" if sys.version_info >= (3, 11) else "tomli").loads(read(name))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.fixture(scope="module")
def pyproject() -> Any:
    return toml("pyproject.toml")


@pytest.fixture(scope="module")
def workflows() -> str:
    assert [file.name for file in WORKFLOWS] == ["release.yml", "test.yml"]
    return "\n".join(file.read_text("utf-8") for file in WORKFLOWS)


def minors(pyproject: Any) -> list[str]:
    """The Pythons that the classifiers name."""
    form = re.compile(r"Programming Language :: Python :: (3\.\d+)")
    return [found[1] for each in pyproject["project"]["classifiers"] if (found := form.fullmatch(each))]


def test_the_version_stands_in_one_place(pyproject: Any) -> None:
    assert pyproject["project"]["dynamic"] == ["version"]
    assert project.version() == toml("Cargo.toml")["workspace"]["package"]["version"] == urlmill.__version__
    assert f"## {project.version()}" in read("CHANGELOG.md")


def test_no_address_is_made_up(pyproject: Any) -> None:
    assert "urls" not in pyproject["project"]


def test_the_licence_is_an_expression_and_all_texts_ship(pyproject: Any) -> None:
    assert not [each for each in pyproject["project"]["classifiers"] if each.startswith("License")]
    assert pyproject["project"]["license-files"] == ["LICENSE-*"]
    names = {file.name.removeprefix("LICENSE-") for file in ROOT.glob("LICENSE-*")}
    assert names == {"MIT", "APACHE", "MPL-2.0", "UNICODE", "THIRD-PARTY"}


def test_the_readme_describes_every_extra(pyproject: Any) -> None:
    """One row each, with the packages that it brings."""
    rows = re.findall(r"(?m)^\| `urlmill\[(\w+)\]` \| (.+?) \| .+ \|$", read("README.md"))
    extras = {
        name: {re.split(r"[\[>=;]", each)[0] for each in requirements}
        for name, requirements in pyproject["project"]["optional-dependencies"].items()
    }
    known = {name for names in extras.values() for name in names}
    assert {name: set(re.findall(r"[\w.]+", told)) & known for name, told in rows} == extras


def test_the_matrix_has_the_pythons_of_the_classifiers(pyproject: Any) -> None:
    supported = minors(pyproject)
    assert pyproject["project"]["requires-python"] == f">={supported[0]}"
    (matrix,) = re.findall(r'python: \["3\.10", (.+)\]', read(".github/workflows/test.yml"))
    pythons = ["3.10", *re.findall(r'"(.+?)"', matrix)]
    assert pythons[: len(supported)] == supported
    assert ["cp" + each.replace(".", "") for each in pythons] == expected.pythons()


def test_workflows_run_what_there_is(pyproject: Any, workflows: str) -> None:
    targets = set(re.findall(r"(?m)^([a-z-]+):", read("Makefile")))
    assert set(re.findall(r"run: make ([a-z-]+)", workflows)) <= targets
    assert set(re.findall(r"--group (\w+)", workflows)) <= set(pyproject["dependency-groups"])
    scripts = re.findall(r"python (tools/\S+)", workflows)
    modules = [each.replace(".", "/") + ".py" for each in re.findall(r"python -m (tools\.\S+)", workflows)]
    assert scripts
    assert modules
    assert all((ROOT / each).exists() for each in scripts + modules)


def test_actions_are_pinned_and_each_by_one_commit(workflows: str) -> None:
    uses = re.findall(r"uses: (?!\./)(\S+)(.*)", workflows)
    pins: dict[str, set[str]] = {}
    for name, remark in uses:
        assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40}", name), name
        assert re.fullmatch(r"  # v\d+\.\d+\.\d+", remark), name
        pins.setdefault(name.split("@")[0], set()).add(name + remark)
    assert {name: len(each) for name, each in pins.items()} == dict.fromkeys(pins, 1)


def test_nothing_is_permitted_that_is_not_asked_for() -> None:
    for file in WORKFLOWS:
        assert "\npermissions: {}\n" in file.read_text("utf-8")
    assert re.findall(r"(\S+): write", read(".github/workflows/test.yml")) == []
    assert re.findall(r"(\S+): write", read(".github/workflows/release.yml")) == ["id-token", "attestations"]


def test_one_rust_builds_all_wheels(pyproject: Any, workflows: str) -> None:
    named = set(re.findall(r'RUST: "(.+)"', workflows))
    named |= set(re.findall(r"--default-toolchain (\S+)", pyproject["tool"]["cibuildwheel"]["linux"]["before-all"]))
    (rust,) = named
    oldest = toml("Cargo.toml")["workspace"]["package"]["rust-version"]
    assert [*map(int, rust.split("."))] >= [*map(int, oldest.split("."))]


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_wheels_are_built_there_as_they_are_here(pyproject: Any, system: str) -> None:
    there, here = pyproject["tool"]["cibuildwheel"][system]["environment"], project.environment()
    cargo_home = re.compile(r"\$(HOME|USERPROFILE)/\.cargo(?==)")
    assert cargo_home.sub(lambda _: str(project.cargo_home()), there["RUSTFLAGS"]) == here["RUSTFLAGS"]
    assert there["CARGO_PROFILE_RELEASE_STRIP"] == here["CARGO_PROFILE_RELEASE_STRIP"]


def test_what_is_built_has_the_time_of_the_commit() -> None:
    """An sdist and wheels that are built a second time are the same."""
    text = read(".github/workflows/release.yml")
    builds = re.findall(r"- run: (.*python (?:-m cibuildwheel|-m maturin|tools/build_pure_wheel\.py) .*)", text)
    assert len(builds) == 3
    assert all(each.startswith("SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) ") for each in builds)


@pytest.mark.parametrize("system", ["linux", "macos", "windows"])
def test_wheels_are_built_with_the_crates_of_the_lock_file(pyproject: Any, system: str) -> None:
    assert "--locked" in pyproject["tool"]["cibuildwheel"][system]["environment"]["MATURIN_PEP517_ARGS"].split()


def test_crates_are_looked_at_for_the_platforms_of_the_wheels() -> None:
    assert sorted(toml("deny.toml")["graph"]["targets"]) == sorted(project.TARGETS)


def packed(file: Path, files: dict[str, str]) -> Path:
    with zipfile.ZipFile(file, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return file


def test_two_builds_are_compared_file_by_file(tmp_path: Path) -> None:
    first, second = tmp_path / "a", tmp_path / "b"
    first.mkdir()
    second.mkdir()

    crates = "d.dist-info/sboms/s.json"
    told = {"u/a.py": "1", crates: "", "d.dist-info/RECORD": f"u/a.py,1\n{crates},2"}

    def differences(changes: dict[str, str]) -> Any:
        one = packed(first / "w.whl", told | {crates: f"in {first.as_uri()}/rust"})
        two = packed(second / "w.whl", told | {crates: f"in {second.as_uri()}/rust"} | changes)
        return compare.differences(one, first, two, second)

    assert differences({}) == []  # but for the name of the folder
    assert differences({"u/a.py": "2"}) == ["u/a.py differs"]
    assert differences({"u/b.py": "2"}) == ["u/b.py is in one of them, or at another place"]
    assert differences({crates: "elsewhere"}) == [f"{crates} differs"]
    assert differences({"d.dist-info/RECORD": "u/a.py,7"}) == ["d.dist-info/RECORD differs"]


def test_what_is_too_much_and_what_is_missing_is_told() -> None:
    told = contents.compared("the package", {"a.py", "tests/x.py"}, {"a.py", "py.typed"})
    assert told == ["the package: tests/x.py should not be there", "the package: py.typed is missing"]


CRATES = {("memchr", "2.8.3"), ("wide", "1.7.1")}


def test_the_list_of_crates_in_a_wheel_names_those_that_are_linked(tmp_path: Path) -> None:
    def told(**changes: object) -> Any:
        named = [{"name": name, "version": version} for name, version in sorted(CRATES)]
        text = json.dumps({"bomFormat": "CycloneDX", "components": named} | changes)
        wheel = packed(tmp_path / "u-cp311-linux.whl", {f"u.dist-info/{contents.SBOM}": text})
        return contents.sbom_faults(wheel, CRATES)

    assert told() == []
    name = f"u.dist-info/{contents.SBOM}"
    without = told(components=[{"name": "memchr", "version": "2.8.2"}, {"name": "wide", "version": "1.7.1"}])
    assert without == [f"{name} does not name memchr 2.8.3"]
    assert told(bomFormat="SPDX") == [f"{name} is SPDX, not CycloneDX"]
    empty = packed(tmp_path / "v-cp311-linux.whl", {"u/a.py": ""})
    assert contents.sbom_faults(empty, CRATES) == ["lists of crates: []"]


def test_vulnerabilities_are_asked_for_all_that_is_required(pyproject: Any) -> None:
    extras = pyproject["project"]["optional-dependencies"].values()
    needed = [*pyproject["project"]["dependencies"], *(each for some in extras for each in some)]
    assert set(audit.requirements()) == {re.split(r"[\[>=; ]", each)[0] for each in needed}
    assert audit.requirements()["idna"] == "3.10"
    known = {"vulnerabilities": [{"id": "PYSEC-1", "withdrawn": None}, {"id": "PYSEC-2", "withdrawn": "2024"}]}
    assert audit.vulnerabilities(known) == ["PYSEC-1"]
    assert audit.vulnerabilities({}) == []
    assert audit.oldest_release({"releases": {"2.0.0": [], "20.0.0": []}}, "20") == "20.0.0"


BASE = f"urlmill-{project.version()}"
SOURCES = [f"{BASE}.tar.gz", f"{BASE}-py3-none-any.whl"]
OLD, NEW = f"{BASE}-cp310-cp310-musllinux_1_2_aarch64.whl", f"{BASE}-cp314-cp314t-win_amd64.whl"


@pytest.mark.parametrize(
    ("name", "identifier"),
    [
        (OLD, "cp310-musllinux_aarch64"),
        (NEW, "cp314t-win_amd64"),
        (f"{BASE}-cp310-cp310-manylinux_2_17_x86_64.manylinux2014_x86_64.whl", "cp310-manylinux_x86_64"),
        (f"{BASE}-cp310-cp310-manylinux_2_27_x86_64.manylinux_2_28_x86_64.whl", "cp310-manylinux_x86_64"),
        (f"{BASE}-cp315-cp315-macosx_11_0_arm64.whl", "cp315-macosx_arm64"),
        (f"{BASE}-cp310-cp310-manylinux_2_34_x86_64.whl", None),
        (f"{BASE}-cp310-cp310-macosx_15_0_arm64.whl", None),
        (f"{BASE}-cp310-cp310-linux_x86_64.whl", None),
        (f"{BASE}-cp310-cp311-win_amd64.whl", None),
        ("urlmill-99.0-cp310-cp310-win_amd64.whl", None),
        *((name, None) for name in SOURCES),
    ],
)
def test_the_name_of_a_wheel_says_where_it_runs(name: str, identifier: str | None) -> None:
    assert dist.identifier(name) == identifier


def test_a_release_has_each_file_once() -> None:
    def told(*names: str) -> Any:
        return dist.name_faults(names, {"cp310-musllinux_aarch64", "cp314t-win_amd64"})

    assert told(*SOURCES, OLD, NEW) == []
    assert told(*SOURCES, OLD) == ["the release: cp314t-win_amd64 is missing"]
    assert told(*SOURCES[1:], OLD, NEW) == [f"the release: {BASE}.tar.gz is missing"]
    small = NEW.replace("win_amd64", "win32")
    assert told(*SOURCES, OLD, NEW, small) == ["the release: cp314t-win32 should not be there"]
    again = OLD.replace("1_2", "1_1")
    assert told(*SOURCES, OLD, NEW, again) == [f"{again} and {OLD} are for the same interpreter"]


def test_a_file_that_is_missing_ends_the_release(tmp_path: Path) -> None:
    (tmp_path / SOURCES[0]).touch()
    with pytest.raises(SystemExit, match=r"cp310-win_amd64 is missing"):
        dist.main(tmp_path)
    assert len(expected.all_wheels()) == 64


def test_nothing_is_published_before_all_else_is_done() -> None:
    text = read(".github/workflows/release.yml").partition("\njobs:\n")[2]
    (needed,) = re.findall(r"(?m)^  publish:\n(?:    .*\n)*?    needs: \[(.+)\]$", text)
    assert {*re.findall(r"(?m)^  (\w+):$", text)} == {*needed.split(", "), "publish"}


@pytest.mark.parametrize("home", [project.cargo_home(), "/root", "/Users/runner", r"C:\Users\runneradmin"])
def test_folders_of_the_build_machine_are_found(home: object) -> None:
    assert contents.path_faults("_native.so", f"panicked at {home}/registry/src/x.rs".encode())
    assert not contents.path_faults("_native.so", b"panicked at /cargo/registry/src/x.rs")


def test_a_step_that_fails_shows_what_was_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = steps.Steps(tmp_path)
    assert run.do("good", lambda log: log.run([sys.executable, "-c", "print('quiet')"]).strip())
    assert not run.do("bad", lambda log: log.run([sys.executable, "-c", "print('loud'); raise SystemExit(3)"]))
    assert (run.passed, run.failed) == (1, ["bad"])
    good, bad, *rest = capsys.readouterr().out.splitlines()
    said, seconds, *words = good.split()
    assert (said, words) == ("ok", ["s", "good", "quiet"])
    assert seconds.isdigit()
    assert bad.startswith("FAILED")
    assert bad.endswith("ended with 3")
    assert rest[-1] == "loud"


def test_native_wheels_are_for_cpython_and_the_pure_one_is_tried_on_pypy(tmp_path: Path) -> None:
    here, log = places.Place("here"), steps.Log(tmp_path / "log")
    listed = "pypy-3.11.17  /usr/bin/pypy3.11\n3.14.2t  /opt/python3t\n3.14.2  /opt/python3\n3.10.9  /opt/python3.10\n"
    cpythons = here.cpythons(listed)
    assert [each.name for each in cpythons] == ["3.10.9", "3.14.2", "3.14.2t"]
    assert [each.tag for each in cpythons] == ["cp310-cp310", "cp314-cp314", "cp314-cp314t"]
    assert here.pypys(listed, log) == [("pypy-3.11.17", "/usr/bin/pypy3.11")]


@pytest.mark.skipif(sys.platform == "win32", reason="make release-check is for POSIX")
def test_a_pypy_that_is_not_listed_is_found_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = tmp_path / "pypy3"
    program.write_text("#!/bin/sh\n", "utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    found = places.Place("here").pypys("3.14.2  /opt/python3.14\n", steps.Log(tmp_path / "log"))
    assert found == [("pypy3", str(program))]
