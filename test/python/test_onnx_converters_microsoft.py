"""Converters of what onnxruntime's optimizer and quantizers make, of the domain com.microsoft. Operators that
onnxruntime has for GPUs alone are compared with NumPy."""

import numpy as np
import onnxruntime_check
import pytest
from onnx_check import compare, evaluate, floats, make
from onnx_models import info, model, node, tensor

from relay_lite.relay.frontend import from_onnx
from relay_lite.relay.frontend.onnx import ConversionError

KINDS = {"float32": "float", "int32": "int32", "int64": "int64", "uint8": "uint8", "bool": "bool", "int16": "int16"}
SCALE, POINT = np.array(0.05, "float32"), np.array(3, "uint8")


def check(call, rank, *others, kind="float", expected=None, tolerance=1e-4, **arrays):
    """Compare the call of an operator with onnxruntime, or with arrays. The first output has a rank and a
    kind, others are as in ONNX's text."""
    inputs = ", ".join(f"{KINDS[str(array.dtype)]}{list(array.shape) if array.ndim else ''} {name}"
                       for name, array in arrays.items())
    sizes = f"[{', '.join(f'n{i}' for i in range(rank))}]" if rank else ""
    outputs = ", ".join([f"{kind}{sizes} y", *others])
    names = ", ".join(["y", *(other.rpartition(" ")[2] for other in others)])
    proto = make(f"({inputs}) => ({outputs}) {{ {names} = com.microsoft.{call} }}")
    if expected is None:
        expected = onnxruntime_check.run(proto, *arrays.values())
    compare(evaluate(proto, *arrays.values())[0], expected, tolerance)


def numbers(low, high, *shape, dtype="uint8", seed=0):
    return np.random.RandomState(seed).randint(low, high, shape).astype(dtype)


# Operators that the standard took over


def test_indices():
    check("GatherND(x, i)", 2, x=floats(3, 4), i=np.array([[0], [2]]))
    check("Unique(x)", 1, "int64[a] i", "int64[b] c", x=np.array([3, 1, 3, 2, 1], "float32"))
    check("Trilu<upper = 0>(x)", 2, x=floats(3, 4))


def test_shapes():
    check("Pad(x, p)", 2, x=floats(3, 4), p=np.array([1, 0, 2, 1]))
    check("Range(a, b, c)", 1, a=np.array(0, "float32"), b=np.array(5, "float32"), c=np.array(1, "float32"))
    proto = make("(float[3, 4] x) => (float[a, b, c] y) { k = Constant<value = int32 {-2}>() y = com.microsoft.ExpandDims(x, k) }")
    compare(evaluate(proto, floats(3, 4))[0], onnxruntime_check.run(proto, floats(3, 4)))


def test_samples():
    check("GridSample(x, g)", 4, x=floats(1, 2, 4, 4), g=floats(1, 3, 3, 2))


# Fusions


def test_products():
    check("TransposeMatMul<transA = 1>(x, z)", 2, x=floats(3, 4), z=floats(3, 5))
    for activation in ('"LeakyRelu", activation_alpha = 0.3', '"HardSigmoid", activation_alpha = 0.3, activation_beta = 0.4'):
        check(f"FusedGemm<activation = {activation}, alpha = 0.5>(x, z, b)", 2, x=floats(3, 4), z=floats(4, 5), b=floats(5))
    x, z, b = floats(3, 4), floats(4, 5), floats(5)
    total = x @ z + b
    check("GemmFastGelu(x, z, b)", 2, x=x, z=z, b=b, expected=[
        total * 0.5 * (1 + np.tanh(np.sqrt(2 / np.pi) * (total + 0.044715 * total**3))).astype("float32")])
    check("MatMulInteger16(a, b)", 2, kind="int32", a=numbers(-99, 99, 3, 4, dtype="int16"), b=numbers(-99, 99, 4, 5, dtype="int16"))


@pytest.mark.parametrize("metric", ["euclidean", "sqeuclidean"])
def test_distances(metric):
    check(f'CDist<metric = "{metric}">(x, z)', 2, x=floats(3, 4), z=floats(5, 4, seed=1))


def test_biases():
    x, b, s = floats(2, 3, 8), floats(8), floats(2, 3, 8, seed=3)
    check("BiasAdd(x, b, s)", 3, x=x, b=b, s=s, expected=[x + b + s])
    check("BiasDropout(x, b, s)", 3, "bool[c, d, e] m", x=x, b=b, s=s, expected=[x + b + s, np.ones((2, 3, 8), bool)])
    first, second = np.split(x + b, 2, 2)
    check("BiasSplitGelu(x, b)", 3, x=x, b=b, expected=[
        first * evaluate(make("(float[2, 3, 4] x) => (float[a, b, c] y) { y = com.microsoft.Gelu(x) }"), second)[0][0]])


@pytest.mark.parametrize("axis", [1, 3])
def test_softmax_of_a_sum(axis):
    x, b = floats(2, 3, 4, 5), floats(2, 1, 1, 5)
    rows = np.exp(x + b).reshape(*x.shape[:axis], -1)
    check(f"BiasSoftmax<axis = {axis}, is_inner_broadcast = 1>(x, b)", 4, x=x, b=b, expected=[
        (rows / rows.sum(-1, keepdims=True)).reshape(x.shape)])


@pytest.mark.parametrize("last", [0, 1])
@pytest.mark.parametrize("activation", [0, 1])
def test_norm_of_groups(last, activation):
    x, g, b, s, c = floats(2, 4, 4, 6), floats(6), floats(6), floats(2, 6), floats(6, seed=4)

    def normalize(data):
        groups = data.reshape(2, 16, 2, 3)
        groups = (groups - groups.mean((1, 3), keepdims=True)) / np.sqrt(groups.var((1, 3), keepdims=True) + 1e-5)
        result = groups.reshape(data.shape).astype("float32") * g + b
        return result / (1 + np.exp(-result)) if activation else result

    def place(data):
        return data if last else data.transpose(0, 3, 1, 2)

    call = f"GroupNorm<groups = 2, activation = {activation}, channels_last = {last}>"
    check(f"{call}(x, g, b)", 4, x=place(x), g=g, b=b, expected=[place(normalize(x))])
    if last:
        total = x + s[:, None, None] + c
        check(f"Skip{call}(x, g, b, s, c)", 4, "float[d, e, f, h] t", x=x, g=g, b=b, s=s, c=c,
              expected=[normalize(total), total])


def test_finite_elements():
    for name, found in (("isnan_only", False), ("isinf_only", True)):
        check(f"IsAllFinite<{name} = 1>(x, z)", 1, kind="bool", x=floats(3), z=np.array([1, np.nan], "float32"),
              expected=[np.array([found])])
    check("IsAllFinite(x, z)", 1, kind="bool", x=floats(3), z=np.array([1, np.inf], "float32"), expected=[np.array([False])])


# Integers


def test_integers():
    a, b = numbers(0, 255, 3, 4), numbers(0, 255, 3, 4, seed=1)
    check("MulInteger(a, p, b, q)", 2, kind="int32", a=a, p=POINT, b=b, q=np.array(5, "uint8"),
          expected=[(a.astype("int32") - 3) * (b.astype("int32") - 5)])
    check("ReduceSumInteger<axes = [1], keepdims = 0>(a)", 1, kind="int32", a=a, expected=[a.sum(1).astype("int32")])
    check("NhwcMaxPool<kernel_shape = [2, 2], strides = [2, 2]>(x)", 4, kind="uint8", x=numbers(0, 255, 1, 4, 4, 3))


def test_quantized_tensors():
    a, b = numbers(0, 255, 3, 4), numbers(0, 255, 3, 4, seed=1)
    check("QLinearWhere(c, a, s, z, b, t, z, t, z)", 2, kind="uint8", c=numbers(0, 2, 3, 4, dtype="bool"), a=a, s=SCALE, z=POINT,
          b=b, t=np.array(0.06, "float32"))
    check("QLinearReduceMean<axes = [1], keepdims = 1>(a, s, z, s, z)", 2, kind="uint8", a=a, s=SCALE, z=POINT,
          expected=[np.rint(a.mean(1, keepdims=True)).astype("uint8")])
    for axis in (1, 2):
        check(f"QLinearSoftmax<opset = 12, axis = {axis}>(x, s, z, t, z)", 3, kind="uint8", x=numbers(0, 255, 2, 3, 4), s=SCALE,
              z=POINT, t=np.array(1 / 256, "float32"))


@pytest.mark.parametrize("last", [0, 1])
def test_quantized_images(last):
    shape = (1, 5, 5, 2) if last else (1, 2, 5, 5)
    x = numbers(0, 255, *shape)
    check(f"QLinearConv<channels_last = {last}>(x, s, z, w, s, z, t, z)", 4, kind="uint8", x=x, s=SCALE, z=POINT,
          w=numbers(0, 255, 3, 2, 3, 3), t=np.array(2, "float32"))
    # Averages of halves may round to either side.
    pool = f"QLinearAveragePool<channels_last = {last}, kernel_shape = [2, 2]>(x, s, z, s, z)"
    proto = make(f"(uint8{list(shape)} x, float s, uint8 z) => (uint8[a, b, c, d] y) {{ y = com.microsoft.{pool} }}")
    result, expected = (found[0].astype(int) for found in (
        evaluate(proto, x, SCALE, POINT)[0], onnxruntime_check.run(proto, x, SCALE, POINT)))
    assert result.shape == expected.shape and np.abs(result - expected).max() <= 1


# Weights of a few bits


@pytest.mark.parametrize("bits", [2, 4, 8])
@pytest.mark.parametrize("rows, block", [(64, 32), (40, 16)])
def test_product_with_blocks(bits, rows, block):
    columns, blocks = 5, -(-rows // block)
    arrays = {"x": floats(3, rows), "b": numbers(0, 255, columns, blocks, block * bits // 8),
              "s": np.abs(floats(columns * blocks)) + np.float32(0.1)}
    call = f"MatMulNBits<K = {rows}, N = {columns}, bits = {bits}, block_size = {block}>"
    check(f"{call}(x, b, s)", 2, tolerance=1e-3, **arrays)
    check(f"{call}(x, b, s, z)", 2, tolerance=1e-3, **arrays, z=numbers(0, 255, columns * -(-blocks * bits // 8)))
    if bits < 8:
        check(f"{call}(x, b, s, z, , c)", 2, tolerance=1e-3, **arrays, z=floats(columns * blocks, seed=3), c=floats(columns))


@pytest.mark.parametrize("bits", [4, 8])
def test_rows_of_blocks(bits):
    arrays = {"d": numbers(0, 255, 6, 32 * bits // 8), "s": np.abs(floats(6, 2)) + np.float32(0.1)}
    call = f"GatherBlockQuantized<bits = {bits}, block_size = 16, quantize_axis = 1>"
    check(f"{call}(d, i, s)", 3, **arrays, i=np.array([[1, -1], [0, 5]]))
    check(f"{call}(d, i, s, z)", 2, **arrays, i=np.array([1, 3]), z=numbers(0, 255, 6, 2 * bits // 8))


X = info("x", [2, 32])
WEIGHT = [tensor("b", np.zeros((4, 2, 8)), "uint8"), tensor("s", np.ones((4, 2))), tensor("i", [0, 1], "int64")]
PRODUCT = dict(K=32, N=4, block_size=16)


@pytest.mark.parametrize("op_type, inputs, attributes, message", [
    ("MatMulNBits", "x b s", dict(**PRODUCT, bits=3), "expected bits 2, 4 or 8, but found 3"),
    ("MatMulNBits", "x b s  i", PRODUCT, "input g_idx is not supported"),
    ("MatMulNBits", "x b s", dict(**PRODUCT, weight_prepacked=1), "attribute weight_prepacked is not supported"),
    ("GatherBlockQuantized", "b i s", dict(gather_axis=1, quantize_axis=2), "gather_axis has to be 0"),
    ("GatherBlockQuantized", "b i s", dict(quantize_axis=0), "quantize_axis has to be the last one"),
    ("GatherBlockQuantized", "s i s", dict(quantize_axis=1), "data of float32 are not supported"),
    ("CDist", "x x", dict(metric="far"), "expected metric euclidean or sqeuclidean, but found far")])
def test_errors(op_type, inputs, attributes, message):
    proto = model([node(op_type, inputs, "y", name="here", domain="com.microsoft", **attributes)], [X], ["y"], WEIGHT,
                  domains=["com.microsoft"])
    with pytest.raises(ConversionError) as error:
        from_onnx(proto)
    assert message in str(error.value) and f"{op_type} 'here'" in str(error.value)
