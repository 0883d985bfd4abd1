"""The URL object and its operations.

| file | holds |
|---|---|
| `url`, `components`, `registry` | the class, its parts, which class a scheme has |
| `declared`, `rules` | what a class declares about its scheme, what holds it to that, what the parser is told of it |
| `edits`, `query_edits`, `paths`, `logins` | edits that keep what they do not name |
| `forms`, `build`, `resolve`, `relative`, `normal`, `iri`, `address`, `ambiguity`, `extract` | one operation each |
| `params` | the parameters of a query, to read and to write |
| `elsewhere` | what other libraries call things |
| `origin`, `plan` | what some of them return |
| `characters`, `octets`, `globs`, `masking`, `state` | what they share |
"""
