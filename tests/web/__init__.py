"""The web profile: the URL Standard, with the tests of the web platform."""
