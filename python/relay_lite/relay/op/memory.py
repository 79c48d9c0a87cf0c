"""Memory that is allocated by hand, and tuples as sequences of their tensors."""

from ... import _missing
from ..expr import Call, Constant, Expr, Tuple, TupleGetItem, const
from ..ty import TensorType, TupleType
from ._arguments import complete_docstrings, virtual_device as _virtual_device
from ._generated import FUNCTIONS as _RAW


def alloc_storage(size, alignment, device, dtype_hint="float32", *, shape=None) -> Call:
    """Memory for tensors.

    Parameters
    ----------
    size : relay.Expr
        The number of bytes, a scalar of int64.
    alignment : relay.Expr
        That of the first byte, a scalar of int64.
    device : Device, str or VirtualDevice
    dtype_hint : str, default 'float32'
        The element type of what is allocated.
    shape : relay.Expr, optional
        A vector with the sizes of what is allocated: TVM's operator has it, its function not. The
        number of bytes is taken if it is not given.
    """
    if shape is None:
        if not isinstance(size, Constant):
            raise ValueError("alloc_storage: expected a shape, as the size is no constant")
        shape = const([int(size.data.numpy())], "int64")
    return _RAW["memory.alloc_storage"](size, shape, alignment, dtype_hint, _virtual_device(device))


def alloc_tensor(storage, offset, shape, dtype="float32", assert_shape=None) -> Call:
    """A tensor in memory that has been allocated.

    Parameters
    ----------
    storage : relay.Expr
    offset : relay.Expr
        The number of bytes before it.
    shape : relay.Expr
        A vector with the sizes.
    dtype : str, default 'float32'
    assert_shape : sequence of int, optional
        The sizes, if `shape` is no constant.
    """
    return _RAW["memory.alloc_tensor"](storage, offset, shape, dtype, assert_shape)


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


complete_docstrings(globals(), "memory.")

# In TVM it is a package, whose module of the same name has the functions.
__path__ = []
__getattr__ = _missing.make_getattr("tvm.relay.op.memory")
