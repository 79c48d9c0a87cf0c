"""Expressions, and what makes them."""

from numbers import Number

from .. import _ext, _missing
from .._ext import (Call, Constant, GlobalVar, If, Let, Op, RefCreate, RefRead, RefWrite,
                    RelayExpr, Tuple, TupleGetItem, Var)
from ..ir.base import Span
from ..runtime import ObjectGeneric
from ..runtime.ndarray import as_numpy
from ._with_fields import (CallWithFields, ConstantWithFields, IfWithFields, LetWithFields,
                           RefCreateWithFields, RefReadWithFields, RefWriteWithFields,
                           TupleGetItemWithFields, TupleWithFields, VarWithFields)

__all__ = ["Call", "Constant", "Expr", "GlobalVar", "If", "Let", "RefCreate", "RefRead",
           "RefWrite", "RelayExpr", "Tuple", "TupleGetItem", "TupleWrapper", "Var", "astext",
           "bind", "const", "pretty_print", "var"]

Expr = RelayExpr
ExprWithOp = RelayExpr


def _binary(name):
    # A method of a class must hold no node: nodes are not seen by the garbage
    # collector.
    def method(self, other) -> Call:
        if isinstance(other, Expr):
            return Call(_ext.get_op(name), [self, other])
        if isinstance(other, TupleWrapper):
            return method(self, other.tuple_value)
        if isinstance(other, Number):
            raise TypeError(f'convert "{other}" with `const` first')
        raise TypeError(f"type {type(other)} not supported")

    method.__doc__ = f"{name} of both."
    return method


def _reflected(name):
    def method(self, other) -> Call:
        if isinstance(other, Number):
            raise TypeError(f'convert "{other}" with `const` first')
        if name in ("__add__", "__mul__"):
            return getattr(self, name)(other)
        if isinstance(other, TupleWrapper):
            other = other.tuple_value
        if not isinstance(other, Expr):
            raise TypeError(f"type {type(other)} not supported")
        return getattr(other, name)(self)

    return method


for _symbol, _name in {"__lt__": "less", "__gt__": "greater", "__ge__": "greater_equal",
                       "__le__": "less_equal", "__add__": "add", "__sub__": "subtract",
                       "__mul__": "multiply", "__truediv__": "divide",
                       "__div__": "divide"}.items():
    setattr(Expr, _symbol, _binary(_name))
for _symbol in ("add", "sub", "mul", "truediv"):
    setattr(Expr, f"__r{_symbol}__", _reflected(f"__{_symbol}__"))


def _set_virtual_device(self, device):
    if not isinstance(device, _ext.VirtualDevice):
        device = _ext.VirtualDevice(device)
    _ext.set_virtual_device(self, device)


Expr.virtual_device_ = property(_ext.get_virtual_device, _set_virtual_device)


def _negate(self) -> Call:
    """The negative of each element."""
    return Call(_ext.get_op("negative"), [self])


Expr.__neg__ = _negate


def _astype(self, dtype) -> Call:
    """The elements converted to another type."""
    return _ext.make_call(_ext.get_op("cast"), (self,), (dtype,))


def _refuse_astype(self, _):
    """Raise an error: tuples have no element type."""
    raise TypeError("astype cannot be used on tuple")


def _call(self, *args) -> Call:
    """A call of what the expression is."""
    return Call(self, args)


def _call_global(self, *args) -> Call:
    """A call of the function."""
    if not all(isinstance(arg, (Expr, ObjectGeneric)) for arg in args):
        raise RuntimeError("Do not know how to handle GlobalVar.__call__ for types "
                           f"{[type(arg) for arg in args]}")
    return Call(self, args)


def _astext(self, show_meta_data=True, annotate=None) -> str:
    """The expression as Relay text.

    Parameters
    ----------
    show_meta_data : bool
        Whether the constants follow.
    annotate : function of Expr to str, optional
        What to write after nodes, instead of their types.
    """
    return _ext.print_expr(self, True, bool(show_meta_data), annotate)


def _str(self):
    return _ext.print_expr(self, False, False)


def _var_repr(self):
    annotation = self.type_annotation
    return f"Var({self.name_hint}" + \
        (f", ty={annotation!r})" if annotation is not None else ")")


def _load_op(name):
    return _ext.get_op(name)


Expr.astype = _astype
Expr.__call__ = _call
Expr.astext = _astext
Expr.__str__ = Expr.__repr__ = _str
GlobalVar.__call__ = _call_global
GlobalVar.__str__ = GlobalVar.__repr__ = lambda self: f'I.GlobalVar("{self.name_hint}")'
GlobalVar.__reduce__ = lambda self: (GlobalVar, (self.name_hint,))
Op.__reduce__ = lambda self: (_load_op, (self.name,))
Var.__repr__ = _var_repr
Constant.__repr__ = lambda self: f"Constant({self.data})"
Tuple.__getitem__ = lambda self, index: self.fields[index]
Tuple.__iter__ = lambda self: iter(self.fields)
Tuple.__len__ = lambda self: len(self.fields)
Tuple.astype = _refuse_astype


class TupleWrapper(ObjectGeneric):
    """A tuple-typed expression of which fields can be taken: `t[0]`, `a, b = t`.

    Parameters
    ----------
    tuple_value : relay.Expr
    size : int
        The number of fields.
    """

    def __init__(self, tuple_value, size):
        self.tuple_value = tuple_value
        self.size = size

    def astuple(self) -> RelayExpr:
        """The expression."""
        return self.tuple_value

    asobject = astuple

    def astext(self, *, show_meta_data=True, annotate=None) -> str:
        """The expression as Relay text."""
        return self.tuple_value.astext(show_meta_data, annotate)

    def __getitem__(self, index) -> TupleGetItem:
        if index >= self.size or index < -self.size:
            raise IndexError("Tuplewrapper out of range")
        return TupleGetItem(self.tuple_value, index % self.size)

    def __len__(self) -> int:
        return self.size

    def __iter__(self):
        return map(self.__getitem__, range(self.size))

    def __repr__(self):
        return f"TupleWrapper({self.tuple_value!r}, {self.size})"

    def astype(self, _):
        """Raise an error: tuples have no element type."""
        raise TypeError("astype cannot be used on tuple")


def var(name_hint, type_annotation=None, shape=None, dtype="float32", span=None) -> Var:
    """A new variable.

    Parameters
    ----------
    name_hint : str
    type_annotation : relay.Type or str, optional
        The type; the name of an element type stands for that scalar.
    shape : sequence of int or Any, optional
        Instead of the type: that of a tensor with elements of `dtype`.

    Examples
    --------
    >>> x = relay.var("x", shape=(1, 3))
    """
    if type_annotation is not None and shape is not None:
        raise ValueError("Can only specify either type_annotation or shape.")
    if shape is not None:
        type_annotation = _ext.TensorType(shape, dtype)
    elif isinstance(type_annotation, str):
        type_annotation = _ext.TensorType((), type_annotation)
    return Var(name_hint, type_annotation, span)


def const(value, dtype=None, span=None) -> Constant:
    """A constant.

    Parameters
    ----------
    value : bool, int, float, list, numpy.ndarray or NDArray
    dtype : str or TensorType, optional
        The element type. Without one, integers are int32 and floats float32; so are arrays of
        int64 and float64.
    """
    if isinstance(value, _ext.NDArray):
        return Constant(value, span)
    import numpy as np

    if isinstance(dtype, _ext.TensorType):
        dtype = dtype.dtype
    # NumPy has none of its own.
    if isinstance(dtype, str) and dtype == "bfloat16" and not hasattr(np, dtype):
        if not isinstance(value, (bool, int, float, list, np.ndarray, np.generic)):
            raise ValueError("value has to be scalar or NDArray")
        return Constant(_ext.array(as_numpy(value, dtype), dtype), span)
    if isinstance(value, (bool, int, float, list)) and not isinstance(value, np.generic):
        value = np.array(value, dtype=dtype)
    if not isinstance(value, (np.ndarray, np.generic)):
        raise ValueError("value has to be scalar or NDArray")
    if not dtype:
        dtype = "int32" if value.dtype == np.int64 else \
            "float32" if value.dtype == np.float64 else None
    if dtype is not None:
        value = value.astype(dtype)
    return Constant(value, span)


def bind(expr, binds) -> RelayExpr:
    """The expression with variables replaced; those of a function are parameters no more.

    Parameters
    ----------
    expr : relay.Expr
    binds : dict of Var to Expr
    """
    return _ext.bind(expr, binds)


def astext(obj, show_meta_data=True, annotate=None) -> str:
    """The expression or module as Relay text."""
    return obj.astext(show_meta_data, annotate)


def pretty_print(obj) -> str:
    """The expression or module as Relay text, without constants."""
    return str(obj)


__getattr__ = _missing.make_getattr("tvm.relay.expr")
