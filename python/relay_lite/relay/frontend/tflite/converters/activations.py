"""Activations: operators of their own, and those that are fused into others."""

from __future__ import annotations

import math

from .... import op
from ....expr import Expr
from ...building import scalar
from ..flatbuffer import name_activation
from ..node import Node
from ..quantization import find_target, limit, requantize, require_quantization
from ..registry import converter


def relu(data: Expr) -> Expr:
    """Return max(data, 0)."""
    return op.nn.relu(data)


_FUSED = {"NONE": lambda data: data, "RELU": relu, "RELU_N1_TO_1": lambda data: op.clip(data, -1, 1),
          "RELU6": lambda data: op.clip(data, 0, 6), "TANH": op.tanh}


def activate(node: Node, data: Expr) -> Expr:
    """Return data after the activation that is fused into an operator."""
    name = name_activation(node.option("fused_activation_function", 0))
    if name not in _FUSED:
        node.fail(f"the fused activation {name} is not supported")
    return _FUSED[name](data)


def _limit(node: Node, low: float, high: float | None) -> Expr:
    """Return the input limited to a range."""
    data, target = node.input(0), find_target(node)
    if target is not None:
        source = require_quantization(node, 0)
        return limit(node, requantize(node, data, source, target, node.output_dtype), low, high)
    return relu(data) if high is None else op.clip(data, low, high)


@converter("RELU", quantized="qnn")
def convert_relu(node: Node) -> Expr:
    """Return max(x, 0)."""
    return _limit(node, 0, None)


@converter("RELU6", quantized="qnn")
def convert_relu6(node: Node) -> Expr:
    """Return x limited to [0, 6]."""
    return _limit(node, 0, 6)


@converter("RELU_N1_TO_1", quantized="qnn")
def convert_relu_n1_to_1(node: Node) -> Expr:
    """Return x limited to [-1, 1]."""
    return _limit(node, -1, 1)


@converter("RELU_0_TO_1", quantized="qnn")
def convert_relu_0_to_1(node: Node) -> Expr:
    """Return x limited to [0, 1]."""
    return _limit(node, 0, 1)


@converter("LEAKY_RELU", quantized="float")
def convert_leaky_relu(node: Node) -> Expr:
    """Return x where it is positive, alpha * x elsewhere."""
    return op.nn.leaky_relu(node.input(0), node.option("alpha", 0.0))


@converter("PRELU", quantized="float")
def convert_prelu(node: Node) -> Expr:
    """Return x where it is positive, alpha * x elsewhere; alpha is broadcast."""
    data, alpha = node.input(0), node.input(1)
    zero = scalar(0, node.dtype(data))
    return op.where(op.less(data, zero), op.multiply(data, alpha), data)


@converter("ELU", quantized="float")
def convert_elu(node: Node) -> Expr:
    """Return x where it is positive, exp(x) - 1 elsewhere."""
    data = node.input(0)
    dtype = node.dtype(data)
    negative = op.subtract(op.exp(op.minimum(data, scalar(0, dtype))), scalar(1, dtype))
    return op.where(op.less(data, scalar(0, dtype)), negative, data)


@converter("GELU", quantized="float")
def convert_gelu(node: Node) -> Expr:
    """Return x times the normal distribution's function, or its approximation by tanh."""
    data = node.input(0)
    dtype = node.dtype(data)
    if node.option("approximate", False):
        cube = op.multiply(op.multiply(data, data), data)
        inner = op.add(data, op.multiply(scalar(0.044715, dtype), cube))
        share = op.tanh(op.multiply(scalar(math.sqrt(2 / math.pi), dtype), inner))
    else:
        share = op.erf(op.multiply(data, scalar(math.sqrt(0.5), dtype)))
    half = op.multiply(scalar(0.5, dtype), data)
    return op.multiply(half, op.add(scalar(1, dtype), share))


@converter("HARD_SWISH", quantized="float")
def convert_hard_swish(node: Node) -> Expr:
    """Return x * min(max(x + 3, 0), 6) / 6."""
    data = node.input(0)
    dtype = node.dtype(data)
    limited = op.clip(op.add(data, scalar(3, dtype)), 0, 6)
    return op.multiply(op.multiply(data, limited), scalar(1 / 6, dtype))


@converter("LOGISTIC", quantized="float")
def convert_logistic(node: Node) -> Expr:
    """Return 1 / (1 + exp(-x))."""
    return op.sigmoid(node.input(0))


@converter("TANH", quantized="float")
def convert_tanh(node: Node) -> Expr:
    """Return the hyperbolic tangent."""
    return op.tanh(node.input(0))


@converter("SOFTMAX", quantized="float")
def convert_softmax(node: Node) -> Expr:
    """Return exp(beta * x), divided by its sum along the last axis."""
    data, beta = node.input(0), node.option("beta", 1.0)
    if beta != 1.0:
        data = op.multiply(data, scalar(beta, node.dtype(data)))
    return op.nn.softmax(data, -1)


@converter("LOG_SOFTMAX", quantized="float")
def convert_log_softmax(node: Node) -> Expr:
    """Return the logarithm of the softmax along the last axis."""
    return op.nn.log_softmax(node.input(0), -1)
