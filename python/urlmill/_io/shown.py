"""Lines and names as a message may show them: without passwords."""

from __future__ import annotations

from os.path import commonprefix

from .._url.masking import MASK, hidden


def shown(text: str, *, is_cut: bool = False) -> str:
    """The text with passwords masked. Of one that ``is_cut``, the "@" that shows what is a password may stand after the
    cut; so this masks the times of logs too.
    """
    from .._url.url import URL  # only what goes wrong needs it

    if is_cut:
        return shown(f"{text}@")[:-1]
    return URL(text, profile="lenient").display()


def without_passwords_of(arguments: list[str], text: str) -> str:
    """A message that may repeat arguments, or parts of them: a name between commas, the folder of a path.

    The message as a whole is not masked like a URL, for it has colons and "@" of its own.
    """
    for lead, password in dict.fromkeys(each for argument in arguments for each in _passwords(argument)):
        text = _without(password, lead, text)
    return text


def _passwords(argument: str) -> list[tuple[str, str]]:
    """Each password with the two characters before it, as they are and as repr() has them."""
    if not hidden(argument, 0):
        return []
    from .._url.url import URL

    places = hidden(argument, URL(argument, profile="lenient")._login_start)
    found = [(argument[max(begin - 2, 0) : begin], argument[begin:end]) for begin, end in places]
    return [*found, *((_escaped(lead), _escaped(password)) for lead, password in found)]


def _escaped(text: str) -> str:
    return repr(text)[1:-1]


def _without(password: str, lead: str, text: str) -> str:
    """The text with as much of the password masked as stands after its lead."""
    pieces = []
    done = 0
    while (at := text.find(lead, done)) >= 0:
        begin = at + len(lead)
        end = begin + len(commonprefix((text[begin : begin + len(password)], password)))
        pieces += [text[done:begin], MASK if end > begin else ""]
        done = end
    return "".join([*pieces, text[done:]])
