"""A number that stands for a canonical form."""


def fingerprint(form: str, person: str, salt: str, /) -> bytes:
    """128 bits of BLAKE2b of a text."""
    from hashlib import blake2b  # which takes long to load

    octets = form.encode("utf-8", "surrogatepass")
    return blake2b(octets, digest_size=16, person=person.encode(), salt=salt.encode()).digest()
