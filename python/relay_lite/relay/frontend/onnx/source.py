"""Facts about the ONNX model that a module comes from.

They are the attribute `onnx` of `main`, a dictionary, which texts and passes keep.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from .... import _ext
from .forms import Forms
from .registry import normalize_domain

ATTRIBUTE = "onnx"


@dataclass
class Source:
    """Facts about a model.

    Attributes
    ----------
    opsets : dict of str to int
        The versions of domains; "" is that of the standard.
    ir_version : int
    producer, producer_version : str
    outputs : list of str
        The names of the results, in order.
    dimensions : dict of str to list of str
        For inputs and outputs, the names of their dimensions: empty ones for those without.
    forms : Forms
        The expressions that nodes have become.
    functions : list of str
        The messages of the functions of the model, in base64.
    """

    opsets: dict[str, int] = field(default_factory=dict)
    ir_version: int = 0
    producer: str = ""
    producer_version: str = ""
    outputs: list[str] = field(default_factory=list)
    dimensions: dict[str, list[str]] = field(default_factory=dict)
    forms: Forms = field(default_factory=Forms)
    functions: list[str] = field(default_factory=list)

    def to_attribute(self) -> dict[str, Any]:
        """Return the dictionary that is an attribute of a function."""
        found: dict[str, Any] = {
            "opsets": {domain or "ai.onnx": version for domain, version in self.opsets.items()},
            "outputs": self.outputs, "ir_version": self.ir_version}
        if self.dimensions:
            found["dimensions"] = self.dimensions
        if self.producer:
            found["producer"] = self.producer
        if self.producer_version:
            found["producer_version"] = self.producer_version
        if self.functions:
            found["functions"] = self.functions
        return {**found, **(self.forms.to_attribute() if self.forms.nodes else {})}


def describe_model(proto: Any, opsets: Mapping[str, int]) -> Source:
    """Return the facts about a ModelProto."""
    dimensions = {}
    for info in (*proto.graph.input, *proto.graph.output):
        names = [dimension.dim_param for dimension in info.type.tensor_type.shape.dim]
        if any(names):
            dimensions[info.name] = names
    return Source(dict(opsets), proto.ir_version, proto.producer_name, proto.producer_version,
                  [info.name for info in proto.graph.output], dimensions,
                  functions=[base64.b64encode(function.SerializeToString()).decode()
                             for function in proto.functions])


def read_source(function: Any) -> Source:
    """Return the facts that a function has about the model that it comes from."""
    attrs = function.attrs
    found = attrs[ATTRIBUTE] if attrs is not None and ATTRIBUTE in attrs else {}
    if not isinstance(found, Mapping):
        return Source()
    opsets = {("" if domain == "ai.onnx" else str(domain)): int(version)
              for domain, version in found.get("opsets", {}).items()}
    return Source(opsets, int(found.get("ir_version", 0)), str(found.get("producer", "")),
                  str(found.get("producer_version", "")),
                  [str(name) for name in found.get("outputs", ())],
                  {str(name): [str(text) for text in names]
                   for name, names in found.get("dimensions", {}).items()},
                  Forms.from_attribute(found),
                  [str(message) for message in found.get("functions", ())])


def read_functions(source: Source) -> dict[tuple[str, str, str], Any]:
    """Return the functions of a model by domain, name and overload."""
    import onnx

    found = {}
    for message in source.functions:
        function = onnx.FunctionProto()
        function.ParseFromString(base64.b64decode(message))
        found[normalize_domain(function.domain), function.name, function.overload] = function
    return found


def add_source(function: _ext.Function, source: Source) -> _ext.Function:
    """Return a function with facts about the model that it comes from."""
    return function.with_attr(ATTRIBUTE, source.to_attribute())


__all__ = ["Source", "add_source", "describe_model", "read_functions", "read_source"]
