"""A server that lies, stalls, sends without end, ends in the middle, leads elsewhere or sends control characters.

What comes of it is a clear error in time, and nothing connected that was not asked for. tests/cli/test_fetch.py has the
same table, and nothing half written.
"""

from __future__ import annotations

import time
from typing import get_args

import pytest

from urlmill import FetchError, fetch

from .bad import CASES, PROTOCOLS
from .bad.case import MAX_BYTES, TIMEOUT, Bad, Kind
from .certificates import Certificates, made
from .servers import PATIENCE, serving

SCHEMES = ("ftp", "ftps", "gopher", "gophers", "http", "https", "news", "nntp", "nntps", "snews", "file")
BY_TLS = {"ftp": "ftps", "gopher": "gophers", "http": "https", "news": "snews", "nntp": "nntps"}


@pytest.fixture(scope="module")
def certificates(tmp_path_factory: pytest.TempPathFactory) -> Certificates:
    return made(tmp_path_factory.mktemp("certificates"))


@pytest.mark.parametrize("case", CASES)
def test_a_bad_server_is_an_error_in_time(case: str) -> None:
    _check(CASES[case], None)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_a_bad_server_is_no_better_by_tls(case: str, certificates: Certificates) -> None:
    _check(CASES[case], certificates)


def _check(bad: Bad, tls: Certificates | None) -> None:
    scheme, _, rest = bad.url.partition(":")
    url = bad.url if tls is None else f"{BY_TLS[scheme]}:{rest}"
    timeout = TIMEOUT if bad.code == "timeout" else PATIENCE  # which a busy machine may need
    seen: list[tuple[str, int]] = []

    def may_connect(_: str, address: str, port: int) -> bool:
        seen.append((address, port))
        return True

    with serving(bad.script, tls=tls and tls.server()) as served:
        start = time.monotonic()
        with (
            pytest.raises(FetchError) as caught,
            fetch(
                url.format(served.at),
                timeout=timeout,
                max_bytes=MAX_BYTES,
                schemes=SCHEMES,
                may_connect=may_connect,
                context=tls and tls.client(),
            ) as response,
        ):
            if not bad.is_listing or response.entries is None:
                response.read()
        taken = time.monotonic() - start
    assert caught.value.code == bad.code
    assert taken < timeout + 5
    assert str(caught.value).isprintable()
    assert "\x1b" not in str(caught.value)
    assert (caught.value.status is not None) == (bad.code == "refused")
    assert {address for address, _ in seen} == {served.host}
    assert scheme == "ftp" or {port for _, port in seen} == {served.port}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_every_protocol_has_every_kind_of_bad_server(protocol: str) -> None:
    # Gopher has no replies, so that it cannot refuse. What its menus name is not connected to, nor is anything by NNTP.
    absent = {"gopher": {"leads elsewhere", "refuses"}, "news": {"leads elsewhere"}}.get(protocol, set())
    assert set(PROTOCOLS[protocol]) == set(get_args(Kind)) - absent
