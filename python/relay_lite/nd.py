"""What TVM has in tvm.nd."""

from .runtime.ndarray import (Device, NDArray, array, cpu, cuda, device, empty, from_numpy, gpu)
from . import _missing

__getattr__ = _missing.make_getattr("tvm.nd")
