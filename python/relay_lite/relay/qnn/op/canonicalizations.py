"""Tables for functions of one quantized tensor, as rules of qnn.transform.Legalize use them."""

import numpy as np

from .... import _missing
from ....error import ArgumentError
from ....ir.module import IRModule
from ... import op as _op
from ...build_module import create_executor
from ...expr import const
from . import qnn


def run_const_expr(expr) -> np.ndarray:
    """Returns the value of an expression without free variables.

    Parameters
    ----------
    expr : relay.Expr
    """
    return create_executor("debug", mod=IRModule.from_expr(expr)).evaluate()().numpy()


def create_integer_lookup_table(floating_point_func, input_scale, input_zero_point, output_scale,
                                output_zero_point, in_axis=-1, out_axis=-1, in_dtype="uint8",
                                out_dtype="uint8") -> np.ndarray:
    """Returns the quantized results of a function for all numbers of a type.

    The position of a result is the bits of its argument, read as an unsigned number.

    Parameters
    ----------
    floating_point_func : function (numpy.ndarray) to numpy.ndarray
        The function of real values.
    input_scale, input_zero_point, output_scale, output_zero_point : relay.Expr
        Constant quantizations of argument and result.
    in_axis, out_axis : int
        The dimension of vectors of scales and zero points.
    in_dtype, out_dtype : str
        Integer types; the first has at most 16 bits.
    """
    for name, dtype in (("in_dtype", in_dtype), ("out_dtype", out_dtype)):
        if not np.issubdtype(np.dtype(dtype), np.integer):
            raise ValueError(f"expected an integer type as {name}, but got {dtype}")
    bits = np.iinfo(in_dtype).bits
    if bits > 16:
        raise ValueError(f"expected in_dtype with at most 16 bits, but got {in_dtype}")
    numbers = np.arange(2 ** bits).astype(f"uint{bits}").view(in_dtype)
    values = run_const_expr(qnn.dequantize(const(numbers), input_scale, input_zero_point, axis=in_axis))
    results = np.asarray(floating_point_func(values), dtype="float32")
    return run_const_expr(qnn.quantize(const(results), output_scale, output_zero_point, out_axis, out_dtype))


def create_integer_lookup_op(input_arg, floating_point_func, in_scale, in_zero_point, out_scale,
                             out_zero_point, in_axis=-1, out_axis=-1, in_dtype="uint8",
                             out_dtype="uint8"):
    """Returns an expression that looks up the results of a function of a quantized tensor.

    Parameters
    ----------
    input_arg : relay.Expr
        The tensor, of type in_dtype.
    floating_point_func : function (numpy.ndarray) to numpy.ndarray
        The function of real values.
    in_scale, in_zero_point, out_scale, out_zero_point : relay.Constant
        Scalars.
    in_axis, out_axis, in_dtype, out_dtype
        As for create_integer_lookup_table.
    """
    scalars = {"in_scale": in_scale, "in_zero_point": in_zero_point, "out_scale": out_scale,
               "out_zero_point": out_zero_point}
    for name, scalar in scalars.items():
        data = getattr(scalar, "data", None)
        if data is None or data.numpy().size != 1:
            raise ArgumentError(f"expected a constant with one element as {name}, but got {scalar}")
    quantizations = [const(scalar.data.numpy().reshape(())) for scalar in scalars.values()]
    table = create_integer_lookup_table(floating_point_func, *quantizations, in_axis, out_axis, in_dtype,
                                        out_dtype)
    index = _op.reinterpret(input_arg, f"uint{np.iinfo(in_dtype).bits}")
    return _op.take(const(table), index, axis=0, mode="fast")


__getattr__ = _missing.make_getattr("tvm.relay.qnn.op.canonicalizations")
