"""Operators that compilers for virtual machines put into programs."""

from ... import _missing
from ..expr import Call
from ._arguments import complete_docstrings
from ._generated import FUNCTIONS as _RAW


def invoke_tvm_op(func, inputs, outputs) -> Call:
    """A call of a compiled function that writes its results.

    Parameters
    ----------
    func : relay.Expr
    inputs : relay.Expr
        A tuple of the arguments.
    outputs : relay.Expr
        A tuple of what is written.
    """
    return _RAW["vm.invoke_tvm_op"](func, inputs, outputs)


def reshape_tensor(data, shape, newshape) -> Call:
    """The same elements in a shape that is known.

    Parameters
    ----------
    data : relay.Expr
    shape : relay.Expr
        A vector with the sizes.
    newshape : sequence of int
        The same sizes.
    """
    return _RAW["vm.reshape_tensor"](data, shape, newshape)


def shape_of(expr) -> Call:
    """The sizes of a tensor, as a vector of int64.

    Parameters
    ----------
    expr : relay.Expr
    """
    return _RAW["vm.shape_of"](expr)


complete_docstrings(globals(), "vm.")

# In TVM it is a package, whose module of the same name has the functions.
__path__ = []
__getattr__ = _missing.make_getattr("tvm.relay.op.vm")
