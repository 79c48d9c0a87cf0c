"""The registry of operators."""

from ... import _ext, _missing
from ..._ext import Op
from ...ir.op import register_op_attr


def get(op_name) -> Op:
    """The operator of a name; an AttributeError if there is none.

    Parameters
    ----------
    op_name : str
    """
    return _ext.get_op(op_name)


class OpPattern:
    """How fusion treats an operator."""

    ELEMWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    COMM_REDUCE = 3
    OUT_ELEMWISE_FUSABLE = 4
    TUPLE = 7
    OPAQUE = 8


def register(op_name, describe=""):
    """Not possible: operators are in C++."""
    return register_op_attr(op_name, "")


__getattr__ = _missing.make_getattr("tvm.relay.op.op")
