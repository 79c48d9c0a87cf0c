"""Activation functions."""

from __future__ import annotations

from collections.abc import Callable

from .... import op
from ....expr import Expr
from ...building import apply_below_reshapes, normalize_axis, scalar
from ..node import Node
from ..registry import converter
from .reduce import flatten_from


def _constant(node: Node, data: Expr, value: float) -> Expr:
    return scalar(value, node.dtype(data))


@converter("Relu", since=1)
def convert_relu(node: Node) -> Expr:
    """Return elements, 0 where they are negative."""
    return op.nn.relu(node.input(0))


@converter("LeakyRelu", since=1)
def convert_leaky_relu(node: Node) -> Expr:
    """Return elements, times a number where they are negative."""
    return op.nn.leaky_relu(node.input(0), node.attribute("alpha", 0.01))


@converter("PRelu", since=1)
def convert_prelu(node: Node) -> Expr:
    """Return elements, times those of a slope where they are negative."""
    data, slope = node.input(0), node.input(1)
    shape, channels = node.shape(slope), node.shape(data)[1:2]
    if node.opset < 7 and len(shape) == 1 and shape != [1]:
        return op.nn.prelu(data, slope)
    own = [1] * (node.rank(data) - len(shape)) + shape
    if channels and channels[0] not in (None, 1) and own[1] == channels[0] and \
            all(size == 1 for i, size in enumerate(own) if i != 1):
        return op.nn.prelu(data, op.reshape(slope, (-1,)))
    negative = op.less(data, _constant(node, data, 0))
    return op.where(negative, op.multiply(data, slope), data)


def sigmoid_of_line(node: Node, data: Expr, alpha: float, beta: float) -> Expr:
    """Return `alpha * data + beta`, limited to [0, 1]."""
    line = op.add(op.multiply(data, _constant(node, data, alpha)), _constant(node, data, beta))
    return op.clip(line, 0.0, 1.0)


@converter("HardSigmoid", since=1)
def convert_hard_sigmoid(node: Node) -> Expr:
    """Return a line, limited to [0, 1]."""
    return sigmoid_of_line(node, node.input(0), node.attribute("alpha", 0.2),
                           node.attribute("beta", 0.5))


@converter("HardSwish", since=14)
def convert_hard_swish(node: Node) -> Expr:
    """Return elements times a line of them that is limited to [0, 1]."""
    data = node.input(0)
    return op.multiply(data, sigmoid_of_line(node, data, 1 / 6, 0.5))


def elu(node: Node, data: Expr, alpha: float) -> Expr:
    """Return `alpha * (exp(data) - 1)` of negative elements, and the others."""
    one = _constant(node, data, 1)
    curve = op.multiply(_constant(node, data, alpha), op.subtract(op.exp(data), one))
    return op.where(op.less(data, _constant(node, data, 0)), curve, data)


@converter("Elu", since=1)
def convert_elu(node: Node) -> Expr:
    """Return elements, on an exponential curve where they are negative."""
    return elu(node, node.input(0), node.attribute("alpha", 1.0))


@converter("Selu", since=1)
def convert_selu(node: Node) -> Expr:
    """Return a scaled elu."""
    old = node.opset < 6
    alpha = node.attribute("alpha", 1.6732 if old else 1.67326319217681884765625)
    gamma = node.attribute("gamma", 1.0507 if old else 1.05070102214813232421875)
    data = node.input(0)
    return op.multiply(_constant(node, data, gamma), elu(node, data, alpha))


@converter("Celu", since=12)
def convert_celu(node: Node) -> Expr:
    """Return an elu that is smooth for each alpha."""
    data, alpha = node.input(0), node.attribute("alpha", 1.0)
    scaled = op.divide(data, _constant(node, data, alpha))
    curve = op.multiply(_constant(node, data, alpha),
                        op.subtract(op.exp(scaled), _constant(node, data, 1)))
    return op.where(op.less(data, _constant(node, data, 0)), curve, data)


def softplus(node: Node, data: Expr) -> Expr:
    """Return `log(1 + exp(data))` without overflow."""
    rest = op.log(op.add(_constant(node, data, 1), op.exp(op.negative(op.abs(data)))))
    return op.add(op.nn.relu(data), rest)


@converter("Softplus", since=1)
def convert_softplus(node: Node) -> Expr:
    """Return a smooth relu."""
    return softplus(node, node.input(0))


def softsign(node: Node, data: Expr) -> Expr:
    """Return `data / (1 + |data|)`."""
    return op.divide(data, op.add(_constant(node, data, 1), op.abs(data)))


@converter("Softsign", since=1)
def convert_softsign(node: Node) -> Expr:
    """Return elements divided by 1 more than what they are without sign."""
    return softsign(node, node.input(0))


@converter("ThresholdedRelu", since=1)
def convert_thresholded_relu(node: Node) -> Expr:
    """Return elements above a number, 0 elsewhere."""
    data = node.input(0)
    alpha = _constant(node, data, node.attribute("alpha", 1.0))
    return op.where(op.greater(data, alpha), data, _constant(node, data, 0))


@converter("Shrink", since=9)
def convert_shrink(node: Node) -> Expr:
    """Return elements moved towards 0 by a bias, 0 for small ones."""
    data = node.input(0)
    limit, bias = node.attribute("lambd", 0.5), node.attribute("bias", 0.0)
    zero, shift = _constant(node, data, 0), _constant(node, data, bias)
    high = op.where(op.greater(data, _constant(node, data, limit)), op.subtract(data, shift), zero)
    return op.where(op.less(data, _constant(node, data, -limit)), op.add(data, shift), high)


def gelu(node: Node, data: Expr) -> Expr:
    """Return `data` times the normal distribution's probability of less."""
    cdf = op.add(_constant(node, data, 1),
                 op.erf(op.multiply(data, _constant(node, data, 0.5**0.5))))
    return op.multiply(op.multiply(_constant(node, data, 0.5), data), cdf)


def gelu_of_tanh(node: Node, data: Expr) -> Expr:
    """Return an approximation of gelu by a hyperbolic tangent."""
    cube = op.multiply(op.multiply(data, data), data)
    inner = op.add(data, op.multiply(_constant(node, data, 0.044715), cube))
    inner = op.multiply(_constant(node, data, (2 / 3.141592653589793)**0.5), inner)
    return op.multiply(op.multiply(_constant(node, data, 0.5), data),
                       op.add(_constant(node, data, 1), op.tanh(inner)))


@converter("Gelu", since=20)
def convert_gelu(node: Node) -> Expr:
    """Return elements times the normal distribution's probability of less."""
    approximate = node.attribute("approximate", "none")
    if approximate not in ("none", "tanh"):
        node.fail(f"expected approximate none or tanh, but found {approximate}")
    return (gelu if approximate == "none" else gelu_of_tanh)(node, node.input(0))


@converter("Mish", since=18)
def convert_mish(node: Node) -> Expr:
    """Return elements times the hyperbolic tangent of their softplus."""
    data = node.input(0)
    return op.multiply(data, op.tanh(softplus(node, data)))


@converter("Swish", since=24)
def convert_swish(node: Node) -> Expr:
    """Return elements times their sigmoid."""
    data = node.input(0)
    scaled = op.multiply(_constant(node, data, node.attribute("alpha", 1.0)), data)
    return op.multiply(data, op.sigmoid(scaled))


_SOFTMAX = {"Softmax": op.nn.softmax, "LogSoftmax": op.nn.log_softmax}


@converter("Softmax", "LogSoftmax", since=1)
def convert_softmax_of_rows(node: Node) -> Expr:
    """Return a softmax over all dimensions from an axis on."""
    return softmax_of_rows(node, node.input(0), _SOFTMAX[node.op_type])


def softmax_of_rows(node: Node, data: Expr, function: Callable[[Expr, int], Expr] = op.nn.softmax) -> Expr:
    """Return a softmax over all dimensions from an axis on, which is an attribute."""
    rank = node.rank(data)
    axis = normalize_axis(node, node.attribute("axis", 1), rank)
    if axis == rank - 1:
        return function(data, axis)
    return op.reshape_like(function(flatten_from(node, data, axis), 1), data)


@converter("Softmax", "LogSoftmax", since=13)
def convert_softmax(node: Node) -> Expr:
    """Return a softmax along an axis."""
    data = node.input(0)
    rank, function = node.rank(data), _SOFTMAX[node.op_type]
    axis = normalize_axis(node, node.attribute("axis", -1), rank)
    if axis < rank - 1:
        return function(data, axis)
    return apply_below_reshapes(data, lambda part: function(part, node.rank(part) - 1), of_rows=True)


# The activations of recurrent layers, with the defaults of alpha and beta.
Activation = Callable[[Node, Expr, float, float], Expr]
RECURRENT: dict[str, tuple[Activation, float, float]] = {
    "relu": (lambda node, data, a, b: op.nn.relu(data), 0, 0),
    "tanh": (lambda node, data, a, b: op.tanh(data), 0, 0),
    "sigmoid": (lambda node, data, a, b: op.sigmoid(data), 0, 0),
    "affine": (lambda node, data, a, b: op.add(op.multiply(data, _constant(node, data, a)),
                                               _constant(node, data, b)), 1, 0),
    "leakyrelu": (lambda node, data, a, b: op.nn.leaky_relu(data, a), 0.01, 0),
    "thresholdedrelu": (lambda node, data, a, b: op.where(
        op.greater(data, _constant(node, data, a)), data, _constant(node, data, 0)), 1, 0),
    "scaledtanh": (lambda node, data, a, b: op.multiply(
        _constant(node, data, a), op.tanh(op.multiply(data, _constant(node, data, b)))), 1, 1),
    "hardsigmoid": (lambda node, data, a, b: sigmoid_of_line(node, data, a, b), 0.2, 0.5),
    "elu": (lambda node, data, a, b: elu(node, data, a), 1, 0),
    "softsign": (lambda node, data, a, b: softsign(node, data), 0, 0),
    "softplus": (lambda node, data, a, b: softplus(node, data), 0, 0),
}
