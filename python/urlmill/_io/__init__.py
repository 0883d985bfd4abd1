"""Files in and out, for the command and for logs. Nothing here knows the command line.

| file | holds |
|---|---|
| `inputs` | files, globs and standard input, unpacked, in blocks of whole lines |
| `kinds` | what is not text |
| `octets`, `unpacked` | what is in a file, as it comes; gzip, bzip2 and zstd |
| `live` | waiting for more of a pipe or a terminal |
| `lines`, `ahead` | octets cut into whole lines, on a thread of its own if they were packed |
| `outputs` | CSV, TSV, JSON lines, Parquet, Arrow; to a file or a pipe |
| `files`, `descriptors` | files that are whole or not there; names for what is open already |
| `ordered` | work on several threads, whose results come in order |
| `rows` | the lines of a block, and the rows that are made of them |
| `tallies` | how often each value occurs |
| `tables`, `filters`, `networks` | rows by a mask, and by conditions; addresses in networks |
| `bad` | lines that are not rows, and the file that they go to |
| `terminal`, `window` | text that a terminal does not obey; rows as a table that fits its window |
| `usage` | the error for what a user asked for and cannot have |
"""
