"""Programs whose operators compute in another element type."""

from ... import _ext
from ...error import ArgumentError, _expect
from ...ir.base import make_node
from ...ir.transform import _get_pass
from .._children import get_children
from ..expr_functor import ExprMutator
from ..function import Function
from ..ty import TensorType
from ._options import _integer, _strings


def _number_layers(body, ops):
    """Return the layer of each call of `ops`. The calls nearest to the result are the last layer;
    with several ways to the result the longest counts."""
    above, distances = {}, {}
    for node in reversed(_ext.post_order(body)):
        distance = above.get(node, 0)
        if isinstance(node, _ext.Call) and node.op in ops:
            distances[node] = distance
            distance += 1
        for child in get_children(node):
            above[child] = max(distance, above.get(child, 0))
    last = max(distances.values(), default=0)
    return {call: last - distance for call, distance in distances.items()}


class _Recast(ExprMutator):
    """Casts the arguments and results of the calls `chosen`."""

    def __init__(self, chosen, dtype, out_dtype):
        super().__init__()
        self.chosen = chosen
        self.dtype = dtype
        self.out_dtype = out_dtype

    def _cast(self, value, dtype):
        return _ext.Call(_ext.get_op("cast"), [value], make_node("relay.attrs.CastAttrs", dtype=dtype))

    def visit_call(self, call):
        new = super().visit_call(call)
        if call not in self.chosen:
            return new
        if not isinstance(call.checked_type, TensorType):
            raise ArgumentError(f"cannot recast {call.op.name}: its result is {call.checked_type}, "
                                "not a tensor")
        args = []
        for old_arg, arg in zip(call.args, new.args):
            if isinstance(old_arg.checked_type, TensorType):
                args.append(self._cast(arg, self.dtype))
            elif isinstance(arg, _ext.Tuple):
                args.append(_ext.Tuple([self._cast(field, self.dtype) for field in arg.fields]))
            else:
                return new
        attrs = call.attrs
        if attrs is not None and "out_dtype" in attrs.keys():
            name = str(attrs).partition("(")[0]
            attrs = make_node(name, **{**dict(attrs.items()), "out_dtype": self.out_dtype})
        result = _ext.Call(call.op, args, attrs, list(call.type_args), call.span)
        return self._cast(result, call.checked_type.dtype)


def recast(expr, dtype, out_dtype, ops=None, skip_layers=None):
    """Compute operators in another element type. Each argument of a call is cast to it, and the result
    back to the type that it had. The values may change much.

    Parameters
    ----------
    expr : relay.Expr, relay.Function or IRModule
        A module stands for its function `main`.
    dtype : str
        The element type of the arguments.
    out_dtype : str
        The attribute out_dtype of the calls that have one.
    ops : list of str, optional
        The operators; nn.conv2d by default.
    skip_layers : list of int, optional
        The layers of these operators that stay, counted from 0, or from -1 backward.

    Returns
    -------
    expr : relay.Expr, relay.Function or IRModule
        An IRModule if `expr` is one.
    """
    is_module = isinstance(expr, _ext.IRModule)
    if not is_module:
        _expect(expr, _ext.RelayExpr, "an expression or a module")
    names = ["nn.conv2d"] if ops is None else _strings("ops", ops)
    operators = [_ext.get_op(name) for name in names]
    module = expr if is_module else _ext.IRModule.from_expr(expr)
    main = _get_pass("InferType")(module)["main"]
    layers = _number_layers(main.body, operators)
    count = 1 + max(layers.values(), default=-1)
    skipped = set()
    _expect(skip_layers or [], (list, tuple), "a list of integers as skip_layers")
    for layer in skip_layers or []:
        number = _integer("a layer of skip_layers", layer)
        skipped.add(number + count if number < 0 else number)
    chosen = {call for call, layer in layers.items() if layer not in skipped}
    result = _Recast(chosen, dtype, out_dtype).visit(main)
    # The type of a function's result is written where it was written before.
    result = Function(result.params, result.body, module["main"].ret_type, result.type_params,
                      result.attrs, result.span)
    if is_module:
        module = expr.clone()
        module["main"] = result
        return module
    return result if isinstance(expr, _ext.Function) else result.body
