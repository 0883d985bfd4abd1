"""The profiles by what they do, for tests that try them all."""

from __future__ import annotations

from urlmill._profiles import AS_WRITTEN

REFUSING = tuple(profile for profile in AS_WRITTEN if profile != "lenient")
