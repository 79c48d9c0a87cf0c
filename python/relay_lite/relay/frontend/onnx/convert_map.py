"""The table of converters in TVM's style."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .classes import OwnConverter
from .graph import GraphConverter
from .importer import Importer
from .node import Node
from .registry import Converter, find_converter, list_converters
from .weights import Files


def _get_convert_map(opset: int) -> dict[str, Callable[..., Any]]:
    """Return converters of TVM's style by operator, for a version of the standard.

    A script may put a function with more entries in its place: they come before ours.
    """
    table: dict[str, Callable[..., Any]] = {}
    for domain, name, _ in list_converters():
        found = find_converter(domain, name, opset)
        if not domain and found is not None:
            table[name] = _Ours(found, name, opset)
    return table


class _Ours(OwnConverter):
    """A converter of ours, called in TVM's style."""

    def __init__(self, convert: Converter, name: str, opset: int) -> None:
        self.convert = convert
        self.name = name
        self.opset = opset

    def __call__(self, inputs: Any, attr: dict[str, Any], params: Any) -> Any:
        """Return the results for inputs and attributes."""
        import onnx

        attributes = {key: value for key, value in attr.items() if key != "tvm_custom"}
        facts = attr.get("tvm_custom", {})
        outputs = [f"output{i}" for i in range(facts.get("num_outputs", 1))]
        proto = onnx.helper.make_node(self.name, [], outputs, **attributes)
        importer = Importer(onnx.ModelProto(), Files(), {"opset": self.opset})
        graph = GraphConverter(importer, importer.opsets)
        return self.convert(Node(proto, facts.get("name", self.name), self.opset, list(inputs),
                                 graph))
