"""A job on a large access log: the ten most frequent paths. ``make bench-logs``."""
