"""Products with transposed weights."""

from ... import _ext
from ...error import TVMError
from ...ir.transform import function_pass
from ..expr_functor import ExprMutator
from ..function import Function
from ..ty import TensorType
from ._options import _strings


def _get_weight(call):
    """Return the variable `w` of `nn.dense(x, transpose(w))`, or None."""
    if call.op != _ext.get_op("nn.dense"):
        return None
    transpose = call.args[1]
    if not isinstance(transpose, _ext.Call) or transpose.op != _ext.get_op("transpose") or \
            not isinstance(transpose.args[0], _ext.Var):
        return None
    axes = transpose.attrs["axes"]
    return transpose.args[0] if axes is None or [axis % 2 for axis in axes] == [1, 0] else None


class _Replace(ExprMutator):
    """Replaces `nn.dense(x, transpose(w))` by `nn.dense(x, new_vars[w])`."""

    def __init__(self, new_vars):
        super().__init__()
        self.new_vars = new_vars

    def visit_call(self, call):
        new_var = self.new_vars.get(_get_weight(call))
        if new_var is None:
            return super().visit_call(call)
        return _ext.Call(call.op, [self.visit(call.args[0]), new_var], call.attrs,
                         list(call.type_args), call.span)


def find_transposed_weights(expr) -> list:
    """Return the variables that are used in no other way than as `w` in `nn.dense(x, transpose(w))`."""
    body = expr.body if isinstance(expr, _ext.Function) else expr
    weights = {}
    for node in _ext.post_order(body):
        weight = _get_weight(node) if isinstance(node, _ext.Call) else None
        if weight is not None:
            weights[weight] = _ext.Var(weight.name_hint)
    others = set(_ext.all_vars(_Replace(weights).visit(body)))
    return [weight for weight in weights if weight not in others]


@function_pass(opt_level=4)
class SimplifyFCTranspose:
    """Replaces each `nn.dense(x, transpose(w))` by `nn.dense(x, wt)`. The parameter `w.T` takes the
    place of `w`, or stands before it if there are other uses of `w`.

    Parameters
    ----------
    target_weight_name : list of str
        The names of the weights, as relay.analysis.search_fc_transpose finds them.
    """

    def __init__(self, target_weight_name):
        self.names = set(_strings("target_weight_name", target_weight_name))

    def transform_function(self, func, mod, ctx):
        new_vars = {}
        for param in func.params:
            if param.name_hint not in self.names:
                continue
            type_ = param.type_annotation
            if not isinstance(type_, TensorType) or len(type_.shape) != 2:
                raise TVMError(f"expected the weight {param.name_hint} to be a matrix, but its type "
                               f"is {type_}")
            transposed = TensorType(tuple(reversed(type_.shape)), type_.dtype)
            new_vars[param] = _ext.Var(f"{param.name_hint}.T", transposed)
        body = _Replace(new_vars).visit(func.body)
        used = set(_ext.all_vars(body))
        params = []
        for param in func.params:
            if new_vars.get(param) in used:
                params.append(new_vars[param])
            if param in used or new_vars.get(param) not in used:
                params.append(param)
        return Function(params, body, func.ret_type, func.type_params, func.attrs, func.span)
