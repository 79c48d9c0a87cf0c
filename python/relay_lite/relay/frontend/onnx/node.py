"""Nodes of ONNX graphs, as converters see them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NoReturn

from ...expr import Expr, TupleWrapper
from ..node import BaseNode, ConversionError, unwrap
from .registry import normalize_domain

_REQUIRED = object()


class Node(BaseNode):
    """A node of a graph with the expressions of its inputs.

    Attributes
    ----------
    op_type, domain, name : str
    opset : int
        The version of the domain that the model asks for.
    inputs : list of Expr or None
        None stands for an optional input that is left out.
    proto : onnx.NodeProto
    graph : GraphConverter
        The conversion of the graph that holds the node.
    """

    def __init__(self, proto: Any, name: str, opset: int, inputs: list[Expr | None],
                 graph: Any) -> None:
        self.proto = proto
        self.op_type: str = proto.op_type
        self.domain: str = proto.domain
        self.name = name
        self.opset = opset
        self.inputs = inputs
        self.graph = graph
        self._attributes = {attribute.name: attribute for attribute in proto.attribute}
        if len(self._attributes) != len(proto.attribute):
            names = [attribute.name for attribute in proto.attribute]
            twice = next(name for name in names if names.count(name) > 1)
            self.fail(f"the attribute {twice} is given twice")

    def __repr__(self) -> str:
        return f"Node({self.describe()})"

    def describe(self) -> str:
        """Return the operator and the name of the node, for messages."""
        operator = f"{self.domain}.{self.op_type}" if self.domain else self.op_type
        return f"{operator} {self.name!r}"

    def fail(self, message: str) -> NoReturn:
        """Raise a ConversionError that names the node and its operator."""
        raise ConversionError(f"{self.graph.locate(self)}: {message}")

    # Inputs and outputs

    def input(self, i: int) -> Expr:
        """Return an input; a ConversionError if the node has none at that place."""
        found = self.optional_input(i)
        if found is None:
            self.fail(f"expected at least {i + 1} inputs, but input {i} is absent")
        return found

    def optional_input(self, i: int) -> Expr | None:
        """Return an input, or None if it is left out."""
        return self.inputs[i] if i < len(self.inputs) else None

    @property
    def output_count(self) -> int:
        """The number of outputs that the node names."""
        return len(self.proto.output)

    def output_is_used(self, i: int) -> bool:
        """Return whether the node gives its output a name."""
        return i < len(self.proto.output) and bool(self.proto.output[i])

    def find_slices(self, data: Expr, axis: int) -> list[Expr] | None:
        """Return all slices of a dimension if nodes like this one, each of which takes one, take all of
        them; None otherwise."""
        return self.graph.find_slices(self, data, axis)

    # Attributes

    def has_attribute(self, name: str) -> bool:
        """Return whether the node has an attribute of that name."""
        return self.find_attribute(name) is not None

    def attribute_names(self) -> list[str]:
        """Return the names of the attributes."""
        return [name for name in self._attributes if self.has_attribute(name)]

    def attribute(self, name: str, default: Any = _REQUIRED) -> Any:
        """Return the value of an attribute.

        Numbers and lists are Python's, strings are decoded, tensors are arrays of NumPy, graphs
        are GraphProto. Without a default, an attribute that is absent is a ConversionError; so is
        one of another kind than its default: a list for a number, for example.
        """
        found = self.find_attribute(name)
        if found is None:
            if default is _REQUIRED:
                self.fail(f"expected an attribute {name}, but there is none")
            return default
        kind = find_attribute_kind(normalize_domain(self.domain), self.op_type, self.opset, name)
        if kind is not None and found.type not in (kind, 0):
            names = type(found).AttributeType
            self.fail(f"attribute {name}: expected {names.Name(kind)}, but got "
                      f"{names.Name(found.type)}")
        try:
            value = self.graph.read_attribute(found)
        except ConversionError as error:
            self.fail(f"attribute {name}: {error}")
        if default is not _REQUIRED and default is not None:
            self._check_kind(name, value, default)
        return value

    def _check_kind(self, name: str, value: Any, default: Any) -> None:
        number = (int, float)
        kinds: dict[type, Any] = {bool: int, int: int, float: number, str: str, list: list,
                                  tuple: list}
        kind = kinds.get(type(default))
        if kind is None or isinstance(value, kind):
            return
        noun = {int: "an integer", number: "a number", str: "a string", list: "a list"}[kind]
        self.fail(f"attribute {name}: expected {noun}, but got {value!r}")

    def find_attribute(self, name: str) -> Any:
        """Return the message of an attribute, or None. An attribute that refers to one of a
        function is that one."""
        try:
            return self.graph.resolve_attribute(self._attributes.get(name))
        except ConversionError as error:
            self.fail(str(error))


@lru_cache(maxsize=None)
def _list_attribute_kinds(domain: str, op_type: str, opset: int) -> dict[str, int]:
    """Return the kinds of the attributes that the standard gives an operator, by name."""
    import onnx

    try:
        schema = onnx.defs.get_schema(op_type, opset, domain)
    except onnx.defs.SchemaError:
        return {}
    return {name: int(attribute.type.value) for name, attribute in schema.attributes.items()}


def find_attribute_kind(domain: str, op_type: str, opset: int, name: str) -> int | None:
    """Return the kind that the standard gives an attribute, a number of AttributeProto; None if it
    has none of that name."""
    return _list_attribute_kinds(domain, op_type, opset).get(name)


def as_outputs(node: Node, converted: Any) -> Sequence[Expr | None]:
    """Return the results of a converter as a sequence, one for each output that the node names;
    a ConversionError if there are fewer."""
    if isinstance(converted, Expr):
        outputs: Sequence[Expr | None] = [converted]
    elif isinstance(converted, (list, tuple, TupleWrapper)):
        outputs = [unwrap(output) if output is not None else None for output in converted]
    else:
        node.fail(f"the converter returned {type(converted).__name__} in place of expressions")
    for i in range(node.output_count):
        if node.output_is_used(i) and (i >= len(outputs) or outputs[i] is None):
            node.fail(f"output {i} is not supported")
    return outputs
