"""Quantized tensors of TFLite models."""

import numpy as np
import pytest
from tflite_models import check, check_near, floats, interpret, model, run

from relay_lite import TVMError
from relay_lite.relay.frontend import from_tflite

SCALE = {"quantization": ([0.05], [3])}
OTHER = {"quantization": ([0.02], [-5])}


def integers(*shape, dtype="int8", seed=0):
    """Evenly distributed integers."""
    info = np.iinfo(dtype)
    return np.random.RandomState(seed).randint(info.min, info.max + 1, shape).astype(dtype)


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
        added = graph.op("ADD_N", [x, x], ((2, 4), "int8", OTHER))
        axis = graph.constant(np.array(1, "int32"))
        halves = graph.op("SPLIT", [axis, added], [((2, 2), "int8", SCALE), ((2, 2), "int8", OTHER)],
                          "SplitOptions", num_splits=2)
        return halves[0]

    with pytest.raises(TVMError) as error:
        from_tflite(model(build))
    assert str(error.value) == (
        "The following operators are not supported for frontend TFLite: ADD_N on quantized tensors "
        "(add_n1), SPLIT on tensors of different scales (split3)")


def unary(name, target=OTHER, options=None, dtype="int8", **values):
    """The bytes of a model of one operator on a quantized input of two rows."""
    def build(graph):
        return graph.op(name, [graph.input("x", (2, 128), dtype, **SCALE)], ((2, 128), dtype, target),
                        options, **values)

    return model(build)


def test_requantization():
    check_near(unary("QUANTIZE"), ALL_INTEGERS, share=0.01)

    def build(graph):
        return graph.op("QUANTIZE", [graph.input("x", (2, 128), "int8", **SCALE)],
                        ((2, 128), "uint8", {"quantization": ([0.1], [128])}))

    # Halves are rounded up, and away from zero by TFLite.
    check_near(model(build), ALL_INTEGERS, share=0.3)


def test_scales_of_moved_integers():
    def build(graph):
        x, y = (graph.input(name, (2, 128), "int8", **SCALE) for name in "xy")
        largest = graph.op("MAXIMUM", [x, y], ((2, 128), "int8", OTHER), "MaximumMinimumOptions")
        return largest

    mod, params = from_tflite(model(build))
    x, y = ALL_INTEGERS, ALL_INTEGERS[::-1].copy()
    expected = np.clip(np.round((np.maximum(x, y).astype(int) - 3) * 2.5) - 5, -128, 127)
    assert np.abs(run(mod, params, x, y)[0] - expected).max() <= 1


@pytest.mark.parametrize("name", ["RELU", "RELU6", "RELU_N1_TO_1", "RELU_0_TO_1"])
def test_limits(name):
    mod = check_near(unary(name, {"quantization": ([0.023], [-5])}), ALL_INTEGERS, share=0.02)
    assert "qnn.requantize" in mod.astext() and "clip" in mod.astext()


@pytest.mark.parametrize("name, target, options", [
    ("HARD_SWISH", OTHER, "HardSwishOptions"), ("LEAKY_RELU", OTHER, "LeakyReluOptions"),
    ("SOFTMAX", {"quantization": ([1 / 256], [-128])}, "SoftmaxOptions"),
    ("LOG_SOFTMAX", {"quantization": ([16 / 256], [127])}, "LogSoftmaxOptions"), ("ABS", OTHER, None)])
def test_operators_on_floats(name, target, options):
    values = {"LEAKY_RELU": {"alpha": 0.25}, "SOFTMAX": {"beta": 1.0}}.get(name, {})
    check_near(unary(name, target, options, **values), ALL_INTEGERS)


@pytest.mark.parametrize("name, options", [("ADD", "AddOptions"), ("SUB", "SubOptions"), ("MUL", "MulOptions")])
@pytest.mark.parametrize("dtype", ["int8", "uint8"])
@pytest.mark.parametrize("activation", [0, 1, 2, 3])
def test_arithmetic(name, options, dtype, activation):
    def build(graph):
        x = graph.input("x", (2, 128), dtype, quantization=([0.05], [3]))
        y = graph.constant(integers(128, dtype=dtype), quantization=([0.02], [7]))
        return graph.op(name, [x, y], ((2, 128), dtype, {"quantization": ([0.08], [1])}), options,
                        fused_activation_function=activation)

    mod = check_near(model(build), integers(2, 128, dtype=dtype), share=0.5)
    assert f"qnn.{options[:3].lower()}" in mod.astext()


@pytest.mark.parametrize("name", ["EQUAL", "LESS", "GREATER_EQUAL"])
def test_comparison(name):
    def build(graph):
        x = graph.input("x", (2, 128), "int8", **SCALE)
        y = graph.constant(ALL_INTEGERS[0], quantization=([0.05], [3]))
        return graph.op(name, [x, y], ((2, 128), "bool"))

    check(model(build), ALL_INTEGERS, tolerance=0)


def test_squared_difference():
    def build(graph):
        x = graph.input("x", (2, 128), "int8", **SCALE)
        y = graph.constant(ALL_INTEGERS[1], **OTHER)
        return graph.op("SQUARED_DIFFERENCE", [x, y],
                        ((2, 128), "int8", {"quantization": ([0.2], [-100])}),
                        "SquaredDifferenceOptions")

    check_near(model(build), ALL_INTEGERS)


def test_activations_without_integers():
    with pytest.raises(TVMError, match="the fused activation TANH on quantized tensors is not supported"):
        from_tflite(model(lambda graph: graph.op(
            "ADD", [graph.input(name, (4,), "int8", **SCALE) for name in "xy"], ((4,), "int8", OTHER),
            "AddOptions", fused_activation_function=4)))


TWO_SCALES = {"quantization": ([0.5, 0.25], [0, 0])}


@pytest.mark.parametrize("first, second, output, message", [
    (SCALE, {}, OTHER, "expected a quantized tensor as input 1, but it has no scale"),
    (TWO_SCALES, SCALE, OTHER, "expected one scale of input 0, but found 2"),
    (SCALE, SCALE, TWO_SCALES, "expected one scale of 'add2', but found 2"),
    (SCALE, SCALE, {"quantization": ([0], [0])}, r"expected positive scales of 'add2', but found \[0.0\]"),
    (SCALE, {"quantization": ([np.inf], [0])}, OTHER, r"expected positive scales of input 1, but found \[inf\]")])
def test_scales_that_do_not_fit(first, second, output, message):
    def build(graph):
        inputs = [graph.input("x", (2,), "int8", **first), graph.input("y", (2,), "int8", **second)]
        return graph.op("ADD", inputs, ((2,), "int8", output), "AddOptions", fused_activation_function=1)

    with pytest.raises(TVMError, match=f"ADD 'add2': {message}"):
        from_tflite(model(build))


@pytest.mark.parametrize("source, dtype, target, message", [
    ("int8", "int8", TWO_SCALES, "quantization to int8 with 2 scales is not supported"),
    ("float32", "int64", SCALE, "quantization to int64 is not supported")])
def test_quantization_to_other_types(source, dtype, target, message):
    def build(graph):
        x = graph.input("x", (2,), source, **(SCALE if source == "int8" else {}))
        return graph.op("QUANTIZE", [x], ((2,), dtype, target))

    with pytest.raises(TVMError, match=f"QUANTIZE 'quantize1': {message}"):
        from_tflite(model(build))


def test_weights_of_recurrent_networks():
    """An operator on floats alone takes weights of 8 bits, too."""
    def build(graph, as_floats=False):
        def weight(*shape):
            data = integers(*shape, seed=len(graph.tensors))
            return graph.constant(data * np.float32(0.005)) if as_floats else \
                graph.constant(data, quantization=([0.005], [0]))

        inputs = [graph.input("x", (2, 3, 5))]
        inputs += [weight(4, 5) for _ in range(4)] + [weight(4, 4) for _ in range(4)] + [-1] * 3
        inputs += [graph.constant(floats(4)) for _ in range(4)] + [-1] * 2
        inputs += [graph.tensor(name, (2, 4), is_variable=True) for name in "hc"] + [-1] * 4
        return graph.op("UNIDIRECTIONAL_SEQUENCE_LSTM", inputs, ((2, 3, 4), "float32"),
                        "UnidirectionalSequenceLSTMOptions", fused_activation_function=4)

    mod, params = from_tflite(model(build))
    assert "qnn.dequantize" in mod.astext()
    expected = interpret(model(lambda graph: build(graph, True)), floats(2, 3, 5))[0]
    np.testing.assert_allclose(run(mod, params, floats(2, 3, 5))[0], expected, rtol=1e-5, atol=1e-5)


def test_classes_of_scripts():
    from relay_lite import relay
    from relay_lite.relay.frontend.tflite import OperatorConverter

    class Own(OperatorConverter):
        def __init__(self, model, subgraph, exp_tab):
            super().__init__(model, subgraph, exp_tab)
            self.convert_map["ADD_N"] = self.convert_sum

        def convert_sum(self, op):
            inputs, outputs = self.get_input_tensors(op), self.get_output_tensors(op)
            assert self.is_quantized(op) and self.has_same_qnn_params(*inputs)
            assert not self.has_same_qnn_params(inputs[0], outputs[0])
            x, y = (self.dequantize(self.get_tensor_expr(tensor), tensor) for tensor in inputs)
            return self.quantize(relay.add(x, y), outputs[0])

    def build(graph):
        x = graph.input("x", (2, 128), "int8", **SCALE)
        return graph.op("ADD_N", [x, x], ((2, 128), "int8", OTHER))

    result = run(*from_tflite(model(build), op_converter=Own), ALL_INTEGERS)[0]
    expected = np.clip((ALL_INTEGERS - 3.0) * 5 - 5, -128, 127)
    np.testing.assert_array_equal(result, expected)
