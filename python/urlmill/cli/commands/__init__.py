"""The subcommands, one file each: `add(parser)`, `command(options)` and EXAMPLES."""
