"""The expressions in an expression."""

from .. import _ext


def get_children(node):
    """Return the expressions of which an expression is made, without parameters."""
    if isinstance(node, _ext.Call):
        return (node.op, *node.args)
    if isinstance(node, _ext.Tuple):
        return node.fields
    if isinstance(node, _ext.TupleGetItem):
        return (node.tuple_value,)
    if isinstance(node, _ext.Function):
        return (node.body,)
    if isinstance(node, _ext.Let):
        return (node.value, node.body)
    if isinstance(node, _ext.If):
        return (node.cond, node.true_branch, node.false_branch)
    if isinstance(node, _ext.RefCreate):
        return (node.value,)
    if isinstance(node, _ext.RefRead):
        return (node.ref,)
    if isinstance(node, _ext.RefWrite):
        return (node.ref, node.value)
    return ()
