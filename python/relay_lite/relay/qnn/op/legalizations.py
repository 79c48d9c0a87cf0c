"""Rules of qnn.transform.Legalize that look up results in tables."""

import numpy as np

from .... import _missing
from .canonicalizations import create_integer_lookup_op
from .op import register_qnn_legalize


def register_qnn_unary_op_legalize(op_name, floating_point_func):
    """Registers a rule that replaces a function of one quantized tensor by a table.

    Parameters
    ----------
    op_name : str
        An operator with the arguments x, scale, zero_point, output_scale and output_zero_point.
    floating_point_func : function (numpy.ndarray) to numpy.ndarray
        The function of real values.
    """
    def rule(attrs, inputs, types):
        dtype = types[0].dtype
        return create_integer_lookup_op(inputs[0], floating_point_func, *inputs[1:5], in_dtype=dtype,
                                        out_dtype=dtype)

    return register_qnn_legalize(op_name, rule)


def hardswish_func(x):
    """Returns x * clip(x + 3, 0, 6) / 6.

    Parameters
    ----------
    x : numpy.ndarray
    """
    return x * np.clip(x + 3.0, 0.0, 6.0) / 6.0


__getattr__ = _missing.make_getattr("tvm.relay.qnn.op.legalizations")
