"""Licences, bans, sources and advisories of all crates, by cargo-deny; ``deny.toml`` has the rules."""

from __future__ import annotations

from .project import ROOT, cargo_home
from .steps import Log

VERSION = "0.20.2"
TOOLS = ROOT / "target" / "tools"
DENY = TOOLS / "bin" / "cargo-deny"
ADVISORIES = cargo_home() / "advisory-dbs"


def install(log: Log) -> str:
    """cargo-deny itself; minutes the first time."""
    if not DENY.exists() or VERSION not in log.run([str(DENY), "--version"]):
        command = ["cargo", "install", "cargo-deny", "--locked", "--version", VERSION, "--root", str(TOOLS)]
        log.run([*command, "--target-dir", str(TOOLS / "build"), "--quiet"])
    return VERSION


def check(log: Log) -> str:
    """What needs nothing but the crates."""
    said = log.run([str(DENY), "--locked", "check", "licenses", "bans", "sources"])
    return said.strip().splitlines()[-1]


def advisories(log: Log, *, is_fetched: bool) -> str:
    """Known vulnerabilities, by a database at hand or, where it may be fetched, by the newest one."""
    how = [] if is_fetched else ["--disable-fetch"]
    said = log.run([str(DENY), "--locked", "check", *how, "advisories"])
    return said.strip().splitlines()[-1]


def have_advisories() -> bool:
    return ADVISORIES.is_dir() and any(ADVISORIES.iterdir())
