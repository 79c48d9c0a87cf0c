"""The external compiler `onednn`: float32 convolutions and dense layers by oneDNN 2 (libdnnl-dev).

    import onednn
    onednn.register()
    library = relay.build(onednn.partition(mod), "llvm")

A function for it has calls of composite functions whose names begin with `onednn.`, on its parameters,
on constants, and on each other's results. Each has one `nn.conv2d` (NCHW, OIHW) or `nn.dense`, and
maybe a `nn.bias_add` and a `nn.relu` after it.
"""

import functools
import os
import subprocess
import sys

FOLDER = os.path.dirname(os.path.abspath(__file__))
sys.path.append(os.path.join(FOLDER, "..", "accelerator"))

import relay_lite as tvm  # noqa: E402
from c_writer import CWriter, compile_c, find_call, make_folder  # noqa: E402
from relay_lite import relay  # noqa: E402
from relay_lite.relay.dataflow_pattern import is_op, wildcard  # noqa: E402
from relay_lite.relay.op.contrib.register import (  # noqa: E402
    get_pattern_table, register_pattern_table)


def is_available() -> bool:
    """Whether the header of oneDNN 2 is there, and a C++ compiler."""
    test = "#include <dnnl.hpp>\nstatic_assert(DNNL_VERSION_MAJOR == 2, \"\");\n"
    try:
        return subprocess.run(["c++", "-x", "c++", "-fsyntax-only", "-"], input=test.encode(),
                              capture_output=True).returncode == 0
    except FileNotFoundError:
        return False


@functools.lru_cache(None)
def build_library() -> str:
    """The path of the shared library with the layers, which is made when it is first needed."""
    path = os.path.join(make_folder(), "libonednn_layers.so")
    subprocess.run(["c++", "-std=c++17", "-O2", "-shared", "-fPIC", os.path.join(FOLDER, "onednn.cpp"),
                    "-ldnnl", "-o", path], check=True)
    return path


def _is_supported(root):
    """Whether oneDNN computes a match, given by its root."""
    layer = root
    while layer.op.name not in ("nn.conv2d", "nn.dense"):
        if layer.op.name == "nn.bias_add" and layer.attrs.axis not in (1, -1):
            return False
        layer = layer.args[0]
    attrs = layer.attrs
    return layer.args[0].checked_type.dtype == layer.args[1].checked_type.dtype == "float32" and (
        layer.op.name == "nn.dense" or (attrs.data_layout, attrs.kernel_layout) == ("NCHW", "OIHW"))


@register_pattern_table("onednn")
def make_pattern_table():
    """The patterns that oneDNN computes, for MergeComposite: the largest first."""
    def make_pattern(operator):
        layer = is_op(operator)(wildcard(), wildcard())
        layer = layer.optional(lambda x: is_op("nn.bias_add")(x, wildcard()))
        return layer.optional(is_op("nn.relu"))

    return [(f"onednn.{name}", make_pattern(f"nn.{name}"), _is_supported) for name in ("conv2d", "dense")]


def partition(mod):
    """A module whose layers for oneDNN are functions of their own."""
    return tvm.transform.Sequential([
        relay.transform.InferType(), relay.transform.MergeComposite(get_pattern_table("onednn")),
        relay.transform.AnnotateTarget("onednn"), relay.transform.MergeCompilerRegions(),
        relay.transform.PartitionGraph()])(mod)


def _emit(composite, call, arguments, output):
    function = call.op
    conv, dense = find_call(function, "nn.conv2d"), find_call(function, "nn.dense")
    bias, relu = find_call(function, "nn.bias_add"), find_call(function, "nn.relu")
    weight = call.args[1]
    if (conv or dense) is None or weight.checked_type.dtype != "float32":
        raise ValueError(f"oneDNN does not compute {composite}")
    data_shape, weight_shape = (list(map(int, arg.checked_type.shape)) for arg in call.args[:2])
    if conv is not None:
        attrs = conv.attrs
        if (attrs.data_layout, attrs.kernel_layout) != ("NCHW", "OIHW"):
            raise ValueError(f"oneDNN does not compute the layouts of {composite}")
        padding = list(attrs.padding)
        padding = padding * 4 if len(padding) == 1 else padding * 2 if len(padding) == 2 else padding
        fields = [*data_shape, weight_shape[0], weight_shape[2:], attrs.strides, attrs.dilation,
                  padding, attrs.groups]
    else:
        fields = [*data_shape, 1, 1, weight_shape[0], [0, 0], [1, 1], [1, 1], [0, 0, 0, 0], 1]
    fields += [bias is not None, relu is not None, isinstance(weight, relay.Constant), 0]
    initializer = ", ".join("{" + ", ".join(str(int(one)) for one in field) + "}"
                            if not isinstance(field, int) and hasattr(field, "__iter__")
                            else str(int(field)) for field in fields)
    pointers = [*arguments, "0"] if bias is None else arguments
    return (f"{{ static OneDNNLayer layer = {{{initializer}}};\n"
            f"    if (onednn_run(&layer, {', '.join([*pointers, output])}, context->message))\n"
            "      return RELAYLITE_FAILED; }")


def compile_function(function):
    """Return the module of `relay.ext.onednn`: a shared library with the function."""
    folder, library = make_folder(), build_library()
    code = CWriter(function, _emit, folder).get_code("onednn.h")
    return compile_c(code, folder, "-I", FOLDER, library,
                     f"-Wl,-rpath,{os.path.dirname(library)}")


def register():
    """Makes the compiler known."""
    tvm.register_func("relay.ext.onednn", compile_function, override=True)
