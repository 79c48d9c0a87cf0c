"""The names of TVM's tvm.contrib that scripts use."""

from .. import _missing

__getattr__ = _missing.make_getattr("tvm.contrib", submodules=[
    "cc", "cudnn", "debugger", "download", "graph_executor", "graph_runtime", "nvcc", "tar", "target",
    "utils"])
