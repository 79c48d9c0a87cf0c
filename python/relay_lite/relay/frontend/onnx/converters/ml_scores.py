"""Scores of classifiers and regressors of the domain ai.onnx.ml, and the classes that they pick."""

from __future__ import annotations

import math

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import scalar, vector
from ..node import Node

# The names that the attribute post_transform has, in the order of TreeEnsemble's numbers.
POST_TRANSFORMS = ("NONE", "SOFTMAX", "LOGISTIC", "SOFTMAX_ZERO", "PROBIT")


def post_transform(node: Node, scores: Expr, name: str) -> Expr:
    """Return what a transformation makes of rows of scores."""
    if name == "NONE":
        return scores
    if name == "SOFTMAX":
        return op.nn.softmax(scores, -1)
    if name == "LOGISTIC":
        return op.sigmoid(scores)
    if name == "SOFTMAX_ZERO":
        return _softmax_of_others(node, scores)
    if name == "PROBIT":
        return _probit(node, scores)
    node.fail(f"expected post_transform {', '.join(POST_TRANSFORMS)}, but found {name}")


def _softmax_of_others(node: Node, scores: Expr) -> Expr:
    """Return a softmax in which scores of 0 count as 0."""
    dtype = node.dtype(scores)
    powers = op.exp(op.subtract(scores, op.max(scores, [-1], True)))
    counts = op.greater(op.abs(scores), scalar(1e-7, dtype))
    powers = op.where(counts, powers, scalar(0, dtype))
    total = op.sum(powers, [-1], True)
    none = op.equal(total, scalar(0, dtype))
    return op.where(none, scalar(0.5, dtype), op.divide(powers, op.where(none, scalar(1, dtype), total)))


def _probit(node: Node, scores: Expr) -> Expr:
    """Return the inverse of the normal distribution, by Winitzki's approximation, as ONNX's reference
    implementation and onnxruntime have it."""
    dtype = node.dtype(scores)

    def number(value: float) -> Expr:
        return scalar(value, dtype)

    x = op.subtract(op.multiply(scores, number(2)), number(1))
    logarithm = op.log(op.multiply(op.subtract(number(1), x), op.add(number(1), x)))
    first = op.add(number(2 / (math.pi * 0.147)), op.multiply(logarithm, number(0.5)))
    second = op.multiply(logarithm, number(1 / 0.147))
    root = op.sqrt(op.subtract(op.multiply(first, first), second))
    inverse = op.sqrt(op.subtract(root, first))
    sign = op.where(op.less(x, number(0)), number(-1), number(1))
    return op.multiply(number(math.sqrt(2)), op.multiply(sign, inverse))


def read_classes(node: Node, name: str) -> list[int]:
    """Return the numbers of the classes."""
    if node.has_attribute("classlabels_strings"):
        node.fail("classes that are strings are not supported")
    return list(node.attribute(name))


def pick_class(classes: list[int], place: Expr) -> Expr:
    """Return the class at a place of the list."""
    return op.take(vector(classes), place, 0)


def classify(node: Node, scores: Expr, classes: list[int], name: str) -> list[Expr]:
    """Return the class of the largest score, and the scores after a transformation."""
    return [pick_class(classes, op.argmax(scores, -1)), post_transform(node, scores, name)]


def both_classes(node: Node, scores: Expr, classes: list[int], name: str, positive: bool) -> list[Expr]:
    """Return one of two classes, and the scores of both, from a score of the second one.

    Parameters
    ----------
    scores : Expr
        A column.
    positive : bool
        Whether scores are probabilities: those of both classes give 1 together. Otherwise 0.
    """
    dtype = node.dtype(scores)
    limit = scalar(0.5 if positive else 0, dtype)
    place = op.cast(op.squeeze(op.greater(scores, limit), [1]), "int64")
    first = op.negative(scores)
    if positive and name in ("NONE", "PROBIT"):
        first = op.subtract(scalar(1, dtype), scores)
    return [pick_class(classes, place), post_transform(node, op.concatenate([first, scores], 1), name)]


def add_vector(node: Node, data: Expr, values: list[float] | None) -> Expr:
    """Return rows plus a row, if there is one."""
    if not values:
        return data
    dtype = node.dtype(data)
    return op.add(data, const(np.array(values, dtype), dtype))
