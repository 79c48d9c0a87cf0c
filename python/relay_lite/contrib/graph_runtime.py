"""The name of graph_executor in TVM 0.7 and before."""

import warnings

from .. import _missing
from . import graph_executor
from .graph_executor import GraphModule


def create(*args, **kwargs):
    """See graph_executor.create; `ctx` is the name of `device` in TVM 0.7 and before."""
    warnings.warn("This function has been moved to tvm.contrib.graph_executor and will be removed "
                  "in the next TVM release", stacklevel=2)
    if "ctx" in kwargs:
        kwargs["device"] = kwargs.pop("ctx")
    return graph_executor.create(*args, **kwargs)


__getattr__ = _missing.make_getattr("tvm.contrib.graph_runtime")
