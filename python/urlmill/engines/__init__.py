"""URL functions for the engines that data people live in: one module for each, over ``urlmill.columns``.

Nothing is imported here: ``urlmill.engines.duckdb``, ``.polars``, ``.pandas`` and ``.spark`` each import their engine,
so that each can be used without the others. ``functions.py`` has the table that all of them are made from,
``frames.py`` the methods of data frames. Logs are read by ``urlmill.logs``: ``lines.py`` is for the lines that Spark
has, ``predicates.py`` for what Polars asks for, ``bad_lines.py`` for lines that are not rows.
"""
