"""Converters of elementwise operators, constants and reductions."""

import numpy as np
import pytest
from onnx_check import check, compare, evaluate, floats, integers, make, onnx
from onnx_models import info, model, node, tensor

from relay_lite import relay
from relay_lite.relay.frontend import from_onnx

FLOATS = floats(3, 4)
POSITIVE = np.abs(FLOATS) + 0.1


@pytest.mark.parametrize("name", [
    "Abs", "Atan", "Ceil", "Cos", "Erf", "Exp", "Floor", "Neg", "Relu", "Sigmoid", "Sign", "Sin",
    "Sinh", "Softplus", "Softsign", "Tanh", "HardSwish", "Mish", "Elu", "Selu", "Celu", "LeakyRelu",
    "HardSigmoid", "ThresholdedRelu", "Shrink", "LpNormalization", "IsInf", "IsNaN", "Identity"])
def test_unary(name):
    kind = "bool" if name.startswith("Is") else "float"
    check(f"(float[n, 4] x) => ({kind}[n, 4] y) {{ y = {name}(x) }}", FLOATS, tolerance=1e-4)


@pytest.mark.parametrize("name", ["Log", "Sqrt", "Reciprocal"])
def test_unary_of_positive(name):
    check(f"(float[n, 4] x) => (float[n, 4] y) {{ y = {name}(x) }}", POSITIVE)


def test_round_takes_even_halves():
    halves = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 0.4, 3.6, np.inf, -np.inf], "float32")
    check("(float[9] x) => (float[9] y) { y = Round(x) }", halves)


@pytest.mark.parametrize("name", ["Add", "Sub", "Mul", "Div", "Pow"])
def test_binary(name):
    check(f"(float[n, 4] x, float[4] y) => (float[n, 4] z) {{ z = {name}(x, y) }}", POSITIVE,
          POSITIVE[0])


@pytest.mark.parametrize("name", ["Less", "LessOrEqual", "Greater", "GreaterOrEqual", "Equal"])
def test_comparison(name):
    check(f"(float[n, 4] x, float[4] y) => (bool[n, 4] z) {{ z = {name}(x, y) }}", FLOATS, FLOATS[1])


def test_integer_division_truncates():
    check("(int32[4] x, int32[4] y) => (int32[4] z) { z = Div(x, y) }",
          np.array([7, -7, 7, -7], "int32"), np.array([2, 2, -2, -2], "int32"),
          expected=[np.array([3, -3, -3, 3], "int32")])


@pytest.mark.parametrize("base, exponent, result", [
    ("float", "int64", "float"), ("int32", "float", "int32"), ("int32", "int64", "int32")])
def test_power_has_the_type_of_its_base(base, exponent, result):
    types = {"float": "float32"}
    check(f"({base}[3] x, {exponent}[3] y) => ({result}[3] z) {{ z = Pow(x, y) }}",
          np.array([1, 2, 3], types.get(base, base)), np.array([2, 2, 2], types.get(exponent, exponent)))


@pytest.mark.parametrize("fmod", [0, 1])
def test_remainder_of_integers(fmod):
    check(f"(int64[4] x, int64[4] y) => (int64[4] z) {{ z = Mod<fmod = {fmod}>(x, y) }}",
          integers(7, -7, 7, -7), integers(3, 3, -3, -3))


def test_old_broadcast_at_an_axis():
    proto = model([node("Add", "x b", "y", axis=0, broadcast=1)], [info("x", [2, 3])], ["y"],
                  [tensor("b", [10, 20])], opset=6)
    results, _ = evaluate(proto, FLOATS[:2, :3])
    compare(results, [FLOATS[:2, :3] + np.array([[10], [20]], "float32")])


@pytest.mark.parametrize("name", ["Max", "Min", "Sum", "Mean"])
def test_variadic(name):
    check(f"(float[n, 4] x, float[4] y, float[1] z) => (float[n, 4] w) {{ w = {name}(x, y, z) }}",
          FLOATS, FLOATS[0], FLOATS[0, :1])


def test_operators_of_the_first_versions():
    proto = model([node("Affine", "x", "a", alpha=2.0, beta=1.0),
                   node("ScaledTanh", "x", "b", alpha=2.0, beta=0.5),
                   node("ParametricSoftplus", "x", "c", alpha=2.0, beta=0.5),
                   node("ImageScaler", "i", "d", scale=2.0, bias=[1.0, 2.0])],
                  [info("x", [3, 4]), info("i", [1, 2, 2, 1])], ["a", "b", "c", "d"], opset=6)
    image = np.arange(4, dtype="float32").reshape(1, 2, 2, 1)
    compare(evaluate(proto, FLOATS, image)[0], [
        FLOATS * 2 + 1, 2 * np.tanh(FLOATS / 2), 2 * np.log1p(np.exp(FLOATS / 2)),
        image * 2 + np.array([1, 2], "float32").reshape(2, 1, 1)])


def test_shifts():
    numbers = np.array([1, 8, 255], "uint8"), np.array([1, 2, 9], "uint8")
    check("(uint8[3] x, uint8[3] y) => (uint8[3] z, uint8[3] w) {"
          'z = BitShift<direction = "LEFT">(x, y) w = BitShift<direction = "RIGHT">(x, y) }', *numbers,
          expected=[np.array([2, 32, 0], "uint8"), np.array([0, 2, 0], "uint8")])


@pytest.mark.parametrize("negative, positive", [(1, 1), (0, 1), (1, 0)])
def test_infinite(negative, positive):
    check("(float[4] x) => (bool[4] y) {"
          f"y = IsInf<detect_negative = {negative}, detect_positive = {positive}>(x) }}",
          np.array([np.inf, -np.inf, 0, np.nan], "float32"))


def test_clip():
    text = "(float[n, 4] x, float low, float high) => (float[n, 4] y) { y = Clip(x, low, high) }"
    low, high = np.float32(-0.5), np.float32(0.5)
    check(text, FLOATS, np.array(low), np.array(high))
    proto = model([node("Clip", "x  high", "y")], [info("x", [3, 4])], ["y"], [tensor("high", 0.5)])
    compare(evaluate(proto, FLOATS)[0], [np.minimum(FLOATS, high)])
    proto = model([node("Clip", "x", "y", min=-0.5, max=0.5)], [info("x", [3, 4])], ["y"], opset=6)
    compare(evaluate(proto, FLOATS)[0], [np.clip(FLOATS, low, high)])


@pytest.mark.parametrize("exclusive", [0, 1])
@pytest.mark.parametrize("reverse", [0, 1])
@pytest.mark.parametrize("axis", [0, -1])
def test_sums_up_to_each_element(exclusive, reverse, axis):
    check("(float[n, 4] x, int64 axis) => (float[n, 4] y) {"
          f"y = CumSum<exclusive = {exclusive}, reverse = {reverse}>(x, axis) }}", FLOATS,
          np.array(axis))


@pytest.mark.parametrize("to", ["uint8", "int64", "float16", "double", "bool"])
def test_cast(to):
    names = {"uint8": 2, "int64": 7, "bool": 9, "float16": 10, "double": 11}
    check(f"(float[3, 4] x) => ({to}[3, 4] y) {{ y = Cast<to = {names[to]}>(x) }}", POSITIVE * 10)


def test_cast_by_name():
    proto = model([node("Cast", "x", "y", to="INT32")], [info("x", [3, 4])],
                  [info("y", None, "int32")], opset=5)
    compare(evaluate(proto, FLOATS * 10)[0], [(FLOATS * 10).astype("int32")])


def test_bits_of_booleans():
    proto = model([node("BitCast", "x", "y", to=onnx.TensorProto.UINT8)], [info("x", [2], "bool")],
                  [info("y", None, "uint8")], opset=26)
    compare(evaluate(proto, np.array([True, False]))[0], [np.array([1, 0], "uint8")])


# Constants and shapes


def test_constants():
    check("() => (int64[2] a, float b, float[2] c, int64[1] d) {"
          "a = Constant<value_ints = [1, 2]>() b = Constant<value_float = 2.5>()"
          "c = Constant<value_floats = [1.5, 2.0]>() d = Constant<value = int64[1] {7}>() }")


@pytest.mark.parametrize("start, end", [(0, 9), (1, 3), (-1, 9), (0, -1)])
def test_shape(start, end):
    check("(float[n, 4, 5] x) => (int64[m] y) {"
          f"y = Shape<start = {start}, end = {end}>(x) }}", floats(2, 4, 5))


def test_sizes_that_are_known_are_constants():
    proto = make("(float[n, 4, 5] x) => (int64[m] y, int64 z) {"
                 "s = Shape(x) i = Constant<value_ints = [2, 1]>() y = Gather(s, i) z = Size(x) }")
    main = from_onnx(proto)[0]["main"]
    assert isinstance(main.body.fields[0], relay.Constant)
    compare(evaluate(proto, floats(2, 4, 5))[0], [integers(5, 4), np.array(40, "int64")])


@pytest.mark.parametrize("bounds", [(0, 10, 3), (10, 0, -3), (0, 0, 1)])
def test_range(bounds):
    text = "(int64 a, int64 b, int64 c) => (int64[n] y) { y = Range(a, b, c) }"
    check(text, *(np.array(bound) for bound in bounds))
    constant = " ".join(f"{name} = Constant<value_int = {bound}>()"
                        for name, bound in zip("abc", bounds))
    check(f"() => (int64[n] y) {{ {constant} y = Range(a, b, c) }}")


def test_filled_tensors():
    check("(int64[2] s) => (float[a, b] y, int32[a, b] z) {"
          "y = ConstantOfShape(s) z = ConstantOfShape<value = int32[1] {7}>(s) }", integers(2, 3))
    for shape in ("3, 4", "n, 4"):
        check(f"(float[{shape}] x) => (int64[{shape}] y) {{ y = EyeLike<dtype = 7, k = 1>(x) }}", FLOATS)


def test_one_hot():
    check("(int64[3] i, int64[1] d, float[2] v) => (float[4, 3] y) {"
          "y = OneHot<axis = 0>(i, d, v) }", integers(1, -1, 3), integers(4),
          np.array([-1, 1], "float32"))
    check("(int64[3] i, float[2] v) => (float[3, 4] y) {"
          "d = Constant<value_int = 4>() y = OneHot(i, d, v) }", integers(1, -1, 3),
          np.array([-1, 1], "float32"))


@pytest.mark.parametrize("shape", ["3, 4", "n, 4"])
def test_positions_that_are_not_zero(shape):
    check(f"(float[{shape}] x) => (int64[2, m] y) {{ y = NonZero(x) }}", np.maximum(FLOATS, 0))


@pytest.mark.parametrize("upper", [0, 1])
def test_triangles(upper):
    check(f"(float[n, 4] x, int64 k) => (float[n, 4] y) {{ y = Trilu<upper = {upper}>(x, k) }}", FLOATS,
          np.array(1))


# Reductions

REDUCTIONS = ["ReduceSum", "ReduceMean", "ReduceMax", "ReduceMin", "ReduceProd", "ReduceL1",
              "ReduceL2", "ReduceLogSum", "ReduceLogSumExp", "ReduceSumSquare"]
CUBE = np.abs(floats(2, 3, 4)) + 0.1


@pytest.mark.parametrize("name", REDUCTIONS)
@pytest.mark.parametrize("keep", [0, 1])
def test_reduction_over_axes_of_the_run(name, keep):
    shape = "a, b, c" if keep else "a"
    for axes in ([1, 2], [-1, 0]):
        check(f"(float[2, 3, 4] x, int64[2] axes) => (float[{shape}] y) {{"
              f"y = {name}<keepdims = {keep}>(x, axes) }}", CUBE, integers(*axes), tolerance=1e-4)


@pytest.mark.parametrize("name", REDUCTIONS)
def test_reduction_over_known_axes(name):
    check("(float[n, 3, 4] x) => (float[n, 4] y) {"
          f"a = Constant<value_ints = [-2]>() y = {name}<keepdims = 0>(x, a) }}", CUBE, tolerance=1e-4)
    check(f"(float[n, 3, 4] x) => (float[1, 1, 1] y) {{ y = {name}(x) }}", CUBE, tolerance=1e-4)
    check(f"(float[n, 3, 4] x) => (float[n, 1, 4] y) {{ y = {name}<axes = [1]>(x) }}", CUBE, opset=11,
          tolerance=1e-4, expected=[evaluate(make(
              "(float[n, 3, 4] x) => (float[n, 1, 4] y) {"
              f"a = Constant<value_ints = [1]>() y = {name}(x, a) }}"), CUBE)[0][0]])


def test_reduction_over_no_axes():
    check("(float[n, 3, 4] x) => (float[n, 3, 4] y) {"
          "a = Constant<value = int64[0] {}>() y = ReduceSum<noop_with_empty_axes = 1>(x, a) }", CUBE)


@pytest.mark.parametrize("name", ["ArgMax", "ArgMin"])
@pytest.mark.parametrize("last", [0, 1])
def test_position_of_the_best(name, last):
    numbers = np.array([[1, 3, 3], [2, 2, 5]], "float32")
    check("(float[n, 3] x) => (int64[n] y) {"
          f"y = {name}<axis = 1, keepdims = 0, select_last_index = {last}>(x) }}", numbers)


@pytest.mark.parametrize("opset", [11, 13])
@pytest.mark.parametrize("name", ["Softmax", "LogSoftmax", "Hardmax"])
def test_softmax(opset, name):
    data = floats(2, 3, 4)
    flat = data if opset == 13 else data.reshape(2, 12)
    shifted = flat - flat.max(-1, keepdims=True)
    log = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
    hard = (flat == flat.max(-1, keepdims=True)).astype("float32")
    expected = {"Softmax": np.exp(log), "LogSoftmax": log, "Hardmax": hard}[name].reshape(2, 3, 4)
    for shape in ("2, 3, 4", "n, 3, 4"):
        check(f"(float[{shape}] x) => (float[{shape}] y) {{ y = {name}(x) }}", data, opset=opset,
              expected=[expected])
