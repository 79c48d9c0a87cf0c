"""Analyses of expressions."""

from ... import _ext, _missing
from ...error import _expect
from ...ir.container import Array
from .._children import get_children
from ..transform import InferType
from ..transform._fc_transpose import find_transposed_weights
from . import annotated_regions, call_graph, feature
from ._scopes import check_basic_block_normal_form
from .annotated_regions import AnnotatedRegionSet
from .calibration import get_calibration_data
from .call_graph import CallGraph
from .extraction import extract_fused_functions, extract_intermdeiate_expr
from .feature import Feature, detect_feature
from .kinds import check_kind
from .mac_count import get_total_mac_number


def free_vars(expr) -> Array[_ext.Var]:
    """The variables of an expression that nothing in it binds, in the order in which they are met.

    Parameters
    ----------
    expr : relay.Expr
    """
    return _ext.free_vars(expr)


def bound_vars(expr) -> Array[_ext.Var]:
    """The variables that an expression binds: parameters and those of let.

    Parameters
    ----------
    expr : relay.Expr
    """
    return _ext.bound_vars(expr)


def all_vars(expr) -> Array[_ext.Var]:
    """The variables of an expression.

    Parameters
    ----------
    expr : relay.Expr
    """
    return _ext.all_vars(expr)


def search_fc_transpose(expr) -> Array[str]:
    """The names of the weights that are used in no other way than transposed, as `w` in
    `nn.dense(x, transpose(w))`.

    Parameters
    ----------
    expr : relay.Expr
    """
    _expect(expr, _ext.RelayExpr, "an expression")
    return Array(dict.fromkeys(weight.name_hint for weight in find_transposed_weights(expr)))


def post_order_visit(expr, fvisit) -> None:
    """Calls `fvisit` for each node once, children first."""
    for node in _ext.post_order(expr):
        fvisit(node)


def free_type_vars(expr, mod=None) -> Array[_ext.TypeVar]:
    """Type parameters that no function declares, of an expression or type."""
    return _ext.find_type_vars(expr, "free")


def bound_type_vars(expr, mod=None) -> Array[_ext.TypeVar]:
    """Type parameters that a function declares, of an expression or type."""
    return _ext.find_type_vars(expr, "bound")


def all_type_vars(expr, mod=None) -> Array[_ext.TypeVar]:
    """The type parameters of an expression or type."""
    return _ext.find_type_vars(expr, "all")


def well_formed(expr) -> bool:
    """Whether no variable of an expression or module is bound twice, or used outside of its
    scope if it is bound at all."""
    if isinstance(expr, _ext.IRModule):
        return all(_ext.is_well_formed(f) for _, f in expr._definitions())
    return _ext.is_well_formed(expr)


def check_constant(expr) -> bool:
    """Whether the expression is a constant or a tuple of such."""
    if isinstance(expr, _ext.Tuple):
        return all(map(check_constant, expr.fields))
    _expect(expr, _ext.RelayExpr, "an expression")
    return isinstance(expr, _ext.Constant)


def all_dtypes(expr) -> set[str]:
    """The element types of all nodes of a typed expression."""
    dtypes = set()

    def add(type_):
        if isinstance(type_, _ext.TensorType):
            dtypes.add(type_.dtype)
        elif isinstance(type_, _ext.TupleType):
            for field in type_.fields:
                add(field)

    for node in _ext.post_order(expr):
        add(node._checked_type_)
    return dtypes


def list_op_freqs(mod) -> dict[str, int]:
    """How often each operator is called in a module."""
    _expect(mod, _ext.IRModule, "an IRModule")
    counts = {}
    for _, function in mod._definitions():
        for node in _ext.post_order(function):
            if isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op):
                counts[node.op.name] = counts.get(node.op.name, 0) + 1
    return counts


def list_fake_quantized_op_freqs(mod) -> dict[str, int]:
    """How often each operator is called in the function `main` between `qnn.dequantize` and
    `qnn.quantize`: once for each `qnn.quantize` that uses its result. Expressions with something
    other than calls of operators, tuples and constants do not count.

    Parameters
    ----------
    mod : IRModule
    """
    _expect(mod, _ext.IRModule, "an IRModule")
    counts = {}
    for node in _ext.post_order(InferType()(mod)["main"]):
        if not _calls(node, "qnn.quantize"):
            continue
        for call in _fake_quantized_calls(node):
            counts[call.op.name] = counts.get(call.op.name, 0) + 1
    return counts


def _calls(node, name):
    return isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op) and node.op.name == name


def _fake_quantized_calls(quantize):
    """The calls between `quantize` and calls of qnn.dequantize; none if there is something that
    cannot be quantized."""
    found, seen, stack = [], set(), [quantize.args[0]]
    while stack:
        node = stack.pop()
        if node in seen:
            continue
        seen.add(node)
        if isinstance(node, _ext.Tuple):
            stack.extend(node.fields)
        elif isinstance(node, _ext.TupleGetItem):
            stack.append(node.tuple_value)
        elif isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op):
            if _calls(node, "qnn.quantize"):
                stack.append(node.args[0])
            elif not _calls(node, "qnn.dequantize"):
                found.append(node)
                stack.extend(node.args)
        elif not isinstance(node, _ext.Constant):
            return []
    return found


def count_layers(expr, valid_ops) -> int:
    """The largest number of calls of the operators `valid_ops` on a way through the expression.

    Parameters
    ----------
    expr : IRModule or relay.Expr
        A module stands for its function `main`.
    valid_ops : list of str
    """
    if isinstance(expr, _ext.IRModule):
        expr = expr["main"]
    valid_ops = {_ext.get_op(name).name for name in valid_ops}
    depth = {}
    for node in _ext.post_order(expr):
        below = max((depth.get(child, 0) for child in get_children(node)), default=0)
        counts = isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op) and \
            node.op.name in valid_ops
        depth[node] = below + counts
    return depth[expr]


__getattr__ = _missing.make_getattr("tvm.relay.analysis")
