"""The packages whose suites must not notice urlmill, and how each suite is run.

Chosen because they lean on urllib.parse (crawlers, HTTP clients and servers, request signing), ship their tests in
their source distribution, and run without a network in half a minute or so. Some tests fail without one, or on a newer
Python: they fail alike in every run. Left out is what hangs, or what could not tell: the reasons are below.
"""

from dataclasses import dataclass

PYTEST = ("pytest==9.0.3", "pytest-timeout==2.4.0")


@dataclass(frozen=True, slots=True)
class Suite:
    """A package at a pinned version, and its suite."""

    # As it is called on PyPI, and when imported.
    name: str
    version: str
    # What pytest is to run, from the root of the source distribution.
    tests: tuple[str, ...] = ("tests",)
    options: tuple[str, ...] = ()
    # The file with the package's own pytest settings, if it ships any.
    settings: str = ""
    # What the suite needs besides pytest and the package.
    requires: tuple[str, ...] = ()


def files(template: str, names: str) -> tuple[str, ...]:
    return tuple(template.format(name) for name in names.split())


# The longest first, for those who run several at once.
SUITES = (
    Suite(
        "requests",
        "2.34.2",
        # A suite for the suite's own server, and one that waits for addresses that never answer: both mostly sleep.
        options=("--ignore=tests/test_testserver.py", "--deselect=tests/test_requests.py::TestTimeout"),
        settings="pyproject.toml",
        requires=("PySocks", "httpbin~=0.10.0", "pytest-httpbin==2.1.0", "trustme"),
    ),
    Suite(
        "botocore",
        "1.44.0",
        # The files about requests, their signatures and endpoints; the others seldom see a URL, and take minutes.
        tests=(
            "tests/unit/auth",
            *files(
                "tests/unit/test_{}.py",
                "auth_bearer auth_sigv4 awsrequest compat compress endpoint endpoint_provider handlers http_session"
                " httpchecksum s3_addressing serialize signers utils",
            ),
        ),
        requires=("jsonschema==4.23.0",),
    ),
    Suite(
        "scrapy",
        "2.19.0",
        # The files about URLs, requests, responses and links; the others crawl, by subprocess and server.
        tests=(
            *files("tests/test_utils_{}.py", "curl httpobj request response sitemap url"),
            *files("tests/test_http_{}.py", "cookies request request_form response response_text"),
            *files(
                "tests/test_downloadermiddleware_{}.py",
                "cookies httpproxy offsite redirect redirect_metarefresh robotstxt",
            ),
            *files("tests/test_spidermiddleware_{}.py", "referer urllength"),
            *files(
                "tests/test_{}.py",
                "dupefilters feedexport_uri_params link linkextractors pipeline_media robotstxt_interface"
                " spider_sitemap",
            ),
        ),
        settings="pyproject.toml",
        requires=("attrs", "pexpect", "pyftpdlib", "pytest-rerunfailures", "pytest-twisted", "sybil"),
    ),
    Suite(
        "werkzeug",
        "3.1.9",
        # These start servers in processes of their own, where urlmill is not in force; one of them can hang.
        options=("--ignore=tests/test_serving.py",),
        settings="pyproject.toml",
        requires=("cffi", "cryptography", "ephemeral-port-reserve", "watchdog"),
    ),
    Suite("furl", "2.1.4"),
    Suite("oauthlib", "4.0.1", requires=("blinker", "cryptography", "pyjwt")),
    # The last release that asks urllib.parse: later ones have a parser of their own.
    Suite("w3lib", "2.4.1", tests=("tests", "w3lib"), options=("--doctest-modules",), requires=("hypothesis>=6.148",)),
)
