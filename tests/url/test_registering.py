"""Classes that are registered while others are, from another thread and in the middle of it; and that are let go."""

from __future__ import annotations

import gc
import subprocess
import sys
import weakref

import pytest

from urlmill import URL, HttpURL
from urlmill._url.registry import _classes, known_classes

# Under its own time limit: two that wait for each other wait for ever.
IN_THE_MIDDLE = """
from urlmill import URL, register

class Number:
    def __index__(self):
        class Other(URL):
            scheme_names = ("x-other",)
        register(Other)
        return 7

class Own(URL):
    scheme_names = ("x-own",)
    has_own_form = True
    default_port = Number()

register(Own)
print(type(URL("x-own:a")).__name__)
"""


def test_a_port_that_is_asked_for_may_register_another_class() -> None:
    done = subprocess.run(
        [sys.executable, "-c", IN_THE_MIDDLE], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stdout == "Own\n", done.stderr


def test_whoever_goes_through_the_classes_is_not_stopped_by_a_new_one() -> None:
    seen = 0
    try:
        for name in known_classes():
            _classes[f"x-{name}"] = URL
            seen += 1
    finally:
        for name in [name for name in _classes if name.startswith("x-")]:
            del _classes[name]
    assert seen == len(_classes)


@pytest.mark.parametrize("slots", [{"__slots__": ()}, {}])
@pytest.mark.parametrize("profile", ["superset", "strict"])
def test_a_class_that_holds_an_object_of_its_own_is_collected(slots: dict[str, object], profile: str) -> None:
    own = type("Own", (HttpURL,), slots)
    own.root = own("http://h/", profile=profile)  # type: ignore[attr-defined]
    gone = weakref.ref(own)
    del own
    gc.collect()
    assert gone() is None
