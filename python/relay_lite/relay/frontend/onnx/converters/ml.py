"""Operators of the domain ai.onnx.ml on numbers."""

from __future__ import annotations

from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import cast, scalar
from ..node import Node
from ..registry import converter

_DOMAIN = "ai.onnx.ml"


@converter("ArrayFeatureExtractor", domain=_DOMAIN, since=1)
def convert_array_feature_extractor(node: Node) -> Expr:
    """Return columns of a tensor."""
    data = node.input(0)
    places = op.reshape(node.input(1), (-1,))
    if node.rank(data) == 1:
        data = op.expand_dims(data, 0)
    return op.take(data, places, node.rank(data) - 1)


@converter("Binarizer", domain=_DOMAIN, since=1)
def convert_binarizer(node: Node) -> Expr:
    """Return 1 where elements exceed a threshold, 0 elsewhere."""
    data = node.input(0)
    dtype = node.dtype(data)
    return op.cast(op.greater(data, scalar(node.attribute("threshold", 0.0), dtype)), dtype)


def _read_numbers(node: Node, what: str) -> np.ndarray[Any, Any] | None:
    for name, dtype in ((f"{what}_floats", "float32"), (f"{what}_int64s", "int64")):
        if node.has_attribute(name):
            return np.array(node.attribute(name), dtype)
    if node.has_attribute(f"{what}_tensor"):
        return np.asarray(node.attribute(f"{what}_tensor")).reshape(-1)
    return None


@converter("LabelEncoder", domain=_DOMAIN, since=1)
def convert_label_encoder(node: Node) -> Expr:
    """Return the value of the key that each element is, or a default."""
    keys, values = _read_numbers(node, "keys"), _read_numbers(node, "values")
    if keys is None or values is None or keys.dtype.kind not in "fiu" or \
            values.dtype.kind not in "fiu":
        node.fail("strings are not supported")
    if len(keys) != len(values):
        node.fail(f"there are {len(keys)} keys, but {len(values)} values")
    data, dtype = node.input(0), str(values.dtype)
    if node.has_attribute("default_tensor"):
        default = np.asarray(node.attribute("default_tensor")).reshape(-1)[0]
    elif values.dtype.kind == "f":
        default = node.attribute("default_float", -0.0)
    else:
        default = node.attribute("default_int64", -1)
    wide = op.expand_dims(data, node.rank(data))
    table = const(keys.astype(node.dtype(data)), node.dtype(data))
    same = op.equal(wide, table)
    if keys.dtype.kind == "f":
        same = op.logical_or(same, op.logical_and(op.isnan(wide), op.isnan(table)))
    place = op.argmax(op.cast(same, "int32"), -1)
    found = op.any(same, -1)
    return op.where(found, op.take(const(values, dtype), place, 0), scalar(default, dtype))


@converter("Scaler", domain=_DOMAIN, since=1)
def convert_scaler(node: Node) -> Expr:
    """Return elements minus an offset, times a scale."""
    data = cast(node, node.input(0), "float32")
    offset, scale = (const(np.array(node.attribute(name), "float32"), "float32")
                     for name in ("offset", "scale"))
    return op.multiply(op.subtract(data, offset), scale)


@converter("Normalizer", domain=_DOMAIN, since=1)
def convert_normalizer(node: Node) -> Expr:
    """Return rows divided by their norm."""
    data, norm = cast(node, node.input(0), "float32"), node.attribute("norm", "MAX")
    if norm == "MAX":
        total = op.max(op.abs(data), [-1], True)
    elif norm == "L1":
        total = op.sum(op.abs(data), [-1], True)
    elif norm == "L2":
        total = op.sqrt(op.sum(op.multiply(data, data), [-1], True))
    else:
        node.fail(f"expected norm MAX, L1 or L2, but found {norm}")
    zero = scalar(0, "float32")
    return op.where(op.equal(total, zero), data, op.divide(data, total))


@converter("Imputer", domain=_DOMAIN, since=1)
def convert_imputer(node: Node) -> Expr:
    """Return data with others in the place of a number: one for all columns, or one for each."""
    data, dtype = node.input(0), node.dtype(node.input(0))
    kind = "float" if node.has_attribute("imputed_value_floats") else "int64"
    values = np.array(node.attribute(f"imputed_value_{kind}s"), dtype)
    replaced = node.attribute(f"replaced_value_{kind}", 0.0 if kind == "float" else 0)
    columns = node.shape(data)[-1]
    if len(values) not in (1, columns):
        node.fail(f"expected 1 or {columns} imputed values, but got {len(values)}")
    found = op.isnan(data) if replaced != replaced else op.equal(data, scalar(replaced, dtype))
    return op.where(found, const(values, dtype), data)


@converter("FeatureVectorizer", domain=_DOMAIN, since=1)
def convert_feature_vectorizer(node: Node) -> Expr:
    """Return matrices side by side, with so many columns of each as an attribute says."""
    sizes = node.attribute("inputdimensions")
    if len(sizes) != len(node.inputs):
        node.fail(f"expected {len(node.inputs)} inputdimensions, but got {len(sizes)}")
    parts = []
    for i, size in enumerate(sizes):
        part = cast(node, node.input(i), "float32")
        if node.rank(part) == 1:
            part = op.expand_dims(part, 1)
        columns = node.shape(part)[1]
        if columns is None or columns < size:
            part = op.nn.pad(part, [[0, 0], [0, size - (columns or 0)]], 0)
        parts.append(op.strided_slice(part, [0], [size], axes=[1]))
    return op.concatenate(parts, 1)


@converter("OneHotEncoder", domain=_DOMAIN, since=1)
def convert_one_hot_encoder(node: Node) -> Expr:
    """Return for each element a vector that is 1 at its category, and 0 elsewhere."""
    if node.has_attribute("cats_strings"):
        node.fail("categories that are strings are not supported")
    if not node.attribute("zeros", 1):
        node.fail("zeros of 0 is not supported")
    data = op.cast(node.input(0), "int64")
    table = const(np.array(node.attribute("cats_int64s"), "int64"), "int64")
    return op.cast(op.equal(op.expand_dims(data, node.rank(data)), table), "float32")
