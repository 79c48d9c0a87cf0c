"""Normalization and dropout."""

from __future__ import annotations

from .... import op
from ....expr import Expr, const
from ...building import (FLOATS, align_channels, cast, normalize_axis, reshape, scalar,
                        sizes_of)
from ..node import Node
from ..registry import converter
from .cast import read_dtype
from .random import uniform_numbers


def _along_channels(node: Node, statistics: Expr, data: Expr) -> Expr:
    return align_channels(cast(node, statistics, node.dtype(data)), node.rank(data))


@converter("BatchNormalization", since=1)
def convert_old_batch_norm(node: Node) -> list[Expr]:
    """Return normalization with the statistics of channels; in training, that is if there are further
    outputs, with those of the batch."""
    data = node.input(0)
    has_statistics = any(node.output_is_used(i) for i in range(1, 5))
    if node.opset < 9 and not node.attribute("spatial", 1):
        if has_statistics:
            node.fail("training with spatial of 0 is not supported")
        return [_normalize_elements(node)]
    if not has_statistics:
        return [_normalize_channels(node)]
    result, mean, variance, running = _train_channels(node, data)
    return [result, *running, mean, variance]


def _normalize_channels(node: Node) -> Expr:
    data = node.input(0)
    dtype, rank = node.dtype(data), node.rank(data)
    scale, bias, mean, variance = (cast(node, node.input(i), dtype) for i in range(1, 5))
    return op.nn.batch_norm(data, scale, bias, mean, variance, 1 if rank > 1 else 0,
                            node.attribute("epsilon", 1e-5))[0]


def _normalize_elements(node: Node) -> Expr:
    """Return normalization with statistics for each element but that of the batch."""
    scale, bias, mean, variance = (node.input(i) for i in range(1, 5))
    epsilon = scalar(node.attribute("epsilon", 1e-5), node.dtype(variance))
    factor = op.divide(scale, op.sqrt(op.add(variance, epsilon)))
    return op.add(op.multiply(op.subtract(node.input(0), mean), factor), bias)


@converter("BatchNormalization", since=14)
def convert_batch_norm(node: Node) -> list[Expr]:
    """Return normalization with the statistics of channels, or with those of the batch in training."""
    if not node.attribute("training_mode", 0):
        return [_normalize_channels(node)]
    result, _, _, running = _train_channels(node, node.input(0))
    return [result, *running]


def _train_channels(node: Node, data: Expr) -> tuple[Expr, Expr, Expr, list[Expr]]:
    """Return normalized data, the mean and the variance of the batch, and the running ones."""
    dtype = node.dtype(data)
    axes = [axis for axis in range(node.rank(data)) if axis != 1]
    mean = op.mean(data, axes)
    variance = op.variance(data, axes)
    scale = op.divide(cast(node, node.input(1), dtype),
                      op.sqrt(op.add(variance, scalar(node.attribute("epsilon", 1e-5), dtype))))
    shift = op.subtract(cast(node, node.input(2), dtype), op.multiply(mean, scale))
    result = op.add(op.multiply(data, _along_channels(node, scale, data)),
                    _along_channels(node, shift, data))
    momentum = node.attribute("momentum", 0.9)
    running = []
    for i, current in ((3, mean), (4, variance)):
        kind = node.dtype(node.input(i))
        running.append(op.add(op.multiply(node.input(i), scalar(momentum, kind)),
                              op.multiply(cast(node, current, kind), scalar(1 - momentum, kind))))
    return result, mean, variance, running


@converter("InstanceNormalization", since=1)
def convert_instance_norm(node: Node) -> Expr:
    """Return normalization of each channel of each batch element."""
    data = node.input(0)
    return op.nn.instance_norm(data, node.input(1), node.input(2), 1,
                               node.attribute("epsilon", 1e-5))


def normalize(node: Node, data: Expr, axes: list[int], epsilon: float,
              center: bool = True) -> tuple[Expr, Expr, Expr]:
    """Return normalized data, the mean and the inverse standard deviation along axes that stay.
    Without `center` the mean is not subtracted, nor from the squares."""
    dtype = node.dtype(data)
    mean = op.mean(data, axes, True)
    if center:
        data = op.subtract(data, mean)
    variance = op.mean(op.multiply(data, data), axes, True)
    inverse = op.divide(scalar(1, dtype), op.sqrt(op.add(variance, scalar(epsilon, dtype))))
    return op.multiply(data, inverse), mean, inverse


def _stash_dtype(node: Node, dtype: str) -> str:
    """Return the element type in which statistics are computed, at least that of the data."""
    stash = read_dtype(node, "stash_type", "float32")
    return stash if FLOATS.index(stash) > FLOATS.index(dtype) else dtype


@converter("LayerNormalization", since=17)
def convert_layer_norm(node: Node) -> Expr | list[Expr | None]:
    """Return normalization over the dimensions from an axis on."""
    data, scale, bias = node.input(0), node.input(1), node.optional_input(2)
    rank, dtype = node.rank(data), node.dtype(data)
    axis = normalize_axis(node, node.attribute("axis", -1), rank)
    epsilon = node.attribute("epsilon", 1e-5)
    stash = _stash_dtype(node, dtype)
    plain = not any(node.output_is_used(i) for i in (1, 2)) and stash == dtype
    if plain and axis == rank - 1 and node.rank(scale) == 1 and \
            node.shape(scale) == node.shape(data)[-1:] and node.dtype(scale) == dtype:
        if bias is None:
            return op.nn.layer_norm(data, scale, op.zeros_like(scale), -1, epsilon, False)
        return op.nn.layer_norm(data, scale, bias, -1, epsilon)
    result, mean, inverse = normalize(node, cast(node, data, stash), list(range(axis, rank)),
                                      epsilon)
    result = op.multiply(cast(node, result, dtype), cast(node, scale, dtype))
    if bias is not None:
        result = op.add(result, cast(node, bias, dtype))
    return [result, mean, inverse]


@converter("RMSNormalization", since=23)
def convert_rms_norm(node: Node) -> Expr:
    """Return data divided by the root of the mean of squares over the dimensions from an axis on."""
    data, scale = node.input(0), node.input(1)
    rank, dtype = node.rank(data), node.dtype(data)
    axis = normalize_axis(node, node.attribute("axis", -1), rank)
    wide = cast(node, data, _stash_dtype(node, dtype))
    result, _, _ = normalize(node, wide, list(range(axis, rank)),
                             node.attribute("epsilon", 1e-5), False)
    return op.multiply(cast(node, result, node.dtype(scale)), scale)


@converter("GroupNormalization", since=18)
def convert_group_norm(node: Node) -> Expr:
    """Return normalization over groups of channels, with a scale and a bias for each group before
    opset 21, and for each channel since."""
    data, scale, bias = node.input(0), node.input(1), node.input(2)
    groups, epsilon = node.attribute("num_groups"), node.attribute("epsilon", 1e-5)
    channels = node.shape(data)[1]
    if channels is None and node.opset >= 21:
        channels = node.shape(scale)[0]
    if channels is None or groups < 1 or channels % groups:
        node.fail(f"{channels} channels do not split into {groups} groups")
    if node.opset < 21:
        scale, bias = (op.repeat(part, channels // groups, 0) for part in (scale, bias))
    dtype = node.dtype(data)
    stash = _stash_dtype(node, dtype)
    if stash == dtype:
        return op.nn.group_norm(data, scale, bias, groups, 1, epsilon)
    wide = [op.cast(part, stash) for part in (data, scale, bias)]
    return op.cast(op.nn.group_norm(*wide, groups, 1, epsilon), dtype)


@converter("LRN", since=1)
def convert_lrn(node: Node) -> Expr:
    """Return normalization over neighbouring channels."""
    data, size = node.input(0), node.attribute("size")
    alpha, beta = node.attribute("alpha", 1e-4), node.attribute("beta", 0.75)
    bias = node.attribute("bias", 1.0)
    if size % 2:
        return op.nn.lrn(data, size, 1, bias, alpha, beta)
    # If the number of neighbours is even, one more comes after than before.
    dtype, rank = node.dtype(data), node.rank(data)
    before = (size - 1) // 2
    widths = [[before, size - 1 - before] if axis == 1 else [0, 0] for axis in range(rank)]
    squares = op.nn.pad(op.multiply(data, data), widths, 0)
    channels = node.shape(data)[1]
    if channels is None:
        node.fail("an even size needs a known number of channels")
    total = op.strided_slice(squares, [0], [channels], axes=[1])
    for i in range(1, size):
        total = op.add(total, op.strided_slice(squares, [i], [i + channels], axes=[1]))
    base = op.add(scalar(bias, dtype), op.multiply(scalar(alpha / size, dtype), total))
    return op.divide(data, op.power(base, scalar(beta, dtype)))


@converter("LpNormalization", since=1)
def convert_lp_normalization(node: Node) -> Expr:
    """Return data divided by their norm along an axis; 0 if that is 0."""
    data, p = node.input(0), node.attribute("p", 2)
    axis = normalize_axis(node, node.attribute("axis", -1), node.rank(data))
    if p not in (1, 2):
        node.fail(f"expected p of 1 or 2, but found {p}")
    if p == 1:
        norm = op.sum(op.abs(data), [axis], True)
    else:
        norm = op.sqrt(op.sum(op.multiply(data, data), [axis], True))
    zero = scalar(0, node.dtype(data))
    return op.where(op.equal(norm, zero), zero, op.divide(data, norm))


@converter("MeanVarianceNormalization", since=9)
def convert_mean_variance_normalization(node: Node) -> Expr:
    """Return data minus their mean, divided by their standard deviation."""
    data = node.input(0)
    axes = [normalize_axis(node, axis, node.rank(data))
            for axis in node.attribute("axes", [0, 2, 3])]
    dtype = node.dtype(data)
    centered = op.subtract(data, op.mean(data, axes, True))
    deviation = op.sqrt(op.mean(op.multiply(centered, centered), axes, True))
    return op.divide(centered, op.add(deviation, scalar(1e-9, dtype)))


# Dropout


def _pass_through(node: Node) -> list[Expr]:
    data = node.input(0)
    if not node.output_is_used(1):
        return [data]
    dtype = "bool" if node.opset >= 10 else node.dtype(data)
    sizes = sizes_of(node, data)
    ones = op.cast(op.ones_like(data), dtype) if any(isinstance(size, Expr) for size in sizes) \
        else op.ones(sizes, dtype)
    return [data, ones]


@converter("Dropout", since=1)
def convert_dropout_of_inference(node: Node) -> list[Expr]:
    """Return the data themselves. Before version 7, elements are 0 with a given probability if the
    attribute is_test is 0."""
    if node.opset >= 7 or node.attribute("is_test", 0):
        return _pass_through(node)
    dtype = node.dtype(node.input(0))
    return _drop(node, scalar(node.attribute("ratio", 0.5), dtype), const(True))


@converter("Dropout", since=12)
def convert_dropout(node: Node) -> list[Expr]:
    """Return the data themselves; in training, elements are 0 with a given probability."""
    data, ratio, training = (node.input(0), node.optional_input(1), node.optional_input(2))
    is_training = None if training is None else node.constant(training)
    if training is None or is_training is not None and not is_training.reshape(-1)[0]:
        return _pass_through(node)
    dtype = node.dtype(data)
    rate = scalar(0.5, dtype) if ratio is None else cast(node, reshape(ratio, []), dtype)
    return _drop(node, rate, reshape(training, []))


def _drop(node: Node, rate: Expr, training: Expr) -> list[Expr]:
    """Return the data with elements of 0 and the others scaled; and which are not dropped."""
    data = node.input(0)
    dtype = node.dtype(data)
    numbers = uniform_numbers(node, node.shape(data))
    mask = op.greater_equal(numbers, cast(node, rate, node.dtype(numbers)))
    mask = op.logical_or(mask, op.logical_not(training))
    one = scalar(1, dtype)
    factor = op.where(training, op.divide(one, op.subtract(one, rate)), one)
    result = op.where(mask, op.multiply(data, factor), scalar(0, dtype))
    return [result, mask if node.opset >= 10 else op.cast(mask, dtype)]
