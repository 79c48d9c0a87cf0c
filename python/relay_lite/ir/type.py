"""Types."""

from enum import IntEnum

from .. import _missing
from .._ext import FuncType, IncompleteType, RefType, TensorType, TupleType, Type, TypeVar
from .container import Any

__all__ = ["Any", "FuncType", "IncompleteType", "RefType", "RelayRefType", "TensorType",
           "TupleType", "Type", "TypeKind", "TypeVar"]

RelayRefType = RefType


class TypeKind(IntEnum):
    """What a type variable stands for."""

    Type = 0
    ShapeVar = 1
    BaseType = 2
    Constraint = 4
    AdtHandle = 5
    TypeData = 6

__getattr__ = _missing.make_getattr("tvm.ir.type")
