"""Operators of ONNX that other importers apply: a node with plain attributes, without a model."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from ...expr import Expr
from ..node import BaseNode
from .node import Node, as_outputs
from .registry import find_converter

_REQUIRED = object()


class AppliedNode(Node):
    """A node of ONNX in a model of another kind.

    Attributes
    ----------
    source : BaseNode
        The node of the model, which errors name.
    """

    def __init__(self, source: BaseNode, op_type: str, opset: int, inputs: Sequence[Expr | None],
                 attributes: dict[str, Any], num_outputs: int) -> None:
        self.op_type = op_type
        self.domain = ""
        self.name = source.describe()
        self.opset = opset
        self.inputs = list(inputs)
        self.source = source
        self.values = attributes
        self.num_outputs = num_outputs

    def describe(self) -> str:
        """Return the operator and the name of the model's own node."""
        return self.source.describe()

    def fail(self, message: str) -> NoReturn:
        """Raise a ConversionError that names the model's own node."""
        self.source.fail(message)

    @property
    def output_count(self) -> int:
        """The number of outputs."""
        return self.num_outputs

    def output_is_used(self, i: int) -> bool:
        """Return whether there is an output of that number."""
        return i < self.num_outputs

    def find_slices(self, data: Expr, axis: int) -> list[Expr] | None:
        """Return None: an operator that is applied is the only node."""
        return None

    def has_attribute(self, name: str) -> bool:
        """Return whether the node has an attribute of that name."""
        return name in self.values

    def attribute_names(self) -> list[str]:
        """Return the names of the attributes."""
        return list(self.values)

    def attribute(self, name: str, default: Any = _REQUIRED) -> Any:
        """Return the value of an attribute, or the default."""
        value = self.values.get(name, default)
        if value is _REQUIRED:
            self.fail(f"expected an attribute {name}, but there is none")
        return value


def apply(source: BaseNode, op_type: str, inputs: Sequence[Expr | None], opset: int = 21,
          num_outputs: int = 1, **attributes: Any) -> list[Expr]:
    """Return the results of an operator of the standard.

    Parameters
    ----------
    source : BaseNode
        The node of the model that is imported.
    op_type : str
    inputs : list of Expr or None
    opset : int
        The version of the standard.
    num_outputs : int
    attributes : object
    """
    convert = find_converter("", op_type, opset)
    assert convert is not None, op_type
    node = AppliedNode(source, op_type, opset, inputs, attributes, num_outputs)
    return [expr for expr in as_outputs(node, convert(node)) if expr is not None][:num_outputs]
