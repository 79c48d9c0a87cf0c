"""Quantized operators, and the configuration of requantization."""

from .... import _ext, _missing
from ....target import Target
from ...expr import Call, TupleWrapper, const
from ...expr import Tuple as _Tuple
from ...op import OPERATORS as _OPERATORS
from ...op._arguments import check_axis as _check_axis
from ...op._arguments import complete_docstrings as _complete_docstrings
from ...op._arguments import pad_tuple as _pad_tuple
from ...op._generated import FUNCTIONS as _RAW
from ...op._make import Maker as _Maker

__all__ = [
    "RequantizeConfig", "abs", "add", "avg_pool2d", "batch_matmul", "concatenate",
    "contrib_dense_pack", "conv2d", "conv2d_transpose", "current_requantize_config", "dense",
    "dequantize", "erf", "exp", "hardswish", "leaky_relu", "log", "mul", "quantize", "requantize",
    "requantize_config", "rsqrt", "sigmoid", "simulated_dequantize", "simulated_quantize", "softmax",
    "sqrt", "subtract", "tanh",
]

# The numbers by which the simulated operators name element types.
SQNN_DTYPE_TO_CODE = {"disable": 0, "int8": 1, "uint8": 2, "int32": 3}

for _name in ("abs", "add", "dense", "dequantize", "erf", "exp", "hardswish",
              "leaky_relu", "log", "mul", "quantize", "requantize", "rsqrt", "sigmoid", "softmax",
              "sqrt", "subtract", "tanh"):
    globals()[_name] = _RAW[f"qnn.{_name}"]


class RequantizeConfig:
    """How `requantize` computes where its arguments are "None": a context for `with`, which
    requantize_config makes.

    Parameters
    ----------
    rounding : str
        "UPWARD" or "TONEAREST".
    compute_dtype : str
        "int64", "float32" or "float64".
    """

    _node_defaults = {"rounding": lambda: "UPWARD", "compute_dtype": lambda: _get_compute_dtype()}
    _stack: "list[RequantizeConfig]" = []

    def __init__(self, rounding="UPWARD", compute_dtype="int64", _is_default=False):
        object.__setattr__(self, "rounding", rounding)
        object.__setattr__(self, "compute_dtype", compute_dtype)
        object.__setattr__(self, "is_default", _is_default)

    def __setattr__(self, name, value):
        raise AttributeError(f"'{type(self)}' object cannot set attribute '{name}'")

    def __enter__(self):
        self._stack.append(self)
        self._apply()
        return self

    def __exit__(self, type_, value, trace):
        self._stack.pop()
        self._apply()

    def __repr__(self):
        return f"requantize_config(rounding=={self.rounding}, compute_dtype=={self.compute_dtype})"

    @classmethod
    def _apply(cls):
        """Lets the passes of this thread read the innermost configuration."""
        config = cls._stack[-1] if cls._stack else None
        for name in ("rounding", "compute_dtype"):
            _ext.set_pass_default(f"relay.qnn.{name}", config and getattr(config, name))


def _get_compute_dtype():
    """The type in which the current target computes."""
    target = Target.current()
    has_fast_floats = (target is not None and target.kind.name == "llvm"
                       and _ext.has_target_feature(str(target), "sse4.1"))
    return "float32" if has_fast_floats else "int64"


def current_requantize_config() -> RequantizeConfig:
    """The configuration of the innermost `with`, or the default."""
    if RequantizeConfig._stack:
        return RequantizeConfig._stack[-1]
    return RequantizeConfig("UPWARD", _get_compute_dtype(), True)


def requantize_config(**kwargs) -> RequantizeConfig:
    """A configuration of requantization, for `with`.

    Parameters
    ----------
    rounding : str, default "UPWARD"
        "UPWARD" rounds halves up, "TONEAREST" away from zero.
    compute_dtype : str
        "int64", "float32" or "float64". By default "float32" if the current target is llvm with
        sse4.1, else "int64".
    """
    unknown = kwargs.keys() - RequantizeConfig._node_defaults.keys()
    if unknown:
        raise ValueError(f"requantize_config has no option {sorted(unknown)[0]}; its options are "
                         "rounding and compute_dtype")
    return RequantizeConfig(**{name: kwargs[name] if name in kwargs else default()
                               for name, default in RequantizeConfig._node_defaults.items()})


def _simulate(name, data, scale, zero_point, axis, dtype):
    if isinstance(dtype, str):
        if dtype not in SQNN_DTYPE_TO_CODE:
            raise ValueError(f"expected one of {', '.join(SQNN_DTYPE_TO_CODE)} as the type, but got {dtype}")
        dtype = const(SQNN_DTYPE_TO_CODE[dtype], "int32")
    reshape = _OPERATORS["reshape"]
    return _RAW[f"qnn.{name}"](data, dtype, reshape(scale, [-1]), reshape(zero_point, [-1]), axis)


def simulated_quantize(data, output_scale, output_zero_point, axis=-1,
                       out_dtype: "str | _ext.RelayExpr" = "int8") -> Call:
    return _simulate("simulated_quantize", data, output_scale, output_zero_point, axis, out_dtype)


def simulated_dequantize(data, input_scale, input_zero_point, axis=-1,
                         in_dtype: "str | _ext.RelayExpr" = "int8") -> Call:
    return _simulate("simulated_dequantize", data, input_scale, input_zero_point, axis, in_dtype)


def concatenate(data, input_scales, input_zero_points, output_scale, output_zero_point,
                axis) -> Call:
    if isinstance(data, TupleWrapper):
        data = data.tuple_value
    elif isinstance(data, (list, tuple)):
        data = _Tuple(data)
    _check_axis(axis)
    return _RAW["qnn.concatenate"](data, _Tuple(list(input_scales)), _Tuple(list(input_zero_points)),
                                   output_scale, output_zero_point, axis)


def conv2d(data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale,
           kernel_size, channels, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1,
           data_layout="NCHW", kernel_layout="OIHW", out_layout="", out_dtype="int32") -> Call:
    return _RAW["qnn.conv2d"](
        data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale, kernel_size,
        channels, strides, _pad_tuple(padding, 2), dilation, groups, data_layout, kernel_layout,
        out_layout, out_dtype)


def conv2d_transpose(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale,
                     strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None,
                     kernel_size=None, data_layout="NCHW", kernel_layout="IOHW", out_layout="",
                     output_padding=(0, 0), out_dtype="int32") -> Call:
    return _RAW["qnn.conv2d_transpose"](
        data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, strides,
        _pad_tuple(padding, 2), dilation, groups, channels, kernel_size, data_layout, kernel_layout,
        out_layout, output_padding, out_dtype)


def contrib_dense_pack(data, weight, input_zero_point, kernel_zero_point, input_scale,
                       kernel_scale, kernel_layout="NC", units=None, out_dtype="int32") -> Call:
    return _RAW["qnn.contrib_dense_pack"](data, weight, input_zero_point, kernel_zero_point,
                                          input_scale, kernel_scale, kernel_layout, units, out_dtype)


def avg_pool2d(data, input_scale, input_zero_point, output_scale, output_zero_point, pool_size,
               strides, padding, dilation, ceil_mode=False, count_include_pad=True, layout="NHWC",
               out_layout="") -> Call:
    return _RAW["qnn.avg_pool2d"](
        data, input_scale, input_zero_point, output_scale, output_zero_point, pool_size, strides,
        padding, dilation, ceil_mode, count_include_pad, layout, out_layout)


def batch_matmul(x, y, x_zero_point, y_zero_point, x_scale, y_scale, out_dtype="int32") -> Call:
    return _RAW["qnn.batch_matmul"](x, y, x_zero_point, y_zero_point, x_scale, y_scale, out_dtype)


def _document(function, **names):
    """Gives a function the docstring of its operator; `names` are parameters of another name."""
    text = _RAW[f"qnn.{function.__name__}"].__doc__
    for old, new in names.items():
        text = text.replace(f"\n    {old} :", f"\n    {new} :")
    function.__doc__ = text


for _function in (simulated_quantize, simulated_dequantize, concatenate, conv2d_transpose, avg_pool2d,
                  batch_matmul):
    _document(_function)
_document(conv2d, weight="kernel")
_document(contrib_dense_pack, weight_layout="kernel_layout")
_complete_docstrings(globals(), "qnn.")

_make = _Maker("tvm.relay.qnn.op", "qnn.")
__getattr__ = _missing.make_getattr("tvm.relay.qnn.op.qnn")
