"""The names of TVM's tvm.nd."""

from .runtime.ndarray import (Device, NDArray, array, cl, context, cpu, cuda, device, empty, ext_dev,
                              from_dlpack, from_numpy, gpu, hexagon, metal, mtl, opencl, rocm, vpi,
                              vulkan, webgpu)
from . import _missing

__getattr__ = _missing.make_getattr("tvm.nd")
