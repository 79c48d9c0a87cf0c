"""Optimizers of the training domain."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import cast, scalar, to_scalar
from ..node import Node
from ..registry import converter

_DOMAIN = "ai.onnx.preview.training"


def _times(node: Node, data: Expr, factor: float) -> Expr:
    return op.multiply(data, scalar(factor, node.dtype(data)))


def _groups(node: Node, count: int) -> list[list[Expr]]:
    """Return the inputs behind the rate and the step: for each tensor the parameters, gradients
    and states."""
    rest = [node.input(i) for i in range(2, len(node.inputs))]
    if not rest or len(rest) % count:
        node.fail(f"expected a multiple of {count} tensors, but got {len(rest)}")
    size = len(rest) // count
    return [rest[i::size] for i in range(size)]


def _regularize(node: Node, gradient: Expr, parameter: Expr, name: str) -> Expr:
    return op.add(_times(node, parameter, node.attribute(name, 0.0)), gradient)


def _ordered(updates: list[tuple[Expr, ...]]) -> list[Expr]:
    """Return all first results, then all second ones, and so on."""
    return [part for parts in zip(*updates) for part in parts]


@converter("Adagrad", domain=_DOMAIN, since=1)
def convert_adagrad(node: Node) -> list[Expr]:
    """Return parameters moved against their gradients, less where these were large."""
    rate, step = to_scalar(node.input(0)), to_scalar(node.input(1))
    updates = []
    for parameter, gradient, history in _groups(node, 3):
        dtype = node.dtype(parameter)
        decay = op.add(scalar(1, dtype), op.multiply(
            cast(node, step, dtype), scalar(node.attribute("decay_factor", 0.0), dtype)))
        current = op.divide(cast(node, rate, dtype), decay)
        gradient = _regularize(node, gradient, parameter, "norm_coefficient")
        history = op.add(history, op.multiply(gradient, gradient))
        scale = op.add(op.sqrt(history), scalar(node.attribute("epsilon", 0.0), dtype))
        moved = op.subtract(parameter, op.divide(op.multiply(current, gradient), scale))
        updates.append((moved, history))
    return _ordered(updates)


@converter("Momentum", domain=_DOMAIN, since=1)
def convert_momentum(node: Node) -> list[Expr]:
    """Return parameters moved against a running sum of their gradients."""
    rate, step = to_scalar(node.input(0)), to_scalar(node.input(1))
    alpha, beta = node.attribute("alpha"), node.attribute("beta")
    mode = node.attribute("mode")
    if mode not in ("standard", "nesterov"):
        node.fail(f"expected mode standard or nesterov, but found {mode}")
    updates = []
    for parameter, gradient, sums in _groups(node, 3):
        dtype = node.dtype(parameter)
        gradient = _regularize(node, gradient, parameter, "norm_coefficient")
        first = op.greater(step, scalar(0, node.dtype(step)))
        factor = op.where(first, scalar(beta, dtype), scalar(1, dtype))
        sums = op.add(_times(node, sums, alpha), op.multiply(factor, gradient))
        change = sums if mode == "standard" else op.add(gradient, _times(node, sums, alpha))
        moved = op.subtract(parameter, op.multiply(cast(node, rate, dtype), change))
        updates.append((moved, sums))
    return _ordered(updates)


@converter("Adam", domain=_DOMAIN, since=1)
def convert_adam(node: Node) -> list[Expr]:
    """Return parameters moved against the running mean of their gradients, divided by the root of that of
    their squares."""
    rate, step = to_scalar(node.input(0)), to_scalar(node.input(1))
    alpha, beta = node.attribute("alpha", 0.9), node.attribute("beta", 0.999)
    updates = []
    for parameter, gradient, mean, square in _groups(node, 4):
        dtype = node.dtype(parameter)
        gradient = _regularize(node, gradient, parameter, "norm_coefficient")
        mean = op.add(_times(node, mean, alpha), _times(node, gradient, 1 - alpha))
        square = op.add(_times(node, square, beta),
                        _times(node, op.multiply(gradient, gradient), 1 - beta))
        scale = op.add(op.sqrt(square), scalar(node.attribute("epsilon", 0.0), dtype))
        current = _correct_rate(node, cast(node, rate, dtype), cast(node, step, dtype),
                                alpha, beta)
        moved = op.subtract(parameter, op.divide(op.multiply(current, mean), scale))
        after = node.attribute("norm_coefficient_post", 0.0)
        updates.append((_times(node, moved, 1 - after), mean, square))
    return _ordered(updates)


def _correct_rate(node: Node, rate: Expr, step: Expr, alpha: float, beta: float) -> Expr:
    """Return the rate of a step: the means of the first steps are too small."""
    dtype = node.dtype(rate)
    one = scalar(1, dtype)
    small = [op.subtract(one, op.power(scalar(base, dtype), step)) for base in (alpha, beta)]
    corrected = op.divide(op.multiply(rate, op.sqrt(small[1])), small[0])
    return op.where(op.greater(step, scalar(0, dtype)), corrected, rate)
