"""Punycode (RFC 3492) in time that hardly grows faster than the label: hosts have no greatest length here.

The procedures of the RFC, sections 6.2 and 6.3, go over the whole label for each different character, and insert into
the middle of it. A tree of counts (Fenwick's) answers both questions instead.
"""

_BASE, _T_MIN, _T_MAX, _SKEW, _DAMP, _FIRST_BIAS, _FIRST = 36, 1, 26, 38, 700, 72, 0x80
_DIGITS = "abcdefghijklmnopqrstuvwxyz0123456789"
_VALUES = {digit: value for value, digit in enumerate(_DIGITS)}


def encoded(label: str) -> str:
    """The label in ASCII, without ``xn--``."""
    basic = [each for each in label if each < "\x80"]
    found = [*basic, "-"] if basic else []
    is_done = _Counts(len(label))
    for index, each in enumerate(label):
        if each < "\x80":
            is_done.add(index, 1)
    done, delta, bias, point = len(basic), 0, _FIRST_BIAS, _FIRST
    groups: dict[str, list[int]] = {}
    for index, each in enumerate(label):
        if each >= "\x80":
            groups.setdefault(each, []).append(index)
    for each in sorted(groups):
        delta += (ord(each) - point) * (done + 1)
        point = ord(each)
        passed = 0  # of those that are done already, how many stand before
        for index in groups[each]:
            before = is_done.before(index)
            delta += before - passed
            passed = before
            _write(found, delta, bias)
            bias = _adapted(delta, done + 1, is_first=done == len(basic))
            delta, done = 0, done + 1
        delta += is_done.total - passed + 1
        point += 1
        for index in groups[each]:
            is_done.add(index, 1)
    return "".join(found)


def decoded(text: str) -> str | None:
    """What ``encoded`` has made the text of, None if it cannot have: the text is in ASCII, and in lower case."""
    at = text.rfind("-")
    basic, digits = (text[:at], text[at + 1 :]) if at > 0 else ("", text)
    inserted: list[tuple[int, str]] = []
    index, bias, point, size = 0, _FIRST_BIAS, _FIRST, len(basic) + 1
    before, weight, k = 0, 1, _BASE
    for digit in digits:
        value = _VALUES.get(digit)
        if value is None:
            return None
        index += value * weight
        if point + index // size > 0x10FFFF:  # it can only grow
            return None
        threshold = _threshold(k, bias)
        if value >= threshold:
            weight *= _BASE - threshold
            k += _BASE
            continue
        bias = _adapted(index - before, size, is_first=not inserted)
        steps, index = divmod(index, size)
        point += steps
        inserted.append((index, chr(point)))
        index += 1
        before, weight, k, size = index, 1, _BASE, size + 1
    return None if k != _BASE else _woven(basic, inserted)


def _woven(basic: str, inserted: list[tuple[int, str]]) -> str:
    """The last one inserted stands where it was put; the one before it in a place that is still free; and so on."""
    found = [""] * (len(basic) + len(inserted))
    is_free = _Counts(len(found), ones=True)
    for index, character in reversed(inserted):
        at = is_free.place_of(index)
        is_free.add(at, -1)
        found[at] = character
    rest = iter(basic)
    return "".join(each or next(rest) for each in found)


def _write(found: list[str], delta: int, bias: int) -> None:
    k = _BASE
    while delta >= (threshold := _threshold(k, bias)):
        delta, digit = divmod(delta - threshold, _BASE - threshold)
        found.append(_DIGITS[threshold + digit])
        k += _BASE
    found.append(_DIGITS[delta])


def _threshold(k: int, bias: int) -> int:
    return min(max(k - bias, _T_MIN), _T_MAX)


def _adapted(delta: int, size: int, *, is_first: bool) -> int:
    delta = delta // _DAMP if is_first else delta // 2
    delta += delta // size
    k = 0
    while delta > (_BASE - _T_MIN) * _T_MAX // 2:
        delta //= _BASE - _T_MIN
        k += _BASE
    return k + (_BASE - _T_MIN + 1) * delta // (delta + _SKEW)


class _Counts:
    """A number for each place, of which it knows the sums: Fenwick's tree."""

    __slots__ = ("sums", "total")

    def __init__(self, size: int, *, ones: bool = False) -> None:
        # In the tree the entry n has the sum of as many places as the lowest bit of n says.
        self.sums = [index & -index for index in range(size + 1)] if ones else [0] * (size + 1)
        self.total = size if ones else 0

    def add(self, place: int, number: int) -> None:
        self.total += number
        place += 1
        while place < len(self.sums):
            self.sums[place] += number
            place += place & -place

    def before(self, place: int) -> int:
        """The sum of the places before it."""
        found = 0
        while place:
            found += self.sums[place]
            place &= place - 1
        return found

    def place_of(self, count: int) -> int:
        """The place before which the sum is ``count``, and that has something itself."""
        place = 0
        step = 1 << len(self.sums).bit_length()
        while step:
            after = place + step
            if after < len(self.sums) and self.sums[after] <= count:
                place = after
                count -= self.sums[after]
            step >>= 1
        return place
