"""The operators quantized_decomposed of exported programs. PyTorch is not needed."""

import numpy as np
import pytest

from relay_lite import relay
from relay_lite.relay.frontend import from_exported_program
from relay_lite.relay.frontend.exported_program.program import Call, Graph, Input, Name, Output, Program
from relay_lite.relay.frontend.node import ConversionError

DATA = np.random.default_rng(0).normal(size=(3, 5)).astype("float32")
SCALES = np.array([0.1, 0.02, 0.05], "float32")
POINTS = np.array([0, 10, -3], "int64")
WEIGHTS = {"scales": SCALES, "points": POINTS, "scale": np.array(0.05), "point": np.array(3)}


def make(*calls, results=1):
    """A program of calls, (operator, arguments), of the input x and the results before."""
    made = []
    for i, (target, arguments) in enumerate(calls):
        names = f"y{i}" if results == 1 else [f"y{i}_{k}" for k in range(results)]
        made.append(Call(f"quantized_decomposed::{target}", f"y{i}", list(arguments.items()), names))
    last = made[-1].results
    outputs = [Name(name) for name in ([last] if isinstance(last, str) else last)]
    inputs = [Input("user", "x", "x", list(DATA.shape), "float32")]
    inputs += [Input("constant", name, name, list(value.shape), str(value.dtype))
               for name, value in WEIGHTS.items()]
    graph = Graph([entry.name for entry in inputs], outputs, made, lambda name: None)
    return Program(graph, inputs, [Output("user", value) for value in outputs], WEIGHTS.get)


def run(*calls, results=1):
    """The results for the data."""
    mod, params = from_exported_program(make(*calls, results=results))
    found = relay.create_executor("graph", mod=mod, params=params).evaluate()(DATA)
    return [value.numpy() for value in (found if isinstance(found, list) else [found])]


def per_tensor(scale, point, low, high, dtype, name="x"):
    return {"input": Name(name), "scale": scale, "zero_point": point, "quant_min": low, "quant_max": high,
            "dtype": dtype}


@pytest.mark.parametrize("overload, scale, point", [
    ("default", 0.05, 3), ("tensor", Name("scale"), Name("point"))])
@pytest.mark.parametrize("low, high, dtype", [
    (-128, 127, "int8"), (-20, 20, "int8"), (0, 255, "uint8"), (-10_000, 100, "int32")])
def test_one_scale(overload, scale, point, low, high, dtype):
    arguments = per_tensor(scale, point, low, high, f"torch.{dtype}")
    found, = run((f"quantize_per_tensor.{overload}", arguments))
    expected = np.clip(np.round(DATA / np.float32(0.05)) + 3, low, high)
    assert found.dtype == dtype
    assert np.abs(found - expected).max() <= 1
    numbers, = run((f"quantize_per_tensor.{overload}", arguments),
                   (f"dequantize_per_tensor.{overload}", {**arguments, "input": Name("y0")}))
    np.testing.assert_allclose(numbers, (found.astype("float32") - 3) * np.float32(0.05), rtol=1e-6)


@pytest.mark.parametrize("axis", [0, -2])
@pytest.mark.parametrize("points", [None, Name("points")])
def test_a_scale_for_each_channel(axis, points):
    arguments = {"input": Name("x"), "scales": Name("scales"), "zero_points": Name("points"), "axis": axis,
                 "quant_min": -127, "quant_max": 127, "dtype": "torch.int8"}
    found, = run(("quantize_per_channel", arguments))
    expected = np.clip(np.round(DATA / SCALES[:, None]) + POINTS[:, None], -127, 127)
    assert found.dtype == "int8" and np.abs(found - expected).max() <= 1
    numbers, = run(("quantize_per_channel", arguments),
                   ("dequantize_per_channel", {**arguments, "input": Name("y0"), "zero_points": points}))
    shift = 0 if points is None else POINTS[:, None]
    np.testing.assert_allclose(numbers, (found - shift) * SCALES[:, None], rtol=1e-5)


def test_scales_of_data():
    scale, point = run(("choose_qparams.tensor", {
        "input": Name("x"), "quant_min": -128, "quant_max": 127, "eps": 1e-5, "dtype": "torch.int8"}),
        results=2)
    wanted = (DATA.max() - DATA.min()) / 255
    np.testing.assert_allclose(scale, [wanted], rtol=1e-6)
    np.testing.assert_array_equal(point, [-128 - np.round(DATA.min() / wanted)])
    assert scale.dtype == "float64" and point.dtype == "int64"


def test_types_of_integers():
    with pytest.raises(ConversionError, match="expected int8, uint8, int16 or int32 as the type"):
        run(("quantize_per_tensor", per_tensor(0.1, 0, 0, 1, "torch.int64")))
