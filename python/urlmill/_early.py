"""The first moment of the command: until it has handlers of its own, Ctrl-C ends it as the system does, at once and
without a traceback. A program that imports urlmill keeps what it has.
"""

import _signal  # type: ignore[import-not-found]  # the module `signal` takes longer than all that is before it
import sys


def _is_command() -> bool:
    """Whether this process was started as ``urlmill`` or ``python -m urlmill``."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2] if getattr(sys, "argv", None) else ""
    if name == "-m":  # Python is still looking for what to run
        return ("-m", "urlmill") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
    return name.removesuffix(".exe") == "urlmill"


if _is_command() and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    try:  # noqa: SIM105  # contextlib takes time, too
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    except ValueError:  # this is not the main thread, and so not the command
        pass
