"""Types."""

from enum import IntEnum

from .. import _missing
from .._ext import (FuncType, GlobalTypeVar, IncompleteType, RefType, TensorType, TupleType, Type,
                    TypeCall, TypeConstraint, TypeVar)
from .container import Any

__all__ = ["Any", "FuncType", "GlobalTypeVar", "IncompleteType", "RefType", "RelayRefType",
           "TensorType", "TupleType", "Type", "TypeConstraint", "TypeKind", "TypeVar"]

RelayRefType = RefType


class TypeKind(IntEnum):
    """The kinds of type variables."""

    Type = 0
    ShapeVar = 1
    BaseType = 2
    Constraint = 4
    AdtHandle = 5
    TypeData = 6


def _apply(self, *args) -> TypeCall:
    """The type with type arguments."""
    return TypeCall(self, args)


GlobalTypeVar.__call__ = TypeVar.__call__ = _apply

__getattr__ = _missing.make_getattr("tvm.ir.type")
