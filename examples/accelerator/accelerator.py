"""The external compiler `accel` for Python: C code for each function, which calls the library.

    import accelerator
    accelerator.register()
    library = relay.build(accelerator.partition(mod), "llvm")

A function for it has calls of the composite functions `accel.conv2d_bias_relu` and
`accel.dense_bias_relu`, on its parameters, on constants, and on each other's results.
"""

import os

import relay_lite as tvm
from c_writer import CWriter, compile_c, find_call, make_folder
from relay_lite import relay
from relay_lite.relay.dataflow_pattern import is_op, wildcard
from relay_lite.relay.op.contrib.register import get_pattern_table, register_pattern_table

FOLDER = os.path.dirname(os.path.abspath(__file__))


def _is_supported(relu):
    """Whether the accelerator computes a match, given by its root: float32, and convolutions as its
    library has them."""
    layer = relu.args[0].args[0]
    if any(arg.checked_type.dtype != "float32" for arg in layer.args):
        return False
    attrs = layer.attrs
    return layer.op.name == "nn.dense" or (
        (attrs.data_layout, attrs.kernel_layout, attrs.groups) == ("NCHW", "OIHW", 1)
        and len(set(attrs.strides)) == 1 and len(set(attrs.padding)) == 1 and set(attrs.dilation) == {1}
        and layer.args[1].checked_type.shape[2] == layer.args[1].checked_type.shape[3])


@register_pattern_table("accel")
def make_pattern_table():
    """The patterns that the accelerator computes, for MergeComposite."""
    def make_pattern(operator):
        layer = is_op(operator)(wildcard(), wildcard())
        return is_op("nn.relu")(is_op("nn.bias_add")(layer, wildcard()))

    return [("accel.conv2d_bias_relu", make_pattern("nn.conv2d"), _is_supported),
            ("accel.dense_bias_relu", make_pattern("nn.dense"), _is_supported)]


def partition(mod):
    """A module whose parts for the accelerator are functions of their own."""
    return tvm.transform.Sequential([
        relay.transform.InferType(), relay.transform.MergeComposite(get_pattern_table("accel")),
        relay.transform.AnnotateTarget("accel"), relay.transform.MergeCompilerRegions(),
        relay.transform.PartitionGraph()])(mod)


def _get_numbers(call):
    """The arguments of the C function besides pointers."""
    data, weight = (arg.checked_type.shape for arg in call.args[:2])
    conv = find_call(call.op, "nn.conv2d")
    if conv is None:
        return [*data, weight[0]]
    return [*data, weight[0], weight[2], conv.attrs.strides[0], conv.attrs.padding[0]]


def _emit(composite, call, arguments, output):
    if composite not in ("accel.conv2d_bias_relu", "accel.dense_bias_relu"):
        raise ValueError(f"the accelerator does not compute {composite}")
    numbers = [str(int(number)) for number in _get_numbers(call)]
    return f"{composite.replace('.', '_')}({', '.join([*arguments, output, *numbers])});"


def compile_function(function):
    """Return the module of `relay.ext.accel`: a shared library with the function."""
    folder = make_folder()
    code = CWriter(function, _emit, folder).get_code("accelerator.h")
    return compile_c(code, folder, "-I", FOLDER, os.path.join(FOLDER, "accelerator.c"))


def register():
    """Makes the compiler known."""
    tvm.register_func("relay.ext.accel", compile_function, override=True)
