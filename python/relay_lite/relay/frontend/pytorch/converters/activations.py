"""Activations, softmax, attention and losses."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import (cast, filled, is_float, numbers_below, permute, reshape, scalar, size_of,
                         sizes_of)
from ..node import Node
from ..registry import converter
from .types import read_dtype
from .layers import multiply


@converter("aten::relu")
def convert_relu(node: Node, self: Any) -> Expr:
    """Return elements, 0 for negative ones."""
    return op.nn.relu(self)


@converter("aten::relu6")
def convert_relu6(node: Node, self: Any) -> Expr:
    """Return elements between 0 and 6."""
    return op.clip(self, 0.0, 6.0)


@converter("aten::hardtanh")
def convert_hardtanh(node: Node, self: Any, min_val: Any = -1, max_val: Any = 1) -> Expr:
    """Return elements between bounds."""
    return op.clip(self, float(min_val), float(max_val))


@converter("aten::leaky_relu", "aten::rrelu", "aten::rrelu_with_noise_functional")
def convert_leaky_relu(node: Node, self: Any, negative_slope: Any = None, lower: Any = None,
                       upper: Any = None, **rest: Any) -> Expr:
    """Return elements, negative ones with a factor."""
    slope = negative_slope
    if "rrelu" in node.op:
        slope = ((1 / 8 if lower is None else lower) + (1 / 3 if upper is None else upper)) / 2
    return op.nn.leaky_relu(self, 0.01 if slope is None else float(slope))


@converter("aten::prelu", "aten::_prelu_kernel")
def convert_prelu(node: Node, self: Any, weight: Any) -> Expr:
    """Return elements, negative ones with a factor of their channel."""
    rank = node.rank(self)
    size = node.shape(weight)
    if node.op.endswith("kernel") or rank < 2 or size in ([], [1]):
        factor = weight if node.op.endswith("kernel") else op.reshape(weight, (-1,))
        if not node.op.endswith("kernel") and rank == 0:
            factor = op.reshape(weight, ())
        return op.where(op.less(self, node.constant_like(0, self)), op.multiply(self, factor), self)
    return op.nn.prelu(self, weight, 1)


@converter("aten::elu")
def convert_elu(node: Node, self: Any, alpha: Any = 1, scale: Any = 1, input_scale: Any = 1) -> Expr:
    """Return elements, and exponentials less 1 for negative ones."""
    zero, one = node.constant_like(0, self), node.constant_like(1, self)
    data = self if input_scale == 1 else op.multiply(self, node.constant_like(input_scale, self))
    below = op.multiply(node.constant_like(alpha, self),
                        op.subtract(op.exp(op.minimum(data, zero)), one))
    result = op.where(op.greater(self, zero), self, below)
    return result if scale == 1 else op.multiply(result, node.constant_like(scale, self))


@converter("aten::celu")
def convert_celu(node: Node, self: Any, alpha: Any = 1.0) -> Expr:
    """Return elements, and exponentials less 1 of quotients for negative ones."""
    return convert_elu(node, self, alpha, 1, 1 / alpha)


@converter("aten::selu")
def convert_selu(node: Node, self: Any) -> Expr:
    """Return the scaled exponential unit."""
    return convert_elu(node, self, 1.6732632423543772, 1.0507009873554805)


@converter("aten::gelu")
def convert_gelu(node: Node, self: Any, approximate: str = "none") -> Expr:
    """Return elements times the normal distribution function, or its approximation by tanh."""
    half, one = node.constant_like(0.5, self), node.constant_like(1, self)
    if approximate == "tanh":
        cube = op.multiply(op.multiply(self, self), self)
        inner = op.add(self, op.multiply(node.constant_like(0.044715, self), cube))
        inner = op.multiply(node.constant_like(math.sqrt(2 / math.pi), self), inner)
        return op.multiply(op.multiply(half, self), op.add(one, op.tanh(inner)))
    inner = op.multiply(self, node.constant_like(math.sqrt(0.5), self))
    return op.multiply(self, op.add(half, op.multiply(op.erf(inner), half)))


@converter("aten::silu")
def convert_silu(node: Node, self: Any) -> Expr:
    """Return elements times their sigmoid."""
    return op.multiply(self, op.sigmoid(self))


@converter("aten::mish")
def convert_mish(node: Node, self: Any) -> Expr:
    """Return elements times the tanh of their softplus."""
    return op.multiply(self, op.tanh(convert_softplus(node, self)))


@converter("aten::glu")
def convert_glu(node: Node, self: Any, dim: int = -1) -> Expr:
    """Return the first half times the sigmoid of the second."""
    left, right = op.split(self, 2, node.axis(dim, node.rank(self)))
    return op.multiply(left, op.sigmoid(right))


def _log_sigmoid(node: Node, data: Expr) -> Expr:
    zero, one = node.constant_like(0, data), node.constant_like(1, data)
    rest = op.log(op.add(one, op.exp(op.negative(op.abs(data)))))
    return op.subtract(op.minimum(data, zero), rest)


@converter("aten::log_sigmoid", "aten::log_sigmoid_forward")
def convert_log_sigmoid(node: Node, self: Any) -> Any:
    """Return logarithms of the sigmoid."""
    result = _log_sigmoid(node, self)
    return [result, result] if node.op.endswith("forward") else result


@converter("aten::softplus")
def convert_softplus(node: Node, self: Any, beta: Any = 1, threshold: Any = 20) -> Expr:
    """Return logarithms of 1 and exponentials; elements themselves above a threshold."""
    data = op.multiply(self, node.constant_like(beta, self))
    limit = node.constant_like(threshold, self)
    soft = op.log(op.add(op.exp(op.minimum(data, limit)), node.constant_like(1, self)))
    soft = op.divide(soft, node.constant_like(beta, self))
    return op.where(op.greater(data, limit), self, soft)


@converter("aten::softsign")
def convert_softsign(node: Node, self: Any) -> Expr:
    """Return elements divided by 1 and their size."""
    return op.divide(self, op.add(node.constant_like(1, self), op.abs(self)))


@converter("aten::hardsigmoid")
def convert_hardsigmoid(node: Node, self: Any) -> Expr:
    """Return (x + 3) / 6 between 0 and 1."""
    moved = op.clip(op.add(self, node.constant_like(3, self)), 0.0, 6.0)
    return op.divide(moved, node.constant_like(6, self))


@converter("aten::hardswish")
def convert_hardswish(node: Node, self: Any) -> Expr:
    """Return elements times (x + 3) / 6 between 0 and 1."""
    moved = op.clip(op.add(self, node.constant_like(3, self)), 0.0, 6.0)
    return op.divide(op.multiply(self, moved), node.constant_like(6, self))


@converter("aten::threshold")
def convert_threshold(node: Node, self: Any, threshold: Any, value: Any) -> Expr:
    """Return elements above a threshold, and a value for others."""
    above = op.greater(self, node.constant_like(threshold, self))
    return op.where(above, self, node.constant_like(value, self))


@converter("aten::hardshrink")
def convert_hardshrink(node: Node, self: Any, lambd: Any = 0.5) -> Expr:
    """Return elements, 0 for those near 0."""
    near = op.less_equal(op.abs(self), node.constant_like(lambd, self))
    return op.where(near, node.constant_like(0, self), self)


@converter("aten::softshrink")
def convert_softshrink(node: Node, self: Any, lambd: Any = 0.5) -> Expr:
    """Return elements moved towards 0."""
    bound = node.constant_like(lambd, self)
    return op.add(op.maximum(op.subtract(self, bound), node.constant_like(0, self)),
                  op.minimum(op.add(self, bound), node.constant_like(0, self)))


@converter("aten::tanhshrink")
def convert_tanhshrink(node: Node, self: Any) -> Expr:
    """Return elements less their tanh."""
    return op.subtract(self, op.tanh(self))


@converter("aten::softmax", "aten::_softmax", "aten::special_softmax", "aten::softmin")
def convert_softmax(node: Node, self: Any, dim: int, dtype: Any = None,
                    half_to_float: bool = False) -> Expr:
    """Return exponentials divided by their sum."""
    data = self if dtype is None else cast(node, self, read_dtype(node, dtype))
    data = node.floating(data)
    return op.nn.softmax(data, node.axis(dim, node.rank(data))) if node.rank(data) else \
        op.ones_like(data)


@converter("aten::_safe_softmax")
def convert_safe_softmax(node: Node, self: Any, dim: int, dtype: Any = None) -> Expr:
    """Return the softmax, 0 for rows of -inf."""
    axis = node.axis(dim, node.rank(self))
    is_empty = op.equal(op.max(self, [axis], True), node.constant_like(-math.inf, self))
    result = convert_softmax(node, self, dim, dtype)
    return op.where(is_empty, node.constant_like(0, result), result)


@converter("aten::log_softmax", "aten::_log_softmax", "aten::special_log_softmax")
def convert_log_softmax(node: Node, self: Any, dim: int, dtype: Any = None,
                        half_to_float: bool = False) -> Expr:
    """Return the logarithms of the softmax."""
    data = self if dtype is None else cast(node, self, read_dtype(node, dtype))
    return op.nn.log_softmax(data, node.axis(dim, node.rank(data))) if node.rank(data) else \
        op.zeros_like(data)


# Attention


def _transpose_last(node: Node, data: Expr) -> Expr:
    rank = node.rank(data)
    return op.transpose(data, [*range(rank - 2), rank - 1, rank - 2])


def _repeat_heads(node: Node, query: Expr, data: Expr) -> Expr:
    own, wanted = node.shape(data)[-3], node.shape(query)[-3]
    if own is None or wanted is None:
        node.fail("the numbers of heads must be known")
    return data if own == wanted else op.repeat(data, wanted // own, node.rank(data) - 3)


@converter("aten::scaled_dot_product_attention")
def convert_attention(node: Node, query: Any, key: Any, value: Any, attn_mask: Any = None,
                      dropout_p: float = 0.0, is_causal: bool = False, scale: Any = None,
                      enable_gqa: bool = False) -> Expr:
    """Return sums of values, weighted by the softmax of products of queries and keys."""
    dtype = node.dtype(query)
    if dropout_p:
        node.fail("dropout is not supported: use the module after eval()")
    if enable_gqa:
        key, value = (_repeat_heads(node, query, part) for part in (key, value))
    size = node.shape(query)[-1]
    if scale is None:
        if size is None:
            node.fail("the size of heads must be known")
        scale = 1 / math.sqrt(size)
    if attn_mask is None and not is_causal and all(_has_heads(node, query, part) for part in (key, value)):
        return _attend(node, query, key, value, scale)[0]
    if _has_heads(node, query, key):
        scores = _multiply_heads(node, query, key, True)
    else:
        scores = multiply(node, query, _transpose_last(node, key))
    scores = op.multiply(scores, node.tensor(scale, dtype))
    if is_causal:
        rows, columns = (numbers_below(size_of(node, part, node.rank(part) - 2))
                         for part in (query, key))
        future = op.greater(op.expand_dims(columns, 0), op.expand_dims(rows, 1))
        scores = op.where(future, scalar(-math.inf, dtype), scores)
    if attn_mask is not None:
        if node.dtype(attn_mask) == "bool":
            scores = op.where(attn_mask, scores, scalar(-math.inf, dtype))
        else:
            scores = op.add(scores, cast(node, attn_mask, dtype))
    weights = op.nn.softmax(scores, -1)
    if _has_heads(node, weights, value):
        return _multiply_heads(node, weights, value, False)
    return multiply(node, weights, value)


def _has_heads(node: Node, left: Expr, right: Expr) -> bool:
    """Return whether two tensors have matrices in equal numbers that are known, along several dimensions."""
    count = node.shape(left)[:-2]
    return len(count) > 1 and count == node.shape(right)[:-2] and None not in count


def _attend(node: Node, query: Expr, key: Expr, value: Expr, scale: Any) -> tuple[Expr, Expr]:
    """Return attention without a mask, and its weights, whose heads are all in one dimension."""
    sizes, count = sizes_of(node, query), node.rank(query) - 2
    heads = math.prod(size or 0 for size in node.shape(query)[:count])
    query, key, value = (reshape(part, [heads, *sizes_of(node, part)[count:]])
                         for part in (query, key, value))
    scores = op.nn.batch_matmul(query, key, transpose_b=True)
    weights = op.nn.softmax(op.multiply(scores, node.tensor(scale, node.dtype(query))), -1)
    result = op.nn.batch_matmul(weights, value, transpose_b=False)
    return reshape(result, [*sizes[:-1], size_of(node, value, 2)]), weights


def _multiply_heads(node: Node, left: Expr, right: Expr, transposed: bool) -> Expr:
    """Return products of matrices, of which the second ones may be transposed."""
    sizes, count = sizes_of(node, left), node.rank(left) - 2
    batch = math.prod(size or 0 for size in node.shape(left)[:count])
    flat = [reshape(part, [batch, *sizes_of(node, part)[count:]]) for part in (left, right)]
    product = op.nn.batch_matmul(flat[0], flat[1], transpose_b=transposed)
    columns = size_of(node, right, node.rank(right) - (2 if transposed else 1))
    return reshape(product, [*sizes[:-1], columns])


@converter("aten::_scaled_dot_product_flash_attention_for_cpu",
           "aten::_scaled_dot_product_attention_math",
           "aten::_scaled_dot_product_efficient_attention",
           "aten::_scaled_dot_product_flash_attention",
           "aten::_scaled_dot_product_attention_math_for_mps")
def convert_fused_attention(node: Node, query: Any, key: Any, value: Any, dropout_p: float = 0.0,
                            is_causal: bool = False, attn_mask: Any = None, attn_bias: Any = None,
                            scale: Any = None, **rest: Any) -> list[Expr]:
    """Return attention; its logarithms of sums are 0, as only training needs them."""
    mask = attn_bias if attn_mask is None else attn_mask
    result = convert_attention(node, query, key, value, mask, dropout_p, is_causal, scale)
    empty = const(np.zeros(0, "float32"), "float32")
    return [result] + [empty] * max(1, node.num_outputs - 1)


@converter("aten::_native_multi_head_attention")
def convert_multi_head_attention(node: Node, query: Any, key: Any, value: Any, embed_dim: int,
                                 num_head: int, qkv_weight: Any, qkv_bias: Any, proj_weight: Any,
                                 proj_bias: Any, mask: Any = None, need_weights: bool = True,
                                 average_attn_weights: bool = True, mask_type: Any = None) -> list[Expr]:
    """Return attention of several heads and, averaged, its weights."""
    if query is not key or key is not value or mask is not None:
        node.fail("masks, and other keys than the queries, are not supported")
    batch, length, _ = sizes_of(node, query)
    product = op.nn.bias_add(op.nn.dense(query, qkv_weight), qkv_bias, -1)
    each = embed_dim // num_head
    product = op.transpose(reshape(product, [batch, length, 3, num_head, each]), [2, 0, 3, 1, 4])
    heads = [op.squeeze(part, [0]) for part in op.split(product, 3, 0)]
    result, weights = _attend(node, *heads, each ** -0.5)
    result = permute(result, [0, 2, 1, 3])
    weights = reshape(weights, [batch, num_head, length, length])
    result = op.nn.dense(reshape(result, [batch, length, embed_dim]), proj_weight)
    result = op.nn.bias_add(result, proj_bias, -1)
    return [result, op.mean(weights, [1]) if average_attn_weights else weights]


# Losses

_REDUCTIONS = ("none", "mean", "sum")


def _reduce_loss(data: Expr, reduction: int) -> Expr:
    return data if reduction == 0 else (op.mean if reduction == 1 else op.sum)(data)


@converter("aten::l1_loss", "aten::mse_loss", "aten::smooth_l1_loss", "aten::huber_loss")
def convert_distance_loss(node: Node, self: Any, target: Any, reduction: int = 1, beta: float = 1.0,
                          delta: float = 1.0) -> Expr:
    """Return the mean or the sum of distances or their squares."""
    difference = op.subtract(*node.promote(self, target))
    size = op.abs(difference)
    name = node.op.partition("::")[2]
    if name == "l1_loss" or name == "smooth_l1_loss" and beta == 0:
        return _reduce_loss(size, reduction)
    square = op.multiply(difference, difference)
    if name == "mse_loss":
        return _reduce_loss(square, reduction)
    bound = node.constant_like(beta if name == "smooth_l1_loss" else delta, size)
    half = node.constant_like(0.5, size)
    if name == "smooth_l1_loss":
        near = op.divide(op.multiply(half, square), bound)
        far = op.subtract(size, op.multiply(half, bound))
    else:
        near = op.multiply(half, square)
        far = op.multiply(bound, op.subtract(size, op.multiply(half, bound)))
    return _reduce_loss(op.where(op.less(size, bound), near, far), reduction)


@converter("aten::nll_loss", "aten::nll_loss2d", "aten::nll_loss_nd", "aten::nll_loss_forward",
           "aten::nll_loss2d_forward")
def convert_nll_loss(node: Node, self: Any, target: Any, weight: Any = None, reduction: int = 1,
                     ignore_index: int = -100) -> Any:
    """Return the negative logarithms of the probabilities of classes."""
    classes = node.shape(self)[1 if node.rank(self) > 1 else 0]
    if classes is None:
        node.fail("the number of classes must be known")
    weights = filled(1, [classes], node.dtype(self)) if weight is None else weight
    rank = node.rank(self)
    if rank == 1:
        self, target = op.expand_dims(self, 0), op.reshape(target, (1,))
    result = op.nn.nll_loss(self, cast(node, target, "int64"), weights, _REDUCTIONS[reduction],
                            ignore_index)
    if rank == 1 and reduction == 0:
        result = op.reshape(result, ())
    return [result, op.sum(weights)] if node.op.endswith("forward") else result


@converter("aten::cross_entropy_loss")
def convert_cross_entropy(node: Node, self: Any, target: Any, weight: Any = None, reduction: int = 1,
                          ignore_index: int = -100, label_smoothing: float = 0.0) -> Expr:
    """Return the loss of logits for classes, or for their probabilities."""
    axis = 1 if node.rank(self) > 1 else 0
    logarithms = op.nn.log_softmax(self, axis)
    if label_smoothing:
        node.fail("label_smoothing is not supported")
    if not is_float(node.dtype(target)):
        return convert_nll_loss(node, logarithms, target, weight, reduction, ignore_index)
    if weight is not None:
        shape = [1] * node.rank(self)
        shape[axis] = -1
        logarithms = op.multiply(logarithms, op.reshape(weight, shape))
    loss = op.negative(op.sum(op.multiply(logarithms, target), [axis]))
    if reduction != 1:
        return _reduce_loss(loss, reduction)
    return op.mean(loss)


@converter("aten::binary_cross_entropy")
def convert_binary_cross_entropy(node: Node, self: Any, target: Any, weight: Any = None,
                                 reduction: int = 1) -> Expr:
    """Return the loss of probabilities."""
    one, low = node.constant_like(1, self), node.constant_like(-100, self)
    positive = op.multiply(target, op.maximum(op.log(self), low))
    rest = op.maximum(op.log(op.subtract(one, self)), low)
    loss = op.negative(op.add(positive, op.multiply(op.subtract(one, target), rest)))
    return _reduce_loss(loss if weight is None else op.multiply(loss, weight), reduction)


@converter("aten::binary_cross_entropy_with_logits")
def convert_logit_loss(node: Node, self: Any, target: Any, weight: Any = None, pos_weight: Any = None,
                       reduction: int = 1) -> Expr:
    """Return the loss of logits."""
    one = node.constant_like(1, self)
    negative = op.negative(_log_sigmoid(node, op.negative(self)))
    positive = op.negative(_log_sigmoid(node, self))
    if pos_weight is not None:
        positive = op.multiply(positive, pos_weight)
    loss = op.add(op.multiply(target, positive), op.multiply(op.subtract(one, target), negative))
    return _reduce_loss(loss if weight is None else op.multiply(loss, weight), reduction)


@converter("aten::kl_div")
def convert_kl_div(node: Node, self: Any, target: Any, reduction: int = 1,
                   log_target: bool = False) -> Expr:
    """Return the divergence of distributions, of which the first is given by logarithms."""
    if log_target:
        loss = op.multiply(op.exp(target), op.subtract(target, self))
    else:
        zero = node.constant_like(0, target)
        safe = op.where(op.greater(target, zero), target, node.constant_like(1, target))
        loss = op.where(op.greater(target, zero),
                        op.multiply(target, op.subtract(op.log(safe), self)), zero)
    return _reduce_loss(loss, reduction)


@converter("aten::cosine_similarity")
def convert_cosine_similarity(node: Node, x1: Any, x2: Any, dim: int = 1, eps: float = 1e-8) -> Expr:
    """Return the cosines of angles between vectors."""
    axis, bound = [dim], node.constant_like(eps, x1)
    norms = [op.maximum(op.sqrt(op.sum(op.multiply(x, x), axis, True)), bound) for x in (x1, x2)]
    return op.sum(op.multiply(op.divide(x1, norms[0]), op.divide(x2, norms[1])), axis)


@converter("aten::_transformer_encoder_layer_fwd")
def convert_transformer_layer(node: Node, src: Any, embed_dim: int, num_heads: int, qkv_weight: Any,
                              qkv_bias: Any, proj_weight: Any, proj_bias: Any, use_gelu: bool,
                              norm_first: bool, eps: float, norm_weight_1: Any, norm_bias_1: Any,
                              norm_weight_2: Any, norm_bias_2: Any, ffn_weight_1: Any, ffn_bias_1: Any,
                              ffn_weight_2: Any, ffn_bias_2: Any, mask: Any = None,
                              mask_type: Any = None) -> Expr:
    """Return the output of a layer of a transformer: attention and a network of two layers."""
    if mask is not None:
        node.fail("masks are not supported")

    def attend(data: Expr) -> Expr:
        return convert_multi_head_attention(node, data, data, data, embed_dim, num_heads, qkv_weight,
                                            qkv_bias, proj_weight, proj_bias)[0]

    def feed(data: Expr) -> Expr:
        inner = op.nn.bias_add(op.nn.dense(data, ffn_weight_1), ffn_bias_1, -1)
        inner = convert_gelu(node, inner) if use_gelu else op.nn.relu(inner)
        return op.nn.bias_add(op.nn.dense(inner, ffn_weight_2), ffn_bias_2, -1)

    def first(data: Expr) -> Expr:
        return op.nn.layer_norm(data, norm_weight_1, norm_bias_1, -1, eps)

    def second(data: Expr) -> Expr:
        return op.nn.layer_norm(data, norm_weight_2, norm_bias_2, -1, eps)

    if norm_first:
        data = op.add(src, attend(first(src)))
        return op.add(data, feed(second(data)))
    data = first(op.add(src, attend(src)))
    return second(op.add(data, feed(data)))
