"""The names of TVM's tvm.contrib.target that scripts use."""

from ... import _missing

__getattr__ = _missing.make_getattr("tvm.contrib.target", submodules=["onnx"])
