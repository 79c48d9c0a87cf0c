"""ONNX models as modules of Relay."""

from .... import _missing
from . import branches, control_flow, converters, sequences
from .classes import GraphProto, OnnxOpConverter
from .convert_map import _get_convert_map
from .exporter import to_onnx
from .exporters.registry import ExportError, exporter
from .importer import from_onnx
from .node import Node
from .registry import ConversionError, converter

__all__ = ["ConversionError", "ExportError", "GraphProto", "Node", "OnnxOpConverter",
           "_get_convert_map", "branches", "control_flow", "converter", "converters", "exporter", "from_onnx",
           "sequences", "to_onnx"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend.onnx")
