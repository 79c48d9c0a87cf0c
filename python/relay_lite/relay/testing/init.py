"""Workloads: a module of an expression, and parameters for it."""

import numpy as np

from ... import _ext, _missing
from .. import transform


def create_workload(net, initializer=None, seed=0):
    """A typed module of a function, and arrays for all of its parameters but `data` and `label`.

    Parameters
    ----------
    net : relay.Function
        Its parameters need types, or operators that determine them.
    initializer : function of (name, array), optional
        Fills an array in place; by default a uniform distribution that keeps the size of values
        for weights, ones for gamma and variances, zeros for beta, biases and means.
    seed : int
    """
    mod = transform.InferType()(_ext.IRModule.from_expr(net))
    generator = np.random.default_rng(seed)
    params = {}
    for param in mod["main"].params:
        if param.name_hint in ("data", "label"):
            continue
        shape = param.checked_type.concrete_shape
        array = np.zeros(shape, param.checked_type.dtype)
        if initializer is not None:
            initializer(param.name_hint, array)
        else:
            _fill(param.name_hint, array, generator)
        params[param.name_hint] = _ext.array(array)
    return mod, params


def _fill(name, array, generator):
    if name.endswith(("gamma", "var")):
        array[...] = 1
    elif name.endswith("weight"):
        fan = max(array.size // array.shape[0], 1)
        array[...] = generator.uniform(-1, 1, array.shape) * (3.0 / fan) ** 0.5

__getattr__ = _missing.make_getattr("tvm.relay.testing.init")
