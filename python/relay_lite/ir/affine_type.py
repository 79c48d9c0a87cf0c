"""How numbers stand for floats, as rules of FakeQuantizationToInteger see it."""

from .. import _ext, _missing
from ..error import TVMError


class AffineType:
    """The quantization of a value."""


class TensorAffineType(AffineType):
    """The quantization of a tensor: a number q stands for `scale * (q - zero_point)`.

    Parameters
    ----------
    scale, zero_point : relay.Expr
        Scalars, or vectors along a dimension; float32 and int32.
    dtype : str
        The element type of the numbers.
    axis : int
        The dimension of vectors.
    """

    def __init__(self, scale, zero_point, dtype, axis=-1):
        self.scale = scale
        self.zero_point = zero_point
        self.dtype = dtype
        self.axis = axis

    def __repr__(self):
        return f"TensorAffineType({self.scale}, {self.zero_point}, {self.dtype}, {self.axis})"


class TupleAffineType(AffineType):
    """The quantization of a tuple of tensors.

    Parameters
    ----------
    types : list of TensorAffineType
    """

    def __init__(self, types):
        self.types = list(types)

    def __repr__(self):
        return f"TupleAffineType({self.types})"


def apply_rule(rule, call, inputs, output):
    """The expression that a rule gives for a call, and the scale, zero point, element type and axis of
    each of its tensors.

    Parameters
    ----------
    rule : function (expr, type_map) to a pair of relay.Expr and AffineType
    call : relay.Call
    inputs : list of list of tuple
        For each argument, the quantization of each of its tensors; none for floats.
    output : tuple, optional
        The quantization that the end of the region wants.
    """
    types = {}
    for arg, entries in zip(call.args, inputs):
        tensors = [TensorAffineType(*entry) for entry in entries]
        if isinstance(arg, _ext.Tuple):
            types.update(zip(arg.fields, tensors))
        if isinstance(arg.checked_type, _ext.TupleType):
            types[arg] = TupleAffineType(tensors)
        elif tensors:
            types[arg] = tensors[0]
    if output is not None:
        types[call] = TensorAffineType(*output)
    found = rule(call, types)
    try:
        expr, affine = found
    except (TypeError, ValueError):
        expr = affine = None
    if not isinstance(expr, _ext.RelayExpr) or not isinstance(affine, AffineType):
        raise TVMError(f"expected an expression and its affine type, but got {found!r}")
    tensors = affine.types if isinstance(affine, TupleAffineType) else [affine]
    return expr, [_write(tensor) for tensor in tensors]


def _write(tensor):
    if not isinstance(tensor, TensorAffineType) or not isinstance(tensor.scale, _ext.RelayExpr) or \
            not isinstance(tensor.zero_point, _ext.RelayExpr) or not isinstance(tensor.axis, int):
        raise TVMError(f"expected a TensorAffineType of two expressions, an element type and an axis, but "
                       f"got {tensor!r}")
    return tensor.scale, tensor.zero_point, str(tensor.dtype), int(tensor.axis)


__getattr__ = _missing.make_getattr("tvm.ir.affine_type")
