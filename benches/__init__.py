"""The benchmarks behind ``make bench`` and ``make bench-interpreters``.

A row is one operation; its contenders take turns within short rounds, and the ratio is taken round by round. A row is
measured in several processes, whose medians give the figure and its interval; a row whose interval is too wide is
measured again, in processes of its own.

- ``python -m benches`` prepares the environments, measures in each, writes the README's table and docs/benchmarks.md.
- ``python -m benches.interpreters`` does the same for the drop-in alone on every CPython there is, and writes
  docs/bench-interpreters.md.
- ``python -m benches.measure FOLDER`` measures on the interpreter that runs it, and leaves pytest-benchmark's JSON
  files.

``URLMILL_BENCH_QUICK=1`` checks the machinery in a few minutes: few rounds, one process for each row, small columns,
and what is written goes to ``target/bench`` and not into the repository. ``URLMILL_BENCH_DATA`` is a directory with
``top100.txt`` and ``join_pairs.tsv``. The files are called ``bench_*.py``, so a plain ``pytest`` leaves them alone.
"""
