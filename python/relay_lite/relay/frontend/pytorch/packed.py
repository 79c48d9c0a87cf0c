"""Packed parameters of quantized layers: objects of scripts with a weight, a bias, and how the layer
moves over its input."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...expr import Expr, const
from ...qnn import op as qnn
from .node import Node
from .quantization import Quantization
from .script import to_array


class PackedParams:
    """The parameters of a quantized convolution or of a quantized dense layer.

    Attributes
    ----------
    weight : numpy.ndarray
        int8, with the output channels first, except that of a transposed convolution. Layers of one
        spatial dimension have a height of 1.
    bias : numpy.ndarray or None
        float32.
    quantization : Quantization
        The parameters of the weight.
    transposed : bool
        Whether the layer is a transposed convolution.
    strides, padding, dilation, output_padding : list of int
    groups : int
    """

    def __init__(self, node: Node, packed: Any, name: str, layer: str) -> None:
        import torch

        ops = torch.ops.quantized
        self.name = name
        tensor, bias = getattr(ops, f"{layer}_unpack")(packed)
        self.weight, self.quantization = read_quantized(node, tensor)
        self.bias = None if bias is None else np.array(to_array(bias), "float32")
        self.transposed = layer.startswith("conv_transpose")
        self.strides: list[int] = []
        if layer != "linear":
            self.strides, self.padding, self.dilation = (
                list(getattr(ops, f"{layer}_{name}")(packed)) for name in ("stride", "padding", "dilation"))
            self.groups = int(getattr(ops, f"{layer}_groups")(packed))
            self.output_padding = list(getattr(ops, f"{layer}_output_padding")(packed))
        self._weight: Expr | None = None

    def make_weight(self, node: Node) -> Expr:
        """Return the weight: a parameter of integers if the option keep_quantized_weight is set,
        otherwise one of floating-point numbers, quantized."""
        if self._weight is not None:
            return self._weight
        name = f"{self.name}_weight"
        if node.graph.keep_quantized_weight:
            self._weight = make_parameter(node, name, self.weight)
        else:
            own = self.quantization
            shape = [1] * self.weight.ndim
            shape[own.axis if own.scale.ndim else 0] = -1
            floats = (self.weight.astype("float32") - own.zero_point.reshape(shape)) * \
                own.scale.reshape(shape)
            self._weight = qnn.quantize(make_parameter(node, name, floats.astype("float32")),
                                        *own.arguments, axis=own.axis, out_dtype="int8")
        return self._weight

    def make_bias(self, node: Node, scale: Any) -> Expr:
        """Return the bias as int32 of a scale: a parameter of integers, or one of floating-point
        numbers, quantized."""
        name, bias = f"{self.name}_bias", self.bias
        if node.graph.keep_quantized_weight:
            limits = np.iinfo("int32")
            values = np.clip(np.round(bias.astype("float64") / scale), limits.min, limits.max)
            return make_parameter(node, name, values.astype("int32"))
        return qnn.quantize(self.make_float_bias(node), const(scale), const(0, "int32"), axis=0,
                            out_dtype="int32")

    def make_float_bias(self, node: Node) -> Expr:
        """Return the bias as a parameter of floating-point numbers."""
        return make_parameter(node, f"{self.name}_bias", self.bias)


def get_packed(node: Node, value: Any, layer: str) -> PackedParams:
    """Return the parameters of an object of a script: torch.ops.quantized has functions named after
    the layer that read it."""
    graph = node.graph
    path = getattr(value, "path", None)
    if path is None:
        node.fail("expected the packed parameters of a module of the script")
    if path not in graph.packed:
        name = graph.namer.separator.join(path[:-1])
        graph.packed[path] = PackedParams(node, value.module, name, layer)
    return graph.packed[path]


def make_parameter(node: Node, name: str, array: Any) -> Expr:
    """Return the variable of a parameter. A parameter with the same elements is used again; one with
    others gets another name."""
    graph = node.graph
    unique, count = name, 1
    while unique in graph.params:
        if graph.params[unique].dtype == array.dtype and np.array_equal(graph.params[unique], array):
            return next(var for var in graph.variables if var.name_hint == unique)
        unique, count = f"{name}_{count}", count + 1
    return graph.add_parameter(unique, array)


def read_quantized(node: Node, tensor: Any) -> tuple[Any, Quantization]:
    """Return the integers and the parameters of a quantized tensor of PyTorch."""
    import torch

    tensor = tensor.detach()
    integers = np.array(to_array(tensor.int_repr()))
    if tensor.qscheme() in (torch.per_tensor_affine, torch.per_tensor_symmetric):
        return integers, Quantization(np.asarray(tensor.q_scale(), "float32"),
                                      np.asarray(tensor.q_zero_point(), "int32"), 0)
    if tensor.qscheme() not in (torch.per_channel_affine, torch.per_channel_symmetric):
        node.fail(f"a tensor that is quantized by {tensor.qscheme()} is not supported")
    scale = np.array(to_array(tensor.q_per_channel_scales()), "float32")
    zero_point = np.array(to_array(tensor.q_per_channel_zero_points()), "int32")
    if not zero_point.any():
        # Relay's layers have one zero point for all channels of a weight.
        return integers, Quantization(scale, np.zeros_like(zero_point), tensor.q_per_channel_axis())
    node.fail("a weight that is quantized by channel with zero points other than 0 is not supported")
