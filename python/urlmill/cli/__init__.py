"""The command: ``urlmill``, for logs and crawl lists.

| file | holds |
|---|---|
| `main` | the subcommands, what ends them, and how |
| `options` | what several of them take |
| `inputs` | files, globs and standard input, unpacked, in blocks of whole lines |
| `job` | the work, block by block, on all processors and in order |
| `where` | which rows are wanted |
| `outputs` | CSV, TSV, JSON lines, Parquet, Arrow; to a file or a pipe |
| `files`, `descriptors` | files that are whole or not there; names for what is open already |
| `facts`, `page`, `ruler`, `terminal` | what `show` knows, prints, and underlines; text that no terminal obeys |
| `template`, `values` | what `get` is asked for, and its columns |
| `markup`, `references` | HTML, and the URLs in it, for `extract` |
| `progress` | how far it is, on a terminal |
| `log_rows` | access logs; `log_detect` and the other `log_` files know the formats |
| one file for each subcommand | what it does with a block |
"""
