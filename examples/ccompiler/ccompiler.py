"""The external compiler `ccompiler`, as small as one can be: additions, subtractions and products of
tensors of one shape, or of one element, as loops in C.

    import ccompiler
    ccompiler.register()

The option `header` of a target of the kind `ccompiler` is C code that comes first.
"""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "accelerator"))

import numpy as np  # noqa: E402
import relay_lite as tvm  # noqa: E402
from c_writer import compile_c, make_folder  # noqa: E402
from relay_lite import relay  # noqa: E402
from relay_lite.relay.expr_functor import ExprVisitor  # noqa: E402

OPERATORS = {"add": "+", "subtract": "-", "multiply": "*"}
TYPES = {"float32": "float", "int32": "int32_t"}


class Writer(ExprVisitor):
    """Writes an array of C for each value of a function."""

    def __init__(self, function):
        super().__init__()
        self.lines, self.names = [], {}
        for index, param in enumerate(function.params):
            self.names[param] = f"input{index}"
            self.lines.append(f"const {self.get_type(param)} *input{index} = inputs[{index}].data;")
        self.visit(function.body)
        size = self.get_size(function.body)
        self.lines.append(f"memcpy(outputs[0].data, {self.names[function.body]}, "
                          f"{size} * sizeof({self.get_type(function.body)}));")

    @staticmethod
    def get_type(value):
        dtype = value.checked_type.dtype
        if dtype not in TYPES:
            raise ValueError(f"ccompiler computes float32 and int32, but got {dtype}")
        return TYPES[dtype]

    @staticmethod
    def get_size(value):
        return int(np.prod([int(extent) for extent in value.checked_type.shape]))

    def visit_call(self, call):
        for arg in call.args:
            self.visit(arg)
        operator = OPERATORS.get(getattr(call.op, "name", ""))
        name, size = f"value{len(self.lines)}", self.get_size(call)
        if operator is None or any(self.get_size(arg) not in (1, size) for arg in call.args):
            raise ValueError(f"ccompiler does not compute {call.op}")
        x, y = (f"{self.names[arg]}[{'i' if self.get_size(arg) == size else 0}]" for arg in call.args)
        self.lines.append(f"{self.get_type(call)} {name}[{size}];")
        self.lines.append(f"for (int i = 0; i < {size}; ++i) {name}[i] = {x} {operator} {y};")
        self.names[call] = name

    def visit_constant(self, constant):
        name = f"constant{len(self.lines)}"
        numbers = constant.data.numpy().ravel().tolist()
        texts = [number.hex() if isinstance(number, float) else str(number) for number in numbers]
        self.lines.append(f"static const {self.get_type(constant)} {name}[] = {{{', '.join(texts)}}};")
        self.names[constant] = name


def compile_function(function):
    """Return the module of `relay.ext.ccompiler`: a shared library with the function."""
    body = "\n  ".join(Writer(function).lines)
    target = tvm.target.Target.current(allow_none=True)
    header = target.attrs.get("header", "") if target is not None else ""
    code = f"""#include "RelayLite-c/Compiled.h"
#include <string.h>
{header}

int32_t {function.attrs["global_symbol"]}(RelayLiteContext *context, const DLTensor *inputs,
                                          DLTensor *outputs) {{
  (void)context;
  {body}
  return RELAYLITE_OK;
}}
"""
    return compile_c(code, make_folder(), "-ffp-contract=off")


def register():
    """Makes the compiler known."""
    tvm.register_func("relay.ext.ccompiler", compile_function, override=True)
