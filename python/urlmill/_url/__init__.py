"""The URL object and its operations.

| file | holds |
|---|---|
| `url`, `components` | the class, its registry, its parts |
| `build`, `resolve`, `normal`, `iri`, `address`, `ambiguity`, `extract` | one operation each |
| `origin`, `plan` | what some of them return |
| `declared` | what a class declares about its scheme, and what holds it to that |
| `characters`, `octets`, `masking`, `browsers` | what they share |
"""
