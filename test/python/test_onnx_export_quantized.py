"""Export of quantized operators to ONNX, checked by onnxruntime bit for bit."""

import numpy as np
import pytest
from onnx_check import floats
from test_onnx_export import check_expr, var

import relay_lite as tvm
from relay_lite import relay
from relay_lite.relay import qnn
from relay_lite.relay.frontend import to_onnx
from relay_lite.relay.frontend.onnx import ExportError

VECTOR = np.array([0.5, 2, 0.125], "float32")


def integer(value):
    return relay.const(np.array(value, "int32"))


def numbers(*shape, dtype="int8", seed=0):
    limits = np.iinfo(dtype)
    return np.random.RandomState(seed).randint(limits.min, limits.max + 1, shape).astype(dtype)


def check_exact(params, body, *arrays, operators=None):
    return check_expr(params, body, *arrays, opset=21, operators=operators, tolerance=0)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
def test_quantize(dtype):
    """Halves, and values out of range."""
    x = var("x", 2, 3, 4)
    data = np.round(floats(2, 3, 4) * 200) / 4
    data[0, 0] = [1e9, -1e9, 0.25, -0.25]
    rounding = "Div Less Ceil Floor Where Sub Abs Less Sign Add Where"
    proto = check_exact([x], qnn.quantize(x, relay.const(0.5), integer(7), out_dtype=dtype), data)
    nodes = [node.op_type for node in proto.graph.node]
    assert nodes[-1] == "QuantizeLinear" and sorted(nodes[:-1]) == sorted(rounding.split())
    check_exact([x], qnn.quantize(x, relay.const(VECTOR), integer([1, 2, 3]), 1, dtype), data)
    # The zero point is in the range of no type of 16 bits.
    check_exact([x], qnn.quantize(x, relay.const(0.5), integer(70000), out_dtype=dtype), data)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16", "int32"])
def test_dequantize(dtype):
    x = var("x", 2, 3, 4, dtype=dtype)
    data = numbers(2, 3, 4, dtype=dtype if dtype != "int32" else "int16").astype(dtype)
    begin = "Sub " if dtype == "int32" else ""
    check_exact([x], qnn.dequantize(x, relay.const(0.3), integer(7)), data,
                operators=f"{begin}DequantizeLinear")
    check_exact([x], qnn.dequantize(x, relay.const(VECTOR), integer(0), 1), data,
                operators="DequantizeLinear")
    check_exact([x], qnn.dequantize(x, relay.const(VECTOR), integer([1, 2, 3]), 1), data,
                operators=f"{begin}DequantizeLinear")
    check_exact([x], qnn.dequantize(x, relay.const(0.5), integer([1, 2, 3]), 1), data)
    check_exact([x], qnn.dequantize(x, relay.const(0.3), integer(70000)), data)
    check_exact([x], qnn.dequantize(x, relay.const(1e4), integer(7), out_dtype="float16"), data)


def test_computed_parameters():
    x, scale, point = var("x", 2, 3, 4, dtype="uint8"), var("s", 3), var("z", 3, dtype="int32")
    arrays = numbers(2, 3, 4, dtype="uint8"), VECTOR, np.array([1, -500, 3], "int32")
    check_exact([x, scale, point], qnn.dequantize(x, scale, point, 1), *arrays)
    x = var("x", 2, 3, 4)
    check_exact([x, scale, point], qnn.quantize(x, scale, point, 1), floats(2, 3, 4), *arrays[1:])


@pytest.mark.parametrize("types", [("uint8", "int8"), ("uint8", "uint8")])
def test_products(types):
    scale = relay.const(1.0)
    x, w = var("x", 3, 4, dtype=types[0]), numbers(5, 4, dtype=types[1])
    check_exact([x], qnn.dense(x, relay.const(w), integer(3), integer(2), scale, scale, 5),
                numbers(3, 4, dtype=types[0]), operators="MatMulInteger")
    a, b = var("a", 2, 3, 4, dtype=types[0]), var("b", 2, 5, 4, dtype=types[1])
    point = var("z", dtype=types[0])
    body = qnn.batch_matmul(a, b, relay.cast(point, "int32"), integer(2), scale, scale)
    check_exact([a, b, point], body, numbers(2, 3, 4, dtype=types[0]),
                numbers(2, 5, 4, dtype=types[1], seed=1), np.array(9, types[0]))


@pytest.mark.parametrize("layouts", [("NCHW", "OIHW"), ("NHWC", "HWIO")])
def test_convolutions(layouts):
    x, w = numbers(1, 4, 7, 7, dtype="uint8"), numbers(6, 4, 3, 3, dtype="uint8", seed=1)
    if layouts[0] == "NHWC":
        x, w = x.transpose(0, 2, 3, 1), w.transpose(2, 3, 1, 0)
    data = var("x", *x.shape, dtype="uint8")
    body = qnn.conv2d(data, relay.const(w), integer(3), integer([2] * 6), relay.const(1.0),
                      relay.const(np.ones(6, "float32")), (3, 3), 6, (2, 1), (1, 0, 2, 1),
                      data_layout=layouts[0], kernel_layout=layouts[1])
    proto = check_exact([data], body, x)
    assert "ConvInteger" in [node.op_type for node in proto.graph.node]


@pytest.mark.parametrize("make,message", [
    (lambda x: qnn.quantize(x, relay.const(1.0), integer(0), out_dtype="int32"), "takes no int32"),
    (lambda x: qnn.dense(relay.cast(x, "int16"), relay.const(numbers(5, 4)), integer(0), integer(0),
                         relay.const(1.0), relay.const(1.0), 5), "takes no int16"),
    (lambda x: qnn.dense(relay.cast(x, "int8"), relay.const(numbers(5, 4)), integer(0), integer(0),
                         relay.const(1.0), relay.const(1.0), 5, "int64"), "of int32, not of int64"),
    (lambda x: qnn.dense(relay.cast(x, "int8"), relay.const(numbers(5, 4)), integer(300), integer(0),
                         relay.const(1.0), relay.const(1.0), 5), "must be one of int8, cast to int32")])
def test_errors(make, message):
    x = var("x", 3, 4)
    mod = tvm.IRModule.from_expr(relay.Function([x], make(x)))
    with pytest.raises(ExportError, match=message):
        to_onnx(mod, {}, "net")
