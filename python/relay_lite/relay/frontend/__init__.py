"""Importers of models."""

from ... import _missing
from . import common
from .keras import from_keras
from .onnx import from_onnx
from .tflite import from_tflite

__all__ = ["common", "from_keras", "from_onnx", "from_tflite"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend", submodules=["keras", "onnx", "tflite"])
