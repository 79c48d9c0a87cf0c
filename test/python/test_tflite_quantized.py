"""Quantized tensors of TFLite models."""

import numpy as np
import pytest
from tflite_models import check, floats, model

from relay_lite import TVMError
from relay_lite.relay.frontend import from_tflite

SCALE = {"quantization": ([0.05], [3])}
OTHER = {"quantization": ([0.02], [-5])}
ALL_INTEGERS = np.arange(-128, 128).astype("int8").reshape(2, 128)


def test_quantize_and_dequantize():
    def quantize(graph):
        return graph.op("QUANTIZE", [graph.input("x", (2, 50))], ((2, 50), "int8", SCALE),
                        "QuantizeOptions")

    check(model(quantize), floats(2, 50) * 4, tolerance=0)

    def dequantize(graph):
        return graph.op("DEQUANTIZE", [graph.input("x", (2, 128), "int8", **SCALE)],
                        ((2, 128), "float32"), "DequantizeOptions")

    # TFLite's kernel rounds twice.
    check(model(dequantize), ALL_INTEGERS, tolerance=1e-6)


def test_dequantize_along_an_axis():
    weight = np.arange(-6, 6).astype("int8").reshape(3, 4)

    def build(graph):
        constant = graph.constant(weight, quantization=([0.1, 0.2, 0.5], [0, 0, 0], 0))
        wide = graph.op("DEQUANTIZE", [constant], ((3, 4), "float32"), "DequantizeOptions")
        return graph.op("ADD", [graph.input("x", (3, 4)), wide], ((3, 4), "float32"), "AddOptions")

    check(model(build), np.zeros((3, 4), "float32"), tolerance=0)


@pytest.mark.parametrize("name, target", [("LOGISTIC", ([1 / 256], [-128])), ("TANH", ([1 / 128], [0])),
                                          ("EXP", ([1.0], [-128])), ("GELU", ([0.05], [-100]))])
def test_tables_of_results(name, target):
    def build(graph):
        return graph.op(name, [graph.input("x", (2, 128), "int8", **SCALE)],
                        ((2, 128), "int8", {"quantization": target}),
                        {"EXP": "ExpOptions", "GELU": "GeluOptions"}.get(name))

    check(model(build), ALL_INTEGERS, tolerance=1e-6)


def test_operators_that_move_integers():
    def build(graph):
        x = graph.input("x", (1, 4, 4, 2), "int8", **SCALE)
        widths = graph.constant(np.array([[0, 0], [1, 1], [0, 0], [0, 0]], "int32"))
        padded = graph.op("PAD", [x, widths], ((1, 6, 4, 2), "int8", SCALE), "PadOptions")
        pooled = graph.op("MAX_POOL_2D", [padded], ((1, 3, 2, 2), "int8", SCALE), "Pool2DOptions",
                          stride_h=2, stride_w=2, filter_height=2, filter_width=2)
        shape = graph.constant(np.array([3, 4], "int32"))
        flat = graph.op("RESHAPE", [pooled, shape], ((3, 4), "int8", SCALE))
        return graph.op("CONCATENATION", [flat, flat], ((6, 4), "int8", SCALE), "ConcatenationOptions")

    check(model(build), ALL_INTEGERS.reshape(-1)[::8].reshape(1, 4, 4, 2).copy(), tolerance=0)


def test_unsupported_operators_are_listed():
    def build(graph):
        x = graph.input("x", (2, 4), "int8", **SCALE)
        added = graph.op("ADD", [x, x], ((2, 4), "int8", OTHER), "AddOptions")
        return graph.op("CONCATENATION", [added, x], ((4, 4), "int8", SCALE), "ConcatenationOptions")

    with pytest.raises(TVMError) as error:
        from_tflite(model(build))
    assert str(error.value) == (
        "The following operators are not supported for frontend TFLite: ADD on quantized tensors "
        "(add1), CONCATENATION on tensors of different scales (concatenation2)")


def test_requantization_is_refused():
    def build(graph):
        return graph.op("QUANTIZE", [graph.input("x", (4,), "int8", **SCALE)], ((4,), "int8", OTHER))

    with pytest.raises(TVMError, match="QUANTIZE on tensors of different scales"):
        from_tflite(model(build))
