"""Activations: layers of their own, and functions that other layers apply."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .... import op
from ....expr import Expr
from ...building import scalar
from ..node import Node, Value
from ..registry import converter

_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772, 1.0507009873554805


def _elu(node: Node, data: Expr, alpha: float = 1.0) -> Expr:
    dtype = node.dtype(data)
    negative = op.subtract(op.exp(op.minimum(data, scalar(0, dtype))), scalar(1, dtype))
    return op.where(op.greater(data, scalar(0, dtype)), data, op.multiply(scalar(alpha, dtype), negative))


def _selu(node: Node, data: Expr) -> Expr:
    return op.multiply(scalar(_SELU_SCALE, node.dtype(data)), _elu(node, data, _SELU_ALPHA))


def _softplus(node: Node, data: Expr) -> Expr:
    # log(1 + exp(-|x|)) + max(x, 0) does not overflow.
    dtype = node.dtype(data)
    tail = op.log(op.add(scalar(1, dtype), op.exp(op.negative(op.abs(data)))))
    return op.add(tail, op.maximum(data, scalar(0, dtype)))


def _softsign(node: Node, data: Expr) -> Expr:
    return op.divide(data, op.add(scalar(1, node.dtype(data)), op.abs(data)))


def _hard_sigmoid(node: Node, data: Expr) -> Expr:
    # Keras 2 has another slope.
    slope = 0.2 if node.importer.is_old else 1 / 6
    dtype = node.dtype(data)
    return op.clip(op.add(op.multiply(data, scalar(slope, dtype)), scalar(0.5, dtype)), 0, 1)


def _gelu(node: Node, data: Expr) -> Expr:
    dtype = node.dtype(data)
    share = op.erf(op.multiply(data, scalar(math.sqrt(0.5), dtype)))
    return op.multiply(op.multiply(scalar(0.5, dtype), data), op.add(scalar(1, dtype), share))


def _times(function: Callable[[Node, Expr], Expr]) -> Callable[[Node, Expr], Expr]:
    """Return the function x * f(x)."""
    return lambda node, data: op.multiply(data, function(node, data))


def _sigmoid(node: Node, data: Expr) -> Expr:
    return op.sigmoid(data)


_FUNCTIONS: dict[str, Callable[[Node, Expr], Expr]] = {
    "linear": lambda node, data: data, "relu": lambda node, data: op.nn.relu(data),
    "relu6": lambda node, data: op.clip(data, 0, 6), "sigmoid": _sigmoid,
    "tanh": lambda node, data: op.tanh(data), "exponential": lambda node, data: op.exp(data),
    "elu": _elu, "selu": _selu, "softplus": _softplus, "softsign": _softsign,
    "hard_sigmoid": _hard_sigmoid, "swish": _times(_sigmoid), "silu": _times(_sigmoid),
    "hard_swish": _times(_hard_sigmoid), "hard_silu": _times(_hard_sigmoid), "gelu": _gelu,
    "mish": _times(lambda node, data: op.tanh(_softplus(node, data))),
    "leaky_relu": lambda node, data: op.nn.leaky_relu(data, 0.2)}
_BY_AXIS: dict[str, Callable[..., Expr]] = {"softmax": op.nn.softmax, "log_softmax": op.nn.log_softmax}


def read_name(node: Node, option: str = "activation") -> str:
    """Return the name of a layer's activation."""
    value: Any = node.option(option, "linear")
    if isinstance(value, dict):
        value = value.get("config") if value.get("class_name") == "function" else \
            value.get("class_name")
    name = "linear" if value is None else str(value)
    if name not in _FUNCTIONS and name not in _BY_AXIS:
        node.fail(f"the activation {name} is not supported")
    return name


def apply(node: Node, name: str, data: Value) -> Value:
    """Return a tensor after the activation of a name."""
    if name in _BY_AXIS:
        # The last axis of Keras's order, which with the channels first is one of the image.
        is_own = data.first and node.config.get("data_format") == "channels_first"
        axis = node.rank(data.expr) - 1 if is_own else node.axis(data, -1)
        return Value(_BY_AXIS[name](data.expr, axis), data.first)
    return Value(_FUNCTIONS[name](node, data.expr), data.first)


def activate(node: Node, data: Value) -> Value:
    """Return a tensor after the activation of a layer."""
    return apply(node, read_name(node), data)


@converter("Activation", keeps_mask=True)
def convert_activation(node: Node) -> Value:
    """Return a function of the elements, or along the last axis."""
    return activate(node, node.value(0))


@converter("Softmax", keeps_mask=True)
def convert_softmax(node: Node) -> Value:
    """Return exp(x), divided by its sum along some axes."""
    data, axes = node.value(0), node.option("axis", -1)
    if node.mask() is not None:
        node.fail("a softmax of places that a mask leaves out is not supported")
    axes = [axes] if isinstance(axes, int) else list(axes)
    if len(axes) == 1:
        return Value(op.nn.softmax(data.expr, node.axis(data, axes[0])), data.first)
    axes = [node.axis(data, axis) for axis in axes]
    powers = op.exp(op.subtract(data.expr, op.max(data.expr, axes, True)))
    return Value(op.divide(powers, op.sum(powers, axes, True)), data.first)


@converter("ReLU", keeps_mask=True)
def convert_relu(node: Node) -> Value:
    """Return max(x, 0), or with a limit, a slope for negative numbers, and another threshold."""
    data = node.value(0)
    limit = node.option("max_value", None)
    slope, threshold = (node.number(name, 0.0) if node.option(name, 0.0) is not None else 0.0
                        for name in ("negative_slope", "threshold"))
    if not slope and not threshold:
        return Value(op.nn.relu(data.expr) if limit is None else
                     op.clip(data.expr, 0, node.number("max_value")), data.first)
    dtype = node.dtype(data.expr)
    start = scalar(threshold, dtype)
    below = op.multiply(scalar(slope, dtype), op.subtract(data.expr, start))
    above = data.expr if limit is None else \
        op.minimum(data.expr, scalar(node.number("max_value"), dtype))
    return Value(op.where(op.greater_equal(data.expr, start), above, below), data.first)


@converter("LeakyReLU", keeps_mask=True)
def convert_leaky_relu(node: Node) -> Value:
    """Return x where it is positive, a multiple of it elsewhere."""
    name = "negative_slope" if "negative_slope" in node.config else "alpha"
    data = node.value(0)
    return Value(op.nn.leaky_relu(data.expr, node.number(name, 0.3)), data.first)


@converter("ELU", keeps_mask=True)
def convert_elu(node: Node) -> Value:
    """Return x where it is positive, alpha * (exp(x) - 1) elsewhere."""
    data = node.value(0)
    return Value(_elu(node, data.expr, node.number("alpha", 1.0)), data.first)


@converter("PReLU", keeps_mask=True)
def convert_prelu(node: Node) -> Value:
    """Return x where it is positive, alpha * x elsewhere; alpha is a weight."""
    data, alpha = node.value(0), node.array(0, "alpha")
    if alpha.ndim != node.rank(data.expr) - 1:
        node.fail(f"an alpha of the shape {list(alpha.shape)} does not fit a tensor of rank "
                  f"{node.rank(data.expr)}")
    if data.first:
        alpha = alpha.transpose(2, 0, 1)
    zero = scalar(0, node.dtype(data.expr))
    scaled = op.multiply(node.param(alpha), data.expr)
    return Value(op.where(op.less(data.expr, zero), scaled, data.expr), data.first)


@converter("ThresholdedReLU", keeps_mask=True)
def convert_thresholded_relu(node: Node) -> Value:
    """Return x where it is larger than theta, 0 elsewhere."""
    data = node.value(0)
    dtype = node.dtype(data.expr)
    is_above = op.greater(data.expr, scalar(node.number("theta", 1.0), dtype))
    return Value(op.where(is_above, data.expr, scalar(0, dtype)), data.first)
