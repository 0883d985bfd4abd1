"""The requirements' own examples, through the public API.

``--vectors PATH`` runs another file of the same format. Operations and keys are mapped to names here, once for all:
nothing depends on a single vector.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from urlmill import URL, FileURL, FtpURL, URLError, extract
from urlmill._hosts.names import to_ascii
from urlmill.errors import _ADVICE
from urlmill.schemes.wildmat import matches

VECTORS = Path(__file__).parent / "vectors" / "vectors.json"
Vector = Mapping[str, Any]

# Those of what the requirements do not speak of.
OUR_CODES = {
    *("bad-ipv4", "bad-parameter", "bad-segment", "bad-suffix", "fragment-not-allowed", "needs-reconnect"),
    *("no-parameters", "no-segments", "read-otherwise", "step-after-name", "web-profile"),
}

# Options that say how a URL is read; the others go to the operation.
READING = {"profile", "iri", "qmark", "article_ranges", "untrusted", "local_names", "allow_file_password"}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" in metafunc.fixturenames:
        vectors = json.loads(Path(metafunc.config.getoption("--vectors") or VECTORS).read_text("utf-8"))
        metafunc.parametrize("vector", vectors, ids=[vector["id"] for vector in vectors])


def test_vector(vector: Vector) -> None:
    operation = OPERATIONS[vector["op"]]
    if "error" in vector:
        with pytest.raises(URLError) as caught:
            operation(vector)
        assert caught.value.code == vector["error"].partition(":")[0]
        return
    result = operation(vector)
    found = {key: comparable(key, result(key)) for key in vector["expect"]}
    assert found == {key: comparable(key, value) for key, value in vector["expect"].items()}


# What an operation gives: a function from keys to values.
Result = Callable[[str], Any]


def reading_of(vector: Vector) -> dict[str, Any]:
    return {name: value for name, value in vector.get("options", {}).items() if name in READING}


def read(vector: Vector, text: str | None = None) -> Any:  # of whatever class the operation is for
    return URL(vector["url"] if text is None else text, **reading_of(vector))


def arguments(vector: Vector) -> dict[str, Any]:
    return {name: value for name, value in vector.get("options", {}).items() if name not in READING}


def parts(url: URL) -> Result:
    return lambda key: isinstance(url, FtpURL) if key == "is_ftp" else part(url, key)


def part(url: URL, key: str) -> Any:
    """An attribute; octets where a part has no such attribute of its own are those of its text."""
    if key.endswith("_octets") and not hasattr(url, key):
        return as_octets(getattr(url, key.removesuffix("_octets")))
    return getattr(url, key)


def as_octets(value: Any) -> Any:
    return [as_octets(item) for item in value] if isinstance(value, list) else value.encode("utf-8", "surrogateescape")


def plan(vector: Vector) -> Result:
    url = read(vector)
    plan = url.plan(**arguments(vector))

    def value(key: str) -> Any:
        if key == "commands" and isinstance(url, FtpURL) and url.typecode is None:
            # FTP-15: a TYPE that the URL does not ask for is the client's guess.
            return [command for command in plan.commands if not command.startswith(b"TYPE ")]
        return getattr(plan, key) if hasattr(plan, key) else part(url, key)

    return value


def resolve(vector: Vector) -> Result:
    reading, options = reading_of(vector), arguments(vector)
    if reading.get("profile") == "rfc1808":  # it says how to resolve, the other profiles how to read
        options["profile"] = reading.pop("profile")
    joined = URL(vector["url"], **reading).join(vector["ref"], **options)
    return lambda _: str(joined)


def to_path(vector: Vector) -> Result:
    # The requirements let Windows have UNC names unless they are barred; for us they are barred unless allowed.
    path = read(vector).to_path(**{"allow_unc": True, **arguments(vector)})
    return lambda key: path if isinstance(path, bytes) == key.endswith("_octets") else None


def from_path(vector: Vector) -> Result:
    given = vector["input"]
    path = given["octets"].encode("latin-1") if isinstance(given, dict) else given
    url = FileURL.from_path(path, **arguments(vector))
    return lambda _: str(url)


def constant(value: Any) -> Result:
    return lambda _: value


OPERATIONS: dict[str, Callable[[Vector], Result]] = {
    "parse": lambda v: parts(read(v)),
    "roundtrip": lambda v: constant(str(read(v))),
    "display": lambda v: constant(read(v).display()),
    "build": lambda v: constant(str(URL.build(**v["input"], **v.get("options", {})))),
    "extract": lambda v: constant([str(found.url) for found in extract(v["input"], **v.get("options", {}))]),
    "equivalent": lambda v: constant(read(v).equivalent(read(v, v["other"]), **arguments(v))),
    "normalize": lambda v: constant(str(read(v).normalize(**arguments(v)))),
    "resolve": resolve,
    "plan": plan,
    "compose": plan,
    "guess_type": lambda v: constant(read(v).guess_type()),
    "reuse": lambda v: constant(read(v).needs_reconnect(read(v, v["other"]))),
    "to_news": lambda v: constant(str(read(v).to_news())),
    "wildmat": lambda v: constant(matches(v["input"]["pattern"], v["input"]["string"])),
    "read": lambda v: constant(read(v).read_bytes()),
    "to_path": to_path,
    "from_path": from_path,
    "to_unc": lambda v: constant(read(v).to_unc()),
    "update": lambda v: constant(str(FileURL.update(v["url"], **arguments(v)))),
    "decode_segment": lambda v: constant(read(v).segments_in(v["options"]["encoding"])[-1]),
    "origin": lambda v: (lambda origin: lambda key: getattr(origin, key))(read(v).origin),
    "same_origin": lambda v: constant(read(v).same_origin(read(v, v["other"]))),
    "effective_port": lambda v: parts(read(v)),
    "iri_to_uri": lambda v: constant(str(read(v).to_uri(**arguments(v)))),
    "uri_to_iri": lambda v: constant(str(read(v).to_iri())),
    "idna": lambda v: constant(to_ascii(v["url"], **arguments(v))),
}


def comparable(key: str, value: Any) -> Any:
    """Octets as JSON has them, one character for each; sequences as lists; TYPE without regard to case (C-27)."""
    if isinstance(value, bytes):
        value = value.decode("latin-1")
    if isinstance(value, (list, tuple)):
        value = [comparable(key, item) for item in value]
    if key == "commands" and isinstance(value, str) and value.upper().startswith("TYPE "):
        value = value.upper()
    return value


def test_the_runner_notices_a_wrong_expectation() -> None:
    """Whether a value or an error is expected."""
    for broken in (
        {"op": "parse", "url": "ftp://h/x", "expect": {"host": "i"}},
        {"op": "parse", "url": "ftp://h/x", "error": "bad-host: it is not"},
        {"op": "parse", "url": "ftp:h", "error": "bad-host: another code"},
    ):
        with pytest.raises((AssertionError, pytest.fail.Exception)):
            test_vector(broken)


def test_every_code_of_the_vectors_comes_with_advice() -> None:
    vectors = json.loads(VECTORS.read_text("utf-8"))
    codes = {vector["error"].partition(":")[0] for vector in vectors if "error" in vector}
    assert codes | OUR_CODES == set(_ADVICE)
