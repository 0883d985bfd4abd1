"""Formats out of the configuration file of a server: the ``log_format`` of nginx, the ``LogFormat`` of Apache.

``--format nginx.conf`` takes the only format of the file, ``--format nginx.conf:main`` that of a name. Files that it
includes are not read.
"""

from __future__ import annotations

import os
import re

from .._io.usage import UsageError

_LARGEST = 16 << 20  # of a configuration file
# A quote that nothing closes takes the rest, or each of many would be looked for to the end.
_NGINX_TOKEN = re.compile(
    r"""#[^\n]*|'(?:[^'\\]|\\.?)*(?:'|\Z)|"(?:[^"\\]|\\.?)*(?:"|\Z)|[;{}]|[^\s;{}'"#]+""", re.DOTALL
)
_NGINX_DIRECTIVE = re.compile(r"^(?:[^#\n]*[;{}])?[ \t]*log_format(?=\s)", re.MULTILINE)
_APACHE_DIRECTIVE = re.compile(
    r"""^[ \t]*(?:LogFormat|CustomLog[ \t]+(?P<log>\S+))[ \t]+"""
    r"""(?:"(?P<double>(?:[^"\\]|\\.)*)"|'(?P<single>(?:[^'\\]|\\.)*)')(?:[ \t]+(?P<name>[^\s#]+))?""",
    re.IGNORECASE | re.MULTILINE,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_ESCAPES = {"t": "\t", "r": "\r", "n": "\n", "'": "'", '"': '"', "\\": "\\"}


def file_named(name: str) -> tuple[str, str | None]:
    """The configuration file that a name is of, and which of its formats; no file if it is of none."""
    if _is_file(name):
        return name, None
    path, _, wanted = name.rpartition(":")
    return (path, wanted) if path and _is_file(path) else ("", None)


def described(name: str) -> str:
    """The string of a format if the name is that of a configuration file; else the name."""
    path, wanted = file_named(name)
    if not path:
        return name
    formats = formats_of(_text(path))
    names = ", ".join(formats)
    if not formats:
        raise UsageError(
            f"format: {path} has no log_format and no LogFormat; files that it includes are not read, so give theirs"
        )
    if wanted is None:
        if len(formats) > 1:
            raise UsageError(f"format: {path} has several: {names}; choose one, such as {path}:{next(iter(formats))}")
        (wanted,) = formats
    if wanted not in formats:
        raise UsageError(f"format: {path} has no {wanted!r}; there are {names}")
    return formats[wanted]


def formats_of(text: str) -> dict[str, str]:
    """The strings of all formats, by their names."""
    return _of_nginx(text) or _of_apache(text)


def _of_nginx(text: str) -> dict[str, str]:
    """Looked for one by one: what else is in the file, such as Lua, may have quotes of its own."""
    found = {}
    done = 0  # what comes before is part of a statement
    for start in _NGINX_DIRECTIVE.finditer(text):
        if start.end() <= done:
            continue
        statement: list[str] = []
        for token in _NGINX_TOKEN.finditer(text, start.end()):
            if token[0] in (";", "{", "}", "log_format"):
                break
            done = token.end()
            if not token[0].startswith("#"):
                statement.append(token[0])
        if len(statement) > 1 and token[0] == ";":
            name, *parts = statement
            escape = parts.pop(0) if parts[0].startswith("escape=") else ""
            string = "".join(map(_unquoted, parts))
            found[name] = f"log_format {name} {escape} {string}" if escape == "escape=json" else string
    return found


def _unquoted(token: str) -> str:
    if token[0] not in "'\"":
        return token
    # nginx: what it does not know keeps its backslash.
    return _ESCAPE.sub(lambda found: _ESCAPES.get(found[1], found[0]), token[1:-1])


def _of_apache(text: str) -> dict[str, str]:
    found = {}
    for each in _APACHE_DIRECTIVE.finditer(re.sub(r"\\\r?\n", "", text)):
        string = each["double"] if each["double"] is not None else each["single"].replace('"', r"\"")
        if each["log"] is not None:
            found[each["log"]] = f'LogFormat "{string}"'
        else:
            found[each["name"] or "default"] = f'LogFormat "{string}"'
    return found


def _is_file(path: str) -> bool:
    try:
        return os.path.isfile(path)
    except ValueError:  # a NUL
        return False


def _text(path: str) -> str:
    try:
        with open(path, "rb") as file:
            octets = file.read(_LARGEST + 1)
    except OSError as error:
        raise UsageError(f"format: {path}: {error.strerror or error}") from None
    if len(octets) > _LARGEST:
        raise UsageError(f"format: {path} has more than {_LARGEST >> 20} MiB, as no configuration has")
    return octets.decode("utf-8", "replace")
