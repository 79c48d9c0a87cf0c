"""Writes the function of an external compiler as C: what the compilers of the examples share."""

import os
import tempfile

import numpy as np
import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay.expr_functor import ExprVisitor

INCLUDE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "include")
# Programs that are exported are linked with what is in it, as long as the process lives.
_FOLDER = tvm.contrib.utils.tempdir()


class CWriter(ExprVisitor):
    """Statements for the calls of composite functions in a function, each in its turn.

    Parameters
    ----------
    function : relay.Function
        With types. It takes tensors of float32, and its body is a call.
    emit : function of (composite, call, arguments, output)
        Gives the C statement of a call: `composite` is the name, `arguments` are the C expressions
        of pointers to float, and `output` is that of the result.
    folder : str
        For files with constants.
    """

    def __init__(self, function, emit, folder):
        super().__init__()
        self.symbol = str(function.attrs["global_symbol"])
        self.emit = emit
        self.folder = folder
        self.definitions, self.statements = [], []
        self.values = {param: f"(const float *)inputs[{index}].data"
                       for index, param in enumerate(function.params)}
        self.result = function.body
        self.visit(function.body)

    def visit_call(self, call):
        for arg in call.args:
            self.visit(arg)
        if not isinstance(call.op, relay.Function):
            raise ValueError(f"{self.symbol}: expected calls of composite functions, but got {call.op}")
        if call == self.result:
            output = "(float *)outputs[0].data"
        else:
            output = f"value{len(self.definitions)}"
            size = int(np.prod([int(extent) for extent in call.checked_type.shape]))
            self.definitions.append(f"static float {output}[{size}];")
        arguments = [self.values[arg] for arg in call.args]
        self.statements.append(self.emit(call.op.attrs["Composite"], call, arguments, output))
        self.values[call] = output

    def visit_constant(self, constant):
        name = f"{self.symbol}_constant{len(self.definitions)}"
        path = os.path.join(self.folder, name + ".bin")
        constant.data.numpy().astype("float32").tofile(path)
        self.definitions.append(f"""extern const float {name}[] __attribute__((visibility("hidden")));
__asm__(".pushsection .rodata\\n.balign 64\\n.globl {name}\\n.hidden {name}\\n{name}:\\n"
        ".incbin \\"{path}\\"\\n.popsection");""")
        self.values[constant] = name

    def get_code(self, include):
        """The C code, which includes the header `include`."""
        return "\n".join([f'#include "{include}"', '#include "RelayLite-c/Compiled.h"', "",
                          *self.definitions, "",
                          f"int32_t {self.symbol}(RelayLiteContext *context, const DLTensor *inputs,",
                          "    DLTensor *outputs) {", "  (void)context;",
                          *(f"  {statement}" for statement in self.statements),
                          "  return RELAYLITE_OK;", "}", ""])


def find_call(composite, operator):
    """The call of an operator in a composite function; None if there is none."""
    found = []
    relay.analysis.post_order_visit(
        composite.body, lambda node: found.append(node)
        if isinstance(node, relay.Call) and node.op.name == operator else None)
    return found[0] if found else None


def make_folder() -> str:
    """An empty folder, which is removed when the process ends."""
    return tempfile.mkdtemp(dir=_FOLDER.path)


def compile_c(code, folder, *arguments):
    """The module of a shared library of C code; `arguments` are further ones of the C compiler. Its
    errors are a RuntimeError."""
    source, library = os.path.join(folder, "function.c"), os.path.join(folder, "function.so")
    with open(source, "w", encoding="utf-8") as file:
        file.write(code)
    tvm.contrib.cc.create_shared(library, source, ["-std=gnu11", "-O2", "-fPIC", "-I", INCLUDE, *arguments],
                                 cc="gcc")
    return tvm.runtime.load_module(library)
