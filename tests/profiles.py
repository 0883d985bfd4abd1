"""The profiles by what they do, for tests that try them all."""

from __future__ import annotations

from urlmill._profiles import PROFILES

REFUSING = tuple(profile for profile in PROFILES if profile != "lenient")
