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


# Operators that leave as plain ones


def scale(*values):
    return relay.const(np.array(values if len(values) > 1 else values[0], "float32"))


@pytest.mark.parametrize("compute", ["int64", "float32"])
@pytest.mark.parametrize("rounding", ["UPWARD", "TONEAREST"])
def test_requantize(rounding, compute):
    """Ties, and numbers that the result cannot have."""
    x = var("x", 2, 3, 40, dtype="int32")
    data = np.random.RandomState(0).randint(-300, 300, (2, 3, 40)).astype("int32")
    if compute == "int64":
        # A cast of a float that is too large is undefined in ONNX.
        data[0, 0, :4] = [2**31 - 1, -2**31, 1, -1]
    for zero, dtype in ((3, "uint8"), (-4, "int8")):
        for factor in (0.5, 0.3, 2.25, 1.0):
            body = qnn.requantize(x, scale(factor), integer(0), scale(1.0), integer(zero), out_dtype=dtype,
                                  rounding=rounding, compute_dtype=compute)
            check_exact([x], body, data)
    body = qnn.requantize(x, scale(0.5, 0.3, 0.125), integer([1, 2, 3]), scale(0.25), integer(3), axis=1,
                          out_dtype="int8", rounding=rounding, compute_dtype=compute)
    check_exact([x], body, data)


UNARY = ["abs", "erf", "exp", "hardswish", "log", "rsqrt", "sigmoid", "sqrt", "tanh"]


@pytest.mark.parametrize("name", UNARY)
def test_elements(name):
    x = var("x", 2, 4, 32, dtype="uint8")
    body = getattr(qnn, name)(x, scale(0.05), integer(10), scale(0.04), integer(3))
    check_exact([x], body, np.arange(256).reshape(2, 4, 32).astype("uint8"))


@pytest.mark.parametrize("name", ["add", "subtract", "mul"])
def test_sums_and_products(name):
    x, y = var("x", 2, 8, 16, dtype="uint8"), var("y", 16, dtype="uint8")
    arrays = numbers(2, 8, 16, dtype="uint8"), numbers(16, dtype="uint8", seed=1)
    for factors in ((0.3, 0.2, 0.5), (0.5, 0.5, 0.5)):
        scales = [scale(factor) for factor in factors]
        check_exact([x, y], getattr(qnn, name)(x, y, scales[0], integer(1), scales[1], integer(2), scales[2],
                                               integer(3)), *arrays)


def test_concatenation_and_others():
    x, y = var("x", 2, 3, 4, dtype="uint8"), var("y", 2, 3, 4, dtype="uint8")
    arrays = numbers(2, 3, 4, dtype="uint8"), numbers(2, 3, 4, dtype="uint8", seed=1)
    body = qnn.concatenate(relay.Tuple([x, y]), relay.Tuple([scale(0.3), scale(0.2)]),
                           relay.Tuple([integer(1), integer(2)]), scale(0.5), integer(3), 1)
    check_exact([x, y], body, *arrays)
    check_exact([x], qnn.leaky_relu(x, 0.1, scale(0.3), integer(1), scale(0.2), integer(3)), arrays[0])
    z = var("z", 2, 3, 16, dtype="int8")
    check_exact([z], qnn.softmax(z, scale(0.3), integer(1), scale(0.01), integer(-100)), numbers(2, 3, 16))


def test_a_quantized_network():
    """A name that two operators use, and computed scales."""
    x, s = var("x", 1, 4, 6, 6, dtype="uint8"), var("s")
    w = relay.const(numbers(8, 4, 3, 3))
    conv = qnn.conv2d(x, w, integer(3), integer(0), scale(0.3), scale(0.2), (3, 3), 8)
    first = qnn.requantize(conv, scale(0.06), integer(0), scale(4.0), integer(7), out_dtype="uint8")
    both = qnn.add(first, first, scale(4.0), integer(7), scale(4.0), integer(7), scale(9.0), integer(1))
    body = qnn.dequantize(both, s, integer(1))
    proto = check_exact([x, s], body, numbers(1, 4, 6, 6, dtype="uint8"), np.array(0.5, "float32"))
    assert {"ConvInteger", "DequantizeLinear"} <= {entry.op_type for entry in proto.graph.node}


@pytest.mark.parametrize("dtype", ["int32", "int64", "int8", "uint8"])
def test_shifts(dtype):
    x, y = var("x", 2, 4, dtype=dtype), var("y", 4, dtype=dtype)
    data, bits = numbers(2, 4, dtype="int8").astype(dtype), np.array([0, 1, 3, 5], dtype)
    for operator in (relay.left_shift, relay.right_shift):
        check_exact([x, y], operator(x, y), data, bits)
        check_exact([x], operator(x, relay.const(bits, dtype)), data)
    wide = np.array([[2**31 - 1, -2**31, 5, -5]] * 2, "int32")
    if dtype == "int32":
        check_exact([x], relay.right_shift(x, relay.const(bits)), wide)
        for shift in (-20, 0, 3):
            check_exact([x], relay.fixed_point_multiply(x, 1395864371, shift), wide)
        many = [relay.const(np.array(values, "int32")) for values in ([2**30, 5, -7, 9], [0, 1, 2, 3], [3, 0, 1, 9])]
        for is_left in (False, True):
            check_exact([x], relay.op._make.fixed_point_multiply_per_axis(x, *many, is_left, True, [1]), wide)


@pytest.mark.parametrize("make,message", [
    (lambda x: qnn.conv2d_transpose(relay.reshape(relay.cast(x, "int8"), (1, 3, 2, 2)),
                                    relay.const(numbers(3, 2, 1, 1)), integer(0), integer(0), scale(1.0), scale(1.0),
                                    channels=2, kernel_size=(1, 1)), "ONNX's ConvTranspose takes no int32"),
    (lambda x: relay.nn.avg_pool2d(relay.reshape(relay.cast(x, "int32"), (1, 3, 2, 2))), "AveragePool takes no int32"),
    (lambda x: relay.nn.max_pool2d(relay.reshape(relay.cast(x, "int32"), (1, 3, 2, 2))), "MaxPool takes no int32"),
    (lambda x: relay.right_shift(relay.cast(x, "int64"), relay.const(63, "int64")), "more than 62 bits"),
    (lambda x: relay.fixed_point_multiply(relay.cast(x, "int32"), 3, -40), "more than 62 bits"),
    (lambda x: relay.op._make.fixed_point_multiply_per_axis(
        relay.cast(x, "int32"), relay.cast(relay.min(x, 0), "int32"), *[integer([0] * 4)] * 2, False, True, [1]),
     "expected constant multipliers"),
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
