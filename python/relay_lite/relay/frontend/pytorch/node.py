"""Calls of PyTorch's operators, as converters see them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ... import op
from ...expr import Constant, Expr, const
from ..building import cast, is_float, scalar
from ..node import BaseNode, unwrap
from . import dtypes


class Node(BaseNode):
    """A call of an operator.

    Attributes
    ----------
    op : str
        The operator: "aten::add".
    overload : str
        The overload: "Tensor". It may be empty.
    name : str
        The name of the call, which spans have.
    graph : GraphConverter
        The conversion of the graph with the call.
    """

    def __init__(self, op_name: str, overload: str, name: str, graph: Any) -> None:
        self.op = op_name
        self.overload = overload
        self.name = name
        self.graph = graph
        self.num_outputs = 1
        # The numbers of results that are used; None if all may be.
        self.used: frozenset[int] | None = None
        # The indices at which the graph takes slices of the operand, along the same dimension.
        self.indices: frozenset[int] = frozenset()
        # The sizes of results that the program tells: None for those that it leaves open.
        self.result_sizes: list[list[int | None]] = []

    def describe(self) -> str:
        """Return the operator and the name of the call, for messages."""
        return f"{self.graph.place}{self.op}{'.' if self.overload else ''}{self.overload} {self.name!r}"

    def is_used(self, i: int) -> bool:
        """Return whether something uses a result."""
        return self.used is None or i in self.used

    @property
    def default_dtype(self) -> str:
        """The element type of floating-point numbers without one."""
        return self.graph.default_dtype

    def refuse_training(self) -> None:
        """Raise a ConversionError for an operator that trains. In scripts the operator is taken as one
        that does not train, as TVM does."""
        if not self.graph.is_script:
            self.fail("training is not supported: use the module after eval()")

    # Numbers and tensors

    def is_tensor(self, value: Any) -> bool:
        """Return whether a value is an expression of a tensor."""
        return isinstance(unwrap(value), Expr)

    def number_dtype(self, value: Any) -> str:
        """Return the element type of a tensor that a number becomes."""
        if isinstance(value, bool):
            return "bool"
        return "int64" if isinstance(value, int) else self.default_dtype

    def tensor(self, value: Any, dtype: str | None = None) -> Expr:
        """Return a value as a tensor, converted to an element type if one is given."""
        if isinstance(value, Expr):
            return value if dtype is None else cast(self, value, dtype)
        if isinstance(value, (bool, int, float)):
            return scalar(value, dtype or self.number_dtype(value))
        if isinstance(value, (list, tuple)):
            return self._tensor_of_list(value, dtype)
        self.fail(f"expected a tensor or a number, but got {value!r}")

    def _tensor_of_list(self, values: Sequence[Any], dtype: str | None) -> Expr:
        """Return a tensor of numbers in lists; one of them may be known only when the model runs."""
        if not any(_holds_exprs(value) for value in values):
            array = np.array(values)
            kind = dtype or (self.default_dtype if array.dtype.kind == "f" else str(array.dtype))
            return const(array.astype(kind), kind)
        parts = [self.tensor(value, dtype) for value in values]
        kind = dtype or self.result_dtype(*parts)
        return op.stack([cast(self, part, kind) for part in parts], 0)

    def result_dtype(self, *values: Any) -> str:
        """Return the element type of an operator on tensors and numbers, by PyTorch's rules."""
        tensors: list[str] = []
        scalars: list[str] = []
        numbers: list[str] = []
        for value in values:
            if isinstance(value, Constant) and value in self.graph.numbers:
                numbers.append(self.default_dtype if self.dtype(value) == "float64" else "int64")
            elif isinstance(value, Expr):
                dtype = self.dtype(value)
                (tensors if self.rank(value) else scalars).append(dtype)
            elif value is not None:
                numbers.append(self.number_dtype(value))
        return dtypes.promote(tensors, scalars, numbers)

    def promote(self, *values: Any, to_float: bool = False) -> list[Expr]:
        """Return values as tensors of one element type: with `to_float` a floating-point one."""
        dtype = self.result_dtype(*values)
        if to_float and not is_float(dtype):
            dtype = self.default_dtype
        return [self.tensor(value, dtype) for value in values]

    def floating(self, value: Any) -> Expr:
        """Return a tensor of floating-point numbers."""
        expr = self.tensor(value)
        return expr if is_float(self.dtype(expr)) else op.cast(expr, self.default_dtype)

    def constant_like(self, value: float, expr: Expr) -> Constant:
        """Return a number as a scalar of a tensor's element type."""
        return scalar(value, self.dtype(expr))

    # Arguments

    def axis(self, axis: Any, rank: int) -> int:
        """Return an axis counted from the front; a scalar has one axis in PyTorch."""
        if not isinstance(axis, int):
            self.fail(f"expected an axis that is known when the model is imported, but got {axis!r}")
        if not -max(rank, 1) <= axis < max(rank, 1):
            self.fail(f"axis {axis} is out of range for a tensor of rank {rank}")
        return axis % max(rank, 1)

    def axes(self, axes: Any, rank: int) -> list[int]:
        """Return axes counted from the front; all for None or an empty list."""
        if axes is None or isinstance(axes, (list, tuple)) and not axes:
            return list(range(rank))
        found = [self.axis(axis, rank) for axis in (axes if isinstance(axes, (list, tuple))
                                                    else [axes])]
        if len(set(found)) != len(found):
            self.fail(f"the axes {axes} name a dimension twice")
        return found

    def known_size(self, data: Expr, axis: int) -> int:
        """Return the size of a dimension; a ConversionError if it is not known."""
        size = self.shape(data)[axis]
        if size is None:
            self.fail(f"the size of dimension {axis} must be known when the model is imported")
        return size

    def number(self, value: Any, what: str) -> Any:
        """Return a number; a ConversionError if it is not known when the model is imported."""
        if isinstance(value, Expr):
            return self.require_constant(value, what).reshape(-1)[0].item()
        return value

    def numbers(self, values: Any, count: int, what: str) -> list[int]:
        """Return `count` integers, of which a single one stands for all."""
        found = values if isinstance(values, (list, tuple)) else [values]
        found = [int(self.number(value, what)) for value in found]
        if len(found) == 1:
            found = found * count
        if len(found) != count:
            self.fail(f"expected {count} numbers as {what}, but got {found}")
        return found

    def size(self, value: Any) -> int | Expr:
        """Return a size: a number if it is known, otherwise an int64 scalar."""
        if isinstance(value, Expr):
            known = self.constant(value)
            if known is not None:
                return int(known.reshape(-1)[0])
            expr = value if self.rank(value) == 0 else op.reshape(value, ())
            return cast(self, expr, "int64")
        return int(value)

    def sizes(self, values: Any) -> list[int | Expr]:
        """Return sizes of a list, or of a tensor."""
        if isinstance(values, Expr) and self.rank(values) == 1:
            from ..building import elements_of

            return elements_of(self, values)
        return [self.size(value) for value in
                (values if isinstance(values, (list, tuple)) else [values])]


def _holds_exprs(value: Any) -> bool:
    """Return whether a list, or one in it, holds expressions."""
    pending = [value]
    while pending:
        value = pending.pop()
        if isinstance(value, Expr):
            return True
        if isinstance(value, (list, tuple)):
            pending.extend(value)
    return False
