"""What is inside a wheel or an sdist, and what should be."""

from __future__ import annotations

import email
import fnmatch
import json
import re
import tarfile
import zipfile
from email.message import Message
from pathlib import Path

from . import project

THIRD_PARTY = "LICENSE-THIRD-PARTY"
# The homes of the runners of release.yml and of the containers of cibuildwheel.
HOMES = ("/root", "/home/runner", "/Users/runner", "C:\\Users\\runneradmin")
SBOM = "sboms/urlmill-py.cyclonedx.json"
NATIVE = ("urlmill/_native.*.so", "urlmill/_native.*.pyd")


def wheel_faults(wheel: Path) -> list[str]:
    """What is wrong with a wheel: nothing, one hopes."""
    with zipfile.ZipFile(wheel) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    is_pure = wheel.name.endswith("-py3-none-any.whl")
    modules = [name for name in files if any(fnmatch.fnmatch(name, form) for form in NATIVE)]
    faults = [] if len(modules) == (not is_pure) else [f"native modules: {modules}"]
    info = f"urlmill-{project.version()}.dist-info/"
    told = {name.removeprefix(info) for name in files if name.startswith(info)}
    faults += compared("the package", {*files} - {*modules} - {info + name for name in told}, package("urlmill/"))
    faults += compared(info, told, wheel_information(is_pure))
    faults += metadata_faults(email.message_from_bytes(files[f"{info}METADATA"]), is_pure)
    made = [*modules, *(info + name for name in told if not name.startswith("sboms/"))]
    return faults + [fault for name in made for fault in path_faults(name, files[name])]


def sbom_faults(wheel: Path, crates: set[tuple[str, str]]) -> list[str]:
    """What is wrong with the list of crates in a wheel (PEP 770, CycloneDX): it names those that are linked."""
    if wheel.name.endswith("-any.whl"):
        return []
    with zipfile.ZipFile(wheel) as archive:
        lists = [name for name in archive.namelist() if f"/{SBOM}" in name]
        if len(lists) != 1:
            return [f"lists of crates: {lists}"]
        told = json.loads(archive.read(lists[0]))
    if told.get("bomFormat") != "CycloneDX":
        return [f"{lists[0]} is {told.get('bomFormat')}, not CycloneDX"]
    named = {(each["name"], each["version"]) for each in told["components"]}
    return [f"{lists[0]} does not name {name} {version}" for name, version in sorted(crates - named)]


def sdist_faults(sdist: Path) -> list[str]:
    """What is wrong with an sdist."""
    with tarfile.open(sdist) as archive:
        members = {member.name: archive.extractfile(member) for member in archive if not member.isdir()}
        files = {name: file.read() for name, file in members.items() if file}
    base = f"urlmill-{project.version()}/"
    names = {name.removeprefix(base) for name in files}
    expected = {"PKG-INFO", "Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", *licences(is_pure=False)}
    expected |= package("python/urlmill/")
    for crate in ("urlmill-core", "urlmill-columns", "urlmill-py"):
        expected |= {f"rust/{crate}/{name}" for name in project.tracked(f"rust/{crate}")}
    faults = compared("the sdist", names, expected)
    return faults + metadata_faults(email.message_from_bytes(files[f"{base}PKG-INFO"]), is_pure=False)


def package(base: str) -> set[str]:
    """The package is what git has of it: no tests, no caches, nothing that lies about; stubs and ``py.typed`` too."""
    names = project.tracked("python/urlmill")
    assert {"py.typed", "_native.pyi", "_hosts/public_suffix_list.dat", "_hosts/unicode.dat"} <= names
    return {base + name for name in names}


def licences(is_pure: bool) -> set[str]:
    names = {file.name for file in project.ROOT.glob("LICENSE-*")}
    return names - {THIRD_PARTY} if is_pure else names


def wheel_information(is_pure: bool) -> set[str]:
    """The files beside the package. maturin adds a list of the crates; hatchling has nothing to list."""
    common = {"METADATA", "WHEEL", "RECORD", "entry_points.txt"} | {f"licenses/{name}" for name in licences(is_pure)}
    return common if is_pure else common | {SBOM}


def compared(what: str, found: set[str], expected: set[str]) -> list[str]:
    faults = [f"{what}: {name} should not be there" for name in sorted(found - expected)]
    return faults + [f"{what}: {name} is missing" for name in sorted(expected - found)]


def metadata_faults(metadata: Message, is_pure: bool) -> list[str]:
    """What the index shows. An address must exist before it is shown."""
    faults = compared("licence files", {*metadata.get_all("License-File", [])}, licences(is_pure))
    faults += [f"{name}: {metadata[name]}" for name in ("Project-URL", "Home-page") if metadata[name]]
    expected = {"Version": project.version(), "Requires-Python": ">=3.10"}
    faults += [f"{name}: {metadata[name]}" for name, value in expected.items() if metadata[name] != value]
    return faults


def unknown_classifiers() -> list[str]:
    """The index refuses them."""
    from trove_classifiers import classifiers

    return [each for each in re.findall(r'"(\w.* :: .*)"', project.read("pyproject.toml")) if each not in classifiers]


def path_faults(name: str, data: bytes) -> list[str]:
    """Folders of the build machine have no business in a release. Only the list of crates names them."""
    folders = {*HOMES, *map(str, (Path.home(), project.cargo_home(), project.ROOT))}
    return [
        f"{name} names the folder {each}"
        for each in sorted(folders)
        if any(f"{each}{separator}".encode() in data for separator in "/\\")
    ]
