"""``urlmill.fetch``: one call that acts on a URL, by its plan and by nothing else."""

from __future__ import annotations

from typing import Any

from .. import schemes as _schemes  # noqa: F401  # so that every scheme is known
from .._url.octets import octets_of
from .._url.url import URL
from ..errors import FetchError
from ..schemes.file import FileURL
from ..schemes.ftp import FtpURL
from ..schemes.gopher import GopherURL
from ..schemes.http import HttpURL
from ..schemes.netnews import NewsPlan
from ..schemes.news import NewsURL
from ..schemes.nntp import NntpURL
from . import file, ftp, gopher, http, news
from .arguments import check
from .job import Job
from .request import Fields, checked_headers, secrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    import ssl
    from collections.abc import Callable, Collection, Mapping

    from ..gate import Policy
    from .response import Response

SCHEMES = ("ftp", "ftps", "gopher", "gophers", "http", "https", "news", "nntp", "nntps", "snews")
_KNOWN = (*SCHEMES, "file")
TIMEOUT = 60.0
MAX_BYTES = 100 << 20


def fetch(
    url: str | URL,
    *,
    password: str | bytes | None = None,
    timeout: float | None = TIMEOUT,
    max_bytes: int | None = MAX_BYTES,
    max_redirects: int = 5,
    schemes: Collection[str] = SCHEMES,
    may_connect: Callable[[str, str, int], bool] | None = None,
    policy: Policy | None = None,
    context: ssl.SSLContext | None = None,
    news_server: str | None = None,
    headers: Mapping[str, str] | None = None,
    plan: Mapping[str, Any] | None = None,
) -> Response:
    """What the URL names.

    ``password`` is for a user that the URL names without one. ``timeout`` is for all of it, in seconds, from the first
    look-up to the last octet that is read; ``max_bytes`` is for the size. ``schemes`` are those that may be fetched;
    "file" has to be named. ``may_connect(host, address, port)`` sees every address before it is connected to, and says
    whether it may be. ``policy``, a ``urlmill.gate.Policy``, is asked about the URL, each redirect and every address.
    ``context`` is for TLS; the default one checks certificates and names. ``news_server``, a host or host:port, is for
    news URLs that name no server; others do not need it. ``headers`` are fields of requests of http and https. ``plan``
    has options of ``url.plan()``, such as ``{"newest": 10}``.

    Raises URLError for a URL that cannot be read, that has no plan, or that the policy refuses (GateError), and
    FetchError, an OSError, for what then goes wrong.
    """
    check(
        password=password,
        timeout=timeout,
        max_bytes=max_bytes,
        max_redirects=max_redirects,
        schemes=schemes,
        may_connect=may_connect,
        policy=policy,
        context=context,
        news_server=news_server,
        headers=headers,
        plan=plan,
    )
    check_schemes(schemes)
    fields = checked_headers(headers or {})
    if not isinstance(url, (str, URL)):
        raise TypeError(f"expected a URL or a str, got {type(url).__name__}")
    url = URL(url) if isinstance(url, str) else url
    if url.scheme not in schemes:
        named = ", ".join(sorted(schemes)) or "none"
        raise FetchError("scheme-not-allowed", url.display(), f"expected one of the schemes {named}, got {url.scheme}")
    if policy is not None:
        policy.check(url)
    options = dict(plan or {})
    if "after" in options:
        raise ValueError("expected a plan without 'after': fetch() opens a connection of its own")
    if news_server is not None and isinstance(url, NewsURL):
        options["news_server"] = news_server
    planned: Any = url.plan(**options)
    if password is not None and hasattr(planned, "with_password"):
        planned = planned.with_password(password)
    job = Job(url, timeout, max_bytes, may_connect, context, _secrets(url, planned, fields, password), policy)
    if isinstance(url, HttpURL):
        sent = Fields(job, url, fields, password)
        return http.fetch(job, url, planned, sent, schemes=schemes, redirects=max_redirects, options=options)
    if isinstance(url, FtpURL):
        return ftp.fetch(job, url, planned)
    if isinstance(url, GopherURL):
        return gopher.fetch(job, url, planned)
    if isinstance(url, (NewsURL, NntpURL)):
        return news.fetch(job, url, planned)
    if isinstance(url, FileURL):
        return file.fetch(job, url, planned)
    raise job.error("scheme-not-allowed", f"{url.scheme} has a plan, but nothing to fetch")


def _secrets(url: URL, plan: Any, headers: Mapping[str, str], password: str | bytes | None) -> set[bytes]:
    """What is sent and must not be shown, in each form that a server may repeat."""
    if isinstance(url, HttpURL):
        return secrets(url, headers, password)
    steps = (*plan.steps, *plan.login) if isinstance(plan, NewsPlan) else getattr(plan, "steps", ())
    sent = {(step.octets or b"").partition(b"PASS ")[2] for step in steps if step.kind == "password"}
    once = {password.replace(b"\xff\xff", b"\xff") for password in sent}  # as a server reads what double_iac sends
    return {*sent, *once, octets_of(url.raw_password or "")}


def check_schemes(schemes: Collection[str]) -> None:
    """Raises ValueError for one that is never fetched."""
    for scheme in schemes:
        if scheme not in _KNOWN:
            raise ValueError(f"expected schemes among {', '.join(_KNOWN)}, got {scheme!r}")
