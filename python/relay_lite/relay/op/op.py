"""The registry of operators."""

from ... import _missing
from ..._ext import Op, get_op as get
from ...ir.op import register_op_attr


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
