"""Programs for another size of the batch."""

from ... import _ext
from ...error import ArgumentError, TVMError, _expect
from ...ir.transform import function_pass
from ..expr import Var, bind
from ..function import Function
from ..ty import TensorType
from ._options import _integer


def with_size(var, axis, size):
    """A variable like another one, with another size in one dimension.

    Parameters
    ----------
    var : relay.Var
        A tensor.
    axis : int
    size : int or relay.Any
    """
    type_ = var.type_annotation
    if not isinstance(type_, TensorType):
        raise ArgumentError(f"expected {var.name_hint} to be a tensor, but its type is {type_}")
    shape = list(type_.shape)
    if not -len(shape) <= axis < len(shape):
        raise TVMError(f"{var.name_hint} has no dimension {axis}: its type is {type_}")
    shape[axis] = size
    return Var(var.name_hint, TensorType(shape, type_.dtype))


@function_pass(opt_level=1)
class ChangeBatch:
    """Changes the size of the batch.

    Parameters
    ----------
    data : dict of relay.Var to int
        For parameters that have a batch, its dimension.
    batch_size : int
    """

    def __init__(self, data, batch_size=16):
        _expect(data, dict, "a dictionary of variables as data")
        size = _integer("batch_size", batch_size, 0)
        self.batch_size = size
        self._new_vars = {}
        for var, axis in data.items():
            _expect(var, _ext.Var, "variables as the keys of data")
            self._new_vars[var] = with_size(var, _integer("the dimension of the batch", axis), size)

    def transform_function(self, func, mod, ctx):
        params = [self._new_vars.get(param, param) for param in func.params]
        body = bind(func.body, {old: new for old, new in self._new_vars.items() if old in func.params})
        return Function(params, body, None, func.type_params, func.attrs)
