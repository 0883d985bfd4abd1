"""Every subcommand with arguments and input that suit it, for all tests and tools that run each of them."""

from __future__ import annotations

# After the name, before the files. `get` and `top` give the whole URL, so that nothing of it is lost on the way.
ARGUMENTS = {
    "show": ["--color", "never", "-"],
    "split": [],
    "get": ["{url}"],
    "logs": ["--format", "common"],
    "extract": ["--profile", "lenient"],
    "normalize": [],
    "dedupe": [],
    "top": ["url"],
    "fetch": ["-"],
}
# Lines that are not a URL alone.
_LINES = {"logs": '192.0.2.1 - - [10/Oct/2000:13:55:36 -0700] "GET {} HTTP/1.0" 200 2326'}

LOCAL = [name for name in ARGUMENTS if name != "fetch"]  # they need no server
WRITERS = [name for name in LOCAL if name != "show"]  # they take files, -o, --bad and --quiet
TABLES = [name for name in WRITERS if name != "get"]  # they take --to, too


def sample(name: str) -> list[str]:
    """The subcommand as a shell would call it, without files."""
    return [name, *ARGUMENTS[name]]


def line_of(name: str, url: str) -> str:
    """A line of its input with this URL in it."""
    return _LINES.get(name, "{}").replace("{}", url)


def to(name: str, kind: str) -> list[str]:
    """The option that chooses a format, if it has one."""
    return ["--to", kind] if name in TABLES else []
