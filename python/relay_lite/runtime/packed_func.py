"""Functions of modules and of the registry."""

from .. import _missing


class PackedFunc:
    """A function that a module or the registry gives.

    Parameters
    ----------
    function : callable
    """

    def __init__(self, function):
        self._function = function
        self.is_global = False

    def __call__(self, *args):
        return self._function(*args)


__getattr__ = _missing.make_getattr("tvm.runtime.packed_func")
