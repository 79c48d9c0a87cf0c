"""Converters in TVM's style: classes with a method for each version."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

from ....error import OpNotImplemented
from .node import Node
from .registry import Converter


class OnnxOpConverter:
    """Base of converters in TVM's style. A method `_impl_v9(cls, inputs, attr, params)` converts
    nodes from version 9 on.

    Examples
    --------
    >>> class Whirl(OnnxOpConverter):
    ...     @classmethod
    ...     def _impl_v1(cls, inputs, attr, params):
    ...         return relay.tanh(inputs[0])
    >>> converter("Whirl", domain="acme")(Whirl.as_converter())
    """

    @classmethod
    def get_converter(cls, opset: int) -> Callable[..., Any]:
        """Return the method for a version.

        Raises
        ------
        NotImplementedError
            If all methods are for newer versions.
        """
        versions = [int(name[len("_impl_v"):]) for name in dir(cls) if name.startswith("_impl_v")]
        fitting = [version for version in versions if version <= opset]
        if not fitting:
            raise NotImplementedError(f"opset version {opset} of {cls.__name__} not implemented")
        method: Callable[..., Any] = getattr(cls, f"_impl_v{max(fitting)}")
        return method

    @classmethod
    def as_converter(cls) -> Converter:
        """Return a converter that calls the method for the node's version."""
        return lambda node: call_in_tvm_style(cls.get_converter(node.opset), node)


class _Inputs(list):  # type: ignore[type-arg]
    """Inputs of a node by number: None for those that it leaves out."""

    def __getitem__(self, i: Any) -> Any:
        if isinstance(i, int) and i >= len(self):
            return None
        return super().__getitem__(i)


class _Attributes(dict):  # type: ignore[type-arg]
    """Attributes of a node by name."""


def call_in_tvm_style(function: Callable[..., Any], node: Node) -> Any:
    """Return the results of a function of TVM's style for a node."""
    attributes = _Attributes({name: node.attribute(name) for name in node.attribute_names()})
    attributes["tvm_custom"] = {"name": node.name, "num_outputs": node.output_count}
    return function(_Inputs(node.inputs), attributes, dict(node.graph.importer.params))


class OwnConverter:
    """Base of the entries of our table of converters in TVM's style."""


class GraphProto:
    """Holds the node that is converted; TVM's importer of a graph. It is made by from_onnx."""

    current = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise OpNotImplemented("GraphProto is the inside of TVM's importer: use from_onnx")


def find_user_converters(opset: int) -> dict[str, Converter]:
    """Return the converters that a script has added by a `_get_convert_map` of its own."""
    table = sys.modules[__package__]._get_convert_map(opset)
    return {name: (lambda node, entry=entry: call_in_tvm_style(entry, node))
            for name, entry in table.items() if not isinstance(entry, OwnConverter)}
