"""Tuples as sequences of their tensors."""

from ... import _missing
from ..expr import Expr, Tuple, TupleGetItem
from ..ty import TensorType, TupleType


def flatten_tuple_type(ty) -> list:
    """The tensor types in a type, in order.

    Parameters
    ----------
    ty : Type
        A tensor type, or a tuple type of such.
    """
    if isinstance(ty, TensorType):
        return [ty]
    if not isinstance(ty, TupleType):
        raise ValueError(f"expected a tensor or tuple type, but got {ty}")
    return [tensor for field in ty.fields for tensor in flatten_tuple_type(field)]


def from_tuple_type(ty, expr) -> list:
    """Expressions for the tensors in an expression, in order.

    Parameters
    ----------
    ty : Type
        The type of the expression.
    expr : relay.Expr
    """
    if isinstance(ty, TensorType):
        return [expr]
    if not isinstance(ty, TupleType):
        raise ValueError(f"expected a tensor or tuple type, but got {ty}")
    return [tensor for i, field in enumerate(ty.fields)
            for tensor in from_tuple_type(field, TupleGetItem(expr, i))]


def to_tuple_type(ty, exprs) -> Expr:
    """An expression of a type, made of expressions for the tensors in it.

    Parameters
    ----------
    ty : Type
    exprs : list of relay.Expr
        As many as there are tensors.
    """
    exprs = list(exprs)
    count = len(flatten_tuple_type(ty))
    if count != len(exprs):
        raise ValueError(f"expected {count} expressions, but got {len(exprs)}")
    rest = iter(exprs)

    def build(ty):
        if isinstance(ty, TensorType):
            return next(rest)
        return Tuple([build(field) for field in ty.fields])

    return build(ty)


# In TVM it is a package, whose module of the same name has the functions.
__path__ = []
__getattr__ = _missing.make_getattr("tvm.relay.op.memory")
