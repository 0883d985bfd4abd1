"""What can go wrong while a URL is fetched: the codes of FetchError."""

# What each code means, for the docs and for whoever catches it.
CODES = {
    "address-not-allowed": "may_connect or the policy refused every address of the host",
    "bad-redirect": "a redirect leads to what is not fetched, or there were too many",
    "bad-reply": "the server does not keep to the protocol",
    "no-connection": "no connection could be made",
    "no-server": "the URL names no server, or nothing that can be fetched",
    "no-tls": "the TLS handshake failed, or the certificate is not good",
    "password-required": "the server asks for a password, and none was given",
    "refused": "the server refused; `status` is its code",
    "scheme-not-allowed": "the scheme is not among those that may be fetched",
    "timeout": "the time was up",
    "too-large": "there is more than max_bytes",
    "truncated": "the connection ended in the middle",
}
