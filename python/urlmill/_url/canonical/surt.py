"""Keys that sort by site: the host read from its right end, as archives have it (SURT).

The answer of the package ``surt`` itself is in ``surt_package.py``.
"""

import re

from ..._backend import impl

_ADDRESS = re.compile(r"[0-9]+(?:\.[0-9]+){3}|\[.*")


def key_of(form: str) -> str:
    """``org,example:8042)/a?b https`` for ``https://example.org:8042/a?b``.

    No two URLs with a scheme have the same key: the scheme and a login are in it, where they disturb the order least. A
    text without an authority is its own key. Addresses are not turned round: their left end is the larger part.
    """
    scheme, authority, path, query, fragment = impl.split(form)
    if authority is None:
        return form
    login, at, server = authority.rpartition("@")
    host, colon, port = server.partition(":") if not server.startswith("[") else (server, "", "")
    if not _ADDRESS.fullmatch(host):
        plain = host.replace(",", "%2C").replace(")", "%29")  # which a host may have, and which mean something here
        host = ",".join(reversed(plain.split(".")))
    rest = path + ("" if query is None else f"?{query}") + ("" if fragment is None else f"#{fragment}")
    return f"{host}{colon}{port}{at}{login}){rest}" + ("" if scheme is None else f" {scheme}")
