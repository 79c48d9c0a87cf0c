"""Types."""

from .. import _missing
from ..ir.type import (Any, FuncType, GlobalTypeVar, IncompleteType, RefType, TensorType,
                       TupleType, Type, TypeConstraint, TypeKind, TypeVar)
from ..ir.type_relation import TypeCall, TypeRelation


def ShapeVar(name) -> TypeVar:
    """A type parameter that stands for a shape."""
    return TypeVar(name, TypeKind.ShapeVar)


def scalar_type(dtype) -> TensorType:
    """The type of a scalar."""
    return TensorType((), dtype)


__getattr__ = _missing.make_getattr("tvm.relay.ty")
