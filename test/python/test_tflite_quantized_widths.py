"""Quantized tensors of TFLite models with 16 bits, and weights with 4."""

import numpy as np
import pytest
from test_tflite_quantized import integers
from test_tflite_quantized_products import make_scales, quantized
from tflite_models import check_near, model

from relay_lite import TVMError
from relay_lite.relay.frontend import from_tflite


def pack(values):
    """Integers of 4 bits in bytes, the first one in the lower bits."""
    flat = values.reshape(-1).astype("uint8") & 15
    flat = np.append(flat, np.zeros(len(flat) % 2, "uint8"))
    return flat[::2] | flat[1::2] << 4


def product(name, shape, weight, axis, output, options=None, bits=8, dtype="int16", **values):
    """The bytes of a model of a product of quantized data and a weight with several scales."""
    def build(graph):
        x = graph.input("x", shape, dtype, **quantized(0.001 if dtype == "int16" else 0.05, 0))
        scales = make_scales(weight.shape[axis])
        data = pack(weight) if bits == 4 else weight
        kernel = graph.tensor("w", weight.shape, f"int{bits}", data, **quantized(scales, 0, axis))
        bias = graph.constant(integers(len(scales), dtype="int16", seed=2).astype(
            "int64" if dtype == "int16" else "int32"),
            **quantized((0.001 if dtype == "int16" else 0.05) * scales, 0))
        target = quantized(0.02, 0) if dtype == "int16" else quantized(0.1, 5)
        return graph.op(name, [x, kernel, bias], (output, dtype, target), options or f"{name}Options", **values)

    return model(build)


STRIDES = {"stride_h": 1, "stride_w": 1, "dilation_h_factor": 1, "dilation_w_factor": 1}


@pytest.mark.parametrize("data, shape", [
    (product("FULLY_CONNECTED", (6, 8), integers(5, 8), 0, (6, 5), "FullyConnectedOptions",
             fused_activation_function=1), (6, 8)),
    (product("CONV_2D", (1, 6, 6, 3), integers(4, 3, 3, 3), 0, (1, 6, 6, 4), "Conv2DOptions", **STRIDES),
     (1, 6, 6, 3)),
    (product("DEPTHWISE_CONV_2D", (1, 6, 6, 4), integers(1, 3, 3, 4), 3, (1, 6, 6, 4), "DepthwiseConv2DOptions",
             depth_multiplier=1, **STRIDES), (1, 6, 6, 4))])
def test_products_of_16_bits(data, shape):
    # Kernels keep 16 bits of the ratio of the scales.
    check_near(data, integers(*shape, dtype="int16", seed=1))


@pytest.mark.parametrize("name, options", [("ADD", "AddOptions"), ("SUB", "SubOptions"), ("MUL", "MulOptions")])
def test_arithmetic_of_16_bits(name, options):
    def build(graph):
        x, y = (graph.input(key, (2, 64), "int16", **quantized(scale, 0))
                for key, scale in (("x", 0.001), ("y", 0.002)))
        values = {} if name == "MUL" else {"pot_scale_int16": False}
        return graph.op(name, [x, y], ((2, 64), "int16", quantized(0.1, 0)), options, **values)

    check_near(model(build), *(integers(2, 64, dtype="int16", seed=seed) for seed in (1, 2)), share=0.1)


@pytest.mark.parametrize("name, shape, weight, output, options", [
    ("FULLY_CONNECTED", (6, 8), (5, 8), (6, 5), "FullyConnectedOptions"),
    ("CONV_2D", (1, 6, 6, 3), (4, 3, 3, 3), (1, 6, 6, 4), "Conv2DOptions")])
def test_weights_of_4_bits(name, shape, weight, output, options):
    weight = np.random.RandomState(3).randint(-8, 8, weight)
    values = STRIDES if name == "CONV_2D" else {}
    data = product(name, shape, weight, 0, output, options, bits=4, dtype="int8", **values)
    assert "qnn." in check_near(data, integers(*shape, seed=1), share=0.1).astext()


def test_invalid_tensors_of_4_bits():
    def short(graph):
        x = graph.input("x", (6, 8), "int8", **quantized(0.05, 0))
        weight = graph.tensor("w", (5, 8), "int4", np.zeros(19, "uint8"), **quantized(0.1, 0))
        return graph.op("FULLY_CONNECTED", [x, weight], ((6, 5), "int8", quantized(0.1, 0)), "FullyConnectedOptions")

    with pytest.raises(TVMError, match="tensor 'w' of graph 0 .* 19 bytes do not have 40 integers of 4 bits"):
        from_tflite(model(short))

    def computed(graph):
        return graph.op("RELU", [graph.input("x", (2, 3), "int4", **quantized(0.1, 0))],
                        ((2, 3), "int4", quantized(0.1, 0)))

    with pytest.raises(TVMError, match="tensor 'x' has the element type int4, which Relay has not"):
        from_tflite(model(computed))
