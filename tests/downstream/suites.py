"""The packages whose suites must not notice urlmill, and how each suite is run.

Chosen because they lean on urllib.parse (crawling, HTTP clients and servers, request signing), ship their tests in
their source distribution, and run without network in a minute or so.
"""

from dataclasses import dataclass

# Enough for every suite here; a test that hangs without network is a failure, alike in every run.
PYTEST = ("pytest==9.0.3", "pytest-timeout==2.4.0")


@dataclass(frozen=True, slots=True)
class Suite:
    """A package at a pinned version, and its suite."""

    name: str
    version: str
    # The import name.
    package: str
    # What pytest is to collect, from the root of the source distribution.
    tests: tuple[str, ...] = ("tests",)
    # What the suite needs besides pytest and the package.
    requires: tuple[str, ...] = ()
    # The package's own pytest settings, if it ships any.
    config: str = ""
    options: tuple[str, ...] = ()


SUITES = (
    # The last release that asks urllib.parse; later ones have a parser of their own.
    Suite(
        "w3lib",
        "2.4.1",
        "w3lib",
        tests=("tests", "w3lib"),
        requires=("hypothesis",),
        options=("--doctest-modules",),
    ),
    Suite("furl", "2.1.4", "furl"),
    Suite(
        "requests",
        "2.34.2",
        "requests",
        requires=("PySocks", "httpbin~=0.10.0", "pytest-httpbin==2.1.0", "trustme"),
        config="pyproject.toml",
    ),
    Suite(
        "werkzeug",
        "3.1.9",
        "werkzeug",
        requires=("cffi", "cryptography", "ephemeral-port-reserve", "watchdog"),
        config="pyproject.toml",
    ),
    Suite("oauthlib", "4.0.1", "oauthlib", requires=("blinker", "cryptography", "pyjwt")),
    Suite(
        "scrapy",
        "2.19.0",
        "scrapy",
        requires=("attrs", "pexpect", "pyftpdlib", "pytest-rerunfailures", "pytest-twisted", "sybil"),
        config="pyproject.toml",
    ),
    Suite("botocore", "1.44.0", "botocore", tests=("tests/unit",), requires=("jsonschema==4.23.0",)),
)
