"""The external compiler `accel` for Python: C code for each function, which calls the library.

    import accelerator
    accelerator.register()
    library = relay.build(mod, "llvm")

A function for it has calls of the composite functions `accel.conv2d_bias_relu` and
`accel.dense_bias_relu`, on its parameters, on constants, and on each other's results.
"""

import os

import relay_lite as tvm
from c_writer import CWriter, compile_c, find_call, make_folder

FOLDER = os.path.dirname(os.path.abspath(__file__))


def _get_numbers(call):
    """The arguments of the C function besides pointers."""
    data, weight = (arg.checked_type.shape for arg in call.args[:2])
    conv = find_call(call.op, "nn.conv2d")
    if conv is None:
        return [*data, weight[0]]
    strides, padding = set(map(int, conv.attrs.strides)), set(map(int, conv.attrs.padding))
    if len(strides) != 1 or len(padding) != 1 or conv.attrs.groups != 1:
        raise ValueError("the accelerator has no such convolution")
    return [*data, weight[0], weight[2], *strides, *padding]


def _emit(composite, call, arguments, output):
    if composite not in ("accel.conv2d_bias_relu", "accel.dense_bias_relu"):
        raise ValueError(f"the accelerator does not compute {composite}")
    numbers = [str(int(number)) for number in _get_numbers(call)]
    return f"{composite.replace('.', '_')}({', '.join([*arguments, output, *numbers])});"


def compile_function(function):
    """What `relay.ext.accel` gives: a module of a shared library with the function."""
    folder = make_folder()
    code = CWriter(function, _emit, folder).get_code("accelerator.h")
    return compile_c(code, folder, "-I", FOLDER, os.path.join(FOLDER, "accelerator.c"))


def register():
    """Makes the compiler known."""
    tvm.register_func("relay.ext.accel", compile_function, override=True)
