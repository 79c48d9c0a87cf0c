"""Programs for several sizes of a dimension: a function for each, and a `main` that chooses."""

from ... import _ext, _missing
from ...error import TVMError, _expect
from ...ir.transform import _get_pass, module_pass
from .. import op
from ..expr import GlobalVar, If, Tuple, TupleGetItem, bind, const
from ..function import Function
from ..ty import Any
from ._batch import with_size
from ._options import _boolean, _integer


def flexible_dispatch(mod, buckets, axis=0, auto_pad=False, pad_value=0, input_indices=None,
                      affects_output=True) -> _ext.IRModule:
    """Return a module whose `main` takes any size of a dimension. It calls the function `main_N` for the
    sizes N in `buckets`, and `main_any` for all others.

    Parameters
    ----------
    mod : IRModule
    buckets : list of int
    axis : int
        The dimension, from 0. It is that of all inputs whose size changes, and of the results.
    auto_pad : bool
        Whether inputs of other sizes are padded at their end to the next larger bucket.
    pad_value : float
    input_indices : list of int, optional
        The parameters whose size changes; by default the first one.
    affects_output : bool
        Whether the results change with the inputs, so that what padding adds to them is cut off.
    """
    _expect(mod, _ext.IRModule, "an IRModule")
    _expect(buckets, (list, tuple), "a list of integers as buckets")
    sizes = sorted({_integer("the size of a bucket", size, 0) for size in buckets})
    axis = _integer("axis", axis, 0)
    infer_type = _get_pass("InferType")
    mod = infer_type(mod).clone()
    main = mod["main"]
    indices = _get_indices(main, [0] if input_indices is None else input_indices)
    params = list(main.params)
    for index in indices:
        params[index] = with_size(params[index], axis, Any())
    size = op.take(op.shape_of(params[indices[0]]), const(axis))
    is_result_cut = bool(_boolean("affects_output", affects_output))
    padding = None
    if _boolean("auto_pad", auto_pad):
        padding = _Padding(axis, size, pad_value, is_result_cut)
    body = _specialize(mod, main, indices, axis, Any(), "any")(*params)
    # The smallest bucket is asked about first.
    for bucket in reversed(sizes):
        function = _specialize(mod, main, indices, axis, bucket, bucket)
        args = list(params)
        for index in indices:
            arg = args[index] if padding is None else padding.pad(args[index], bucket)
            shape = list(main.params[index].type_annotation.shape)
            shape[axis] = bucket
            args[index] = op.reshape(arg, shape)
        result = function(*args)
        if padding is not None:
            result = padding.cut(result, main.ret_type)
        compare = op.equal if padding is None else op.less_equal
        body = If(compare(size, const(bucket)), result, body)
    mod["main"] = Function(params, body, None, main.type_params, main.attrs)
    return infer_type(mod)


def _get_indices(main, indices):
    """The numbers of the parameters whose size changes."""
    _expect(indices, (list, tuple), "a list of integers as input_indices")
    indices = [_integer("an index of an input", index, 0) for index in indices]
    if not indices or max(indices) >= len(main.params):
        raise TVMError(f"expected input_indices to name some of the {len(main.params)} parameters of "
                       f"main, but got {indices}")
    return indices


def _specialize(mod, main, indices, axis, size, name):
    """Adds main with one size to a module; returns the variable of the new function."""
    var = GlobalVar(f"main_{name}")
    if var.name_hint in mod:
        raise TVMError(f"the module has a function {var.name_hint} already")
    params = list(main.params)
    for index in indices:
        params[index] = with_size(params[index], axis, size)
    body = bind(main.body, {main.params[index]: params[index] for index in indices})
    mod[var] = Function(params, body, None, main.type_params, main.attrs)
    return var


class _Padding:
    """How inputs are padded to the size of a bucket, and results are cut to the actual size."""

    def __init__(self, axis, size, value, is_result_cut):
        self._axis, self._size, self._value = axis, size, value
        self._is_result_cut = is_result_cut

    def pad(self, data, bucket):
        """A tensor with values behind its end in the dimension."""
        import numpy as np

        widths = np.zeros((len(data.type_annotation.shape), 2), "int32")
        widths[self._axis, 1] = 1
        return op.nn.pad(data, const(widths) * (const(bucket) - self._size), self._value)

    def cut(self, result, type_):
        """The beginning of a result, or of each of several."""
        if not self._is_result_cut:
            return result
        if isinstance(type_, _ext.TupleType):
            return Tuple([self.cut(TupleGetItem(result, index), field)
                          for index, field in enumerate(type_.fields)])
        kept = op.arange(const(0), self._size, const(1), "int32")
        return op.take(result, kept, axis=self._axis)


@module_pass(opt_level=0)
class FlexibleShapeDispatch:
    """Makes a module take any size of a dimension; see flexible_dispatch.

    Parameters
    ----------
    buckets, axis, auto_pad, pad_value, input_indices, affects_output
        Those of flexible_dispatch.
    """

    def __init__(self, buckets, axis=0, auto_pad=False, pad_value=0, input_indices=None,
                 affects_output=True):
        self._options = (buckets, axis, auto_pad, pad_value, input_indices, affects_output)

    def transform_module(self, mod, ctx):
        return flexible_dispatch(mod, *self._options)


__getattr__ = _missing.make_getattr("tvm.relay.transform.flexible_shape")
