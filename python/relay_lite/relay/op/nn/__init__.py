"""Operators of neural networks."""

from .... import _missing
from ...expr import Call, Constant, Expr, TupleGetItem, TupleWrapper, const
from .._arguments import as_expr, complete_docstrings, numbers, pad_tuple, repeat
from .._generated import FUNCTIONS as _RAW
from .._make import Maker as _Maker


def _wrap(name, function):
    function.__name__ = function.__qualname__ = name.rpartition(".")[2]
    function.__doc__ = _RAW[name].__doc__
    return function


# Those that need no conversion of arguments.
globals().update({name[3:]: function for name, function in _RAW.items()
                  if name.startswith("nn.") and name.count(".") == 1})


def matmul(tensor_a, tensor_b, units=None, out_dtype="", transpose_a=False, transpose_b=False) -> Call:
    # As TVM: a product with a transposed matrix is a dense.
    if transpose_b and not transpose_a:
        return _RAW["nn.dense"](tensor_a, tensor_b, units, out_dtype)
    return _RAW["nn.matmul"](tensor_a, tensor_b, units, out_dtype, transpose_a, transpose_b)


_wrap("nn.matmul", matmul)


def get_pad_tuple1d(padding) -> tuple:
    """The padding before and after a dimension, of one number or both."""
    return pad_tuple(padding, 1)


def get_pad_tuple2d(padding) -> tuple:
    """The padding at top, left, bottom and right, of one number, two or all."""
    return pad_tuple(padding, 2)


def get_pad_tuple3d(padding) -> tuple:
    """The padding at front, top, left, back, bottom and right, of one number, three or all."""
    return pad_tuple(padding, 3)


def _make_conv(name, rank, layouts, function_name=None):
    raw = _RAW[name]
    one = 1 if name == "nn.conv1d" else (1,) * rank
    zero = 0 if name == "nn.conv1d" else (0,) * rank

    def conv(data, weight, strides=one, padding=zero, dilation=one, groups=1, channels=None,
             kernel_size=None, data_layout=layouts[0], kernel_layout=layouts[1], out_layout="",
             out_dtype="") -> Call:
        return raw(data, weight, repeat(strides, rank), pad_tuple(padding, rank),
                   repeat(dilation, rank), groups, channels, repeat(kernel_size, rank),
                   data_layout, kernel_layout, out_layout, out_dtype)

    _wrap(name, conv)
    return conv


for _name, _rank, _layouts in (
        ("nn.conv1d", 1, ("NCW", "OIW")), ("nn.conv2d", 2, ("NCHW", "OIHW")),
        ("nn.conv3d", 3, ("NCDHW", "OIDHW"))):
    if _name in _RAW:
        globals()[_name[3:]] = _make_conv(_name, _rank, _layouts)


def _make_conv_transpose(name, rank, layouts):
    raw = _RAW[name]
    ones, zeros = (1,) * rank, (0,) * rank

    # As in TVM, a padding of one number stays one.
    def convert(padding):
        return repeat(padding, 1) if rank == 1 else pad_tuple(padding, rank)

    def conv_transpose(data, weight, strides=ones, padding=zeros, dilation=ones, groups=1,
                       channels=None, kernel_size=None, data_layout=layouts[0],
                       kernel_layout=layouts[1], out_layout="", output_padding=zeros,
                       out_dtype="") -> Call:
        return raw(data, weight, strides=repeat(strides, rank), padding=convert(padding),
                   dilation=repeat(dilation, rank), groups=groups, channels=channels,
                   kernel_size=repeat(kernel_size, rank), data_layout=data_layout,
                   kernel_layout=kernel_layout, out_layout=out_layout,
                   output_padding=repeat(output_padding, rank), out_dtype=out_dtype)

    return _wrap(name, conv_transpose)


for _name, _rank, _layouts in (
        ("nn.conv1d_transpose", 1, ("NCW", "IOW")), ("nn.conv2d_transpose", 2, ("NCHW", "IOHW")),
        ("nn.conv3d_transpose", 3, ("NCDHW", "IODHW"))):
    if _name in _RAW:
        globals()[_name[3:]] = _make_conv_transpose(_name, _rank, _layouts)


contrib_conv2d_gemm_without_weight_transform = _make_conv(
    "nn.contrib_conv2d_gemm_without_weight_transform", 2, ("NCHW", "OIHW"))


def _make_conv_winograd(rank, layouts):
    name = f"nn.contrib_conv{rank}d_winograd_without_weight_transform"
    raw = _RAW[name]
    ones, zeros = (1,) * rank, (0,) * rank

    def conv(data, weight, tile_size, strides=ones, padding=zeros, dilation=ones, groups=1,
             channels=None, kernel_size=None, data_layout=layouts[0], kernel_layout=layouts[1],
             out_layout="", out_dtype="") -> Call:
        return raw(data, weight, tile_size, repeat(strides, rank), pad_tuple(padding, rank),
                   repeat(dilation, rank), groups, channels, repeat(kernel_size, rank), data_layout,
                   kernel_layout, out_layout, out_dtype)

    return _wrap(name, conv)


contrib_conv2d_winograd_without_weight_transform = _make_conv_winograd(2, ("NCHW", "OIHW"))
contrib_conv3d_winograd_without_weight_transform = _make_conv_winograd(3, ("NCDHW", "OIDHW"))


def bitserial_conv2d(data, weight, strides=(1, 1), padding=(0, 0), channels=None,
                     kernel_size=(3, 3), activation_bits=1, weight_bits=1, data_layout="NCHW",
                     kernel_layout="OIHW", pack_dtype="uint32", out_dtype="int16",
                     unipolar=True) -> Call:
    return _RAW["nn.bitserial_conv2d"](
        data, weight, repeat(strides, 2), pad_tuple(padding, 2), channels, repeat(kernel_size, 2),
        activation_bits, weight_bits, data_layout, kernel_layout, pack_dtype, out_dtype, unipolar)


_wrap("nn.bitserial_conv2d", bitserial_conv2d)


def _get_sparse_parts(matrix):
    """Elements, indices and row bounds of a sparse matrix, an object with these or a sequence."""
    if hasattr(matrix, "indices"):
        return matrix.data, matrix.indices, matrix.indptr
    return matrix[0], matrix[1], matrix[2]


def sparse_dense(dense_mat, sparse_mat, sparse_lhs=False) -> Call:
    """The product of a matrix and a transposed sparse one.

    Parameters
    ----------
    dense_mat : relay.Expr
    sparse_mat : tuple of relay.Expr
        Elements, indices and row bounds in CSR or BSR, or an object with these as `data`,
        `indices` and `indptr`.
    sparse_lhs : bool, default False
        Whether the sparse matrix is on the left, and the other transposed.
    """
    return _RAW["nn.sparse_dense"](dense_mat, *_get_sparse_parts(sparse_mat), sparse_lhs)


def sparse_add(dense_mat, sparse_mat) -> Call:
    """The sum of a matrix and a sparse one.

    Parameters
    ----------
    dense_mat : relay.Expr
    sparse_mat : tuple of relay.Expr
        Elements, indices and row bounds in CSR; see sparse_dense.
    """
    return _RAW["nn.sparse_add"](dense_mat, *_get_sparse_parts(sparse_mat))


def sparse_transpose(x) -> TupleWrapper:
    """A transposed sparse matrix: elements, indices and row bounds, as a TupleWrapper.

    Parameters
    ----------
    x : tuple of relay.Expr
        Elements, indices and row bounds of a square matrix in CSR; see sparse_dense.
    """
    return TupleWrapper(_RAW["nn.sparse_transpose"](*_get_sparse_parts(x)), 3)


def _make_blocked_conv(name):
    raw = _RAW[name]

    def conv(data, kernel, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1,
             channels=None, kernel_size=None, data_layout="NCHW8c", kernel_layout="OIHW",
             out_layout="", out_dtype="") -> Call:
        return raw(data, kernel, repeat(strides, 2), pad_tuple(padding, 2), repeat(dilation, 2),
                   groups, channels, repeat(kernel_size, 2), data_layout, kernel_layout,
                   out_layout, out_dtype)

    conv.__name__ = conv.__qualname__ = name[3:].lower()
    conv.__doc__ = raw.__doc__.replace("\n    weight :", "\n    kernel :")
    return conv


contrib_conv2d_nchwc = _make_blocked_conv("nn.contrib_conv2d_NCHWc")
contrib_depthwise_conv2d_nchwc = _make_blocked_conv("nn.contrib_depthwise_conv2d_NCHWc")


def deformable_conv2d(data, offset, weight, strides=(1, 1), padding=(0, 0), dilation=(1, 1),
                      deformable_groups=1, groups=1, channels=None, kernel_size=None,
                      data_layout="NCHW", kernel_layout="OIHW", out_layout="", out_dtype="") -> Call:
    return _RAW["nn.deformable_conv2d"](
        data, offset, weight, repeat(strides, 2), pad_tuple(padding, 2), repeat(dilation, 2),
        deformable_groups, groups, channels, repeat(kernel_size, 2), data_layout, kernel_layout,
        out_layout, out_dtype)


_wrap("nn.deformable_conv2d", deformable_conv2d)


def conv2d_backward_weight(grad, data, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1,
                           channels=None, kernel_size=None, grad_layout="NCHW",
                           data_layout="NCHW", kernel_layout="OIHW", out_dtype="") -> Call:
    """Gradient of a convolution with regard to its weight.

    Parameters
    ----------
    grad : relay.Expr
        The gradient with regard to the result of the convolution.
    data : relay.Expr
        The data of the convolution.
    strides, padding, dilation, groups, channels, kernel_size
        Those of the convolution; see conv2d. `kernel_size` has to be given.
    grad_layout : str, default 'NCHW'
        The layout of `grad`.
    data_layout : str, default 'NCHW'
        The layout of `data`.
    kernel_layout : str, default 'OIHW'
        The layout of the result.
    out_dtype : str, default ''
        The element type of the result; that of `grad` if it is empty.
    """
    return _RAW["nn.conv2d_backward_weight"](
        grad, data, repeat(strides, 2), pad_tuple(padding, 2), repeat(dilation, 2), groups,
        channels, repeat(kernel_size, 2), grad_layout, data_layout, kernel_layout, out_dtype)


def correlation(data1, data2, kernel_size, max_displacement, stride1, stride2, padding,
                is_multiply, layout) -> Call:
    return _RAW["nn.correlation"](data1, data2, kernel_size, max_displacement, stride1, stride2,
                                  repeat(padding, 2), is_multiply, layout)


_wrap("nn.correlation", correlation)


def _make_pool(kind, rank, layout):
    name = f"nn.{kind}_pool{rank}d"
    raw = _RAW[name]
    ones, zeros = (1,) * rank, (0,) * rank

    def convert(pool_size, strides, dilation, padding):
        return (repeat(pool_size, rank), repeat(strides, rank), repeat(dilation, rank),
                pad_tuple(padding, rank))

    if kind == "max":
        def pool(data, pool_size=ones, strides=ones, dilation=ones, padding=zeros, layout=layout,
                 out_layout="", ceil_mode=False) -> Call:
            return raw(data, *convert(pool_size, strides, dilation, padding), layout, out_layout,
                       ceil_mode)
    else:
        def pool(data, pool_size=ones, strides=ones, dilation=ones, padding=zeros, layout=layout,
                 out_layout="", ceil_mode=False, count_include_pad=False) -> Call:
            return raw(data, *convert(pool_size, strides, dilation, padding), layout, out_layout,
                       ceil_mode, count_include_pad)

    return _wrap(name, pool)


for _rank, _layout in ((1, "NCW"), (2, "NCHW"), (3, "NCDHW")):
    for _kind in ("avg", "max"):
        if f"nn.{_kind}_pool{_rank}d" in _RAW:
            globals()[f"{_kind}_pool{_rank}d"] = _make_pool(_kind, _rank, _layout)


def _make_adaptive_pool1d(name):
    raw = _RAW[name]

    def pool(data, output_size=None, layout="NCW", out_layout="") -> Call:
        return raw(data, repeat(output_size, 1), layout, out_layout)

    return _wrap(name, pool)


for _name in ("adaptive_avg_pool1d", "adaptive_max_pool1d"):
    if f"nn.{_name}" in _RAW:
        globals()[_name] = _make_adaptive_pool1d(f"nn.{_name}")


def _make_global_pool(kind, rank, default_layout):
    raw = _RAW[f"nn.adaptive_{kind}_pool{rank}d"]
    what = "Average" if kind == "avg" else "Maximum"

    def pool(data, layout=default_layout, out_layout="") -> Call:
        return raw(data, [1] * rank, layout, out_layout)

    pool.__name__ = pool.__qualname__ = f"global_{kind}_pool{rank}d"
    pool.__doc__ = f"""{what} over all elements of the spatial dimensions.

    Parameters
    ----------
    data : relay.Expr
    layout : str, default '{default_layout}'
        The dimensions of `data`.
    out_layout : str, default ''
        As in TVM, it has no effect.

    Returns
    -------
    relay.Expr
        nn.adaptive_{kind}_pool{rank}d to sizes of 1.
    """
    return pool


global_avg_pool1d = _make_global_pool("avg", 1, "NCW")
global_max_pool1d = _make_global_pool("max", 1, "NCW")
global_avg_pool3d = _make_global_pool("avg", 3, "NCDHW")
global_max_pool3d = _make_global_pool("max", 3, "NCDHW")


def batch_norm(data, gamma, beta, moving_mean, moving_var, axis=1, epsilon=1e-5, center=True,
               scale=True) -> TupleWrapper:
    return TupleWrapper(_RAW["nn.batch_norm"](data, gamma, beta, moving_mean, moving_var, axis,
                                              epsilon, center, scale), 3)


_wrap("nn.batch_norm", batch_norm)


if "nn.dropout" in _RAW:
    def dropout_raw(data, rate=0.5) -> Call:
        """Dropout with its mask, as a tuple-typed expression; see dropout."""
        return _RAW["nn.dropout"](data, rate)

    def dropout(data, rate=0.5) -> TupleGetItem:
        return TupleWrapper(dropout_raw(data, rate), 2)[0]

    _wrap("nn.dropout", dropout)


def pad(data, pad_width, pad_value=0, pad_mode="constant") -> Call:
    """Elements added around a tensor.

    Parameters
    ----------
    data : relay.Expr
    pad_width : sequence of pairs of int, or relay.Expr
        How many before and after each dimension.
    pad_value : int, float or relay.Expr, default 0
    pad_mode : str, default 'constant'
        'constant', 'edge' or 'reflect'.
    """
    pad_value = as_expr(pad_value)
    if isinstance(pad_width, Constant):
        pad_width = pad_width.data.numpy().tolist()
    if isinstance(pad_width, Expr):
        return _RAW["dyn.nn.pad"](data, pad_width, pad_value, pad_mode=pad_mode)
    return _RAW["nn.pad"](data, pad_value, pad_width, pad_mode)


def upsampling(data, scale_h=1, scale_w=1, layout="NCHW", method="nearest_neighbor",
               align_corners=False) -> Call:
    scale_h, scale_w = numbers(scale_h), numbers(scale_w)
    if isinstance(scale_h, Expr) or isinstance(scale_w, Expr):
        return _RAW["dyn.nn.upsampling"](
            data, *(s if isinstance(s, Expr) else const(s[0], "float64")
                    for s in (scale_h, scale_w)),
            layout=layout, method=method, align_corners=align_corners)
    return _RAW["nn.upsampling"](data, scale_h[0], scale_w[0], layout, method, align_corners)


_wrap("nn.upsampling", upsampling)


def upsampling3d(data, scale_d=1, scale_h=1, scale_w=1, layout="NCDHW",
                 method="nearest_neighbor", coordinate_transformation_mode="half_pixel") -> Call:
    scales = [numbers(scale) for scale in (scale_d, scale_h, scale_w)]
    if any(isinstance(scale, Expr) for scale in scales):
        return _RAW["dyn.nn.upsampling3d"](
            data, *(s if isinstance(s, Expr) else const(s[0], "float64") for s in scales),
            layout=layout, method=method,
            coordinate_transformation_mode=coordinate_transformation_mode)
    return _RAW["nn.upsampling3d"](data, *(scale[0] for scale in scales), layout, method,
                                   coordinate_transformation_mode)


_wrap("nn.upsampling3d", upsampling3d)

complete_docstrings(globals(), "nn.")

_make = _Maker("tvm.relay.op.nn", "nn.")
__getattr__ = _missing.make_getattr("tvm.relay.nn")
