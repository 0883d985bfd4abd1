"""What is wrong with how the command was called."""


class UsageError(Exception):
    """Said to the user, and the command ends with 2."""
