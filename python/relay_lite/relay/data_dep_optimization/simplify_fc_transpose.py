"""Weights that are transposed once instead of in each call."""

from ... import _ext, _missing
from ...error import ArgumentError, _expect
from ...runtime.ndarray import array
from ..analysis import search_fc_transpose
from ..transform import SimplifyFCTranspose

__all__ = ["convert"]


def convert(func, params) -> tuple[_ext.Function, dict]:
    """Replace each `nn.dense(x, transpose(w))` by `nn.dense(x, wt)`. A weight that the function also
    uses in another way stays.

    Parameters
    ----------
    func : relay.Function
    params : dict of str to NDArray
        The values of parameters. It changes: a weight `w` becomes `w.T`.

    Returns
    -------
    result : tuple of relay.Function and dict
        The new function, and `params`.
    """
    _expect(func, _ext.Function, "a function")
    _expect(params, dict, "a dictionary of arrays as params")
    names = search_fc_transpose(func)
    missing = [name for name in names if name not in params]
    if missing:
        raise ArgumentError(f"params has no value for the weight {missing[0]}")
    result = SimplifyFCTranspose(names)(_ext.IRModule.from_expr(func))["main"]
    for name in names:
        params[f"{name}.T"] = array(params.pop(name).numpy().T.copy())
    return result, params


__getattr__ = _missing.make_getattr("tvm.relay.data_dep_optimization.simplify_fc_transpose")
