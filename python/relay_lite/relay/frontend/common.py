"""Helpers of importers, with TVM's names: attributes, operators by name, types and values of
expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from ... import _ext, _missing
from ...error import OpAttributeInvalid, TVMError
from ...ir.base import SourceName, Span
from .. import op as _op
from ..expr import Call, Constant, Expr, Let, Tuple, TupleGetItem, TupleWrapper, Var, const
from ..expr import var as new_var
from ..transform import FoldConstantExpr, InferTypeLocal
from ._attributes import (AttrCvt, Renamer, RequiredAttr, StrAttrsDict,  # noqa: F401
                          get_relay_op, logger)

__all__ = ["AttrCvt", "ExprTable", "Renamer", "StrAttrsDict", "autopad", "ensure_scalar_shape",
           "fold_constant", "get_dimensions", "get_name", "get_relay_op", "infer_channels",
           "infer_constant", "infer_shape", "infer_type", "infer_value", "is_constant", "join_types", "new_var",
           "set_span", "shape_of", "to_int_list", "try_infer_value", "try_resolve_var_to_const",
           "unbind"]

class ExprTable:
    """Expressions by name, with the parameters behind them."""

    def __init__(self) -> None:
        self.exprs: dict[str, Expr] = {}
        self.params: dict[str, Any] = {}
        self.const_ctr = 1
        self.in_padding = False

    def new_const(self, value: Any, shape: Any = None, dtype: str = "float32",
                  source_name: str | None = None) -> Expr:
        """Add a parameter of a new name, and return its variable."""
        name = f"_param_{self.const_ctr}"
        self.const_ctr += 1
        self.params[name] = value
        self.exprs[name] = set_span(
            new_var(name, shape=getattr(value, "shape", shape), dtype=dtype), source_name)
        return self.exprs[name]

    def get_expr(self, name: str) -> Expr:
        """Return the expression of that name."""
        return self.exprs[name]

    def set_expr(self, name: str, expr: Expr, force_override: bool = False) -> None:
        """Add an expression, unless there is one of that name."""
        if not isinstance(expr, Expr):
            raise TVMError(f"expected an expression as {name}, but got {expr!r}")
        if force_override or name not in self.exprs:
            self.exprs[name] = expr

    def has_expr(self, name: str) -> bool:
        """Return whether there is an expression of that name."""
        return name in self.exprs

    def set_padding(self, paddings: Any) -> None:
        """Keep paddings for the next operator."""
        self.paddings = paddings
        self.in_padding = True

    def clear_padding(self) -> None:
        """Forget the paddings."""
        self.in_padding = False


def get_name(node: Any) -> str:
    """Return the name of a variable; an empty one for other expressions."""
    return getattr(node, "name_hint", "")


# Types


def infer_type(node: Expr, mod: Any = None) -> Expr:
    """Return the expression after its type has been found: `checked_type` gives it. Types of the
    expressions below it are found once.

    Raises
    ------
    TVMError
        If there is no type.
    """
    if isinstance(node, TupleWrapper):
        node = node.astuple()
    if mod is not None:
        from ..ir_pass import infer_type as infer_in_module

        return infer_in_module(node, mod)
    if node._checked_type_ is None:
        InferTypeLocal(node)
    return node


def join_types(left: Any, right: Any) -> Any:
    """Return the type that has the values of both types: sizes of tensors that differ are unknown.
    None if element types, ranks or forms differ."""
    return _ext.join_types(left, right)


def get_dimensions(type_: Any) -> list[int | None]:
    """Return the dimensions of a tensor type: None for those that are not known."""
    return [int(size) if is_known(size) else None for size in type_.shape]


def is_known(size: Any) -> bool:
    """Return whether a dimension of a tensor type is an integer."""
    return isinstance(size, (int, _IntImm))


_IntImm = type(_ext.TensorType((1,), "int32").shape[0])


def infer_shape(inputs: Expr, mod: Any = None) -> tuple[Any, ...]:
    """Return the dimensions of a tensor: integers, and Any for those that are not known."""
    type_ = infer_type(inputs, mod).checked_type
    if not isinstance(type_, _ext.TensorType):
        raise TVMError(f"expected a tensor, but got a value of type {type_}")
    return tuple(int(size) if isinstance(size, _IntImm) else size for size in type_.shape)


def infer_channels(inputs: Expr, transpose: bool = False) -> int:
    """Return the number of output channels of a weight; of its transpose, the input channels."""
    return infer_shape(inputs)[1 if transpose else 0]


# Values


_CURRENT: ContextVar[_ext.ConstantValues | None] = ContextVar("values", default=None)


@contextmanager
def keep_values(params: dict[Var, Any]) -> Iterator[_ext.ConstantValues]:
    """Keep the values that are found, so that each is computed once. The variables of `params`
    have values, too."""
    values = _ext.ConstantValues(params)
    token = _CURRENT.set(values)
    try:
        yield values
    finally:
        _CURRENT.reset(token)


def set_value(var: Var, value: Any) -> None:
    """Give a variable a value within keep_values()."""
    values = _CURRENT.get()
    assert values is not None
    values.set_variable(var, value)


def is_constant(expr: Expr) -> bool:
    """Return whether the value of an expression is known without running the program."""
    return infer_constant(expr) is not None


def infer_constant(expr: Expr) -> Any:
    """Return the value of an expression, as an array of NumPy's, if it is known without running
    the program; otherwise None. Tuples are tuples of arrays."""
    values = _CURRENT.get()
    value = _ext.evaluate_constant(expr) if values is None else values.evaluate(expr)
    return None if value is None else _to_arrays(value)


def _to_arrays(value: Any) -> Any:
    """Return the arrays of NumPy's of a value."""
    return to_numpy(value) if isinstance(value, _ext.NDArray) else tuple(map(_to_arrays, value))


def to_numpy(array: _ext.NDArray) -> Any:
    """Return the array of NumPy's. The elements of bfloat16 are those of the package ml_dtypes."""
    if array.dtype != "bfloat16":
        return array.numpy()
    import ml_dtypes

    return array.numpy().view(ml_dtypes.bfloat16)


def infer_value(input_val: Expr, params: dict[str, Any] | None, mod: Any = None) -> Any:
    """Return the value of an expression, as an NDArray.

    Parameters
    ----------
    input_val : relay.Expr
    params : dict of str to array
        The values of its free variables.

    Raises
    ------
    TVMError
        If a variable has no value.
    """
    free = _ext.free_vars(input_val)
    missing = [var.name_hint for var in free if var.name_hint not in (params or {})]
    if missing:
        raise TVMError(f"All inputs to infer must be available in params: {missing[0]} is not")
    if not free and mod is None:
        value = infer_constant(input_val)
        if value is not None and not isinstance(value, tuple):
            return _ext.array(value)
    function = _ext.Function(list(free), input_val)
    from ..build_module import create_executor

    return create_executor(mod=mod).evaluate(function)(
        *[params[var.name_hint] for var in free] if params else [])


def infer_value_simulated(input_val: Expr, params: dict[str, Any]) -> Any:
    """Return the value of an expression for random values of the variables that have none."""
    import numpy as np

    given = dict(params)
    for var in _ext.free_vars(input_val):
        if var.name_hint not in given:
            shape = [size or 1 for size in _get_shape(var)]
            given[var.name_hint] = np.random.rand(*shape).astype(
                infer_type(var).checked_type.dtype)
    return infer_value(input_val, given)


def try_infer_value(val: Expr, on_success: Callable[[Any], Any] | None = None,
                    on_failure: Callable[[], Any] | None = None,
                    parameters: dict[str, Any] | None = None) -> tuple[Any, bool]:
    """Return the value of an expression, as an array of NumPy's, and True; or the expression and
    False if its value is not known. The functions give other results for both cases."""
    names = parameters or {}
    if all(var.name_hint in names for var in _ext.free_vars(val)):
        value = infer_value(val, names).numpy()
        return (on_success(value) if on_success else value), True
    return (on_failure() if on_failure else val), False


def try_resolve_var_to_const(x: Expr, graph_params: dict[str, Any]) -> Expr:
    """Return the constant of a variable that is a parameter; any other expression as it is."""
    if isinstance(x, Var) and x.name_hint in graph_params:
        value = graph_params[x.name_hint]
        return Constant(value if isinstance(value, _ext.NDArray) else _ext.array(value))
    return x


def fold_constant(node: Expr, mod: Any = None) -> Expr:
    """Return the expression with what is constant evaluated."""
    return FoldConstantExpr(node, mod if mod is not None else _ext.IRModule())


def fold_small(expr: Expr, most_bytes: int = 1 << 16) -> Expr:
    """Return the constant of an expression whose value is known and takes at most so many bytes;
    any other expression as it is."""
    if isinstance(expr, (Constant, Var)):
        return expr
    value = _ext.evaluate_constant(expr, most_bytes)
    if not isinstance(value, _ext.NDArray):
        return expr
    array = to_numpy(value)
    return Constant(array) if array.nbytes <= most_bytes else expr


# Shapes


def _get_shape(expr: Expr) -> list[int | None]:
    return get_dimensions(infer_type(expr).checked_type)


def shape_of(x: Expr, dtype: str = "int64", start: int | None = None,
             end: int | None = None) -> Expr:
    """Return the shape of a tensor, or a slice of it: a constant if all dimensions are known."""
    import numpy as np

    sizes = _get_shape(x)[start:end]
    if None not in sizes:
        return const(np.array(sizes, dtype), dtype)
    shape = _op.shape_of(x, dtype)
    if start is None and end is None:
        return shape
    first, last, _ = slice(start, end).indices(len(_get_shape(x)))
    return _op.strided_slice(shape, [first], [last])


def ensure_scalar_shape(x: Expr) -> Expr:
    """Return a tensor of one element as a scalar."""
    shape = _get_shape(x)
    if not shape:
        return x
    if any(size not in (1, None) for size in shape):
        raise TVMError(f"expected a tensor of one element, but its shape is {shape}")
    return _op.squeeze(x, list(range(len(shape))))


def to_int_list(np_array: Any) -> list[int]:
    """Return the elements of an array as Python's integers."""
    return [int(value) for value in np_array]


def unbind(data: Expr, axis: int = 0) -> TupleWrapper:
    """Return the slices of a tensor along an axis, without that axis."""
    shape = _get_shape(data)
    if not -len(shape) <= axis < len(shape):
        raise AttributeError(f"Axis {axis} is out of bounds for {len(shape)} dimensions")
    count = shape[axis]
    if count is None:
        raise TVMError(f"the size of dimension {axis} must be known")
    split = _op.split(data, count, axis)
    squeeze = _op.squeeze
    return TupleWrapper(Tuple([squeeze(part, [axis]) for part in split]), count)


def autopad(data: Expr, strides: Sequence[int], kernel_shape: Sequence[int],
            dilations: Sequence[int], pad_type: str = "constant", deconv: bool = False,
            mode: str = "SAME_UPPER", pad_value: float = 0.0) -> Expr:
    """Return the data padded so that a window gives as many results as SAME asks for.

    Parameters
    ----------
    data : relay.Expr
        With the dimensions of batch and channels first.
    mode : str
        SAME_UPPER pads more at the end if the sum is odd, SAME_LOWER at the beginning.
    """
    if mode not in ("SAME_UPPER", "SAME_LOWER"):
        raise OpAttributeInvalid(f"expected SAME_UPPER or SAME_LOWER, but got {mode}")
    sizes = _get_shape(data)[2:]
    if None in sizes:
        return _autopad_dynamic(data, strides, kernel_shape, dilations, (pad_type, deconv, mode,
                                                                        pad_value))
    width: list[Any] = [(0, 0), (0, 0)]
    for size, stride, kernel, dilation in zip(sizes, strides, kernel_shape, dilations):
        window = (kernel - 1) * dilation + 1
        if deconv:
            total = max(window - stride, 0)
        else:
            total = max((-(-(size or 0) // stride) - 1) * stride + window - (size or 0), 0)
        less, more = total // 2, total - total // 2
        width.append((less, more) if mode == "SAME_UPPER" else (more, less))
    return _op.nn.pad(data, width, pad_value, pad_type)


def _autopad_dynamic(data: Expr, strides: Sequence[int], kernel_shape: Sequence[int],
                     dilations: Sequence[int], options: tuple[str, bool, str, float]) -> Expr:
    """Return data of unknown size, padded."""
    import numpy as np

    pad_type, deconv, mode, pad_value = options
    rank = len(strides)
    sizes = _op.strided_slice(_op.shape_of(data, "int64"), [2], [2 + rank])

    def vector(values: Any) -> Constant:
        return const(np.array(values, "int64"), "int64")

    window = (np.array(kernel_shape) - 1) * np.array(dilations) + 1
    step = vector(strides)
    if deconv:
        total: Expr = vector(np.maximum(window - np.array(strides), 0))
    else:
        rest = _op.mod(sizes, step)
        covered = _op.where(_op.equal(rest, vector(0)), step, rest)
        total = _op.maximum(_op.subtract(vector(window), covered), vector(0))
    less = _op.floor_divide(total, vector(2))
    more = _op.subtract(total, less)
    pair = [less, more] if mode == "SAME_UPPER" else [more, less]
    columns = _op.concatenate([_op.expand_dims(side, 1) for side in pair], 1)
    width = _op.concatenate([vector(np.zeros((2, 2))), columns], 0)
    fill = const(pad_value, infer_type(data).checked_type.dtype)
    return _op.nn.pad(data, width, fill, pad_type)


# Spans


def set_span(sym: Any, span: Any) -> Any:
    """Return the expression with a span at itself and at all below it, up to those that have one.

    Parameters
    ----------
    sym : relay.Expr, TupleWrapper, or list or tuple of them
    span : str, Span or None
        A text is the name of a source.
    """
    from ...ir.transform import PassContext

    if not span or not PassContext.current().config.get("relay.frontend.fill_span", True):
        return sym
    if isinstance(span, str):
        span = Span(SourceName(span), 0, 0, 0, 0)
    if isinstance(sym, (list, tuple)):
        return type(sym)(set_span(item, span) for item in sym)
    if isinstance(sym, TupleWrapper):
        return TupleWrapper(set_span(sym.astuple(), span), sym.size)
    if not isinstance(sym, Expr):
        return sym
    return _fill_span(sym, span)


def _fill_span(root: Expr, span: Span) -> Expr:
    done: dict[Expr, Expr] = {}
    pending = [root]
    while pending:
        expr = pending[-1]
        if expr in done:
            pending.pop()
        elif expr.span is not None or not isinstance(expr, (Call, Tuple, TupleGetItem, Constant, Var,
                                                            Let)):
            done[expr] = expr
        else:
            missing = [operand for operand in _operands(expr) if operand not in done]
            if missing:
                pending.extend(missing)
            else:
                done[expr] = _with_span(expr, span, done)
    return done[root]


def _operands(expr: Any) -> list[Expr]:
    """Return the expressions that are below an expression."""
    if isinstance(expr, Call):
        return [expr.op, *expr.args]
    if isinstance(expr, Tuple):
        return list(expr.fields)
    if isinstance(expr, TupleGetItem):
        return [expr.tuple_value]
    return [expr.var, expr.value, expr.body] if isinstance(expr, Let) else []


def _with_span(expr: Any, span: Span, done: dict[Expr, Expr]) -> Expr:
    """Return a copy of an expression with a span, on the copies of its operands."""
    if isinstance(expr, Call):
        args = [done.get(arg, arg) for arg in expr.args]
        return Call(done.get(expr.op, expr.op), args, expr.attrs, expr.type_args, span)
    if isinstance(expr, Tuple):
        return Tuple([done[field] for field in expr.fields], span)
    if isinstance(expr, TupleGetItem):
        return TupleGetItem(done[expr.tuple_value], expr.index, span)
    if isinstance(expr, Constant):
        return Constant(expr.data, span)
    if isinstance(expr, Let):
        return Let(done[expr.var], done[expr.value], done[expr.body], span)
    return Var(expr.name_hint, expr.type_annotation, span)


__getattr__ = _missing.make_getattr("tvm.relay.frontend.common")
