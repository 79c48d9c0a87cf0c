"""Calls of Relay operators, as exporters see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from ..... import _ext
from .....ir.container import Array
from ....expr import Call, Constant, Expr, Tuple
from ... import common
from .registry import ExportError, VersionError

# The numbers of ONNX's element types, by Relay's names.
NUMBERS = {"float32": 1, "uint8": 2, "int8": 3, "uint16": 4, "int16": 5, "int32": 6, "int64": 7,
           "bool": 9, "float16": 10, "float64": 11, "uint32": 12, "uint64": 13, "bfloat16": 16}


def get_number(dtype: str) -> int:
    """Return ONNX's number of an element type; an ExportError if ONNX has none."""
    if dtype not in NUMBERS:
        raise ExportError(f"ONNX has no element type {dtype}")
    return NUMBERS[dtype]


def to_python(value: Any) -> Any:
    """Return the value of an attribute as Python's: numbers, texts, lists."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (Array, list, tuple)):
        return [to_python(item) for item in value]
    inner = getattr(value, "value", None)
    return str(value) if inner is None else inner


class CallView:
    """A call of an operator whose arguments have their ONNX values.

    Attributes
    ----------
    expr : relay.Call
    graph : Graph
        The graph that gets the nodes.
    opset : int
        The version of the standard's operators.
    name : str
        The name of the node that the call comes from; an empty one if that is not known.
    """

    def __init__(self, expr: Any, graph: Any) -> None:
        self.expr = expr
        self.graph = graph
        self.model = graph.model
        self.opset: int = graph.model.opset
        self.name = get_span_name(expr)
        self.args: list[Expr] = list(expr.args)

    @property
    def op(self) -> str:
        """The name of the Relay operator."""
        return str(self.expr.op.name)

    def fail(self, message: str) -> NoReturn:
        """Raise an ExportError."""
        raise ExportError(message)

    # Attributes

    def attribute(self, name: str, default: Any = None) -> Any:
        """Return an attribute of the call as a number, a text, a list or None; `default` if the
        operator has none of the name."""
        attrs = self.expr.attrs
        return to_python(getattr(attrs, name, default)) if attrs is not None else default

    # Arguments and types

    def input(self, i: int) -> str:
        """Return the name of the ONNX value of an argument that is a tensor."""
        return str(self.graph.name_of(self.args[i]))

    @property
    def inputs(self) -> list[str]:
        """The names of the ONNX values of all arguments; the fields of tuples in their place."""
        return [name for arg in self.args for name in self.graph.names_of(arg)]

    def fields(self, i: int) -> list[Expr]:
        """Return the fields of an argument that is a tuple."""
        arg = self.args[i]
        if not isinstance(arg, Tuple):
            self.fail("expected a tuple literal as the argument")
        return list(arg.fields)

    def type(self, i: int | None = None) -> Any:
        """Return the type of an argument, or of the result."""
        return (self.expr if i is None else self.args[i]).checked_type

    def shape(self, i: int | None = None) -> list[int | None]:
        """Return the dimensions of an argument or of the result: None for those not known."""
        return common.get_dimensions(self.type(i))

    def static_shape(self, i: int | None = None) -> list[int]:
        """Return the dimensions of an argument or of the result; an ExportError if one is not
        known."""
        shape = self.shape(i)
        known = [size for size in shape if size is not None]
        if len(known) != len(shape):
            self.fail(f"the sizes {_write_shape(shape)} must be known")
        return known

    def rank(self, i: int | None = None) -> int:
        """Return the number of dimensions of an argument or of the result."""
        return len(self.type(i).shape)

    def dtype(self, i: int | None = None) -> str:
        """Return the element type of an argument or of the result."""
        return str(self.type(i).dtype)

    def is_float(self, i: int | None = None) -> bool:
        """Return whether the elements of an argument or of the result are floats."""
        return "float" in self.dtype(i)

    def require_float(self, op_type: str, *others: str) -> None:
        """Fail if the elements of the result are not those that an operator of ONNX takes: floats, or
        others that are listed."""
        if not self.is_float() and self.dtype() not in others:
            self.fail(f"ONNX's {op_type} takes no {self.dtype()}")

    def value(self, i: int) -> Any:
        """Return the array of an argument that is a constant; otherwise None."""
        arg = self.args[i]
        return common.to_numpy(arg.data) if isinstance(arg, Constant) else None

    def axes(self, axes: Sequence[int], rank: int) -> list[int]:
        """Return axes counted from the front."""
        return [axis + rank if axis < 0 else axis for axis in axes]

    # Nodes

    def emit(self, op_type: str, inputs: Sequence[str], *, domain: str = "",
             **attributes: Any) -> str:
        """Add a node with one result, and return the name of that value. Attributes that are None
        are left out."""
        return self.emit_many(op_type, inputs, 1, domain=domain, **attributes)[0]

    def emit_many(self, op_type: str, inputs: Sequence[str], outputs: int, *, domain: str = "",
                  **attributes: Any) -> list[str]:
        """Add a node with several results, and return the names of their values."""
        return list(self.graph.add_node(op_type, inputs, outputs, self.name, domain, attributes))

    def number(self, value: Any, dtype: str) -> str:
        """Return the name of an initializer of rank 0."""
        return str(self.model.add_array(_make_array(value, dtype)))

    def vector(self, values: Any, dtype: str = "int64") -> str:
        """Return the name of an initializer: a vector, or an array of the same shape."""
        return str(self.model.add_array(_make_array(values, dtype)))

    def cast(self, name: str, old: str, new: str) -> str:
        """Return a value with its elements converted; the value itself if they have the type."""
        return name if old == new else self.emit("Cast", [name], to=get_number(new))

    def as_int64(self, i: int) -> str:
        """Return an argument of sizes or indices as int64."""
        return self.cast(self.input(i), self.dtype(i), "int64")

    def require_opset(self, opset: int, what: str) -> None:
        """Fail if the version of the standard is older than one that is needed."""
        if self.opset < opset:
            raise VersionError(f"{what} needs opset {opset} of ONNX, but the model has opset "
                               f"{self.opset}", opset)

    # Nodes whose form depends on the version of the standard

    def with_axes(self, op_type: str, data: str, axes: Sequence[int], since: int,
                  **attributes: Any) -> str:
        """Add a node whose axes are an input from a version on, and an attribute before."""
        if self.opset >= since:
            return self.emit(op_type, [data, self.vector(list(axes))], **attributes)
        return self.emit(op_type, [data], axes=list(axes), **attributes)

    def unsqueeze(self, data: str, axes: Sequence[int]) -> str:
        """Return a value with dimensions of size 1 more; axes are those of the result."""
        return self.with_axes("Unsqueeze", data, axes, 13) if axes else data

    def squeeze(self, data: str, axes: Sequence[int]) -> str:
        """Return a value without some dimensions of size 1."""
        return self.with_axes("Squeeze", data, axes, 13) if axes else data

    def reshape(self, data: str, sizes: Sequence[int]) -> str:
        """Return a value in another shape: -1 is the rest, 0 a size of 0."""
        if 0 in sizes:
            self.require_opset(14, "a reshape to a size of 0")
            return self.emit("Reshape", [data, self.vector(list(sizes))], allowzero=1)
        return self.emit("Reshape", [data, self.vector(list(sizes))])

    def transpose(self, data: str, order: Sequence[int]) -> str:
        """Return a value with its dimensions in another order."""
        if list(order) == list(range(len(order))):
            return data
        return self.emit("Transpose", [data], perm=list(order))

    def slice(self, data: str, begins: Sequence[int], ends: Sequence[int], axes: Sequence[int],
              steps: Sequence[int] | None = None) -> str:
        """Return ranges of some dimensions of a value."""
        if self.opset < 10:
            if steps is not None and any(step != 1 for step in steps):
                self.require_opset(10, "a slice with steps")
            return self.emit("Slice", [data], starts=list(begins), ends=list(ends), axes=list(axes))
        inputs = [data, self.vector(list(begins)), self.vector(list(ends)), self.vector(list(axes))]
        if steps is not None and any(step != 1 for step in steps):
            inputs.append(self.vector(list(steps)))
        return self.emit("Slice", inputs)

    def where(self, condition: str, then: str, otherwise: str) -> str:
        """Return elements of one of two values."""
        self.require_opset(9, "a choice of elements")
        return self.emit("Where", [condition, then, otherwise])


def _make_array(values: Any, dtype: str) -> np.ndarray[Any, Any]:
    if dtype == "bfloat16":
        import ml_dtypes

        return np.asarray(values, ml_dtypes.bfloat16)
    return np.asarray(values, dtype)


def get_name(expr: Any) -> str:
    """Return the name of the operator that an expression calls; an empty text if it calls none."""
    return str(expr.op.name) if isinstance(expr, Call) and isinstance(expr.op, _ext.Op) else ""


def get_span_name(expr: Any) -> str:
    """Return the name of the node that an expression comes from; an empty one if it has none, as
    that of a text."""
    span = expr.span
    name = getattr(span, "source_name", None)
    return str(name.name) if name is not None and not span.line else ""


def _write_shape(shape: Sequence[int | None]) -> str:
    return "(" + ", ".join("?" if size is None else str(size) for size in shape) + ")"
