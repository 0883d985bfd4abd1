"""What was asked for and cannot be had."""


class UsageError(ValueError):
    """Wrong arguments, or such as the input does not fit. The command says it, and ends with 2."""
