"""The devices of the expressions of a planned module."""

from ..._ext import VirtualDevice
from ...ir.container import Map
from ...ir.op import Op
from ..expr import (Call, GlobalVar, If, Let, RefCreate, RefRead, RefWrite, Tuple, TupleGetItem,
                    Var)
from ..function import Function

_PARTS = {
    Call: lambda e: [e.op, *e.args], Tuple: lambda e: list(e.fields),
    TupleGetItem: lambda e: [e.tuple_value],
    If: lambda e: [e.cond, e.true_branch, e.false_branch],
    Let: lambda e: [e.var, e.value, e.body], RefCreate: lambda e: [e.value],
    RefRead: lambda e: [e.ref], RefWrite: lambda e: [e.ref, e.value],
    Function: lambda e: [*e.params, e.body],
}


def get_parts(expr):
    """The direct subexpressions of an expression, in the order in which TVM visits them."""
    parts = _PARTS.get(type(expr))
    return [] if parts is None else parts(expr)


def _is_fixed(expr):
    """Whether an expression is an on_device with both constraints."""
    return isinstance(expr, Call) and isinstance(expr.op, Op) and expr.op.name == "on_device" and \
        bool(expr.attrs.constrain_body) and bool(expr.attrs.constrain_result)


def recover_virtual_device_map(mod, expr) -> Map:
    """The virtual devices of the expressions in `expr`, which PlanDevices has planned: that of the
    annotation or function around each, or of the definition of a variable.

    Parameters
    ----------
    mod : IRModule
    expr : relay.Expr
    """
    nowhere = VirtualDevice()
    devices, variables = Map(), {}
    functions = {} if mod is None else {
        var.name_hint: function.virtual_device_ for var, function in mod.functions.items()}

    def get_device(expr, scope):
        if _is_fixed(expr):
            return expr.attrs.virtual_device
        if isinstance(expr, Var):
            return variables.get(expr, nowhere)
        if isinstance(expr, GlobalVar):
            return functions.get(expr.name_hint, nowhere)
        if isinstance(expr, Function) and not is_primitive(expr):
            return expr.virtual_device_
        return scope

    # Without recursion: expressions are as deep as they like.
    stack = [(expr, nowhere)]
    while stack:
        expr, scope = stack.pop()
        if isinstance(expr, Op) or expr in devices:
            continue
        device = get_device(expr, scope)
        if isinstance(expr, Let):
            variables[expr.var] = get_device(expr.value, scope)
        elif isinstance(expr, Function) and not is_primitive(expr):
            variables.update((param, param.virtual_device_) for param in expr.params)
            scope = device
        elif _is_fixed(expr):
            scope = device
        devices[expr] = device
        stack.extend((part, scope) for part in reversed(get_parts(expr)))
    return devices


def is_primitive(function):
    """Whether a function is one that FuseOps has made, or is marked like one."""
    return function.attrs is not None and "Primitive" in function.attrs and \
        bool(int(function.attrs["Primitive"]))
