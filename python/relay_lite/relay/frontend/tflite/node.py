"""Operators of TFLite's graphs, as converters see them."""

from __future__ import annotations

import struct
from typing import Any, NoReturn

from ...expr import Expr
from ..node import BaseNode, ConversionError
from .flatbuffer import Operator, Tensor

_REQUIRED = object()


class Node(BaseNode):
    """An operator of a graph with its tensors.

    Attributes
    ----------
    op_type, name : str
        The operator, and the names of its outputs.
    inputs : list of Tensor or None
        None stands for an input that is left out.
    outputs : list of Tensor
    graph : GraphConverter
        The conversion of the graph that holds the operator.
    """

    def __init__(self, operator: Operator, graph: Any) -> None:
        tensors = graph.graph.tensors
        self.operator = operator
        self.graph = graph
        self.op_type = operator.name
        self.inputs: list[Tensor | None] = [tensors[i] if i >= 0 else None for i in operator.inputs]
        self.outputs: list[Tensor] = [tensors[i] for i in operator.outputs]
        self.name = ", ".join(tensor.name for tensor in self.outputs) or \
            f"{operator.name}_{operator.index}"
        # Inputs that are converted already, in place of the graph's values.
        self.replaced: dict[int, Expr] = {}
        # Whether the operator computes on floats though its results are quantized.
        self.in_floats = False

    def __repr__(self) -> str:
        return f"Node({self.describe()})"

    def describe(self) -> str:
        """Return the operator and its name, for messages."""
        return f"{self.op_type} {self.name!r}"

    def fail(self, message: str) -> NoReturn:
        """Raise a ConversionError that names the operator."""
        raise ConversionError(f"{self.graph.place}{self.describe()}: {message}")

    # Inputs and outputs

    def input(self, i: int) -> Expr:
        """Return the expression of an input; a ConversionError if there is none."""
        found = self.optional_input(i)
        if found is None:
            self.fail(f"expected at least {i + 1} inputs, but input {i} is absent")
        return found

    def optional_input(self, i: int) -> Expr | None:
        """Return the expression of an input, or None if it is left out."""
        tensor = self.inputs[i] if i < len(self.inputs) else None
        if tensor is None:
            return None
        return self.replaced.get(i) or self.graph.get(tensor.index, self)

    def all_inputs(self) -> list[Expr]:
        """Return the expressions of the inputs; none may be left out."""
        return [self.input(i) for i in range(len(self.inputs))]

    def value(self, i: int) -> Any:
        """Return the value of an input, as an array, if it is known without running the model.
        Otherwise None; a ConversionError if there is no such input."""
        tensor = self.inputs[i] if i < len(self.inputs) else None
        data = None if tensor is None else self.graph.find_value(tensor.index)
        return self.constant(self.input(i)) if data is None else data

    def require_value(self, i: int, what: str) -> Any:
        """Return the value of an input; a ConversionError, which calls it `what`, if it is not
        known without running the model."""
        value = self.value(i)
        if value is None:
            self.fail(f"{what} must be known when the model is imported")
        return value

    def integers(self, i: int, what: str) -> list[int]:
        """Return the elements of an input of integers, as require_value does."""
        return [int(value) for value in self.require_value(i, what).reshape(-1)]

    def number(self, i: int, what: str) -> Any:
        """Return the only element of an input, as require_value does."""
        value = self.require_value(i, what)
        if value.size != 1:
            self.fail(f"expected one element as {what}, but got {value.size}")
        return value.reshape(-1)[0].item()

    @property
    def output(self) -> Tensor:
        """The first output. An operator without outputs is a ConversionError."""
        if not self.outputs:
            self.fail("expected an output, but there is none")
        return self.outputs[0]

    @property
    def output_dtype(self) -> str:
        """The element type of the first output."""
        return str(self.graph.importer.model.get_dtype(self.output))

    # Options

    def option(self, name: str, default: Any = _REQUIRED) -> Any:
        """Return an option by TFLite's name: a number, a bool, or a list.

        Without a default, an operator without options is a ConversionError.
        """
        options = self.operator.options
        words = "".join(word[:1].upper() + word[1:] for word in name.split("_"))
        read = getattr(options, words, None) or getattr(options, f"{words}AsNumpy", None)
        if options is None or read is None:
            if default is _REQUIRED:
                self.fail(f"expected an option {name}, but there is none")
            return default
        as_list = hasattr(options, f"{words}AsNumpy")
        try:
            if as_list:
                values = getattr(options, f"{words}AsNumpy")()
                # The package returns 0 for a list that is absent.
                return [] if isinstance(values, int) else values.tolist()
            return read()
        except (struct.error, IndexError, ValueError, TypeError, OverflowError) as error:
            self.fail(f"the option {name} is invalid: {error}")

    def custom_options(self) -> bytes:
        """Return the options of a custom operator. Options that are cut off are a ConversionError."""
        try:
            values = self.operator.proto.CustomOptionsAsNumpy()
        except (struct.error, ValueError) as error:
            self.fail(f"the options are cut off: {error}")
        # The package returns 0 for options that are absent.
        return b"" if isinstance(values, int) else bytes(values)

    def axis(self, value: int, rank: int, name: str = "axis") -> int:
        """Return an axis counted from the front; one out of range is an error."""
        if not -rank <= value < rank:
            self.fail(f"{name} {value} is out of range for a tensor of rank {rank}")
        return int(value) % rank
