"""Types."""

from .. import _missing
from ..ir.type import (Any, FuncType, IncompleteType, RefType, TensorType, TupleType, Type,
                       TypeKind, TypeVar)


def ShapeVar(name):
    """A type parameter that stands for a shape."""
    return TypeVar(name, TypeKind.ShapeVar)


def scalar_type(dtype):
    """The type of a scalar."""
    return TensorType((), dtype)


__getattr__ = _missing.make_getattr("tvm.relay.ty")
