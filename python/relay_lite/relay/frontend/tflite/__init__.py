"""TFLite models as modules of Relay."""

from __future__ import annotations

from typing import Any

from .... import _ext, _missing
from ..node import ConversionError
from . import control_flow, converters, variables
from .classes import OperatorConverter, TensorWrapper
from .importer import import_model
from .node import Node
from .registry import converter


def from_tflite(model: Any, shape_dict: Any = None, dtype_dict: Any = None,
                op_converter: Any = OperatorConverter) -> tuple[_ext.IRModule,
                                                                dict[str, _ext.NDArray]]:
    """Read a TFLite model as a module of Relay.

    Parameters
    ----------
    model : tflite.Model, bytes, str or os.PathLike
        The model, the contents of its file, or its file, which is mapped: weights stay there.
    shape_dict : dict of str to sequence of int, optional
        Shapes of inputs by name, in place of the model's.
    dtype_dict : dict of str to str, optional
        Element types of inputs by name, in place of the model's.
    op_converter : class
        A class derived from OperatorConverter, with converters of a script.

    Returns
    -------
    (IRModule, dict of str to NDArray)
        A module with the function `main`, whose parameters are the inputs, the variables of the
        model, and the weights, and the values of the latter. Its attribute `output_tensor_names`
        has the names of the results: the outputs, and then the variables after the run.

    Raises
    ------
    ImportError
        If the package tflite is missing.
    tvm.error.OpNotImplemented
        If there are operators without a converter: all of them with the tensors that they compute.
    ConversionError
        If the model is invalid, or an operator cannot be converted.
    """
    return import_model(model, {"shape_dict": shape_dict, "dtype_dict": dtype_dict}, op_converter)


__all__ = ["ConversionError", "Node", "OperatorConverter", "TensorWrapper", "control_flow",
           "converter", "converters", "from_tflite", "variables"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend.tflite")
