"""What there is to say about one URL, as data."""

from __future__ import annotations

from dataclasses import dataclass, field

from ... import schemes  # noqa: F401  # so that every scheme is known
from ..._url.masking import Places
from ..._url.octets import text_of
from ..._url.plan import Step
from ..._url.url import URL
from ...errors import URLError
from .ruler import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from ..._url.plan import Plan

PARTS = ("scheme", "user", "password", "host", "port", "path", "query", "fragment")
_WRITTEN = {"user": "raw_user", "password": "raw_password", "host": "raw_host", "port": "raw_port"}


@dataclass
class Facts:
    """A URL and what is wrong with it.

    ``url`` is read from ``text``, in which passwords are masked unless they may be shown: whatever is asked of it
    cannot tell them. Positions are those in ``text``.
    """

    text: str
    url: URL
    error: URLError | None  # why it was refused; ``url`` is then what the lenient profile makes of it
    ambiguities: list[dict[str, Any]] = field(default_factory=list)

    def written(self, part: str) -> str | None:
        """A part as it is written."""
        found: str | None = getattr(self.url, _WRITTEN.get(part, part))
        return self.text[: len(found)] if part == "scheme" and found is not None else found

    def spans(self) -> list[Span]:
        """Where the parts stand. One that is empty stands nowhere."""
        starts = {part: self.url._start_of(part) for part in PARTS}
        return [Span(part, starts[part], starts[part] + len(raw)) for part in PARTS if (raw := self.written(part))]

    def own_parts(self) -> dict[str, Any]:
        """What its scheme has beside the parts of every URL."""
        kind = type(self.url)
        names = dict.fromkeys((*kind.part_names, *kind.__match_args__))
        return {name: getattr(self.url, name) for name in names if name not in PARTS}

    def normal(self) -> str | None:
        """The normal form; None if it has none."""
        try:
            return str(self.url.normalize())
        except URLError:
            return None

    def plan(self) -> Plan | URLError:
        """What a client would do, or why it cannot."""
        try:
            return self.url.plan()
        except URLError as error:
            return error


def facts_of(text: str, profile: str, *, shows_password: bool = False) -> Facts:
    """Reads a URL under a profile, and if that refuses it, under the lenient one."""
    given, error = _read(text, profile)
    text = str(given)  # which is another one under the profile of the web
    shown = text if shows_password else given.display()
    url = given if shown == text else _read(shown, given.profile)[0]
    place = Places(text, shown)
    if error:
        error = URLError(error.code, place(error.position), shown)
    ambiguities = [
        {
            "kind": each.kind,
            "position": place(each.position),
            "why": each.why,
            "hosts": each.hosts if shows_password else each.shown_hosts,
        }
        for each in given.ambiguities()
    ]
    return Facts(shown, url, error, ambiguities)


def _read(text: str, profile: str) -> tuple[URL, URLError | None]:
    try:
        url = URL(text, profile=profile)
    except URLError as error:
        return URL(text, profile="lenient"), error
    return url, url.error


def as_json(facts: Facts) -> dict[str, Any]:
    """All of it, as JSON has it. Octets are text in which those that are not UTF-8 are lone surrogates."""
    url, error = facts.url, facts.error
    written = {part: facts.written(part) for part in PARTS}
    return {
        "url": facts.text,
        "profile": url.profile,
        "error": error and {"code": error.code, "position": error.position, "message": str(error)},
        "parts": written,
        "decoded": {part: None if raw is None else text_of(raw) for part, raw in written.items()},
        "port": url.effective_port,
        "default_port": url.default_port,
        "host_type": url.host_type,
        "host_ascii": url.host_ascii,
        "host_unicode": url.host_unicode,
        "query_items": [{"name": name, "value": value} for name, value in url.query_items()],
        "own_parts": {name: _plain(value) for name, value in facts.own_parts().items()},
        "registrable_domain": url.registrable_domain,
        "public_suffix": url.public_suffix,
        "origin": None if url.origin.opaque else url.origin.serialized,
        "normal": facts.normal(),
        "plan": _plain_plan(facts.plan()),
        "ambiguities": facts.ambiguities,
    }


def plan_fields(plan: Plan) -> dict[str, Any]:
    """What a plan holds, by name."""
    return {name: getattr(plan, name) for name in plan.__match_args__}


def _plain_plan(plan: Plan | URLError) -> dict[str, Any]:
    if isinstance(plan, URLError):
        return {"error": plan.code, "message": str(plan)}
    commands = getattr(plan, "commands", None)
    fields = {name: _plain(value) for name, value in plan_fields(plan).items()}
    return fields if commands is None else {**fields, "commands": _plain(commands)}


def _plain(value: Any) -> Any:
    if isinstance(value, Step):
        return {"kind": value.kind, "octets": _plain(value.octets)}
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, dict):
        return {str(_plain(name)): _plain(each) for name, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(each) for each in value]
    return value
