"""Every engine on one table of cases. ``make test-engines`` has all of them; elsewhere those that are not there are
skipped.
"""
