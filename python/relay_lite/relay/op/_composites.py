"""Operators whose arguments Python converts, and functions that TVM writes in Python on top of
operators."""

from ... import _ext
from ...error import ArgumentError
from ..expr import Call, Expr, Tuple, TupleWrapper, const
from ._arguments import as_expr, axes, check_axis, fields, numbers
from ._arguments import virtual_device as _virtual_device
from ._generated import FUNCTIONS as _RAW


def concatenate(data, axis) -> Call:
    """Joins tensors along an axis.

    Parameters
    ----------
    data : list of relay.Expr, or a tuple-typed expression
    axis : int
    """
    check_axis(axis)
    return _RAW["concatenate"](fields(data, "concatenate"), axis)


def stack(data, axis) -> Call:
    """Joins tensors of one shape along a new axis.

    Parameters
    ----------
    data : list of relay.Expr, or a tuple-typed expression
    axis : int
    """
    check_axis(axis)
    return _RAW["stack"](fields(data, "stack"), axis)


def meshgrid(data, indexing="ij") -> TupleWrapper:
    """Coordinates of a grid, as a TupleWrapper.

    Parameters
    ----------
    data : list of relay.Expr
        Vectors or scalars.
    indexing : str, default 'ij'
        'ij' or 'xy'.
    """
    data = fields(data, "meshgrid")
    return TupleWrapper(_RAW["meshgrid"](data, indexing), len(data.fields))


def einsum(data, equation) -> Call:
    """Sums of products that a formula describes.

    Parameters
    ----------
    data : list of relay.Expr
    equation : str
    """
    return _RAW["einsum"](fields(data, "einsum"), equation)


def split(data, indices_or_sections, axis=0) -> TupleWrapper:
    """The parts of a tensor along an axis, as a TupleWrapper.

    Parameters
    ----------
    data : relay.Expr
    indices_or_sections : int or sequence of int
        The number of equal parts, or where the parts after the first begin.
    axis : int, default 0
    """
    if isinstance(indices_or_sections, _ext.MetaObject):
        raise ArgumentError("split: expected an integer or a list of integers as attribute "
                            f"'indices_or_sections', but got {indices_or_sections!r}")
    if isinstance(indices_or_sections, int):
        size = indices_or_sections
    else:
        indices_or_sections = list(indices_or_sections)
        size = len(indices_or_sections) + 1
    return TupleWrapper(_RAW["split"](data, indices_or_sections, axis), size)


def clip(a, a_min, a_max) -> Call:
    """The elements, limited to [a_min, a_max].

    Parameters
    ----------
    a : relay.Expr
    a_min, a_max : float
    """
    return _RAW["clip"](a, a_min, a_max)


def reshape(data, newshape, allowzero=False) -> Call:
    """The same elements in another shape.

    Parameters
    ----------
    data : relay.Expr
    newshape : int, sequence of int, or relay.Expr
        With TVM's special values 0, -1, -2, -3 and -4. An expression may give it.
    allowzero : bool, default False
        Whether 0 is a size, not the size of the same dimension of `data`.
    """
    newshape = numbers(newshape)
    if isinstance(newshape, Expr):
        return _RAW["dyn.reshape"](data, newshape, allowzero=allowzero)
    return _RAW["reshape"](data, newshape, allowzero)


def expand_dims(data, axis, num_newaxis=1) -> Call:
    """The tensor with dimensions of size 1 before an axis.

    Parameters
    ----------
    data : relay.Expr
    axis : int or relay.Expr
        Counted from the end of the result of one insertion if negative. An expression may give it.
    num_newaxis : int, default 1
    """
    if isinstance(axis, Expr):
        return _RAW["dyn.expand_dims"](data, axis, num_newaxis)
    if not isinstance(axis, int):
        raise ValueError(f"Unknown type for axis: {type(axis)}")
    return _RAW["expand_dims"](data, axis, num_newaxis)


def squeeze(data, axis=None) -> Call:
    """Without dimensions of size 1: those of `axis`, or all.

    Parameters
    ----------
    data : relay.Expr
    axis : int, sequence of int, or relay.Expr, optional
    """
    axis = numbers(axis)
    if isinstance(axis, Expr):
        return _RAW["dyn.squeeze"](data, axis)
    return _RAW["squeeze"](data, axis)


def tile(data, reps) -> Call:
    """The tensor repeated along its dimensions.

    Parameters
    ----------
    data : relay.Expr
    reps : int, sequence of int, or relay.Expr
    """
    reps = numbers(reps)
    if isinstance(reps, Expr):
        return _RAW["dyn.tile"](data, reps)
    return _RAW["tile"](data, reps)


def broadcast_to(data, shape) -> Call:
    """The tensor broadcast to a shape.

    Parameters
    ----------
    data : relay.Expr
    shape : int, sequence of int, or relay.Expr
    """
    shape = numbers(shape)
    if isinstance(shape, Expr):
        return _RAW["dyn.broadcast_to"](data, shape)
    return _RAW["broadcast_to"](data, shape)


def collapse_sum_to(data, shape) -> Call:
    """The tensor summed to a shape that broadcasts to its own.

    Parameters
    ----------
    data : relay.Expr
    shape : sequence of int, or relay.Expr
    """
    values = numbers(shape)
    if isinstance(values, Expr):
        return _RAW["collapse_sum_to"](data, values)
    if not isinstance(shape, Expr):
        shape = const(values, "int32")
    return _RAW["collapse_sum_to"](data, shape, values)


def full(fill_value, shape=(), dtype="") -> Call:
    """A tensor of one value.

    Parameters
    ----------
    fill_value : relay.Expr
        A scalar.
    shape : int, sequence of int, or relay.Expr
    dtype : str, default ''
        That of the value if empty.
    """
    shape = numbers(shape)
    if isinstance(shape, Expr):
        return _RAW["dyn.full"](fill_value, shape, dtype=dtype)
    return _RAW["full"](fill_value, shape, dtype)


def _filled(name):
    def fill(shape, dtype) -> Call:
        shape = numbers(shape)
        if isinstance(shape, Expr):
            return _RAW[f"dyn.{name}"](shape, dtype=dtype)
        return _RAW[name](shape, dtype)

    fill.__name__ = fill.__qualname__ = name
    fill.__doc__ = f"""A tensor of {name}.

    Parameters
    ----------
    shape : int, sequence of int, or relay.Expr
    dtype : str
    """
    return fill


zeros = _filled("zeros")
ones = _filled("ones")


def arange(start, stop=None, step=None, dtype="float32") -> Call:
    """Evenly spaced values from `start` to before `stop`; from 0 to before `start` without
    `stop`.

    Parameters
    ----------
    start, stop, step : relay.Expr
        Scalars.
    dtype : str, default 'float32'
    """
    if step is None:
        step = const(1, dtype)
    if stop is None:
        start, stop = const(0, dtype), start
    return _RAW["arange"](start, stop, step, dtype)


def device_copy(data, src_device, dst_device) -> Call:
    """A copy of a tensor on another device.

    Parameters
    ----------
    data : relay.Expr
    src_device : Device, str or VirtualDevice
        Where the tensor is.
    dst_device : Device, str or VirtualDevice
        Where the copy is.
    """
    return _RAW["device_copy"](data, _virtual_device(src_device), _virtual_device(dst_device))


def strided_slice(data, begin, end, strides=None, axes=None, slice_mode="end") -> Call:
    """Part of a tensor.

    Parameters
    ----------
    data : relay.Expr
    begin, end, strides : sequence of int, or relay.Expr
        For each dimension, or for each of `axes`; strides are 1 by default.
    axes : sequence of int, optional
    slice_mode : str, default 'end'
        With 'size', `end` has the sizes of the part (-1: to the end), and strides are 1.
    """
    strides = [1] if strides is None else numbers(strides)
    begin, end = numbers(begin), numbers(end)
    if isinstance(begin, Expr) or isinstance(end, Expr) or isinstance(strides, Expr):
        if axes is not None:
            raise ValueError("strided_slice with expressions takes no axes")
        if strides == [1] and not isinstance(end, Expr):
            strides = [1] * len(end)
        return _RAW["dyn.strided_slice"](data, as_expr(begin), as_expr(end), as_expr(strides),
                                         slice_mode=slice_mode)
    return _RAW["strided_slice"](data, begin, end, strides, slice_mode, axes)


def one_hot(indices, on_value, off_value, depth, axis, dtype) -> Call:
    """One-hot vectors.

    Parameters
    ----------
    indices : relay.Expr
    on_value, off_value : relay.Expr
        Scalars.
    depth : int or relay.Expr
        The length of the vectors.
    axis : int
        Where their dimension is inserted.
    dtype : str
    """
    depth = numbers(depth)
    if isinstance(depth, Expr):
        return _RAW["dyn.one_hot"](indices, on_value, off_value, depth, axis=axis, dtype=dtype)
    return _RAW["one_hot"](indices, on_value, off_value, depth[0], axis, dtype)


def topk(data, k=1, axis=-1, ret_type="both", is_ascend=False, dtype="int32"):
    """The largest elements along an axis: values and indices as a TupleWrapper, or one of them.

    Parameters
    ----------
    data : relay.Expr
    k : int or relay.Expr, default 1
        How many; below 1, all.
    axis : int, default -1
    ret_type : str, default 'both'
        'both', 'values' or 'indices'.
    is_ascend : bool, default False
        Whether the smallest are meant.
    dtype : str, default 'int32'
        The element type of the indices.
    """
    k = numbers(k)
    if isinstance(k, Expr):
        result = _RAW["dyn.topk"](data, k, axis=axis, ret_type=ret_type, is_ascend=is_ascend,
                                  dtype=dtype)
    else:
        result = _RAW["topk"](data, k[0], axis, ret_type, is_ascend, dtype)
    return TupleWrapper(result, 2) if ret_type == "both" else result


def sparse_to_dense(sparse_indices, output_shape, sparse_values, default_value=0) -> Call:
    """A tensor of values at places.

    Parameters
    ----------
    sparse_indices : relay.Expr
    output_shape : sequence of int, or relay.Expr
    sparse_values : relay.Expr
    default_value : int or relay.Expr, default 0
        What is everywhere else.
    """
    default_value = as_expr(default_value)
    output_shape = numbers(output_shape)
    name = "dyn.sparse_to_dense" if isinstance(output_shape, Expr) else "sparse_to_dense"
    return _RAW[name](sparse_indices, sparse_values, default_value, output_shape)


def adv_index(inputs) -> Call:
    """The slices of a tensor at indices of its first dimensions.

    Parameters
    ----------
    inputs : list of relay.Expr
        The tensor, and the indices of each dimension.
    """
    return _RAW["adv_index"](fields(inputs, "adv_index"))


def strided_set(data, v, begin, end, strides=None) -> Call:
    """A tensor with a part replaced.

    Parameters
    ----------
    data : relay.Expr
    v : relay.Expr
        What replaces the part.
    begin, end, strides : sequence of int, or relay.Expr
        For each dimension; strides are 1 by default.
    """
    strides = [1] if strides is None else strides
    begin, end, strides = (value if isinstance(value, Expr) else const(list(value), "int32")
                           for value in (begin, end, strides))
    return _RAW["strided_set"](data, v, begin, end, strides)


def matrix_set_diag(data, diagonal, k=0, align="RIGHT_LEFT") -> Call:
    """Matrices with other diagonals.

    Parameters
    ----------
    data : relay.Expr
        The matrices are in its last two dimensions.
    diagonal : relay.Expr
    k : int or sequence of int, default 0
        The diagonal, counted to the right from the main one, or the lowest and the highest one.
    align : str, default 'RIGHT_LEFT'
        On which side shorter diagonals are, 'LEFT' or 'RIGHT': those above the main one, then
        those below.
    """
    lowest, highest = (k, k) if isinstance(k, int) else (k[0], k[-1])
    return _RAW["matrix_set_diag"](data, diagonal, lowest, highest, align[:5] == "RIGHT",
                                   align[-5:] == "RIGHT")


def trilu(data, k, upper=True) -> Call:
    """The upper or lower triangles of matrices.

    Parameters
    ----------
    data : relay.Expr
        The matrices are in its last two dimensions.
    k : int or relay.Expr
        The diagonal that ends the triangle.
    upper : bool, default True
    """
    return _RAW["trilu"](data, as_expr(k, "int32"), upper)


def unique(data, is_sorted=True, return_counts=False) -> TupleWrapper:
    """The different elements of a vector and where they are, as a TupleWrapper.

    Parameters
    ----------
    data : relay.Expr
    is_sorted : bool, default True
        Whether they ascend; otherwise they come in the order in which they occur first.
    return_counts : bool, default False
        Whether the last field tells how often each occurs.
    """
    return TupleWrapper(_RAW["unique"](data, is_sorted, return_counts), 5 if return_counts else 4)


def _make_scan(name, what):
    def scan(data, axis=None, dtype=None, exclusive=None) -> Call:
        return _RAW[name](data, axis, dtype or "", bool(exclusive))

    scan.__name__ = scan.__qualname__ = name
    scan.__doc__ = f"""The {what} of the elements up to each one.

    Parameters
    ----------
    data : relay.Expr
    axis : int, optional
        All elements in row-major order without it.
    dtype : str, optional
        That of `data` without it.
    exclusive : bool, optional
        Whether the element itself is left out.
    """
    return scan


cumsum = _make_scan("cumsum", "sum")
cumprod = _make_scan("cumprod", "product")


def _make_sort(name):
    raw = _RAW[name]

    def sort(data, axis=-1, is_ascend=1) -> Call:
        return raw(data, axis, bool(is_ascend))

    def argsort(data, axis=-1, is_ascend=1, dtype="int32") -> Call:
        return raw(data, axis, bool(is_ascend), dtype)

    function = sort if name == "sort" else argsort
    function.__doc__ = raw.__doc__
    return function


sort = _make_sort("sort")
argsort = _make_sort("argsort")


def reverse_reshape(data, newshape) -> Call:
    """Reshape with the special values of `newshape` read from right to left.

    Parameters
    ----------
    data : relay.Expr
    newshape : sequence of int
    """
    return _RAW["contrib_reverse_reshape"](data, numbers(newshape))


def segment_sum(data, segment_ids, num_segments=None) -> Call:
    """Sums of the rows of a tensor that belong to the same segment.

    Parameters
    ----------
    data : relay.Expr
    segment_ids : relay.Expr
        A vector with the segment of each row.
    num_segments : int or relay.Expr, optional
        One more than the largest segment without it.
    """
    one = _RAW["cast_like"](const([1]), segment_ids)
    if num_segments:
        count = as_expr([num_segments] if isinstance(num_segments, int) else num_segments)
        count = _RAW["cast_like"](count, segment_ids)
    else:
        count = reshape(globals()["max"](segment_ids, [0]), -1) + one
    row = strided_slice(_RAW["shape_of"](data), [1], [-1], slice_mode="size")
    row = _RAW["cast_like"](row, count)
    repetitions = concatenate([_RAW["reverse"](row, 0), one], 0)
    places = _RAW["transpose"](tile(segment_ids, repetitions))
    sums = _RAW["cast_like"](zeros(concatenate([count, row], 0), "float64"), data)
    return _RAW["scatter_elements"](sums, places, data, 0, "add")


#===-----------------------------------------------------------------------===#
# Signals and sparse tensors
#===-----------------------------------------------------------------------===#


def dft(re_data, im_data, inverse=False) -> TupleWrapper:
    """The discrete Fourier transform along the last dimension: real and imaginary part, as a
    TupleWrapper.

    Parameters
    ----------
    re_data, im_data : relay.Expr
    inverse : bool, default False
    """
    return TupleWrapper(_RAW["dft"](re_data, im_data, inverse), 2)


def stft(data, n_fft, hop_length=None, win_length=None, window=None, normalized=False,
         onesided=True) -> Call:
    """Fourier transforms of frames of a signal.

    Parameters
    ----------
    data : relay.Expr
        A vector, or a matrix whose rows are signals.
    n_fft : int
        How many elements a frame has.
    hop_length : int, optional
        The distance of frames; a quarter of `n_fft` without it.
    win_length : int, optional
        The length of the window; `n_fft` without it.
    window : relay.Expr, optional
        A vector of factors; all 1 without it.
    normalized : bool, default False
        Whether results are divided by the square root of `n_fft`.
    onesided : bool, default True
        Whether frequencies above the half are left out.
    """
    if hop_length is None:
        hop_length = n_fft // 4
    if win_length is None:
        win_length = n_fft
    if window is None:
        window = _RAW["ones"]([n_fft], "int32")
    return _RAW["stft"](data, window, n_fft, hop_length, win_length, normalized, onesided)


def sparse_fill_empty_rows(sparse_indices, sparse_values, dense_shape, default_value) -> Tuple:
    """A sparse tensor with an element in each row, as a Tuple: indices and values with the types of
    the arguments, and for each row whether it was empty.

    Parameters
    ----------
    sparse_indices, sparse_values, dense_shape, default_value : relay.Expr
    """
    indices, values, empty = TupleWrapper(_RAW["sparse_fill_empty_rows"](
        sparse_indices, sparse_values, dense_shape, default_value), 3)
    return Tuple((_RAW["cast_like"](indices, sparse_indices), _RAW["cast_like"](values, sparse_values),
                  _RAW["cast"](empty, "bool")))


def sparse_reshape(sparse_indices, prev_shape, new_shape) -> TupleWrapper:
    """Positions of a sparse tensor in another shape, and that shape, as a TupleWrapper.

    Parameters
    ----------
    sparse_indices, prev_shape, new_shape : relay.Expr
    """
    return TupleWrapper(_RAW["sparse_reshape"](sparse_indices, prev_shape, new_shape), 2)


#===-----------------------------------------------------------------------===#
# Reductions
#===-----------------------------------------------------------------------===#


def _make_reduction(name):
    raw = _RAW[name]

    def reduce(data, axis=None, keepdims=False, exclude=False) -> Call:
        return raw(data, axes(axis), keepdims, exclude)

    reduce.__name__ = reduce.__qualname__ = name
    reduce.__doc__ = raw.__doc__
    return reduce


def _make_arg_reduction(name):
    raw = _RAW[name]

    def reduce(data, axis=None, keepdims=False, exclude=False, select_last_index=False) -> Call:
        return raw(data, axes(axis), keepdims, exclude, select_last_index)

    reduce.__name__ = reduce.__qualname__ = name
    reduce.__doc__ = raw.__doc__
    return reduce


for _name in ("all", "any", "max", "mean", "min", "prod", "sum"):
    if _name in _RAW:
        globals()[_name] = _make_reduction(_name)
for _name in ("argmax", "argmin"):
    if _name in _RAW:
        globals()[_name] = _make_arg_reduction(_name)


def variance(data, axis=None, keepdims=False, exclude=False, unbiased=False, with_mean=None) -> Call:
    """The variance of elements along axes.

    Parameters
    ----------
    data : relay.Expr
    axis : int or sequence of int, optional
        All without it.
    keepdims, exclude : bool, default False
    unbiased : bool, default False
        Whether the sum is divided by one less than the number.
    with_mean : relay.Expr, optional
        The mean, with the dimensions kept, if it is known.
    """
    if with_mean is None:
        with_mean = globals()["mean"](data, axis, True, exclude)
    return _RAW["variance"](data, with_mean, axes(axis), keepdims, exclude, unbiased)


def std(data, axis=None, keepdims=False, exclude=False, unbiased=False) -> Call:
    """The standard deviation of elements along axes; see variance."""
    return _RAW["sqrt"](variance(data, axis, keepdims, exclude, unbiased))


def mean_variance(data, axis=None, keepdims=False, exclude=False, unbiased=False) -> TupleWrapper:
    """Mean and variance of elements along axes, as a TupleWrapper; see variance."""
    mean = globals()["mean"](data, axis, True, exclude)
    var = variance(data, axis, keepdims, exclude, unbiased, mean)
    if not keepdims:
        mean = squeeze(mean, axis)
    return TupleWrapper(Tuple((mean, var)), 2)


def mean_std(data, axis=None, keepdims=False, exclude=False) -> TupleWrapper:
    """Mean and standard deviation of elements along axes, as a TupleWrapper; see variance."""
    mean = globals()["mean"](data, axis, True, exclude)
    deviation = _RAW["sqrt"](variance(data, axis, keepdims, exclude, False, mean))
    if not keepdims:
        mean = squeeze(mean)
    return TupleWrapper(Tuple((mean, deviation)), 2)


def logsumexp(data, axis=None, keepdims=False) -> Call:
    """The logarithm of the sum of exponentials along axes, without overflow.

    Parameters
    ----------
    data : relay.Expr
    axis : int or sequence of int, optional
        All without it.
    keepdims : bool, default False
    """
    largest = globals()["max"](data, axis, True)
    total = globals()["sum"](_RAW["exp"](data - largest), axis, True)
    result = _RAW["log"](total) + largest
    return result if keepdims else squeeze(result, axis)
