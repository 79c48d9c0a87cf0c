"""Converters in TVM's style: classes with a method for each version."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .... import _missing
from ....error import OpNotImplemented
from .node import Node
from .registry import Converter, find_converter, list_converters


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


def _get_convert_map(opset: int) -> dict[str, Callable[..., Any]]:
    """Return converters of TVM's style by operator, for a version of the standard.

    A script may put a function with more entries in its place: they come before ours.
    """
    table: dict[str, Callable[..., Any]] = {}
    for domain, name, _ in list_converters():
        found = find_converter(domain, name, opset)
        if not domain and found is not None:
            table[name] = _in_tvm_style(found, name, opset)
    return table


class _Ours:
    """A converter of ours, called in TVM's style."""

    def __init__(self, convert: Converter, name: str, opset: int) -> None:
        self.convert = convert
        self.name = name
        self.opset = opset

    def __call__(self, inputs: Any, attr: dict[str, Any], params: Any) -> Any:
        """Return the results for inputs and attributes."""
        import onnx

        from .graph import GraphConverter
        from .importer import Importer
        from .weights import Files

        attributes = {key: value for key, value in attr.items() if key != "tvm_custom"}
        facts = attr.get("tvm_custom", {})
        outputs = [f"output{i}" for i in range(facts.get("num_outputs", 1))]
        proto = onnx.helper.make_node(self.name, [], outputs, **attributes)
        importer = Importer(onnx.ModelProto(), Files(), {"opset": self.opset})
        graph = GraphConverter(importer, importer.opsets)
        return self.convert(Node(proto, facts.get("name", self.name), self.opset, list(inputs),
                                 graph))


_in_tvm_style = _Ours


class GraphProto:
    """Holds the node that is converted; TVM's importer of a graph. It is made by from_onnx."""

    current = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        raise OpNotImplemented("GraphProto is the inside of TVM's importer: use from_onnx")


def find_user_converters(opset: int) -> dict[str, Converter]:
    """Return the converters that a script has added by its own `_get_convert_map`."""
    from . import __dict__ as names

    function = names.get("_get_convert_map", _get_convert_map)
    if function is _get_convert_map:
        return {}
    return {name: (lambda node, entry=entry: call_in_tvm_style(entry, node))
            for name, entry in function(opset).items() if not isinstance(entry, _Ours)}


__getattr__ = _missing.make_getattr("tvm.relay.frontend.onnx")
