"""The URL object and its operations.

| file | holds |
|---|---|
| `url`, `components`, `registry` | the class, its parts, which class a scheme has |
| `edits`, `query_edits`, `paths`, `logins` | edits that keep what they do not name |
| `forms`, `build`, `resolve`, `relative`, `normal`, `iri`, `address`, `ambiguity`, `extract` | one operation each |
| `params` | the parameters of a query, to read and to write |
| `elsewhere` | what other libraries call things |
| `origin`, `plan` | what some of them return |
| `declared` | what a class declares about its scheme, and what holds it to that |
| `characters`, `octets`, `globs`, `masking` | what they share |
"""
