"""Parts of modules: single expressions, fused functions."""

from ... import _ext
from ...error import TVMError, _expect
from ...ir.base import structural_hash
from ...ir.transform import Sequential
from ..expr import Call, GlobalVar, Tuple, TupleGetItem
from ..function import Function
from ..transform import FuseOps, SimplifyInference, _integer
from ..transform._devices import is_primitive


def extract_intermdeiate_expr(mod, expr_id) -> _ext.IRModule:
    """Return a module whose `main` computes one of the expressions of `main`. It has no other function.

    Parameters
    ----------
    mod : IRModule
    expr_id : int
        The place among the calls, tuples and projections in post-order: for `main` without branches
        and functions, the number that the printed text gives.
    """
    _expect(mod, _ext.IRModule, "an IRModule")
    number = _integer("expr_id", expr_id)
    nodes = [node for node in _ext.post_order(mod["main"])
             if isinstance(node, (Call, Tuple, TupleGetItem))]
    if not 0 <= number < len(nodes):
        raise TVMError(f"there is no expression {number}: main has {len(nodes)} calls, tuples and "
                       "projections")
    return _ext.IRModule.from_expr(nodes[number])


def extract_fused_functions(mod) -> dict:
    """Return the functions that SimplifyInference and FuseOps(3) make in `main`, each once; keys are
    GlobalVars whose names are structural hashes.

    Parameters
    ----------
    mod : IRModule
    """
    _expect(mod, _ext.IRModule, "an IRModule")
    fused = Sequential([SimplifyInference(), FuseOps(3)], name="ExtractFusedFunctions")(mod)
    functions: dict[str, Function] = {}
    for node in _ext.post_order(fused["main"]):
        if isinstance(node, Function) and is_primitive(node):
            functions.setdefault(str(structural_hash(node)), node)
    return {GlobalVar(name): function for name, function in functions.items()}
