"""What scripts take from TVM's tvm.contrib."""

from .. import _missing

__getattr__ = _missing.make_getattr("tvm.contrib", submodules=[
    "cc", "debugger", "download", "graph_executor", "graph_runtime", "nvcc", "tar", "utils"])
