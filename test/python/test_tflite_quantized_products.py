"""Products of quantized tensors of TFLite models."""

import numpy as np
import pytest
from test_tflite_quantized import integers
from tflite_models import check, check_near, floats, interpret, model, run

from relay_lite.relay.frontend import from_tflite


def quantized(scale, zero_point, axis=0):
    scale = np.atleast_1d(np.asarray(scale, "float32"))
    return {"quantization": (scale, np.broadcast_to(zero_point, scale.shape), axis)}


def make_scales(count):
    return np.linspace(0.01, 0.03, count)


def convolution(name, shape, weight, bias, output, axis, **values):
    """The bytes of a model of a convolution of int8 with weights that have several scales."""
    def build(graph):
        x = graph.input("x", shape, "int8", **quantized(0.05, 3))
        scales = make_scales(weight.shape[axis])
        inputs = [x, graph.constant(weight, **quantized(scales, 0, axis)),
                  graph.constant(bias, **quantized(0.05 * scales, 0))]
        options = "Conv2DOptions" if name == "CONV_2D" else "DepthwiseConv2DOptions"
        return graph.op(name, inputs, (output, "int8", quantized(0.35, -9)), options,
                        **{"stride_h": 1, "stride_w": 1, "dilation_h_factor": 1,
                           "dilation_w_factor": 1, **values})

    return model(build)


@pytest.mark.parametrize("activation", [0, 1, 2, 3])
def test_convolution(activation):
    bias = integers(6, dtype="int16").astype("int32")
    data = convolution("CONV_2D", (1, 8, 8, 4), integers(6, 3, 3, 4), bias, (1, 4, 4, 6), 0, stride_h=2,
                       stride_w=2, padding=0, fused_activation_function=activation)
    if activation in (0, 1):
        mod = check_near(data, integers(1, 8, 8, 4, seed=1), share=0.05)
        assert "qnn.conv2d" in mod.astext() and "axis=3" in mod.astext()
        return
    # The limits are so close that there are few results.
    mod, params = from_tflite(data)
    x = integers(1, 8, 8, 4, seed=1)
    result, expected = run(mod, params, x)[0], interpret(data, x)[0]
    np.testing.assert_array_equal(result, expected)
    assert result.min() < result.max()


NO_BIAS = np.zeros(6, "int32")


def test_convolution_with_dilation():
    check_near(convolution("CONV_2D", (2, 6, 6, 4), integers(6, 3, 3, 4), NO_BIAS, (2, 2, 2, 6), 0,
                           padding=1, dilation_h_factor=2, dilation_w_factor=2),
               integers(2, 6, 6, 4, seed=1))


def test_convolution_of_groups():
    check_near(convolution("CONV_2D", (1, 6, 6, 4), integers(6, 3, 3, 2), NO_BIAS, (1, 4, 4, 6), 0,
                           padding=1), integers(1, 6, 6, 4, seed=1))


@pytest.mark.parametrize("multiplier", [1, 2])
def test_depthwise_convolution(multiplier):
    weight, bias = integers(1, 3, 3, 4 * multiplier), integers(4 * multiplier).astype("int32")
    mod = check_near(convolution("DEPTHWISE_CONV_2D", (1, 6, 6, 4), weight, bias,
                                 (1, 6, 6, 4 * multiplier), 3, padding=0,
                                 depth_multiplier=multiplier), integers(1, 6, 6, 4, seed=1))
    assert "qnn.conv2d" in mod.astext()


def test_depthwise_convolution_of_one_channel():
    check_near(convolution("DEPTHWISE_CONV_2D", (1, 6, 6, 1), integers(1, 3, 3, 4), integers(4).astype("int32"),
                           (1, 6, 6, 4), 3, padding=0, depth_multiplier=4), integers(1, 6, 6, 1, seed=1))


def test_convolution_with_one_scale():
    """As old models have them: uint8, and a zero point of the weight."""
    def build(graph):
        x = graph.input("x", (1, 6, 6, 3), "uint8", **quantized(0.05, 120))
        weight = graph.constant(integers(5, 3, 3, 3, dtype="uint8"), **quantized(0.02, 131))
        bias = graph.constant(np.arange(5, dtype="int32") * 300, **quantized(0.001, 0))
        return graph.op("CONV_2D", [x, weight, bias], ((1, 6, 6, 5), "uint8", quantized(0.3, 110)),
                        "Conv2DOptions", stride_h=1, stride_w=1, dilation_h_factor=1,
                        dilation_w_factor=1)

    check_near(model(build), integers(1, 6, 6, 3, dtype="uint8", seed=1))


@pytest.mark.parametrize("scales", [[0.02], [0.01, 0.02, 0.03, 0.015, 0.025]])
@pytest.mark.parametrize("keep", [False, True])
def test_fully_connected(scales, keep):
    def build(graph):
        x = graph.input("x", (2, 3, 8), "int8", **quantized(0.05, 3))
        weight = graph.constant(integers(5, 8), **quantized(scales, 0))
        bias = graph.constant(np.arange(5, dtype="int32") * 300, **quantized(0.05 * np.array(scales), 0))
        shape = (2, 3, 5) if keep else (6, 5)
        return graph.op("FULLY_CONNECTED", [x, weight, bias], (shape, "int8", quantized(0.2, -20)),
                        "FullyConnectedOptions", keep_num_dims=keep, fused_activation_function=1)

    mod = check_near(model(build), integers(2, 3, 8, seed=1))
    assert "qnn.dense" in mod.astext()


@pytest.mark.parametrize("padding, stride, sizes", [(0, 2, (8, 8)), (1, 2, (9, 9)), (1, 3, (14, 12))])
def test_transposed_convolution(padding, stride, sizes):
    def build(graph):
        shape = graph.constant(np.array([1, *sizes, 4], "int32"))
        weight = graph.constant(integers(4, 3, 3, 2), **quantized(make_scales(4), 0))
        x = graph.input("x", (1, 4, 4, 2), "int8", **quantized(0.05, 3))
        bias = graph.constant(np.arange(4, dtype="int32") * 300, **quantized(0.05 * make_scales(4), 0))
        return graph.op("TRANSPOSE_CONV", [shape, weight, x, bias],
                        ((1, *sizes, 4), "int8", quantized(0.2, -9)), "TransposeConvOptions",
                        padding=padding, stride_h=stride, stride_w=stride)

    mod = check_near(model(build), integers(1, 4, 4, 2, seed=1))
    assert "qnn.conv2d_transpose" in mod.astext()


@pytest.mark.parametrize("left, right, flags, shape", [
    ((2, 3, 4), (2, 4, 5), (False, False), (2, 3, 5)), ((2, 4, 3), (2, 5, 4), (True, True), (2, 3, 5)),
    ((2, 1, 3, 4), (3, 4, 5), (False, False), (2, 3, 3, 5)), ((3, 4), (4, 5), (False, False), (3, 5))])
def test_batch_matmul(left, right, flags, shape):
    def build(graph):
        x = graph.input("x", left, "int8", **quantized(0.05, 3))
        y = graph.input("y", right, "int8", **quantized(0.02, -4))
        return graph.op("BATCH_MATMUL", [x, y], (shape, "int8", quantized(0.2, 5)),
                        "BatchMatMulOptions", adj_x=flags[0], adj_y=flags[1])

    mod = check_near(model(build), integers(*left), integers(*right, seed=1))
    assert "qnn.batch_matmul" in mod.astext()


def test_weights_of_operators_on_floats():
    filters, matrix, scales = integers(6, 3, 3, 4), integers(3, 96), make_scales(6).astype("float32")

    def build(graph, filters=filters, matrix=matrix, of_filters=quantized(scales, 0),
              of_matrix=quantized(0.01, 0)):
        x = graph.input("x", (1, 6, 6, 4))
        weight = graph.constant(filters, **of_filters)
        bias = graph.constant(floats(6))
        y = graph.op("CONV_2D", [x, weight, bias], ((1, 4, 4, 6), "float32"), "Conv2DOptions", padding=1,
                     stride_h=1, stride_w=1, dilation_h_factor=1, dilation_w_factor=1)
        rows = graph.constant(matrix, **of_matrix)
        return graph.op("FULLY_CONNECTED", [y, rows], ((1, 3), "float32"), "FullyConnectedOptions")

    mod, params = from_tflite(model(build))
    assert "qnn.dequantize" in mod.astext()
    x = floats(1, 6, 6, 4)
    result, rough = run(mod, params, x)[0], interpret(model(build), x)[0]
    expected = interpret(model(lambda graph: build(
        graph, filters * scales.reshape(-1, 1, 1, 1), matrix * np.float32(0.01), {}, {})), x)[0]
    np.testing.assert_allclose(result, expected, rtol=1e-4)
    # TFLite's kernels quantize the data, too.
    np.testing.assert_allclose(result, rough, atol=0.1 * np.abs(rough).max())


def test_a_small_network():
    """Integers from the first operator to the last, between floats."""
    def build(graph):
        x = graph.op("QUANTIZE", [graph.input("x", (1, 8, 8, 3))], ((1, 8, 8, 3), "int8",
                                                                    quantized(0.05, 3)))
        weight = graph.constant(integers(6, 3, 3, 3), **quantized(make_scales(6), 0))
        bias = graph.constant(NO_BIAS, **quantized(0.05 * make_scales(6), 0))
        x = graph.op("CONV_2D", [x, weight, bias], ((1, 8, 8, 6), "int8", quantized(0.2, -128)), "Conv2DOptions",
                     stride_h=1, stride_w=1, dilation_h_factor=1, dilation_w_factor=1,
                     fused_activation_function=1)
        x = graph.op("MAX_POOL_2D", [x], ((1, 4, 4, 6), "int8", quantized(0.2, -128)), "Pool2DOptions",
                     stride_h=2, stride_w=2, filter_height=2, filter_width=2)
        rows = graph.constant(integers(5, 96), **quantized(0.01, 0))
        x = graph.op("FULLY_CONNECTED", [x, rows], ((1, 5), "int8", quantized(4.0, 3)),
                     "FullyConnectedOptions")
        x = graph.op("SOFTMAX", [x], ((1, 5), "int8", quantized(1 / 256, -128)), "SoftmaxOptions", beta=0.05)
        return graph.op("DEQUANTIZE", [x], ((1, 5), "float32"), "DequantizeOptions")

    check(model(build), floats(1, 8, 8, 3), tolerance=1 / 128)
