"""Linear models and support vector machines of the domain ai.onnx.ml."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import cast, scalar
from ..node import Node
from ..registry import converter
from .linear import matmul
from .ml_scores import (add_vector, both_classes, classify, pick_class, post_transform, read_classes)

_DOMAIN = "ai.onnx.ml"


def _floats(node: Node, name: str) -> Any:
    return np.array(node.attribute(name), "float32")


def _matrix(node: Node, name: str, rows: int) -> Any:
    """Return the numbers of an attribute as a matrix."""
    values = _floats(node, name)
    if rows < 1 or not values.size or values.size % rows:
        node.fail(f"the {values.size} numbers of {name} are no matrix of {rows} rows")
    return values.reshape(rows, -1)


def _rows(node: Node) -> Expr:
    data = cast(node, node.input(0), "float32")
    return op.expand_dims(data, 0) if node.rank(data) == 1 else data


@converter("LinearRegressor", domain=_DOMAIN, since=1)
def convert_linear_regressor(node: Node) -> Expr:
    """Return a linear function of rows."""
    weights = _matrix(node, "coefficients", node.attribute("targets", 1))
    result: Expr = op.nn.dense(_rows(node), const(weights, "float32"))
    result = add_vector(node, result, node.attribute("intercepts", []))
    return post_transform(node, result, node.attribute("post_transform", "NONE"))


@converter("LinearClassifier", domain=_DOMAIN, since=1)
def convert_linear_classifier(node: Node) -> list[Expr]:
    """Return the class of the largest linear function of rows, and the values of the functions."""
    classes = read_classes(node, "classlabels_ints")
    name = node.attribute("post_transform", "NONE")
    intercepts = node.attribute("intercepts", [])
    count = len(intercepts) or len(classes)
    result: Expr = op.nn.dense(_rows(node), const(_matrix(node, "coefficients", count), "float32"))
    result = add_vector(node, result, intercepts)
    if count == 1 and len(classes) == 2:
        return both_classes(node, result, classes, name, False)
    if count != len(classes):
        node.fail(f"there are {count} functions for {len(classes)} classes")
    return classify(node, result, classes, name)


# Support vectors


def _apply_kernel(node: Node, data: Expr, vectors: Any) -> Expr:
    """Return the kernel of each row with each support vector."""
    name = node.attribute("kernel_type", "LINEAR")
    gamma, coef0, degree = (*node.attribute("kernel_params", [0.0, 0.0, 0.0]), 0.0, 0.0, 0.0)[:3]
    table = const(vectors, "float32")
    if name == "RBF":
        # exp(-gamma * |x - v|**2)
        difference = op.subtract(op.expand_dims(data, 1), table)
        return op.exp(op.multiply(op.sum(op.multiply(difference, difference), [2]),
                                  scalar(-gamma, "float32")))
    product = op.nn.dense(data, table)
    if name == "LINEAR":
        return product
    moved = op.add(op.multiply(product, scalar(gamma, "float32")), scalar(coef0, "float32"))
    if name == "POLY":
        return op.power(moved, scalar(degree, "float32"))
    if name == "SIGMOID":
        return op.tanh(moved)
    node.fail(f"expected kernel_type LINEAR, POLY, RBF or SIGMOID, but found {name}")


@converter("SVMRegressor", domain=_DOMAIN, since=1)
def convert_svm_regressor(node: Node) -> Expr:
    """Return the sum of kernels with support vectors; of one class, the side that rows are on."""
    count, data = node.attribute("n_supports", 0), _rows(node)
    if count:
        data = _apply_kernel(node, data, _matrix(node, "support_vectors", count))
    result = op.nn.dense(data, const(_matrix(node, "coefficients", 1), "float32"))
    result = op.add(result, scalar(node.attribute("rho")[0], "float32"))
    if node.attribute("one_class", 0):
        positive = op.greater(result, scalar(0, "float32"))
        return op.where(positive, scalar(1, "float32"), scalar(-1, "float32"))
    return post_transform(node, result, node.attribute("post_transform", "NONE"))


@converter("SVMClassifier", domain=_DOMAIN, since=1)
def convert_svm_classifier(node: Node) -> list[Expr]:
    """Return the class that wins most comparisons of two classes, and the results of these."""
    classes, name = read_classes(node, "classlabels_ints"), node.attribute("post_transform", "NONE")
    if node.attribute("prob_a", []):
        node.fail("probabilities are not supported")
    sizes = node.attribute("vectors_per_class", [])
    if not sum(sizes):
        weights = _matrix(node, "coefficients", len(classes))
        result = op.add(op.nn.dense(_rows(node), const(weights, "float32")),
                        scalar(node.attribute("rho")[0], "float32"))
        return classify(node, result, classes, name)
    if len(sizes) != len(classes) or len(classes) < 2 or min(sizes) < 0:
        node.fail(f"expected a number of support vectors for each of {len(classes)} classes")
    pairs, weights, wins = _compare_classes(node, sizes)
    kernels = _apply_kernel(node, _rows(node), _matrix(node, "support_vectors", sum(sizes)))
    scores = op.add(matmul(node, kernels, const(weights, "float32")), const(pairs, "float32"))
    if len(classes) == 2:
        # The first class has a positive score, but onnxruntime writes the scores as if the second had.
        _, both = both_classes(node, scores, classes, name, False)
        second = op.cast(op.squeeze(op.less_equal(scores, scalar(0, "float32")), [1]), "int64")
        return [pick_class(classes, second), both]
    won = op.cast(op.greater(scores, scalar(0, "float32")), "float32")
    votes = op.add(matmul(node, won, const(wins[0], "float32")),
                   matmul(node, op.subtract(scalar(1, "float32"), won), const(wins[1], "float32")))
    return [pick_class(classes, op.argmax(votes, -1)), post_transform(node, scores, name)]


def _compare_classes(node: Node, sizes: list[int]) -> tuple[Any, Any, tuple[Any, Any]]:
    """Return for each pair of classes the constant summand, the weights of support vectors, and which
    class gets a vote if the sum is positive, and if not."""
    count, ends = len(sizes), np.cumsum(sizes)
    coefficients = _matrix(node, "coefficients", count - 1)
    if coefficients.shape[1] != ends[-1]:
        node.fail(f"expected {ends[-1]} coefficients for each pair of classes, but got "
                  f"{coefficients.shape[1]}")
    pairs = [(i, j) for i in range(count) for j in range(i + 1, count)]
    rho = _floats(node, "rho")
    if len(rho) != math.comb(count, 2):
        node.fail(f"expected {len(pairs)} numbers as rho, but got {len(rho)}")
    weights = np.zeros((ends[-1], len(pairs)), "float32")
    first, second = (np.zeros((len(pairs), count), "float32") for _ in range(2))
    for place, (i, j) in enumerate(pairs):
        own, other = (slice(ends[k] - sizes[k], ends[k]) for k in (i, j))
        weights[own, place] = coefficients[j - 1, own]
        weights[other, place] = coefficients[i, other]
        first[place, i] = second[place, j] = 1
    return rho, weights, (first, second)
