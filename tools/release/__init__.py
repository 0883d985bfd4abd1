"""``python -m tools.release`` builds what a release consists of, as far as this machine can, and looks at it."""
