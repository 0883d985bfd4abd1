"""The command: ``urlmill``, for logs and crawl lists.

| file | holds |
|---|---|
| `main` | the subcommands, what ends them, and how |
| `commands` | one file for each subcommand: what it does with a block |
| `options`, `switches` | what several of them take; the rules of the level crawl |
| `job` | the work, block by block, on all processors and in order |
| `lines`, `rows` | lines of URLs as columns; lines of URLs or of a log |
| `records` | URLs in a column of CSV, JSON lines or Parquet |
| `counts` | how often a value occurs, or what it adds up to, for `top` |
| `template`, `values`, `few` | what `get` is asked for, and its columns; the same of few lines, without pyarrow |
| `show`, `html` | what `show` knows and prints; HTML, for `extract` |
| `messages`, `progress`, `summary` | what is said on standard error |

Files, filters and formats of output are in `urlmill._io`, access logs in `urlmill.logs`.
"""
