"""TVM's importers that are not here: calls of their functions are errors that name another way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from ...error import OpNotImplemented

_TVM = "import it with TVM 0.16, and bring it here as Relay text or JSON"
# The other way for a framework, by the end of the function's name.
WAYS = {
    "caffe": f"convert the model to ONNX, or {_TVM}",
    "caffe2": f"convert the model to ONNX, or {_TVM}",
    "coreml": f"convert the model to ONNX, or {_TVM}",
    "darknet": f"convert the model to ONNX, or {_TVM}",
    "mxnet": "MXNet is archived; its exporter mx2onnx writes ONNX, which from_onnx reads",
    "oneflow": f"convert the model to ONNX, or {_TVM}",
    "paddle": "paddle2onnx writes ONNX, which from_onnx reads",
    "tensorflow": "tf2onnx writes ONNX, which from_onnx reads, and TensorFlow's converter writes "
                  "TFLite, which from_tflite reads",
}


def _make(name: str) -> Callable[..., NoReturn]:
    def function(*args: Any, **kwargs: Any) -> NoReturn:
        raise OpNotImplemented(f"from_{name} is not part of RelayLite: {WAYS[name]}")

    function.__name__ = function.__qualname__ = f"from_{name}"
    function.__doc__ = f"Raise an error: {WAYS[name]}."
    return function


from_caffe = _make("caffe")
from_caffe2 = _make("caffe2")
from_coreml = _make("coreml")
from_darknet = _make("darknet")
from_mxnet = _make("mxnet")
from_oneflow = _make("oneflow")
from_paddle = _make("paddle")
from_tensorflow = _make("tensorflow")
