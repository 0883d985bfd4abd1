"""The URL object and its operations.

| file | holds |
|---|---|
| `url`, `components` | the class, its registry, its parts |
| `edits`, `query_edits`, `paths` | edits that keep what they do not name |
| `build`, `resolve`, `relative`, `normal`, `iri`, `address`, `ambiguity`, `extract` | one operation each |
| `params` | the parameters of a query, to read and to write |
| `elsewhere` | what other libraries call things |
| `origin`, `plan` | what some of them return |
| `declared` | what a class declares about its scheme, and what holds it to that |
| `characters`, `octets`, `globs`, `masking`, `browsers` | what they share |
"""
