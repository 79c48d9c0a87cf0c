"""Checks of the options of passes."""

import operator

from ...error import ArgumentError


def _integer(name, value, least=None):
    """An option that has to be an integer."""
    try:
        value = operator.index(value)
    except TypeError:
        raise ArgumentError(f"expected an integer as {name}, but got {value!r}") from None
    if not -2**31 <= value < 2**31:
        raise ValueError(f"expected {name} to fit 32 bits, but got {value}")
    if least is not None and value < least:
        raise ValueError(f"expected {name} to be at least {least}, but got {value}")
    return value


def _boolean(name, value):
    """An option that has to be a boolean; None for False, the default."""
    if value is not True and value is not False and not hasattr(value, "__index__"):
        raise ArgumentError(f"expected a boolean as {name}, but got {value!r}")
    return bool(value) or None


def _strings(name, value):
    """An option that has to be a list of strings."""
    if not isinstance(value, (list, tuple)) or not all(isinstance(text, str) for text in value):
        raise ArgumentError(f"expected a list of strings as {name}, but got {value!r}")
    return list(value)
