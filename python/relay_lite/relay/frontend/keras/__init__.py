"""Keras models as modules of Relay."""

from __future__ import annotations

from typing import Any

from .... import _ext, _missing
from ..node import ConversionError
from . import converters
from .importer import Importer
from .node import Node, Value
from .registry import converter


def from_keras(model: Any, shape: Any = None,
               layout: str = "NCHW") -> tuple[_ext.IRModule, dict[str, _ext.NDArray]]:
    """Read a Keras model as a module of Relay.

    Parameters
    ----------
    model : keras.Model, str or os.PathLike
        A Sequential or functional model of Keras 2 or 3, or a file .keras, which is read without
        the package keras.
    shape : dict of str to sequence of int, optional
        Shapes of inputs by name, in the layout. Without it they are those of the model.
    layout : str
        With "NCHW", images have the channels as their second dimension: so do inputs, and results of
        rank 4. With "NHWC", "NWC" or "NDHWC" all tensors are as in Keras.

    Returns
    -------
    (IRModule, dict of str to NDArray)
        A module with the function `main`, whose parameters are the inputs and the weights, and the
        values of the latter.

    Raises
    ------
    ImportError
        If the package h5py is missing, which reads files.
    tvm.error.OpNotImplemented
        If there are layers without a converter: all of them with their names.
    ConversionError
        If the model is invalid, or a layer cannot be converted.
    """
    return Importer(model, shape, layout).convert()


__all__ = ["ConversionError", "Node", "Value", "converter", "converters", "from_keras"]

__getattr__ = _missing.make_getattr("tvm.relay.frontend.keras")
