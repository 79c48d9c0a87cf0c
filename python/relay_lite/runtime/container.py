"""Containers under another of TVM's paths, and tuples of arrays."""

from .. import _missing
from ..ir.container import Array, Map

String = str


class ADT(Array):
    """The value of a tuple, or of a constructor with `tag`.

    Parameters
    ----------
    tag : int
    fields : list
    """

    tag = 0

    def __new__(cls, tag, fields):
        self = tuple.__new__(cls, fields)
        self.tag = tag
        return self

    def __getitem__(self, idx):
        """A field, or a list of those of a slice."""
        return Array.__getitem__(self, idx)

    def __reduce__(self):
        return ADT, (self.tag, list(self))


def tuple_object(fields=None) -> ADT:
    """The value of a tuple.

    Parameters
    ----------
    fields : list of NDArray or tuple, optional
    """
    return ADT(0, fields if fields else [])


class ShapeTuple(Array):
    """A shape.

    Parameters
    ----------
    shape : list of int
    """

    def __new__(cls, shape):
        import operator

        return tuple.__new__(cls, map(operator.index, shape))

    def __getitem__(self, idx):
        """A size, or a list of those of a slice."""
        return Array.__getitem__(self, idx)

    def __reduce__(self):
        return ShapeTuple, (list(self),)


__getattr__ = _missing.make_getattr("tvm.runtime.container")
