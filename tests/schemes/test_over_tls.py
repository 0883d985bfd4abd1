"""ftps, gophers and nntps: as their twins are, over TLS, on ports of their own."""

from __future__ import annotations

from typing import Any

import pytest

from urlmill import URL, FtpsURL, GophersURL, NntpsURL, URLError
from urlmill._url.plan import Step


@pytest.mark.parametrize(
    ("text", "kind", "port"),
    [
        ("ftps://h/a;type=i", FtpsURL, 990),
        ("gophers://h/0a", GophersURL, 70),
        ("nntps://h/a.b/1", NntpsURL, 563),
    ],
)
def test_the_plan_is_that_of_the_twin_by_tls(text: str, kind: type[URL], port: int) -> None:
    url: Any = URL(text)
    assert type(url) is kind
    plan, other = url.plan(), URL(text.replace("s:", ":", 1)).plan()
    assert (plan.connect, plan.tls, other.tls) == (("h", port), True, False)
    assert [step for step in plan.steps if step.kind != "protection"] == list(other.steps)
    assert str(URL(text.replace("//h", f"//H:{port}")).normalize()) == text
    assert url.origin.serialized == f"{text.partition(':')[0]}://h"


def test_files_are_protected_as_the_commands_are() -> None:
    steps = URL("ftps://h/a").plan().steps
    assert steps[2:4] == (Step("protection", b"PBSZ 0"), Step("protection", b"PROT P"))
    assert [step.kind for step in steps[4:]] == ["type", "transfer"]


def test_a_connection_in_the_clear_is_not_kept_for_one_by_tls() -> None:
    url = FtpsURL("ftps://h:21/a")
    assert url.needs_reconnect(URL("ftp://h:21/a"))
    with pytest.raises(URLError, match="needs-reconnect"):
        url.plan(after=URL("ftp://h:21/a"))
