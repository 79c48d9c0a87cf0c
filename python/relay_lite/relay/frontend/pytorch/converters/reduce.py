"""Reductions, cumulative ones, and sorting."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from .... import op
from ....expr import Expr, const
from ...building import cast, is_float, require_few, reshape, scalar, sizes_of, vector
from ...onnx.applied import apply
from ..node import Node
from ..registry import converter
from .types import read_dtype


def _sum_dtype(node: Node, self: Expr, dtype: Any) -> str:
    """Return the element type of a sum: integers are summed as int64."""
    if dtype is not None:
        return read_dtype(node, dtype)
    own = node.dtype(self)
    return own if is_float(own) else "int64"


def _reduce(node: Node, data: Expr, dim: Any, keepdim: bool,
            function: Callable[..., Expr]) -> Expr:
    rank = node.rank(data)
    if rank == 0:
        return function(op.reshape(data, (1,)), [0], False)
    return function(data, node.axes(dim, rank), bool(keepdim))


@converter("aten::sum")
def convert_sum(node: Node, self: Any, dim: Any = None, keepdim: bool = False,
                dtype: Any = None) -> Expr:
    """Return sums."""
    return _reduce(node, cast(node, self, _sum_dtype(node, self, dtype)), dim, keepdim, op.sum)


@converter("aten::mean")
def convert_mean(node: Node, self: Any, dim: Any = None, keepdim: bool = False,
                 dtype: Any = None) -> Expr:
    """Return means."""
    data = self if dtype is None else cast(node, self, read_dtype(node, dtype))
    return _reduce(node, data, dim, keepdim, op.mean)


@converter("aten::nansum")
def convert_nansum(node: Node, self: Any, dim: Any = None, keepdim: bool = False,
                   dtype: Any = None) -> Expr:
    """Return sums without what is no number."""
    if is_float(node.dtype(self)):
        self = op.where(op.isnan(self), node.constant_like(0, self), self)
    return convert_sum(node, self, dim, keepdim, dtype)


@converter("aten::prod")
def convert_prod(node: Node, self: Any, dim: Any = None, keepdim: bool = False,
                 dtype: Any = None) -> Expr:
    """Return products."""
    return _reduce(node, cast(node, self, _sum_dtype(node, self, dtype)), dim, keepdim, op.prod)


@converter("aten::amax", "aten::amin")
def convert_bound(node: Node, self: Any, dim: Any = (), keepdim: bool = False) -> Expr:
    """Return the largest or smallest elements."""
    function = op.max if node.op.endswith("max") else op.min
    if node.dtype(self) == "bool":
        return op.cast(_reduce(node, op.cast(self, "uint8"), dim, keepdim, function), "bool")
    return _reduce(node, self, dim, keepdim, function)


@converter("aten::aminmax")
def convert_aminmax(node: Node, self: Any, dim: Any = None, keepdim: bool = False) -> list[Expr]:
    """Return the smallest and the largest elements."""
    return [_reduce(node, self, dim, keepdim, function) for function in (op.min, op.max)]


def _with_places(node: Node, self: Expr, dim: int, keepdim: bool,
                 function: Callable[..., Expr]) -> list[Expr]:
    """Return elements that a function of places finds, and their places."""
    if node.rank(self) == 0:
        return [self, scalar(0, "int64")]
    axis = node.axis(dim, node.rank(self))
    places = op.cast(function(self, [axis], True), "int64")
    values = op.gather(self, axis, places)
    if keepdim:
        return [values, places]
    return [op.squeeze(values, [axis]), op.squeeze(places, [axis])]


@converter("aten::max", "aten::min")
def convert_extreme(node: Node, self: Any, other: Any = None, dim: Any = None,
                    keepdim: bool = False) -> Any:
    """Return the largest or smallest element, with its place along a dimension; of two tensors the
    larger or smaller elements; of numbers one of them."""
    largest = node.op.endswith("max")
    if not node.is_tensor(self) and not node.is_tensor(other):
        numbers = self if other is None else (self, other)
        return max(numbers) if largest else min(numbers)
    if node.is_tensor(other):
        return (op.maximum if largest else op.minimum)(*node.promote(self, other))
    if dim is None and isinstance(other, (int, list)) and not isinstance(other, bool):
        dim = other
    if dim is None:
        return convert_bound(node, self)
    return _with_places(node, self, dim, keepdim, op.argmax if largest else op.argmin)


@converter("aten::argmax", "aten::argmin")
def convert_arg(node: Node, self: Any, dim: Any = None, keepdim: bool = False) -> Expr:
    """Return the places of the largest or smallest elements."""
    function = op.argmax if node.op.endswith("max") else op.argmin
    rank = node.rank(self)
    if rank == 0:
        return scalar(0, "int64")
    if dim is None:
        found = function(op.reshape(self, (-1,)), [0], False)
        return op.cast(op.reshape(found, (1,) * rank) if keepdim else found, "int64")
    return op.cast(function(self, [node.axis(dim, rank)], bool(keepdim)), "int64")


@converter("aten::all", "aten::any")
def convert_all(node: Node, self: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return whether all elements, or some, are true."""
    function = op.all if node.op.endswith("all") else op.any
    if isinstance(self, (list, tuple)):
        known = all if node.op.endswith("all") else any
        return known(self)
    data = self if node.dtype(self) == "bool" else op.not_equal(self, node.constant_like(0, self))
    result = _reduce(node, data, dim, keepdim, function)
    return op.cast(result, "uint8") if node.dtype(self) == "uint8" else result


def _variance(node: Node, self: Expr, dim: Any, keepdim: bool, correction: Any) -> Expr:
    """Return the sum of squares of distances from the mean, divided by the number of elements less a
    correction."""
    data = op.reshape(self, (1,)) if node.rank(self) == 0 else self
    axes = node.axes(dim, node.rank(data))
    correction = 1 if correction is None else node.number(correction, "correction")
    if correction in (0, 1):
        return op.variance(data, axes, bool(keepdim), False, bool(correction))
    sizes = [node.shape(data)[axis] for axis in axes]
    if None in sizes:
        node.fail("a correction of other than 0 or 1 needs known sizes")
    count = math.prod(size or 0 for size in sizes)
    own = op.variance(data, axes, bool(keepdim), False, False)
    rest = max(0, count - correction)
    return op.multiply(own, node.constant_like(count / rest if rest else math.inf, own))


def _correction(unbiased: Any, correction: Any) -> Any:
    return correction if unbiased is None else int(unbiased)


@converter("aten::var", "aten::std")
def convert_variance(node: Node, self: Any, dim: Any = None, unbiased: Any = None,
                     correction: Any = None, keepdim: bool = False) -> Expr:
    """Return variances or standard deviations."""
    found = _variance(node, self, dim, keepdim, _correction(unbiased, correction))
    return op.sqrt(found) if node.op.endswith("std") else found


@converter("aten::var_mean", "aten::std_mean")
def convert_variance_and_mean(node: Node, self: Any, dim: Any = None, unbiased: Any = None,
                              correction: Any = None, keepdim: bool = False) -> list[Expr]:
    """Return variances or standard deviations, and means."""
    found = _variance(node, self, dim, keepdim, _correction(unbiased, correction))
    return [op.sqrt(found) if "std" in node.op else found,
            _reduce(node, self, dim, keepdim, op.mean)]


@converter("aten::logsumexp", "aten::special_logsumexp")
def convert_logsumexp(node: Node, self: Any, dim: Any, keepdim: bool = False) -> Expr:
    """Return logarithms of sums of exponentials."""
    return _reduce(node, node.floating(self), dim, keepdim, op.logsumexp)


# Norms


@converter("aten::norm", "aten::linalg_vector_norm", "aten::frobenius_norm", "aten::linalg_norm",
           "aten::native_norm", "aten::linalg_matrix_norm")
def convert_norm(node: Node, self: Any, p: Any = None, ord: Any = None, dim: Any = None,
                 keepdim: bool = False, dtype: Any = None) -> Expr:
    """Return norms of vectors: of all elements, or along dimensions."""
    order = ord if p is None else p
    data = node.floating(self if dtype is None else cast(node, self, read_dtype(node, dtype)))
    if "matrix" in node.op or "linalg_norm" in node.op:
        axes = node.axes((-2, -1) if dim is None and "matrix" in node.op else dim, node.rank(data))
        if len(axes) == 2 and order not in (None, "fro"):
            node.fail(f"the norm {order!r} of matrices is not supported")
        order = None if order == "fro" else order
    if order in (None, "fro", 2):
        squares = _reduce(node, op.multiply(data, data), dim, keepdim, op.sum)
        return op.sqrt(squares)
    size = op.abs(data)
    if order == math.inf or order == -math.inf:
        return _reduce(node, size, dim, keepdim, op.max if order > 0 else op.min)
    if order == 0:
        is_there = cast(node, op.not_equal(data, node.constant_like(0, data)), node.dtype(data))
        return _reduce(node, is_there, dim, keepdim, op.sum)
    if order == 1:
        return _reduce(node, size, dim, keepdim, op.sum)
    total = _reduce(node, op.power(size, node.constant_like(order, data)), dim, keepdim, op.sum)
    return op.power(total, node.constant_like(1 / order, data))


@converter("aten::dist")
def convert_dist(node: Node, self: Any, other: Any, p: float = 2) -> Expr:
    """Return the norm of the difference."""
    return convert_norm(node, op.subtract(self, other), p)


@converter("aten::cdist", "aten::_cdist_forward")
def convert_cdist(node: Node, x1: Any, x2: Any, p: float = 2, compute_mode: Any = None) -> Expr:
    """Return the distances of all pairs of rows."""
    rank = node.rank(x1)
    difference = op.subtract(op.expand_dims(x1, rank - 1), op.expand_dims(x2, rank - 2))
    return convert_norm(node, difference, p, dim=[-1])


# Cumulative


@converter("aten::cumsum", "aten::cumprod")
def convert_cumulative(node: Node, self: Any, dim: int, dtype: Any = None) -> Expr:
    """Return sums or products of all elements up to each."""
    function = op.cumsum if node.op.endswith("sum") else op.cumprod
    data = cast(node, self, _sum_dtype(node, self, dtype))
    return data if node.rank(self) == 0 else function(data, node.axis(dim, node.rank(self)))


@converter("aten::logcumsumexp")
def convert_logcumsumexp(node: Node, self: Any, dim: int) -> Expr:
    """Return logarithms of sums of exponentials up to each element."""
    if node.rank(self) == 0:
        return self
    axis = node.axis(dim, node.rank(self))
    highest = op.max(self, [axis], True)
    return op.add(op.log(op.cumsum(op.exp(op.subtract(self, highest)), axis)), highest)


@converter("aten::diff")
def convert_diff(node: Node, self: Any, n: int = 1, dim: int = -1, prepend: Any = None,
                 append: Any = None) -> Expr:
    """Return the differences of neighbours."""
    axis = node.axis(dim, node.rank(self))
    parts = [part for part in (prepend, self, append) if part is not None]
    data = parts[0] if len(parts) == 1 else op.concatenate(parts, axis)
    for _ in range(n):
        later = op.strided_slice(data, [1], [2**31 - 1], axes=[axis])
        earlier = op.strided_slice(data, [0], [-1], axes=[axis])
        data = op.logical_xor(later, earlier) if node.dtype(data) == "bool" else \
            op.subtract(later, earlier)
    return data


# Sorting


@converter("aten::sort", "aten::msort")
def convert_sort(node: Node, self: Any, dim: int = -1, descending: bool = False,
                 stable: Any = None) -> Any:
    """Return sorted elements and their places."""
    if isinstance(self, list):
        return sorted(self, reverse=bool(descending))
    if node.rank(self) == 0:
        return [self, scalar(0, "int64")]
    axis = node.axis(0 if node.op.endswith("msort") else dim, node.rank(self))
    places = op.argsort(self, axis, not descending, "int64")
    values = op.gather(self, axis, places)
    return values if node.op.endswith("msort") else [values, places]


@converter("aten::argsort")
def convert_argsort(node: Node, self: Any, dim: int = -1, descending: bool = False,
                    stable: Any = None) -> Expr:
    """Return the places of sorted elements."""
    if node.rank(self) == 0:
        return scalar(0, "int64")
    return op.argsort(self, node.axis(dim, node.rank(self)), not descending, "int64")


@converter("aten::topk")
def convert_topk(node: Node, self: Any, k: Any, dim: int = -1, largest: bool = True,
                 sorted: bool = True) -> list[Expr]:
    """Return the largest or smallest elements and their places."""
    axis = node.axis(dim, node.rank(self))
    count = node.size(k)
    if isinstance(count, Expr):
        found = apply(node, "TopK", [self, reshape(count, [1])], num_outputs=2, axis=axis,
                      largest=int(largest), sorted=1)
        return found
    found = op.topk(self, count, axis, "both", not largest, "int64")
    return [found[0], found[1]]


@converter("aten::kthvalue")
def convert_kthvalue(node: Node, self: Any, k: int, dim: int = -1, keepdim: bool = False) -> list[Expr]:
    """Return the k-th smallest elements and their places."""
    if node.rank(self) == 0:
        return [self, scalar(0, "int64")]
    axis = node.axis(dim, node.rank(self))
    places = op.argsort(self, axis, True, "int64")
    place = op.strided_slice(places, [k - 1], [k], axes=[axis])
    found = [op.gather(self, axis, place), place]
    return found if keepdim else [op.squeeze(part, [axis]) for part in found]


@converter("aten::median")
def convert_median(node: Node, self: Any, dim: Any = None, keepdim: bool = False) -> Any:
    """Return the middle elements, the lower of two, and their places."""
    data = self if dim is not None else op.reshape(self, (-1,))
    if node.rank(data) == 0:
        return [self, scalar(0, "int64")]
    axis = node.axis(dim or 0, node.rank(data))
    size = node.shape(data)[axis]
    if size is None:
        node.fail("the size of the dimension must be known")
    found = convert_kthvalue(node, data, (size + 1) // 2, axis, keepdim)
    return found[0] if dim is None else found


@converter("aten::bincount")
def convert_bincount(node: Node, self: Any, weights: Any = None, minlength: int = 0) -> Expr:
    """Return how often each number occurs."""
    known = node.constant(self)
    if known is not None:
        count = max(int(known.max()) + 1 if known.size else 0, minlength)
        require_few(node, count)
        zeros: Expr = const(np.zeros(count, "int64" if weights is None else node.dtype(weights)))
    else:
        count_expr = op.maximum(op.add(op.cast(op.max(self), "int64"), scalar(1, "int64")),
                                scalar(minlength, "int64"))
        zeros = op.full(scalar(0, "int64" if weights is None else node.dtype(weights)),
                        reshape(count_expr, [1]),
                        "int64" if weights is None else node.dtype(weights))
    updates = op.ones_like(op.cast(self, "int64")) if weights is None else weights
    return op.scatter_elements(zeros, op.cast(self, "int64"), updates, 0, "add")


@converter("aten::histc")
def convert_histc(node: Node, self: Any, bins: int = 100, min: float = 0, max: float = 0) -> Expr:
    """Return how many elements lie in each of ranges of one length."""
    if min == max:
        node.fail("the bounds must be given")
    require_few(node, bins)
    flat, dtype = op.reshape(self, (-1,)), node.dtype(self)
    place = op.floor(op.multiply(op.subtract(flat, scalar(min, dtype)),
                                 scalar(bins / (max - min), dtype)))
    place = op.minimum(place, scalar(bins - 1, dtype))
    inside = op.logical_and(op.greater_equal(flat, scalar(min, dtype)),
                            op.less_equal(flat, scalar(max, dtype)))
    place = op.cast(op.where(inside, place, scalar(bins, dtype)), "int64")
    counts = op.scatter_elements(const(np.zeros(bins + 1, dtype)), place, op.ones_like(flat), 0, "add")
    return op.strided_slice(counts, [0], [bins])


@converter("aten::searchsorted", "aten::bucketize")
def convert_searchsorted(node: Node, self: Any, sorted_sequence: Any = None, boundaries: Any = None,
                         out_int32: bool = False, right: bool = False, side: Any = None,
                         sorter: Any = None) -> Expr:
    """Return the places of values in sorted sequences."""
    sequence = boundaries if sorted_sequence is None else sorted_sequence
    if sorter is not None:
        sequence = op.gather(sequence, node.rank(sequence) - 1, sorter)
    after = side == "right" if side is not None else bool(right)
    values = node.tensor(self)
    dtype = node.result_dtype(sequence, values)
    rank = node.rank(values)
    if rank == 0:
        values = op.reshape(values, (1,))
    found = op.searchsorted(cast(node, sequence, dtype), cast(node, values, dtype), after,
                            "int32" if out_int32 else "int64")
    return found if rank else op.reshape(found, ())


@converter("aten::unique_dim", "aten::_unique2", "aten::_unique")
def convert_unique(node: Node, self: Any, sorted: bool = True, return_inverse: bool = False,
                   return_counts: bool = False, dim: Any = None) -> list[Expr]:
    """Return the elements that differ, where each element is among them, and how often it occurs."""
    attributes = {} if dim is None else {"axis": dim}
    found = apply(node, "Unique", [self], num_outputs=4, sorted=1, **attributes)
    inverse = found[2] if dim is not None else reshape(found[2], sizes_of(node, self))
    return [found[0], inverse, found[3]]


@converter("aten::cov", "aten::corrcoef")
def convert_cov(node: Node, self: Any, correction: int = 1) -> Expr:
    """Return the covariances, or the correlations, of rows."""
    data = op.subtract(self, op.mean(self, [1], True))
    count = node.shape(self)[1]
    if count is None:
        node.fail("the number of columns must be known")
    product = op.divide(op.nn.dense(data, data), node.constant_like(count - correction, data))
    if node.op.endswith("cov"):
        return product
    size = node.shape(self)[0] or 0
    places = vector(np.arange(size) * (size + 1))
    deviation = op.sqrt(op.take(op.reshape(product, (-1,)), places))
    return op.divide(op.divide(product, op.expand_dims(deviation, 1)), deviation)



@converter("aten::cummax", "aten::cummin")
def convert_cumulative_extreme(node: Node, self: Any, dim: int) -> list[Expr]:
    """Return the largest or smallest elements up to each, and the last places of these."""
    if node.rank(self) == 0:
        return [self, scalar(0, "int64")]
    rank, axis = node.rank(self), node.axis(dim, node.rank(self))
    size = node.shape(self)[axis]
    if size is None:
        node.fail("the size of the dimension must be known")
    require_few(node, size * size)
    # Row i of the comparison holds the elements up to i.
    later = np.triu(np.ones((size, size), bool), 1).reshape([size, size] + [1] * (rank - axis - 1))
    low = -math.inf if node.op.endswith("max") else math.inf
    if not is_float(node.dtype(self)):
        bounds = np.iinfo(node.dtype(self))
        low = bounds.min if node.op.endswith("max") else bounds.max
    rows = op.where(const(later), node.constant_like(low, self), op.expand_dims(self, axis))
    function = op.argmax if node.op.endswith("max") else op.argmin
    places = op.cast(function(rows, [axis + 1], False, False, True), "int64")
    return [op.gather(self, axis, places), places]


@converter("aten::count_nonzero")
def convert_count_nonzero(node: Node, self: Any, dim: Any = None) -> Expr:
    """Return how many elements are not 0."""
    data = op.cast(op.not_equal(self, node.constant_like(0, self)), "int64")
    return _reduce(node, data, dim, False, op.sum)


@converter("aten::trace")
def convert_trace(node: Node, self: Any) -> Expr:
    """Return the sum of the diagonal."""
    from .shapes import convert_diagonal

    return convert_sum(node, convert_diagonal(node, self))


@converter("aten::pairwise_distance")
def convert_pairwise_distance(node: Node, x1: Any, x2: Any, p: float = 2, eps: float = 1e-6,
                              keepdim: bool = False) -> Expr:
    """Return the norms of the differences of rows."""
    difference = op.add(op.subtract(x1, x2), node.constant_like(eps, x1))
    return convert_norm(node, difference, p, dim=[-1], keepdim=keepdim)
