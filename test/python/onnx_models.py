"""ONNX models that tests make."""

import numpy as np
import pytest

onnx = pytest.importorskip("onnx")

from onnx import TensorProto, helper, numpy_helper  # noqa: E402

TYPES = {"float32": TensorProto.FLOAT, "int64": TensorProto.INT64, "bool": TensorProto.BOOL,
         "int32": TensorProto.INT32, "float64": TensorProto.DOUBLE, "uint8": TensorProto.UINT8}


def info(name, shape=None, dtype="float32"):
    """The description of a value."""
    return helper.make_tensor_value_info(name, TYPES[dtype], shape)


def tensor(name, values, dtype="float32"):
    """An initializer."""
    return numpy_helper.from_array(np.array(values, dtype), name)


def node(op_type, inputs, outputs, **attributes):
    """A node; names are separated by spaces."""
    return helper.make_node(op_type, inputs.split(" ") if inputs else [], outputs.split(" "),
                            **attributes)


def graph(nodes, inputs, outputs, initializers=(), **fields):
    """A graph."""
    return helper.make_graph(nodes, "graph", inputs, outputs, list(initializers), **fields)


def model(nodes, inputs, outputs, initializers=(), opset=17, domains=(), functions=(), **fields):
    """A model; its outputs may be names."""
    outputs = [info(output) if isinstance(output, str) else output for output in outputs]
    opsets = [helper.make_opsetid("", opset), *[helper.make_opsetid(domain, 1) for domain in domains]]
    return helper.make_model(graph(nodes, inputs, outputs, initializers, **fields),
                             opset_imports=opsets, functions=list(functions))


def run(mod, *arrays):
    """The results of main as a list of arrays."""
    from relay_lite import relay

    result = relay.create_executor(mod=mod).evaluate()(*arrays)
    return [result.numpy()] if hasattr(result, "numpy") else [array.numpy() for array in result]
