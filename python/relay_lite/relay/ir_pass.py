"""Passes on expressions under the names of TVM's early versions."""

from .. import _missing
from . import transform
from .analysis import (all_type_vars, all_vars, bound_type_vars, bound_vars, free_type_vars,
                       free_vars, post_order_visit, well_formed)
from ..ir.base import structural_equal, structural_hash


def infer_type(expr, mod=None):
    """The expression with types."""
    return transform._on_expr(transform.InferType(), expr, mod)


def fold_constant(expr, mod=None):
    """The expression with what is constant evaluated."""
    return transform._on_expr(transform.FoldConstant(), expr, mod)


def fuse_ops(expr, opt_level=1, mod=None):
    """The expression with operators grouped into functions."""
    return transform._on_expr(transform.FuseOps(opt_level), expr, mod)


def _on_typed(make):
    def run(expr, mod=None):
        passes = transform.Sequential([transform.InferType(), make()])
        with transform.PassContext(opt_level=4):
            return transform._on_expr(passes, expr, mod)

    return run


simplify_inference = _on_typed(transform.SimplifyInference)
alter_op_layout = _on_typed(transform.AlterOpLayout)
canonicalize_ops = _on_typed(transform.CanonicalizeOps)
dead_code_elimination = _on_typed(transform.DeadCodeElimination)
eliminate_common_subexpr = _on_typed(transform.EliminateCommonSubexpr)
forward_fold_scale_axis = _on_typed(transform.ForwardFoldScaleAxis)
backward_fold_scale_axis = _on_typed(transform.BackwardFoldScaleAxis)
to_a_normal_form = _on_typed(transform.ToANormalForm)
to_graph_normal_form = _on_typed(transform.ToGraphNormalForm)


def combine_parallel_conv2d(expr, min_num_branches=3):
    """The expression with convolutions of the same input combined."""
    return _on_typed(lambda: transform.CombineParallelConv2D(min_num_branches))(expr)


def alpha_equal(lhs, rhs):
    """Whether both are equal but for the names of variables."""
    return structural_equal(lhs, rhs)


def graph_equal(lhs, rhs):
    """The same, where free variables may stand for each other."""
    return structural_equal(lhs, rhs, map_free_vars=True)


__getattr__ = _missing.make_getattr("tvm.relay.ir_pass")
