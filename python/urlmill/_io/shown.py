"""Lines and names as a message may show them: without passwords. What that takes is imported for the first message."""

from __future__ import annotations


def shown(text: str, *, is_cut: bool = False) -> str:
    """The text with passwords masked. Of one that ``is_cut``, the "@" that shows what is a password may stand after the
    cut; so this masks the times of logs too.
    """
    from .._url.url import URL

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
    """The two characters before each password, and it."""
    from .._url.masking import hidden

    if not hidden(argument, 0):
        return []
    from .._url.url import URL

    places = hidden(argument, URL(argument, profile="lenient")._login_start)
    return [(argument[max(begin - 2, 0) : begin], argument[begin:end]) for begin, end in places]


def _without(password: str, lead: str, text: str) -> str:
    """The text with as much of the password masked as stands after its lead, as it is or as repr() has it."""
    from .._url.masking import MASK, shared

    forms = (password, repr(password)[1:-1])
    pieces = []
    done = 0
    while (at := text.find(lead, done)) >= 0:
        begin = at + len(lead)
        end = begin + max(shared(text[begin : begin + len(form)], form) for form in forms)
        pieces += [text[done:begin], MASK if end > begin else ""]
        done = end
    return "".join([*pieces, text[done:]])
