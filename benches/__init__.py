"""The benchmarks behind ``make bench``: corpus, contenders, and the report that makes the table and the chart.

``python -m benches FOLDER`` measures every row in a process of its own, and makes the report from the JSON files it
leaves in the folder. ``URLMILL_BENCH_ROUNDS`` sets the number of rounds (11), ``URLMILL_BENCH_DATA`` a directory with
``top100.txt`` and ``join_pairs.tsv``, ``URLMILL_BENCH_COLUMN_ROWS`` the length of a column (1,000,000). The files are
called ``bench_*.py``, so a plain ``pytest`` leaves them alone.
"""
