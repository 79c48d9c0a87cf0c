"""Shapes: tensors of other shapes, parts of tensors and joined tensors."""

from __future__ import annotations

import math

import numpy as np

from .... import op
from ....expr import Expr, TupleGetItem, const
from ....qnn import op as qnn
from ...building import (arange, as_scalar, elements_of, known_range, require_few, require_shape,
                         scalar, to_scalar)
from ..node import Node
from ..quantization import (activate_integers, find_target, get_zero, make_params,
                            require_quantization)
from ..registry import converter
from .activations import activate


@converter("RESHAPE", quantized="moved")
def convert_reshape(node: Node) -> Expr:
    """Return the elements in another shape: an input, or an option of old models."""
    data = node.input(0)
    if len(node.inputs) < 2 or node.inputs[1] is None:
        sizes = [int(size) for size in node.option("new_shape")]
    else:
        value = node.value(1)
        if value is None:
            return op.reshape(data, node.input(1), allowzero=True)
        sizes = [int(size) for size in value.reshape(-1)]
    return op.reshape(data, sizes, allowzero=0 in sizes)


@converter("EXPAND_DIMS", quantized="moved")
def convert_expand_dims(node: Node) -> Expr:
    """Return a tensor with one dimension more."""
    data = node.input(0)
    return op.expand_dims(data, node.axis(node.number(1, "the axis"), node.rank(data) + 1), 1)


@converter("SQUEEZE", quantized="moved")
def convert_squeeze(node: Node) -> Expr:
    """Return a tensor without some dimensions of size 1, or without all of them."""
    data = node.input(0)
    axes = [node.axis(axis, node.rank(data)) for axis in node.option("squeeze_dims", [])]
    return op.squeeze(data, axes or [i for i, size in enumerate(node.shape(data)) if size == 1])


@converter("SHAPE", quantized="own")
def convert_shape(node: Node) -> Expr:
    """Return the shape as a vector."""
    return node.shape_of(node.input(0), node.output_dtype)


@converter("RANK", quantized="own")
def convert_rank(node: Node) -> Expr:
    """Return the number of dimensions."""
    return scalar(node.rank(node.input(0)), "int32")


@converter("TRANSPOSE", quantized="moved")
def convert_transpose(node: Node) -> Expr:
    """Return a tensor whose dimensions have another order."""
    data = node.input(0)
    rank = node.rank(data)
    return op.transpose(data, [node.axis(axis, rank)
                               for axis in node.integers(1, "the order of dimensions")])


@converter("TILE", quantized="moved")
def convert_tile(node: Node) -> Expr:
    """Return a tensor that is repeated along its dimensions."""
    return op.tile(node.input(0), node.integers(1, "the numbers of copies"))


@converter("BROADCAST_TO", quantized="moved")
def convert_broadcast_to(node: Node) -> Expr:
    """Return a tensor that is broadcast to a shape."""
    value = node.value(1)
    return op.broadcast_to(node.input(0), node.input(1) if value is None else
                           [int(size) for size in value.reshape(-1)])


@converter("FILL", quantized="moved")
def convert_fill(node: Node) -> Expr:
    """Return a tensor of one value."""
    value = node.value(0)
    sizes = node.input(0) if value is None else [int(size) for size in value.reshape(-1)]
    return op.full(to_scalar(node.input(1)), sizes)


@converter("RANGE")
def convert_range(node: Node) -> Expr:
    """Return evenly spaced numbers."""
    values = [node.value(i) for i in range(3)]
    dtype = node.output_dtype
    if all(value is not None for value in values):
        start, stop, step = (value.reshape(-1)[0].item() for value in values)
        return known_range(node, start, stop, step, dtype)
    first, last, by = (to_scalar(node.input(i)) for i in range(3))
    return arange(first, last, by, dtype)


@converter("PACK", quantized="moved")
def convert_pack(node: Node) -> Expr:
    """Return tensors joined along a new dimension."""
    axis = node.axis(node.option("axis", 0), node.rank(node.input(0)) + 1)
    return op.stack(node.all_inputs(), axis)


@converter("UNPACK", quantized="moved")
def convert_unpack(node: Node) -> list[Expr]:
    """Return the slices along a dimension."""
    data = node.input(0)
    axis = node.axis(node.option("axis", 0), node.rank(data))
    size = node.shape(data)[axis]
    count = int(node.option("num"))
    if size != count:
        node.fail(f"expected {count} slices, but the size of the dimension is {size}")
    return [op.squeeze(part, [axis]) for part in _split(node, data, count, axis)]


def _split(node: Node, data: Expr, parts: int | list[int], axis: int) -> list[Expr]:
    """Return parts of one size, or those between some places."""
    count = parts if isinstance(parts, int) else len(parts) + 1
    if count != len(node.outputs):
        node.fail(f"expected {count} outputs, but there are {len(node.outputs)}")
    if count == 1:
        return [data]
    split = op.split(data, parts, axis).astuple()
    return [TupleGetItem(split, i) for i in range(count)]


@converter("SPLIT", quantized="moved")
def convert_split(node: Node) -> list[Expr]:
    """Return parts of one size along a dimension."""
    data = node.input(1)
    axis, count = node.axis(node.number(0, "the axis"), node.rank(data)), node.option("num_splits")
    size = node.shape(data)[axis]
    if count < 1 or size is None or size % count:
        node.fail(f"{count} parts of a dimension of size {size} are not of one size")
    return _split(node, data, count, axis)


@converter("SPLIT_V", quantized="moved")
def convert_split_v(node: Node) -> list[Expr]:
    """Return parts of given sizes along a dimension; one may be the rest."""
    data, sizes = node.input(0), node.integers(1, "the sizes")
    axis = node.axis(node.number(2, "the axis"), node.rank(data))
    total = node.shape(data)[axis]
    if total is None or not sizes or sizes.count(-1) > 1:
        node.fail(f"parts of sizes {sizes} of a dimension of size {total}")
    sizes = [total - sum(sizes) - 1 if size == -1 else size for size in sizes]
    if min(sizes) < 0 or sum(sizes) != total:
        node.fail(f"the sizes {sizes} of parts do not add up to the size {total}")
    return _split(node, data, [int(place) for place in np.cumsum(sizes)[:-1]], axis)


@converter("CONCATENATION", quantized="qnn")
def convert_concatenation(node: Node) -> Expr:
    """Return tensors joined along a dimension."""
    inputs = node.all_inputs()
    axis = node.axis(node.option("axis", 0), node.rank(node.input(0)))
    target = find_target(node)
    if target is None:
        return activate(node, op.concatenate(inputs, axis) if len(inputs) > 1 else inputs[0])
    scales, zero_points = zip(*(make_params(require_quantization(node, i))
                                for i in range(len(inputs))))
    return activate_integers(node, qnn.concatenate(inputs, scales, zero_points, *make_params(target),
                                                   axis))


@converter("SLICE", quantized="moved")
def convert_slice(node: Node) -> Expr:
    """Return a part that begins somewhere and has a size; -1 stands for the rest."""
    data = node.input(0)
    begin, size = node.value(1), node.value(2)
    if begin is None or size is None:
        ends = op.where(op.less(node.input(2), op.zeros_like(node.input(2))),
                        node.shape_of(data, node.dtype(node.input(2))),
                        op.add(node.input(1), node.input(2)))
        return op.strided_slice(data, node.input(1), ends,
                                op.ones_like(node.input(1)))
    begins = [int(value) for value in begin.reshape(-1)]
    sizes = [int(value) for value in size.reshape(-1)]
    shape = node.shape(data)
    if not len(begins) == len(sizes) == len(shape):
        node.fail(f"begin {begins} and size {sizes} do not fit a tensor of rank {len(shape)}")
    ends = []
    for start, length, own in zip(begins, sizes, shape):
        if start < 0 or length < -1 or own is not None and start + max(length, 0) > own:
            node.fail(f"a part of {length} from {start} is outside a dimension of size {own}")
        ends.append(start + length if length >= 0 else 2**31 - 1 if own is None else own)
    return op.strided_slice(data, begins, ends)


# The masks of STRIDED_SLICE have a bit for each range.
_MASK_BITS = 32


class _Slices:
    """The dimensions of a STRIDED_SLICE: ranges of the input's dimensions, and what becomes of
    them."""

    def __init__(self, node: Node, data: Expr) -> None:
        self.node = node
        self.shape = node.shape(data)
        self.begin, self.end, self.stride = (
            node.integers(i, what) for i, what in enumerate(("begin", "end", "strides"), 1))
        if not len(self.begin) == len(self.end) == len(self.stride):
            node.fail("begin, end and strides are not of one length")
        if len(self.begin) > _MASK_BITS:
            node.fail(f"expected at most {_MASK_BITS} ranges, but got {len(self.begin)}")
        self.masks = {name: node.option(f"{name}_mask", 0) for name in (
            "begin", "end", "ellipsis", "new_axis", "shrink_axis")}
        self.begins: list[int] = []
        self.ends: list[int] = []
        self.strides: list[int] = []
        self.dropped: list[int] = []
        # The places of new dimensions in the result before dimensions are dropped.
        self.added: list[int] = []

    def has(self, name: str, i: int) -> bool:
        """Return whether a bit of a mask is set."""
        return bool(self.masks[name] >> i & 1)

    def read(self) -> None:
        """Find the ranges of all dimensions."""
        count = len(self.begin)
        used = sum(not self.has("new_axis", i) and not self.has("ellipsis", i)
                   for i in range(count))
        rest = len(self.shape) - used
        if rest < 0:
            self.node.fail(f"{used} ranges for a tensor of rank {len(self.shape)}")
        for i in range(count):
            if self.has("ellipsis", i):
                self._keep(rest)
                rest = 0
            elif self.has("new_axis", i):
                self.added.append(len(self.begins) + len(self.added))
            else:
                self._add_range(i)
        self._keep(len(self.shape) - len(self.begins))

    def _keep(self, count: int) -> None:
        """Add whole dimensions."""
        for _ in range(count):
            size = self.shape[len(self.begins)]
            self._add(0, 2**31 - 1 if size is None else size, 1)

    def _add(self, begin: int, end: int, stride: int) -> None:
        self.begins.append(begin)
        self.ends.append(end)
        self.strides.append(stride)

    def _add_range(self, i: int) -> None:
        size, stride, begin, end = self.shape[len(self.begins)], self.stride[i], self.begin[i], \
            self.end[i]
        if self.has("shrink_axis", i):
            self.dropped.append(len(self.begins) + len(self.added))
            if size is not None and not -size <= begin < size:
                self.node.fail(f"index {begin} is out of range for a dimension of size {size}")
            # From -1 on there is no end but the last.
            self._add(begin, 2**31 - 1 if begin == -1 else begin + 1, 1)
            return
        if stride == 0:
            self.node.fail("a stride is 0")
        if self.node.option("offset", False):
            end += begin
        if self.has("begin", i):
            begin = 0 if stride > 0 else 2**31 - 1
        if self.has("end", i):
            end = 2**31 - 1 if stride > 0 else -(2**31 - 1)
        self._add(begin, end, stride)


@converter("STRIDED_SLICE", quantized="moved")
def convert_strided_slice(node: Node) -> Expr:
    """Return ranges of dimensions; masks add dimensions and drop others."""
    data = node.input(0)
    slices = _Slices(node, data)
    slices.read()
    result = op.strided_slice(data, slices.begins, slices.ends, slices.strides)
    for place in slices.added:
        result = op.expand_dims(result, place, 1)
    return op.squeeze(result, slices.dropped) if slices.dropped else result


@converter("PAD", "PADV2", quantized="moved")
def convert_pad(node: Node) -> Expr:
    """Return a tensor with more elements of one value at the borders."""
    data, widths = node.input(0), node.integers(1, "the paddings")
    if len(widths) != 2 * node.rank(data) or min(widths, default=0) < 0:
        node.fail(f"the paddings {widths} do not fit a tensor of rank {node.rank(data)}")
    pairs = [widths[i:i + 2] for i in range(0, len(widths), 2)]
    if node.op_type == "PADV2":
        return op.nn.pad(data, pairs, to_scalar(node.input(2)))
    return op.nn.pad(data, pairs, scalar(get_zero(node.output), node.dtype(data)))


@converter("MIRROR_PAD", quantized="moved")
def convert_mirror_pad(node: Node) -> Expr:
    """Return a tensor with its elements mirrored at the borders."""
    widths = node.integers(1, "the paddings")
    data = node.input(0)
    if len(widths) != 2 * node.rank(data) or min(widths, default=0) < 0:
        node.fail(f"the paddings {widths} do not fit a tensor of rank {node.rank(data)}")
    mode = "SYMMETRIC" if node.option("mode", 0) else "REFLECT"
    return op.nn.mirror_pad(data, [widths[i:i + 2] for i in range(0, len(widths), 2)], mode)


@converter("REVERSE_V2", quantized="moved")
def convert_reverse(node: Node) -> Expr:
    """Return the elements in the other order along some axes."""
    data = node.input(0)
    rank = node.rank(data)
    for axis in sorted({node.axis(axis, rank) for axis in node.integers(1, "the axes")}):
        data = op.reverse(data, axis)
    return data


@converter("REVERSE_SEQUENCE", quantized="moved")
def convert_reverse_sequence(node: Node) -> Expr:
    """Return batches whose first elements are in the other order, as many as lengths say."""
    return op.reverse_sequence(node.input(0), node.input(1), node.option("seq_dim"),
                               node.option("batch_dim", 0))


@converter("MATRIX_DIAG", quantized="moved")
def convert_matrix_diag(node: Node) -> Expr:
    """Return matrices with given diagonals."""
    diagonal = node.input(0)
    if not node.rank(diagonal):
        node.fail("expected a diagonal of rank 1 at least, but got one of rank 0")
    size = node.shape(diagonal)[-1]
    if size is None:
        node.fail("the size of the diagonal must be known")
    columns = op.expand_dims(diagonal, -1, 1)
    return op.matrix_set_diag(op.zeros_like(op.repeat(columns, size, -1)), diagonal)


@converter("MATRIX_SET_DIAG", quantized="moved")
def convert_matrix_set_diag(node: Node) -> Expr:
    """Return matrices with other diagonals."""
    return op.matrix_set_diag(node.input(0), node.input(1))


@converter("DYNAMIC_UPDATE_SLICE", quantized="moved")
def convert_dynamic_update_slice(node: Node) -> Expr:
    """Return a tensor with a part replaced, which begins at indices that keep it inside."""
    data, update = node.input(0), node.input(1)
    sizes, parts = (require_shape(node, expr, what) for expr, what in (
        (data, "the tensor"), (update, "the part")))
    if len(parts) != len(sizes) or any(part > size for part, size in zip(parts, sizes)):
        node.fail(f"a part of the shape {parts} does not fit a tensor of the shape {sizes}")
    if node.shape(node.input(2)) != [len(sizes)]:
        node.fail(f"expected {len(sizes)} indices, but got a tensor of the shape "
                  f"{node.shape(node.input(2))}")
    require_few(node, math.prod(parts))
    starts = elements_of(node, node.input(2))
    places: Expr | None = None
    for i, (size, part) in enumerate(zip(sizes, parts)):
        start = op.minimum(op.maximum(as_scalar(starts[i]), scalar(0, "int64")), scalar(size - part, "int64"))
        index = op.add(const(np.arange(part), "int64"), start)
        index = op.reshape(index, [-1 if k == i else 1 for k in range(len(sizes))])
        places = index if places is None else \
            op.add(op.multiply(places, scalar(size, "int64")), index)
    assert places is not None
    flat = op.scatter_elements(op.reshape(data, [-1]), op.reshape(places, [-1]),
                               op.reshape(update, [-1]), 0, "update")
    return op.reshape(flat, sizes)
