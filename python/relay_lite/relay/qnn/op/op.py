"""Functions that register rules for quantized operators. Without a rule they are decorators of it."""

from .... import _missing
from ....ir.op import register_op_attr


def register_qnn_legalize(op_name, legal_op=None, level=10):
    """Registers a rule of qnn.transform.Legalize, which comes before those of targets.

    Parameters
    ----------
    op_name : str
    legal_op : function (attrs, inputs, types) to relay.Expr or None
        As for relay.op.register_legalize.
    level : int
    """
    return register_op_attr(op_name, "FTVMQnnLegalize", legal_op, level)


def register_qnn_canonicalize(op_name, legal_op=None, level=10):
    """Registers a rule of qnn.transform.CanonicalizeOps, which takes the place of the canonical form.

    Parameters
    ----------
    op_name : str
    legal_op : function (attrs, inputs, types) to relay.Expr or None
        As for relay.op.register_legalize.
    level : int
    """
    return register_op_attr(op_name, "FTVMQnnCanonicalize", legal_op, level)


__getattr__ = _missing.make_getattr("tvm.relay.qnn.op.op")
