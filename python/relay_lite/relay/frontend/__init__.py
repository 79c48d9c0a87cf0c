"""Importers and exporters of models."""

from ... import _missing
from . import common, pytorch_utils
from .absent import (from_caffe, from_caffe2, from_coreml, from_darknet, from_mxnet, from_oneflow,
                     from_paddle, from_tensorflow)
from .exported_program import from_exported_program
from .keras import from_keras
from .onnx import from_onnx, to_onnx
from .pytorch import from_pytorch
from .tflite import from_tflite

__all__ = ["common", "from_caffe", "from_caffe2", "from_coreml", "from_darknet", "from_exported_program",
           "from_keras", "from_mxnet", "from_oneflow", "from_onnx", "from_paddle", "from_pytorch",
           "from_tensorflow", "from_tflite", "pytorch_utils", "to_onnx"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend", submodules=["keras", "onnx", "pytorch", "tflite"])
