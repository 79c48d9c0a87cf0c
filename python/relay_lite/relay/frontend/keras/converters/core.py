"""Dense layers, embeddings, layers that do nothing when a model runs, and layers of layers."""

from __future__ import annotations

import types
from typing import Any

from .... import op
from ....expr import Expr
from ...building import scalar
from ..model import Layer, get_field
from ..node import Node, Value
from ..registry import converter
from ..source import find_function
from .activations import activate


@converter("Dense", keeps_mask=True)
def convert_dense(node: Node) -> Value:
    """Return the product of rows and a weight."""
    kernel = node.array(0, "kernel", 2)
    data = node.input(0)
    weight = node.param(kernel.transpose())
    result = Value(op.nn.dense(data, weight, kernel.shape[1]))
    return activate(node, node.bias(result, 1))


@converter("Embedding")
def convert_embedding(node: Node) -> Value:
    """Return the rows of a weight that integers name."""
    indices = op.cast(node.input(0), "int32")
    mask = op.not_equal(indices, scalar(0, "int32")) if node.option("mask_zero", False) else None
    return Value(op.take(node.param(node.array(0, "embeddings", 2)), indices, 0), mask=mask)


@converter("Dropout", "AlphaDropout", "SpatialDropout1D", "SpatialDropout2D", "SpatialDropout3D",
           "GaussianDropout", "GaussianNoise", "ActivityRegularization", "Identity", keeps_mask=True)
def convert_identity(node: Node) -> Value:
    """Return the tensor: the layer matters in training only."""
    return node.value(0)


@converter("Rescaling", keeps_mask=True)
def convert_rescaling(node: Node) -> Value:
    """Return x * scale + offset."""
    data = node.value(0)
    dtype = node.dtype(data.expr)
    if not dtype.startswith("float"):
        data, dtype = Value(op.cast(data.expr, "float32"), data.first), "float32"
    scaled = op.multiply(data.expr, scalar(node.number("scale"), dtype))
    return Value(op.add(scaled, scalar(node.number("offset", 0.0), dtype)), data.first)


@converter("Lambda")
def convert_lambda(node: Node) -> Expr:
    """Return a tensor divided by its norm, if that is the function of the layer. Other functions are
    Python code, which is not run."""
    call = _find_call(find_function(node.layer.weights))
    if call is None:
        node.fail("the function of a Lambda layer is Python code: only l2_normalize is supported")
    data = node.input(0)
    rank = node.rank(data)
    given = call.get("axis")
    axes = range(rank) if given is None else [given] if isinstance(given, int) else given
    return op.nn.l2_normalize(data, 1e-12, [node.axis(Value(data), axis) for axis in axes])


class _Recorder:
    """Stands for all names that a function uses, and keeps the calls of their attributes."""

    def __init__(self) -> None:
        self.calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []

    def __getattr__(self, name: str) -> Any:
        return self

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        self.calls.append((args, kwargs))
        return self


def _find_call(function: Any) -> dict[str, Any] | None:
    """Return the arguments of l2_normalize if a function is a call of it; otherwise None. The function
    runs with names that mean nothing."""
    code = getattr(function, "__code__", None)
    if code is None or not code.co_names or code.co_names[-1] != "l2_normalize" or \
            code.co_argcount != 1:
        return None
    recorder, data = _Recorder(), object()
    copied = types.FunctionType(code, dict.fromkeys(code.co_names, recorder), closure=tuple(
        types.CellType(recorder) for _ in code.co_freevars))
    try:
        result = copied(data)
    except (TypeError, ValueError, AttributeError, NameError):
        return None
    if result is not recorder or len(recorder.calls) != 1:
        return None
    args, kwargs = recorder.calls[0]
    found = {**dict(zip(("x", "axis"), args)), **kwargs}
    axis = found.get("axis")
    is_known = axis is None or isinstance(axis, int) or isinstance(axis, (list, tuple)) and \
        all(isinstance(entry, int) for entry in axis)
    return found if found.get("x") is data and is_known and len(found) <= 2 else None


# Layers of layers


def make_inner(node: Node, option: str, attribute: str) -> Layer:
    """Return the layer that is an argument of another one."""
    description: Any = node.option(option)
    what = f"the {option} of {node.describe()}"
    class_name = get_field(description, "class_name", str, what)
    config = get_field(description, "config", dict, what)
    return Layer(class_name, str(config.get("name", node.layer.name)), config,
                 node.layer.weights.attribute(attribute))


@converter("TimeDistributed", keeps_mask=True)
def convert_time_distributed(node: Node) -> list[Value]:
    """Return the results of a layer for each step: steps and batches become one dimension for it."""
    data = node.input(0)
    batch, steps, *rest = node.shape(data)
    if steps is None or None in rest:
        node.fail("the number of steps and the sizes of a step must be known")
    inner = make_inner(node, "layer", "layer")
    merged = node.as_image(op.reshape(data, [-1, *rest]))
    mask = node.mask()
    if mask is not None and node.rank(mask) > 2:
        # The mask of each step is that of a call of the layer.
        merged.mask = op.reshape(mask, [-1, *node.shape(mask)[2:]])
    call = Node(inner, [merged], node.named, node.importer, f"{node.place}{node.describe()}: ")
    node.named = {}
    found = []
    for result in node.importer.convert_node(call):
        expr = Node(inner, [result], {}, node.importer).input(0)
        sizes = node.shape(expr)[1:]
        if None in sizes:
            node.fail("the sizes of the results of a step must be known")
        found.append(Value(op.reshape(expr, [-1 if batch is None else batch, steps, *sizes])))
    return found


def concatenate_last(node: Node, parts: list[Expr]) -> Expr:
    """Return tensors joined along the last axis."""
    return op.concatenate(parts, node.rank(parts[0]) - 1)
