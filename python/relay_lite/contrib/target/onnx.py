"""TVM's name of the exporter of ONNX models."""

from ... import _missing
from ...relay import frontend as _frontend


def to_onnx(relay_ir, params, name, opset_version=11, path=None):
    """Return a module as an ONNX model: relay.frontend.to_onnx with TVM's arguments.

    Parameters
    ----------
    relay_ir : IRModule or relay.Function
    params : dict of str to array
        The values of parameters of `main`.
    name : str
        The name of the graph.
    opset_version : int
        The version of the standard's operators.
    path : str, optional
        The file to which the model is written.
    """
    return _frontend.to_onnx(relay_ir, params, name, path or None, opset_version)


__getattr__ = _missing.make_getattr("tvm.contrib.target.onnx")
