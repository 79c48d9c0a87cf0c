"""The operators of Relay. Those of the dialect are generated (_generated.py); TVM's Python
functions on top of them are in _composites.py and nn."""

from ... import _missing
from . import (_arguments, _composites, _generated, _make, annotation, image, memory, nn, op, random,
               vision, vm)
from ..expr import const
from .op import (Op, OpPattern, debug, get, register, register_alter_op_layout, register_compute,
                 register_external_compiler, register_fake_quantization_to_integer, register_gradient,
                 register_infer_correct_layout, register_legalize, register_mixed_precision_conversion,
                 register_optional_fake_quantization_to_integer, register_pattern)

OPERATORS = {name: function for name, function in _generated.FUNCTIONS.items()
             if "." not in name}
OPERATORS.update({name: function for name, function in vars(_composites).items()
                  if not name.startswith("_") and callable(function)
                  and getattr(function, "__module__", "") == _composites.__name__})
# TVM has no functions of these names here.
for _name in ("auto_scheduler_layout_transform", "call_lowered", "contrib_reverse_reshape", "debug",
              "fixed_point_multiply_per_axis", "meta_schedule_layout_transform", "on_device"):
    OPERATORS.pop(_name, None)
globals().update(OPERATORS)
_arguments.complete_docstrings(OPERATORS)
_arguments.complete_docstrings({"contrib_reverse_reshape": OPERATORS["reverse_reshape"]})

__getattr__ = _missing.make_getattr("tvm.relay.op", submodules=["contrib", "op_attrs"])
