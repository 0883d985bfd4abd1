"""The arguments of ``fetch``: their types and ranges."""

from __future__ import annotations

import numbers
from collections.abc import Collection, Mapping
from typing import Any, cast

from .job import check_timeout


def check(
    *,
    password: Any,
    timeout: Any,
    max_bytes: Any,
    max_redirects: Any,
    schemes: Any,
    may_connect: Any,
    policy: Any,
    context: Any,
    news_server: Any,
    headers: Any,
    plan: Any,
) -> None:
    """Raises TypeError and ValueError. What is wrong is told by its type: it may be a secret."""
    _expect("password", password, "str, bytes or None", password is None or isinstance(password, (str, bytes)))
    _expect("timeout", timeout, "a number of seconds or None", timeout is None or isinstance(timeout, numbers.Real))
    _expect("max_bytes", max_bytes, "an int or None", max_bytes is None or isinstance(max_bytes, numbers.Integral))
    _expect("max_redirects", max_redirects, "an int", isinstance(max_redirects, numbers.Integral))
    if isinstance(schemes, (str, bytes)):
        raise TypeError("schemes is a collection of names, not a single one")
    _expect("schemes", schemes, "a collection of names", isinstance(schemes, Collection))
    _expect("may_connect", may_connect, "a function or None", may_connect is None or callable(may_connect))
    _expect("policy", policy, "a urlmill.gate.Policy or None", policy is None or _is_policy(policy))
    _expect("context", context, "an ssl.SSLContext or None", context is None or _is_context(context))
    _expect("news_server", news_server, "a str or None", news_server is None or isinstance(news_server, str))
    _expect("headers", headers, "a mapping of str to str, or None", headers is None or isinstance(headers, Mapping))
    _expect("plan", plan, "a mapping of options, or None", plan is None or isinstance(plan, Mapping))
    if timeout is not None:
        check_timeout(cast(float, timeout))
    if max_bytes is not None and max_bytes < 0:
        raise ValueError(f"max_bytes is a number of 0 or more, or None, not {max_bytes!r}")
    if max_redirects < 0:
        raise ValueError(f"max_redirects is a number of 0 or more, not {max_redirects!r}")


def _expect(name: str, value: object, kind: str, is_good: bool) -> None:
    if not is_good:
        raise TypeError(f"{name}: expected {kind}, got {type(value).__name__}")


def _is_context(value: object) -> bool:
    import ssl  # which may be missing where nothing needs it

    return isinstance(value, ssl.SSLContext)


def _is_policy(value: object) -> bool:
    from ..gate import Policy  # only those who have one wait for it

    return isinstance(value, Policy)
