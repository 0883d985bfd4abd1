"""What a field of a log may be: each kind reads the text of a field, and gives the values of its columns."""

import re
from datetime import datetime, timedelta, timezone
from ipaddress import AddressValueError, IPv4Address, IPv6Address

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    _Read = Callable[[str], list[object]]

_TEXT = "string_view"
_SECONDS, _MICROSECONDS = "timestamp[s, tz=UTC]", "timestamp[us, tz=UTC]"
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
_CLOCK = re.compile(r"(\d\d)/([A-Z][a-z][a-z])/(\d{4}):(\d\d):(\d\d):(\d\d) ([+-])(\d\d)(\d\d)", re.ASCII)
_APACHE = re.compile(
    r"(\d\d)/([A-Z][a-z][a-z])/(\d{4}):(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(?: (.*))?", re.ASCII | re.DOTALL
)
_ISO = re.compile(r"(\d{4})([-/])(\d\d)\2(\d\d)[Tt ](\d\d):(\d\d):(\d\d)(?:[.,](\d+))?(.*)", re.ASCII | re.DOTALL)
_DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)", re.ASCII)
_DAY_TIME = re.compile(r"(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?", re.ASCII)
_AHEAD = re.compile(r"([+-])(\d\d)(?::?(\d\d))?", re.ASCII)
_COUNT = re.compile(r"(\d{1,19})(?:\.(\d+))?", re.ASCII)
_LARGEST = (1 << 63) - 1
_REAL = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")
_WHOLE = re.compile(r"0*([0-9]{1,20})")  # what has more digits than 2^64 is too large, and int() may refuse it
_STATUS = re.compile(r"[0-9]{3}|0")
_TOKEN = re.compile(r"[!#$%&'*+\-.^_`|~0-9A-Za-z]+")  # RFC 9110 5.6.2
_NAME = re.compile(r"(?!-)(?:[A-Za-z0-9_\-\u0080-\U0010ffff]+\.)*([A-Za-z0-9_\-\u0080-\U0010ffff]+)\.?")
_DIGITS = re.compile(r"[0-9]+")
_SCOPE = re.compile(r"[A-Za-z0-9._-]+")
_PORT = re.compile(r"(.*):([^:]*)", re.DOTALL)
_SYSLOG = re.compile(r"([A-Z][a-z][a-z]) ([ \d]\d) (\d\d):(\d\d):(\d\d)", re.ASCII)
_ELEMENT = re.compile(r'\[(?:[^"\]]|"(?:[^"\\]|\\.)*")*\]', re.DOTALL)


class FieldError(Exception):
    """What stands there is not of the kind."""


def elements_at(text: str, at: int) -> int:
    """Where the structured data ends that begins there (RFC 5424 6.3); -1 if none does."""
    if text.startswith("-", at):
        return at + 1
    end = at
    while text.startswith("[", end):
        found = _ELEMENT.match(text, end)
        if not found:
            return -1
        end = found.end()
    return end if end > at else -1


def is_time(text: str) -> bool:
    """Whether it is a time, and there."""
    try:
        return _time(text) != [None]
    except FieldError:
        return False


def columns_of(name: str, kind: str) -> list[tuple[str, str]]:
    """The names and types of the columns that a field of this name makes."""
    if not kind:
        return []
    if kind == "request":
        return [(each, _TEXT) for each in (name, "method", "target", "protocol")]
    if kind in ("authority", "endpoint"):
        return [(name, _TEXT), ("port" if name == "host" else f"{name}_port", "uint16")]
    if kind == "forwarded":
        return [(name, _TEXT), ("x_forwarded_for", _TEXT)]
    return [(name, _TYPES.get(kind, _TEXT))]


def _whole(limit: int) -> "_Read":
    def values(text: str) -> list[object]:
        if text == "-":
            return [None]
        found = _WHOLE.fullmatch(text)
        if not found or int(found[1]) >= limit:
            raise FieldError
        return [int(found[1])]

    return values


def _real(text: str) -> list[object]:
    return [None if text == "-" else _number(text)]


def _number(text: str) -> float:
    if not _REAL.fullmatch(text) or float(text) in (float("inf"), float("-inf")):
        raise FieldError
    return float(text)


def _duration(parts: float) -> "_Read":
    return lambda text: [None if text in ("-", "-1") else _number(text) / parts]


def _status(text: str) -> list[object]:
    if text in ("-", "-1"):
        return [None]
    if not _STATUS.fullmatch(text):
        raise FieldError
    return [int(text)]


def _clock(text: str) -> list[object]:
    if text == "-":
        return [None]
    found = _CLOCK.fullmatch(text)
    if not found:
        raise FieldError
    day, month, year, hour, minute, second, *zone = found.groups()
    return [_moment((year, _month(month), day, hour, minute, second), "", "".join(zone))]


def _time(text: str) -> list[object]:
    if text == "-":
        return [None]
    if found := _APACHE.fullmatch(text):
        day, month, year, hour, minute, second, fraction, zone = found.groups()
        return [_moment((year, _month(month), day, hour, minute, second), fraction or "", zone)]
    if found := _ISO.fullmatch(text):
        year, _, month, day, hour, minute, second, fraction, zone = found.groups()
        zone = None if zone in ("", "Z", "z") else zone
        return [_moment((year, month, day, hour, minute, second), fraction or "", zone)]
    found = _COUNT.fullmatch(text)
    if not found or int(found[1]) > _LARGEST:
        raise FieldError
    return [_since_1970(int(found[1]), _millionths(found[2] or ""))]


def _date(text: str) -> list[object]:
    found = _DATE.fullmatch(text)
    if text == "-":
        return [None]
    if not found:
        raise FieldError
    return [_moment((*found.groups(), "0", "0", "0"), "", None)]


def _day_time(text: str) -> list[object]:
    if text == "-":
        return [None]
    found = _DAY_TIME.fullmatch(text)
    if not found:
        raise FieldError
    hour, minute, second = int(found[1]), int(found[2]), int(found[3] or 0)
    if hour > 23 or minute > 59 or second > 60:
        raise FieldError
    return [(hour * 3600 + minute * 60 + second) * 10**6 + _millionths(found[4] or "")]


def _month(name: str) -> int:
    if name not in _MONTHS:
        raise FieldError
    return _MONTHS.index(name) + 1


def _millionths(digits: str) -> int:
    return int(digits[:6].ljust(6, "0"))


def _moment(parts: "tuple[str | int, ...]", fraction: str, zone: "str | None") -> datetime:
    year, month, day, hour, minute, second = map(int, parts)
    ahead = timedelta()
    if zone is not None:
        found = _AHEAD.fullmatch(zone)
        if not found or int(found[2]) > 23 or int(found[3] or 0) > 59:
            raise FieldError
        ahead = timedelta(hours=int(found[2]), minutes=int(found[3] or 0)) * (1 if found[1] == "+" else -1)
    if second > 60:
        raise FieldError
    try:
        start = datetime(year, month, day, hour, minute, tzinfo=timezone.utc)
        return start + (timedelta(seconds=second, microseconds=_millionths(fraction)) - ahead)
    except (ValueError, OverflowError):
        raise FieldError from None


def _since_1970(count: int, millionths: int) -> datetime:
    # As many digits as a time of this century has, in each unit.
    if count < 10**11:
        micros = count * 10**6 + millionths
    elif count < 10**14:
        micros = count * 10**3 + millionths // 10**3
    else:
        micros = count if count < 10**17 else count // 10**3
    try:
        return datetime(1970, 1, 1, tzinfo=timezone.utc) + timedelta(microseconds=micros)
    except OverflowError:
        raise FieldError from None


def _request(text: str) -> list[object]:
    written = None if text == "-" else text
    method, *others = text.split(" ")
    if others and _TOKEN.fullmatch(method):
        *target, protocol = others
        if protocol.startswith("HTTP/"):
            if any(target) or len(target) > 1:
                return [written, method, " ".join(target), protocol]
        elif not target and protocol:
            return [written, method, protocol, None]
    return [written, None, None, None]


def _text_that(is_right: "Callable[[str], bool]") -> "_Read":
    def values(text: str) -> list[object]:
        if text == "-":
            return [None]
        if not is_right(text):
            raise FieldError
        return [text]

    return values


def _is_ipv4(text: str) -> bool:
    try:
        return text.isascii() and bool(IPv4Address(text))
    except AddressValueError:
        return False


def _is_ipv6(text: str) -> bool:
    address, percent, scope = text.partition("%")
    if percent and not _SCOPE.fullmatch(scope):
        return False
    try:
        return address.isascii() and bool(IPv6Address(address))
    except AddressValueError:
        return False


def _is_bracketed(text: str) -> bool:
    return text[:1] == "[" and text[-1:] == "]" and _is_ipv6(text[1:-1])


def _is_name(text: str) -> bool:
    found = _NAME.fullmatch(text)
    return found is not None and not _DIGITS.fullmatch(found[1])


def _is_dotted(text: str) -> bool:
    return "." in text.removesuffix(".") and _is_name(text)


def _is_address(text: str) -> bool:
    return _is_ipv4(text) or _is_ipv6(text)


def _is_client(text: str) -> bool:
    return _is_address(text) or _is_dotted(text) or text in ("localhost", "unix:")


def _is_full_host(text: str) -> bool:
    return _is_address(text) or _is_dotted(text) or text == "localhost" or _is_bracketed(text)


def _is_host(text: str) -> bool:
    return _is_address(text) or _is_name(text) or _is_bracketed(text)


def _with_port(text: str) -> tuple[str, int]:
    found = _PORT.fullmatch(text)
    port = _WHOLE.fullmatch(found[2]) if found else None
    if not found or not port or int(port[1]) >= 1 << 16:
        raise FieldError
    return found[1], int(port[1])


def _authority(text: str) -> list[object]:
    if text == "-":
        return [None, None]
    if _is_host(text):
        return [text, None]
    host, port = _with_port(text)
    if not (_is_ipv4(host) or _is_name(host) or _is_bracketed(host)):
        raise FieldError
    return [host, port]


def _endpoint(text: str) -> list[object]:
    if text == "-":
        return [None, None]
    client, port = _with_port(text)
    if _is_bracketed(client):
        client = client[1:-1]
    elif not _is_client(client):
        raise FieldError
    return [client, port]


def _forwarded(text: str) -> list[object]:
    clients = [_client_of(item.strip(" ")) for item in text.split(",")]
    return [clients[0], None if text == "-" else text]


def _client_of(item: str) -> "object":
    if item in ("unknown", "-"):
        return None
    if _is_client(item):
        return item
    return item[1:-1] if _is_bracketed(item) else _endpoint(item)[0]


def _is_syslog_time(text: str) -> bool:
    found = _SYSLOG.fullmatch(text)
    if not found or found[1] not in _MONTHS:
        return False
    month = _MONTHS.index(found[1]) + 1
    day, hour, minute, second = map(int, found.groups()[1:])
    days = 29 if month == 2 else 30 if month in (4, 6, 9, 11) else 31
    return 1 <= day <= days and hour < 24 and minute < 60 and second <= 60


KINDS: "dict[str, _Read]" = {
    "": lambda _: [],
    "text": lambda text: [None if text == "-" else text],
    "uint16": _whole(1 << 16),
    "uint64": _whole(1 << 64),
    "float64": _real,
    "clock": _clock,
    "time": _time,
    "date": _date,
    "day_time": _day_time,
    "seconds": _duration(1.0),
    "milliseconds": _duration(1e3),
    "microseconds": _duration(1e6),
    "status": _status,
    "request": _request,
    "method": _text_that(lambda text: bool(_TOKEN.fullmatch(text))),
    "word": _text_that(lambda text: bool(text) and " " not in text and "\t" not in text),
    "user": _text_that(lambda text: "-" not in text.split(" ")),
    "host": _text_that(_is_host),
    "full_host": _text_that(_is_full_host),
    "address": _text_that(_is_address),
    "client": _text_that(_is_client),
    "authority": _authority,
    "endpoint": _endpoint,
    "forwarded": _forwarded,
    "syslog_time": _text_that(_is_syslog_time),
    "structured": _text_that(lambda text: elements_at(text, 0) == len(text)),
}

_TYPES = {
    "uint16": "uint16", "status": "uint16", "uint64": "uint64", "clock": _SECONDS, "time": _MICROSECONDS,
    "date": _SECONDS, "day_time": "uint64",
    **dict.fromkeys(("float64", "seconds", "milliseconds", "microseconds"), "double"),
}  # fmt: skip
