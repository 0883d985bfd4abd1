"""The first moment of the command. A program that imports urlmill keeps what it has.

Until it has handlers of its own, Ctrl-C ends the command as the system does, at once and without a traceback. And until
it knows what it has to do, nothing of what it makes is garbage.
"""

import _signal  # type: ignore[import-not-found]  # the module `signal` takes longer than all that is before it
import sys


def _is_command() -> bool:
    """Whether this process was started as ``urlmill`` or ``python -m urlmill``."""
    name = sys.argv[0].replace("\\", "/").rpartition("/")[2] if getattr(sys, "argv", None) else ""
    if name == "-m":  # Python is still looking for what to run
        return ("-m", "urlmill") in zip(sys.orig_argv, sys.orig_argv[1:], strict=False)
    return name.removesuffix(".exe") == "urlmill"


is_command = _is_command()
if is_command:
    import gc

    gc.disable()  # `settle` ends this
if is_command and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
    try:  # noqa: SIM105  # contextlib takes time, too
        _signal.signal(_signal.SIGINT, _signal.SIG_DFL)
    except ValueError:  # this is not the main thread, and so not the command
        pass


def settle() -> None:
    """From now on there may be garbage; what there is by now stays."""
    if is_command:
        import gc

        if hasattr(gc, "freeze"):  # PyPy has other ways
            gc.freeze()
        gc.enable()
