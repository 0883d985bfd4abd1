"""The fields of a query: ``name=value&name=value``."""


def query_fields(text: str) -> list[tuple[str, str | None]]:
    """Names and values as written, in order, empty fields left out; a field without ``=`` has the value None."""
    fields: list[tuple[str, str | None]] = []
    for field in filter(None, text.split("&")):
        name, equals, value = field.partition("=")
        fields.append((name, value if equals else None))
    return fields
