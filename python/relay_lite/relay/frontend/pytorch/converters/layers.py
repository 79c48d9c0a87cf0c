"""Layers of networks: convolution, pooling, normalization, linear layers, embedding."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (apply_below_reshapes, cast, filled, reshape, scalar, size_of, sizes_of, slice_axes,
                         vector)
from ...onnx.applied import apply
from ..node import Node
from ..registry import converter

_CONV: dict[int, Callable[..., Expr]] = {1: op.nn.conv1d, 2: op.nn.conv2d, 3: op.nn.conv3d}
_CONV_TRANSPOSE: dict[int, Callable[..., Expr]] = {
    1: op.nn.conv1d_transpose, 2: op.nn.conv2d_transpose, 3: op.nn.conv3d_transpose}
_LAYOUTS = {1: ("NCW", "OIW", "IOW"), 2: ("NCHW", "OIHW", "IOHW"), 3: ("NCDHW", "OIDHW", "IODHW")}
_AVERAGE: dict[int, Callable[..., Expr]] = {1: op.nn.avg_pool1d, 2: op.nn.avg_pool2d,
                                            3: op.nn.avg_pool3d}
_MAXIMUM: dict[int, Callable[..., Expr]] = {1: op.nn.max_pool1d, 2: op.nn.max_pool2d,
                                            3: op.nn.max_pool3d}

# Convolutions


def _with_batch(node: Node, data: Expr, rank: int, convert: Callable[[Expr], Any]) -> Any:
    """Return the result of a layer for data that may have no dimension of batches."""
    if node.rank(data) == rank + 2:
        return convert(data)
    result = convert(op.expand_dims(data, 0))
    if isinstance(result, list):
        return [op.squeeze(part, [0]) for part in result]
    return op.squeeze(result, [0])


def _add_bias(data: Expr, bias: Any) -> Expr:
    return data if bias is None else op.nn.bias_add(data, bias)


def _same_pads(kernel: Sequence[int], dilation: Sequence[int]) -> list[int]:
    total = [(size - 1) * step for size, step in zip(kernel, dilation)]
    return [width // 2 for width in total] + [width - width // 2 for width in total]


@converter("aten::conv1d", "aten::conv2d", "aten::conv3d", "aten::convolution",
           "aten::_convolution", "aten::_convolution_mode", "aten::conv_transpose1d",
           "aten::conv_transpose2d", "aten::conv_transpose3d", "aten::thnn_conv2d",
           "aten::mkldnn_convolution", "aten::conv_depthwise3d", "aten::slow_conv3d")
def convert_conv(node: Node, input: Any, weight: Any, bias: Any = None, stride: Any = 1,
                 padding: Any = 0, dilation: Any = 1, transposed: bool = False,
                 output_padding: Any = 0, groups: int = 1, **rest: Any) -> Expr:
    """Return a convolution, or a transposed one."""
    kernel = node.shape(weight)[2:]
    rank = len(kernel)
    known = [size for size in kernel if size is not None]
    if len(known) != rank or rank not in _CONV:
        node.fail(f"expected a weight with 1 to 3 known sizes, but got {kernel}")
    strides = node.numbers(stride, rank, "stride")
    dilations = node.numbers(dilation, rank, "dilation")
    if padding in ("same", "valid"):
        pads = _same_pads(known, dilations) if padding == "same" else [0] * (2 * rank)
    else:
        pads = node.numbers(padding, rank, "padding") * 2
    window = [strides, pads, dilations, groups]
    if transposed or "transpose" in node.op:
        extra = node.numbers(output_padding, rank, "output_padding")
        return _with_batch(node, input, rank, lambda data: _add_bias(
            _transposed(node, data, weight, window, known, extra), bias))
    layouts = _LAYOUTS[rank]
    return _with_batch(node, input, rank, lambda data: _add_bias(_CONV[rank](
        data, weight, *window, node.shape(weight)[0], known, layouts[0], layouts[1]), bias))


def _transposed(node: Node, data: Expr, weight: Expr, window: list[Any], kernel: list[int],
                extra: list[int]) -> Expr:
    strides, pads, dilations, groups = window
    rank = len(kernel)
    beyond = [0] * rank
    for i, step in enumerate(strides):
        # Relay asks for less output padding than a stride: more of it takes padding away first.
        if extra[i] >= step:
            kept = max(0, pads[rank + i] - extra[i])
            beyond[i], extra[i] = extra[i] - (pads[rank + i] - kept), 0
            pads[rank + i] = kept
    channels = node.shape(weight)[1]
    result = _CONV_TRANSPOSE[rank](
        data, weight, strides, pads, dilations, groups,
        None if channels is None else channels * groups, kernel, _LAYOUTS[rank][0],
        _LAYOUTS[rank][2], "", extra)
    if any(beyond):
        result = op.nn.pad(result, [[0, 0], [0, 0], *([0, width] for width in beyond)], 0)
    return result


# Pooling


class _Pool:
    """The window of a pooling layer."""

    def __init__(self, node: Node, kernel_size: Any, stride: Any, padding: Any, dilation: Any,
                 ceil_mode: Any) -> None:
        self.rank = rank = int(node.op.split("pool")[1][0])
        self.kernel = node.numbers(kernel_size, rank, "kernel_size")
        self.strides = node.numbers(stride, rank, "stride") if stride not in (None, [], ()) else \
            self.kernel
        self.pads = node.numbers(padding, rank, "padding")
        self.dilations = node.numbers(dilation, rank, "dilation")
        self.ceil = bool(ceil_mode)
        self.layout = _LAYOUTS[rank][0]

    def keep_windows(self, node: Node, data: Expr, pooled: Expr) -> Expr:
        """Return the pooled data without windows that begin in the padding behind the data."""
        axes, counts = [], []
        for i, (size, found) in enumerate(zip(node.shape(data)[2:], node.shape(pooled)[2:])):
            if size is None or not self.ceil:
                continue
            room = size + 2 * self.pads[i] - self.dilations[i] * (self.kernel[i] - 1) - 1
            count = -(-room // self.strides[i]) + 1
            if (count - 1) * self.strides[i] >= size + self.pads[i]:
                count -= 1
            if found is not None and count < found:
                axes.append(i + 2)
                counts.append(count)
        return slice_axes(pooled, [0] * len(axes), counts, axes) if axes else pooled


@converter("aten::max_pool1d", "aten::max_pool2d", "aten::max_pool3d",
           "aten::max_pool1d_with_indices", "aten::max_pool2d_with_indices",
           "aten::max_pool3d_with_indices")
def convert_max_pool(node: Node, self: Any, kernel_size: Any, stride: Any = (), padding: Any = 0,
                     dilation: Any = 1, ceil_mode: bool = False) -> Any:
    """Return the maximum of each window, and where it is."""
    pool = _Pool(node, kernel_size, stride, padding, dilation, ceil_mode)

    def convert(data: Expr) -> Any:
        pooled = _MAXIMUM[pool.rank](data, pool.kernel, pool.strides, pool.dilations, pool.pads,
                                     pool.layout, "", pool.ceil)
        pooled = pool.keep_windows(node, data, pooled)
        if "indices" not in node.op:
            return pooled
        # Zeros stand for places that nobody uses.
        places = _find_maxima(node, data, pool) if node.is_used(1) else op.cast(pooled, "int64")
        return [pooled, places]

    return _with_batch(node, self, pool.rank, convert)


def _find_maxima(node: Node, data: Expr, pool: _Pool) -> Expr:
    """Return where the maxima of windows are in the plane of their channel."""
    _, places = apply(node, "MaxPool", [data], num_outputs=2, kernel_shape=pool.kernel,
                      strides=pool.strides, pads=pool.pads * 2, dilations=pool.dilations,
                      ceil_mode=int(pool.ceil))
    sizes = [node.number(size, "a size") for size in sizes_of(node, data)[2:]]
    return op.floor_mod(places, scalar(math.prod(sizes), "int64"))


@converter("aten::avg_pool1d", "aten::avg_pool2d", "aten::avg_pool3d")
def convert_avg_pool(node: Node, self: Any, kernel_size: Any, stride: Any = (), padding: Any = 0,
                     ceil_mode: bool = False, count_include_pad: bool = True,
                     divisor_override: Any = None) -> Expr:
    """Return the average of each window."""
    pool = _Pool(node, kernel_size, stride, padding, 1, ceil_mode)

    def convert(data: Expr) -> Expr:
        pooled = _AVERAGE[pool.rank](data, pool.kernel, pool.strides, pool.dilations, pool.pads,
                                     pool.layout, "", pool.ceil,
                                     bool(count_include_pad) or divisor_override is not None)
        pooled = pool.keep_windows(node, data, pooled)
        if divisor_override is None:
            return pooled
        if pool.ceil and not _fits(node, data, pool):
            node.fail("divisor_override with ceil_mode is not supported")
        factor = math.prod(pool.kernel) / divisor_override
        return op.multiply(pooled, node.constant_like(factor, pooled))

    return _with_batch(node, self, pool.rank, convert)


def _fits(node: Node, data: Expr, pool: _Pool) -> bool:
    """Return whether no window exceeds the data."""
    return all(size is not None and (size + 2 * pad - kernel) % step == 0 for size, pad, kernel, step in
               zip(node.shape(data)[2:], pool.pads, pool.kernel, pool.strides))


_ADAPTIVE: dict[str, Callable[..., Expr]] = {
    f"{kind}{rank}": getattr(op.nn, f"adaptive_{kind}_pool{rank}d")
    for kind in ("avg", "max") for rank in (1, 2, 3)}


@converter("aten::adaptive_avg_pool1d", "aten::adaptive_avg_pool2d", "aten::adaptive_avg_pool3d",
           "aten::_adaptive_avg_pool2d", "aten::_adaptive_avg_pool3d")
def convert_adaptive_avg_pool(node: Node, self: Any, output_size: Any) -> Expr:
    """Return averages of so many windows that the result has a given size."""
    return _adaptive(node, self, output_size, "avg")


@converter("aten::adaptive_max_pool1d", "aten::adaptive_max_pool2d", "aten::adaptive_max_pool3d")
def convert_adaptive_max_pool(node: Node, self: Any, output_size: Any) -> Any:
    """Return maxima of so many windows that the result has a given size."""
    if node.num_outputs > 1 and node.is_used(1):
        node.fail("the places of the maxima are not supported")
    return [_adaptive(node, self, output_size, "max"), scalar(0, "int64")]


def _adaptive(node: Node, data: Expr, output_size: Any, kind: str) -> Expr:
    rank = int(node.op.split("pool")[1][0])
    sizes = output_size if isinstance(output_size, (list, tuple)) else [output_size] * rank
    own = sizes_of(node, data)[-rank:]
    wanted = [node.number(mine if size is None else size, "the size of the result")
              for size, mine in zip(sizes, own)]
    if kind == "avg" and rank == 2 and wanted == [1, 1] and node.rank(data) == 4:
        return op.nn.global_avg_pool2d(data)
    return _with_batch(node, data, rank, lambda batch: _ADAPTIVE[f"{kind}{rank}"](
        batch, wanted, _LAYOUTS[rank][0]))


@converter("aten::lp_pool2d", "aten::lp_pool1d")
def convert_lp_pool(node: Node, self: Any, norm_type: float, kernel_size: Any, stride: Any = (),
                    ceil_mode: bool = False) -> Expr:
    """Return the norm of each window."""
    pool = _Pool(node, kernel_size, stride, 0, 1, ceil_mode)
    return apply(node, "LpPool", [self], p=norm_type, kernel_shape=pool.kernel,
                 strides=pool.strides, ceil_mode=int(pool.ceil))[0]


# Normalization


@converter("aten::batch_norm", "aten::native_batch_norm", "aten::_native_batch_norm_legit_no_training",
           "aten::_native_batch_norm_legit", "aten::cudnn_batch_norm", "aten::_batch_norm_no_update",
           "aten::_batch_norm_impl_index")
def convert_batch_norm(node: Node, input: Any, weight: Any = None, bias: Any = None,
                       running_mean: Any = None, running_var: Any = None, training: bool = False,
                       momentum: Any = 0.1, eps: float = 1e-5, **rest: Any) -> Any:
    """Return data normalized by the statistics of channels, or of the batch."""
    dtype, rank = node.dtype(input), node.rank(input)
    axis = 1 if rank > 1 else 0
    channels = size_of(node, input, axis)
    if training and running_mean is not None and node.op == "aten::batch_norm":
        node.refuse_training()
    if running_mean is None or training and node.op != "aten::batch_norm":
        axes = [i for i in range(rank) if i != axis]
        running_mean, running_var = op.mean(input, axes), op.variance(input, axes)

    scale = filled(1, [channels], dtype) if weight is None else cast(node, weight, dtype)
    shift = filled(0, [channels], dtype) if bias is None else cast(node, bias, dtype)
    result = op.nn.batch_norm(input, scale, shift, cast(node, running_mean, dtype),
                              cast(node, running_var, dtype), axis, eps)[0]
    if node.op == "aten::batch_norm":
        return result
    empty = const(np.zeros(0, "float32"), "float32")
    return [result] + [empty] * max(0, node.num_outputs - 1)


@converter("aten::instance_norm")
def convert_instance_norm(node: Node, input: Any, weight: Any = None, bias: Any = None,
                          running_mean: Any = None, running_var: Any = None,
                          use_input_stats: bool = True, momentum: float = 0.1, eps: float = 1e-5,
                          **rest: Any) -> Expr:
    """Return data normalized by the statistics of each channel of each batch element."""
    if not use_input_stats:
        return convert_batch_norm(node, input, weight, bias, running_mean, running_var, False, 0, eps)
    channels, dtype = size_of(node, input, 1), node.dtype(input)
    scale = filled(1, [channels], dtype) if weight is None else weight
    shift = filled(0, [channels], dtype) if bias is None else bias
    return op.nn.instance_norm(input, scale, shift, 1, eps)


@converter("aten::layer_norm", "aten::native_layer_norm")
def convert_layer_norm(node: Node, input: Any, normalized_shape: Any, weight: Any = None,
                       bias: Any = None, eps: float = 1e-5) -> Any:
    """Return data normalized over their last dimensions."""
    count, rank, dtype = len(normalized_shape), node.rank(input), node.dtype(input)
    if count == 1 and node.op == "aten::layer_norm":
        size = size_of(node, input, rank - 1)
        scale = filled(1, [size], dtype) if weight is None else weight
        shift = filled(0, [size], dtype) if bias is None else bias
        return op.nn.layer_norm(input, scale, shift, -1, eps)
    axes = list(range(rank - count, rank))
    mean = op.mean(input, axes, True)
    centered = op.subtract(input, mean)
    variance = op.mean(op.multiply(centered, centered), axes, True)
    inverse = op.rsqrt(op.add(variance, scalar(eps, dtype)))
    result = op.multiply(centered, inverse)
    if weight is not None:
        result = op.multiply(result, weight)
    if bias is not None:
        result = op.add(result, bias)
    return result if node.op == "aten::layer_norm" else [result, mean, inverse]


@converter("aten::group_norm", "aten::native_group_norm")
def convert_group_norm(node: Node, input: Any, num_groups: Any = None, weight: Any = None,
                       bias: Any = None, eps: float = 1e-5, group: Any = None, N: Any = None,
                       C: Any = None, HxW: Any = None) -> Any:
    """Return data normalized over groups of channels."""
    groups, dtype = num_groups if group is None else group, node.dtype(input)
    channels = size_of(node, input, 1)
    scale = filled(1, [channels], dtype) if weight is None else weight
    shift = filled(0, [channels], dtype) if bias is None else bias
    result = op.nn.group_norm(input, scale, shift, groups, 1, eps)
    if node.op == "aten::group_norm":
        return result
    parts = reshape(input, [size_of(node, input, 0), groups, -1])
    variance = op.variance(parts, [2])
    return [result, op.mean(parts, [2]), op.rsqrt(op.add(variance, scalar(eps, dtype)))]


@converter("aten::rms_norm", "aten::_fused_rms_norm")
def convert_rms_norm(node: Node, input: Any, normalized_shape: Any, weight: Any = None,
                     eps: Any = None) -> Any:
    """Return data divided by the root of the mean of squares over their last dimensions."""
    rank, dtype = node.rank(input), node.dtype(input)
    axes = list(range(rank - len(normalized_shape), rank))
    if eps is None:
        eps = float(np.finfo("float32" if dtype == "bfloat16" else dtype).eps)
    mean = op.mean(op.multiply(input, input), axes, True)
    inverse = op.rsqrt(op.add(mean, scalar(eps, dtype)))
    result = op.multiply(input, inverse)
    result = result if weight is None else op.multiply(result, weight)
    return result if node.op == "aten::rms_norm" else [result, inverse]


@converter("aten::local_response_norm")
def convert_local_response_norm(node: Node, input: Any, size: int, alpha: float = 1e-4,
                                beta: float = 0.75, k: float = 1.0) -> Expr:
    """Return data normalized by neighbouring channels."""
    return op.nn.lrn(input, size, 1, k, alpha, beta)


@converter("aten::_weight_norm", "aten::_weight_norm_interface")
def convert_weight_norm(node: Node, v: Any, g: Any, dim: int = 0) -> Any:
    """Return a weight of a given norm and direction."""
    rank = node.rank(v)
    axes = [axis for axis in range(rank) if dim == -1 or axis != node.axis(dim, rank)]
    norm = op.sqrt(op.sum(op.multiply(v, v), axes, True))
    result = op.multiply(v, op.divide(g, norm))
    return [result, norm] if "interface" in node.op else result


@converter("aten::dropout", "aten::feature_dropout", "aten::alpha_dropout", "aten::native_dropout",
           "aten::feature_alpha_dropout")
def convert_dropout(node: Node, input: Any, p: float, train: Any = False) -> Any:
    """Return the data: dropout is left out, as when a network is used."""
    if train and p:
        node.refuse_training()
    if node.op.endswith("native_dropout"):
        return [input, op.cast(op.ones_like(input), "bool")]
    return input


# Linear layers


def multiply(node: Node, left: Expr, right: Expr) -> Expr:
    """Return the product of tensors, as torch.matmul does."""
    left, right = node.promote(left, right)
    ranks = node.rank(left), node.rank(right)
    if ranks == (1, 1):
        return op.reshape(op.nn.dense(op.expand_dims(left, 0), op.expand_dims(right, 0)), ())
    if ranks[0] == 1:
        return op.squeeze(multiply(node, op.expand_dims(left, 0), right), [-2 % ranks[1]])
    if ranks[1] == 1:
        product = multiply(node, left, op.expand_dims(right, 1))
        return op.squeeze(product, [ranks[0] - 1])
    if ranks[1] == 2:
        return op.nn.dense(left, op.transpose(right), node.shape(right)[1])
    if ranks == (3, 3) and node.shape(left)[0] == node.shape(right)[0] is not None:
        return op.nn.batch_matmul(left, right, transpose_b=False)
    return apply(node, "MatMul", [left, right])[0]


@converter("aten::matmul", "aten::mm", "aten::bmm", "aten::mv", "aten::dot", "aten::inner",
           "aten::vdot", "aten::linalg_matmul", "aten::__matmul__")
def convert_matmul(node: Node, **arguments: Any) -> Expr:
    """Return the product of tensors."""
    left, right = list(arguments.values())[:2]
    if node.op == "aten::bmm":
        left, right = node.promote(left, right)
        return op.nn.batch_matmul(left, right, transpose_b=False)
    if node.op == "aten::inner" and min(node.rank(left), node.rank(right)) > 1:
        rank = node.rank(right)
        right = op.transpose(right, [*range(rank - 2), rank - 1, rank - 2])
    return multiply(node, left, right)


@converter("aten::linear")
def convert_linear(node: Node, input: Any, weight: Any, bias: Any = None) -> Expr:
    """Return the product with a transposed weight, and a bias."""
    if node.rank(weight) == 1:
        result = multiply(node, input, weight)
        return result if bias is None else op.add(result, bias)
    if bias is not None and node.rank(bias) != 1:
        return op.add(convert_linear(node, input, weight), bias)

    def multiply_rows(data: Expr) -> Expr:
        product = op.nn.dense(data, weight, node.shape(weight)[0])
        return product if bias is None else op.nn.bias_add(product, bias, -1)

    if node.rank(input) == 1:
        return op.squeeze(multiply_rows(op.expand_dims(input, 0)), [0])
    return apply_below_reshapes(input, multiply_rows, of_rows=True)


def _scaled(node: Node, data: Expr, factor: Any) -> Expr:
    if isinstance(factor, Expr) or factor != 1:
        return op.multiply(data, node.tensor(factor, node.dtype(data)))
    return data


@converter("aten::addmm", "aten::addmv", "aten::baddbmm", "aten::addbmm", "aten::addr")
def convert_addmm(node: Node, self: Any, beta: Any = 1, alpha: Any = 1, **factors: Any) -> Expr:
    """Return a tensor and a product, each with a factor."""
    left, right = list(factors.values())[:2]
    if node.op == "aten::addr":
        product = op.multiply(op.expand_dims(left, 1), right)
    else:
        product = op.nn.batch_matmul(left, right, transpose_b=False) if "bmm" in node.op else \
            multiply(node, left, right)
    if node.op == "aten::addbmm":
        product = op.sum(product, [0])
    product = _scaled(node, product, alpha)
    return product if not isinstance(beta, Expr) and beta == 0 else \
        op.add(_scaled(node, self, beta), product)


@converter("aten::bilinear")
def convert_bilinear(node: Node, input1: Any, input2: Any, weight: Any, bias: Any = None) -> Expr:
    """Return the products of two vectors with matrices."""
    batch = sizes_of(node, input1)[:-1]
    rows = [reshape(part, [-1, node.number(size_of(node, part, node.rank(part) - 1), "a size")])
            for part in (input1, input2)]
    result = op.einsum([rows[0], weight, rows[1]], "bi,oij,bj->bo")
    result = reshape(result, [*batch, size_of(node, weight, 0)])
    return result if bias is None else op.add(result, bias)


@converter("aten::einsum")
def convert_einsum(node: Node, equation: str, tensors: Any, path: Any = None) -> Expr:
    """Return sums of products that an equation describes."""
    return apply(node, "Einsum", list(tensors), equation=equation.replace(" ", ""))[0]


@converter("aten::outer", "aten::ger")
def convert_outer(node: Node, self: Any, vec2: Any) -> Expr:
    """Return the products of all pairs of elements."""
    return op.multiply(op.expand_dims(self, 1), vec2)


@converter("aten::tensordot")
def convert_tensordot(node: Node, self: Any, other: Any, dims_self: Any, dims_other: Any) -> Expr:
    """Return sums of products over pairs of dimensions."""
    ranks = node.rank(self), node.rank(other)
    first, second = node.axes(dims_self, ranks[0]), node.axes(dims_other, ranks[1])
    rest = [[axis for axis in range(rank) if axis not in axes]
            for rank, axes in zip(ranks, (first, second))]
    sizes = [sizes_of(node, self)[axis] for axis in rest[0]] + \
        [sizes_of(node, other)[axis] for axis in rest[1]]
    common = math.prod(node.number(sizes_of(node, self)[axis], "a size") for axis in first)
    left = reshape(op.transpose(self, [*rest[0], *first]), [-1, common])
    right = reshape(op.transpose(other, [*rest[1], *second]), [-1, common])
    return reshape(op.nn.dense(left, right), sizes)


@converter("aten::cross", "aten::linalg_cross")
def convert_cross(node: Node, self: Any, other: Any, dim: Any = None) -> Expr:
    """Return cross products of vectors of three elements."""
    shape = node.shape(self)
    axis = shape.index(3) if dim is None and "linalg" not in node.op else \
        node.axis(-1 if dim is None else dim, len(shape))

    def turned(data: Expr, first: int) -> Expr:
        return op.take(data, vector([(first + i) % 3 for i in range(3)]), axis)

    return op.subtract(op.multiply(turned(self, 1), turned(other, 2)),
                       op.multiply(turned(self, 2), turned(other, 1)))


@converter("aten::linalg_det", "aten::det")
def convert_det(node: Node, self: Any = None, A: Any = None) -> Expr:
    """Return determinants."""
    return apply(node, "Det", [self if A is None else A])[0]


# Embedding


@converter("aten::embedding")
def convert_embedding(node: Node, weight: Any, indices: Any, padding_idx: Any = -1, **rest: Any) -> Expr:
    """Return rows of a weight."""
    return op.take(weight, indices, 0)


@converter("aten::embedding_bag", "aten::_embedding_bag", "aten::_embedding_bag_forward_only")
def convert_embedding_bag(node: Node, weight: Any, indices: Any, offsets: Any,
                          scale_grad_by_freq: bool = False, mode: int = 0, sparse: bool = False,
                          per_sample_weights: Any = None, include_last_offset: bool = False,
                          padding_idx: Any = None) -> list[Expr]:
    """Return the sum or the mean of rows of a weight, for bags of rows."""
    if mode not in (0, 1) or padding_idx not in (None, -1):
        node.fail("the mode max and padding_idx are not supported")
    starts = node.require_constant(offsets, "the offsets").reshape(-1)
    count = node.shape(indices)[0]
    if count is None:
        node.fail("the number of indices must be known")
    bounds = list(starts) if include_last_offset else [*starts, count]
    sizes = np.diff(bounds)
    rows = op.take(weight, indices, 0)
    if per_sample_weights is not None:
        rows = op.multiply(rows, op.expand_dims(per_sample_weights, 1))
    dtype = node.dtype(weight)
    matrix = np.zeros((len(sizes), count), dtype)
    for i, (begin, size) in enumerate(zip(bounds, sizes)):
        matrix[i, begin:begin + size] = 1 if mode == 0 else 1 / size
    result = multiply(node, const(matrix, dtype), rows)
    empty = const(np.zeros(0, "int64"), "int64")
    return [result, empty, empty, empty]


@converter("aten::one_hot")
def convert_one_hot(node: Node, self: Any, num_classes: int = -1) -> Expr:
    """Return a row for each number, with 1 at its place."""
    if num_classes == -1:
        num_classes = int(node.require_constant(self, "the numbers").max()) + 1
    return op.one_hot(self, scalar(1, "int64"), scalar(0, "int64"), num_classes, -1, "int64")


@converter("aten::im2col")
def convert_im2col(node: Node, self: Any, kernel_size: Any, dilation: Any = 1, padding: Any = 0,
                   stride: Any = 1) -> Expr:
    """Return the windows of images as columns."""
    batch, channels, height, width = sizes_of(node, self)
    kernel, steps = node.numbers(kernel_size, 2, "kernel_size"), node.numbers(stride, 2, "stride")
    dilations, pads = node.numbers(dilation, 2, "dilation"), node.numbers(padding, 2, "padding")
    data = op.nn.pad(self, [[0, 0], [0, 0], *([pad, pad] for pad in pads)],
                     scalar(0, node.dtype(self))) if any(pads) else self
    counts = []
    for i, size in enumerate((height, width)):
        whole = node.number(size, "the size of images") + 2 * pads[i]
        count = (whole - dilations[i] * (kernel[i] - 1) - 1) // steps[i] + 1
        places = np.arange(kernel[i])[:, None] * dilations[i] + np.arange(count) * steps[i]
        data = op.take(data, vector(places), 2 + 2 * i)
        counts.append(count)
    data = op.transpose(data, [0, 1, 2, 4, 3, 5])
    rows = node.number(channels, "the number of channels") * math.prod(kernel)
    return reshape(data, [batch, rows, math.prod(counts)])


@converter("aten::col2im")
def convert_col2im(node: Node, self: Any, output_size: Any, kernel_size: Any, dilation: Any = 1,
                   padding: Any = 0, stride: Any = 1) -> Expr:
    """Return images of columns of windows, of which those that overlap are added."""
    return apply(node, "Col2Im", [self, vector(node.numbers(output_size, 2, "output_size")),
                                  vector(node.numbers(kernel_size, 2, "kernel_size"))],
                 pads=node.numbers(padding, 2, "padding") * 2,
                 strides=node.numbers(stride, 2, "stride"),
                 dilations=node.numbers(dilation, 2, "dilation"))[0]

