"""Files in and out, for the command and for logs. Nothing here knows the command line.

| file | holds |
|---|---|
| `inputs` | files, globs and standard input, unpacked, in blocks of whole lines |
| `outputs` | CSV, TSV, JSON lines, Parquet, Arrow; to a file or a pipe |
| `files`, `descriptors` | files that are whole or not there; names for what is open already |
| `ordered` | work on several threads, whose results come in order |
| `rows` | the lines of a block, and the rows that are made of them |
| `tables`, `filters` | rows by a mask, and by conditions |
| `bad` | lines that are not rows, and the file that they go to |
| `terminal` | text that a terminal does not obey |
| `usage` | the error for what a user asked for and cannot have |
"""
