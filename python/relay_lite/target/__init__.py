"""Targets, as values that scripts pass on: everything runs on the CPU of this machine."""

from .. import _missing
from .._ext import VirtualDevice
from . import compilation_config, tag, target
from .compilation_config import make_compilation_config
from .generic_func import (GenericFunc, generic_func, get_native_generic_func,
                           override_native_generic_func)
from .tag import list_tags
from .target import (Target, adreno, arm_cpu, bifrost, create, cuda, hexagon, intel_graphics, mali,
                     rasp, riscv_cpu, rocm, vta)

__getattr__ = _missing.make_getattr("tvm.target", submodules=["codegen"])
