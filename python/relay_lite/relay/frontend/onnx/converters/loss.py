"""Losses."""

from __future__ import annotations

from .... import op
from ....expr import Expr
from ...building import cast, scalar
from ..node import Node
from ..registry import converter


def _read_reduction(node: Node) -> str:
    reduction = node.attribute("reduction", "mean")
    if reduction not in ("none", "sum", "mean"):
        node.fail(f"expected reduction none, sum or mean, but found {reduction}")
    return reduction


def _likelihood_loss(node: Node, scores: Expr, classes: Expr, weights: Expr | None) -> Expr:
    """Return the negative score of the class of each position, times the weight of the class. A
    class to ignore gives 0, and counts for no mean."""
    dtype = node.dtype(scores)
    reduction = _read_reduction(node)
    classes = cast(node, classes, "int64")
    ignored = None
    if node.has_attribute("ignore_index"):
        ignored = op.equal(classes, scalar(node.attribute("ignore_index"), "int64"))
        classes = op.where(ignored, scalar(0, "int64"), classes)
    picked = op.squeeze(op.gather(scores, 1, op.expand_dims(classes, 1)), [1])
    loss = op.negative(picked)
    factors = op.ones_like(loss) if weights is None else op.take(weights, classes, 0)
    if ignored is not None:
        factors = op.where(ignored, scalar(0, dtype), factors)
    if weights is not None or ignored is not None:
        loss = op.multiply(loss, factors)
    if reduction == "none":
        return loss
    total = op.sum(loss)
    return total if reduction == "sum" else op.divide(total, op.sum(factors))


@converter("NegativeLogLikelihoodLoss", since=12)
def convert_nll_loss(node: Node) -> Expr:
    """Return the negative logarithm of the probability of given classes."""
    return _likelihood_loss(node, node.input(0), node.input(1), node.optional_input(2))


@converter("SoftmaxCrossEntropyLoss", since=12)
def convert_softmax_cross_entropy_loss(node: Node) -> list[Expr]:
    """Return the cross entropy of the softmax of scores and given classes, and the log-softmax."""
    log_softmax = op.nn.log_softmax(node.input(0), 1)
    loss = _likelihood_loss(node, log_softmax, node.input(1), node.optional_input(2))
    return [loss, log_softmax]
