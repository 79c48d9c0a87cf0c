"""Names of what is made of a module."""

from enum import Enum

from ... import _missing


class CallType(Enum):
    """How a function is called."""

    Packed = 0
    CPacked = 1
    Unpacked = 2


def mangle_module_name(mod_name) -> str:
    """The prefix of the names of what is made of a module.

    Parameters
    ----------
    mod_name : str or None
        A ValueError if there are characters in it that are not ASCII.
    """
    if not mod_name:
        return "tvmgen"
    if not mod_name.isascii():
        raise ValueError(mod_name + " contains invalid characters")
    return "tvmgen_" + mod_name


__getattr__ = _missing.make_getattr("tvm.relay.backend.utils")
