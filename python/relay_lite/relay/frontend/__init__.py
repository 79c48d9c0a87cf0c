"""Importers of models."""

from ... import _missing
from . import common
from .onnx import from_onnx

__all__ = ["common", "from_onnx"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend", submodules=["onnx"])
