"""Helpers for tests of Relay."""

from ... import _ext, _missing
from ...ir.transform import Pass
from ...testing import enabled_targets
from .. import transform
from . import (dcgan, densenet, dqn, inception_v3, init, layers, lstm, mlp, mobilenet, resnet, resnet_3d,
               squeezenet, synthetic, temp_op_attr, vgg, yolo_detection)
from .init import create_workload


def run_opt_pass(expr, opt_pass, import_prelude=False):
    """Run a pass on a typed expression, under the current pass context.

    Parameters
    ----------
    expr : relay.Expr
    opt_pass : Pass
    """
    assert isinstance(opt_pass, Pass)
    if import_prelude:
        raise NotImplementedError(_missing.explain("tvm.relay.Prelude"))
    mod = opt_pass(transform.InferType()(_ext.IRModule.from_expr(expr)))
    entry = mod["main"]
    return entry if isinstance(expr, _ext.Function) else entry.body


def run_infer_type(expr):
    """The expression with types."""
    return run_opt_pass(expr, transform.InferType())


def rand(dtype, *shape):
    """An array of random numbers between 0 and 1.

    Parameters
    ----------
    dtype : str
    *shape : int
    """
    import numpy as np

    return _ext.array(np.random.rand(*shape).astype(dtype))


def _np_randn_from_type(t, scale=1, mean=0):
    """A NumPy array of normally distributed numbers, with the shape and elements of a tensor type."""
    import numpy as np

    return np.asarray(mean + scale * np.random.randn(*map(int, t.shape))).astype(t.dtype)


def count_ops(expr):
    """How often each operator is called in an expression: a collections.Counter by name."""
    import collections

    return collections.Counter(node.op.name for node in _ext.post_order(expr)
                               if isinstance(node, _ext.Call) and isinstance(node.op, _ext.Op))


def count(prelude, n):
    """Raise an error: the numbers of the prelude need algebraic data types."""
    raise NotImplementedError(_missing.explain("tvm.relay.Prelude"))


__getattr__ = _missing.make_getattr("tvm.relay.testing")
