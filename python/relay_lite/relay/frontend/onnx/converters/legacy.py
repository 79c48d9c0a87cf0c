"""Operators that the first versions of ONNX had, and old exporters emit."""

from __future__ import annotations

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import align_channels, scalar
from ..node import Node
from ..registry import converter
from .activations import softplus


def _attribute(node: Node, data: Expr, name: str, default: float) -> Expr:
    return scalar(node.attribute(name, default), node.dtype(data))


@converter("Affine", since=1)
def convert_affine(node: Node) -> Expr:
    """Return a linear function of elements."""
    data = node.input(0)
    scaled = op.multiply(data, _attribute(node, data, "alpha", 1.0))
    return op.add(scaled, _attribute(node, data, "beta", 0.0))


@converter("ScaledTanh", since=1)
def convert_scaled_tanh(node: Node) -> Expr:
    """Return a multiple of the hyperbolic tangent of a multiple."""
    data = node.input(0)
    inner = op.multiply(data, _attribute(node, data, "beta", 1.0))
    return op.multiply(op.tanh(inner), _attribute(node, data, "alpha", 1.0))


@converter("ParametricSoftplus", since=1)
def convert_parametric_softplus(node: Node) -> Expr:
    """Return a multiple of the softplus of a multiple."""
    data = node.input(0)
    inner = op.multiply(data, _attribute(node, data, "beta", 1.0))
    return op.multiply(softplus(node, inner), _attribute(node, data, "alpha", 1.0))


@converter("ImageScaler", since=1)
def convert_image_scaler(node: Node) -> Expr:
    """Return images times a factor, plus a bias for each channel."""
    data = node.input(0)
    dtype = node.dtype(data)
    bias = const(np.array(node.attribute("bias"), "float32").astype(dtype), dtype)
    scaled = op.multiply(data, _attribute(node, data, "scale", 1.0))
    return op.add(scaled, align_channels(bias, node.rank(data)))
