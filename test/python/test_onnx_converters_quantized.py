"""Converters of quantized operators, of the domain com.microsoft, and of other domains."""

import re

import numpy as np
import onnxruntime_check
import pytest
from onnx_check import check, compare, evaluate, floats, integers, make

from relay_lite.relay.frontend import from_onnx

SCALE, POINT = np.array(0.05, "float32"), np.array(3, "uint8")


def check_runtime(text, *arrays, opset=19, tolerance=1e-4):
    """Compare a model with onnxruntime."""
    proto = make(text, opset)
    compare(evaluate(proto, *arrays)[0], onnxruntime_check.run(proto, *arrays), tolerance)


def quantized(*shape, dtype="uint8", seed=0):
    limits = np.iinfo(dtype)
    return np.random.RandomState(seed).randint(limits.min, limits.max + 1, shape).astype(dtype)


# The standard's operators


def test_quantize():
    check("(float[n, 4] x, float s, uint8 z) => (uint8[n, 4] y) { y = QuantizeLinear(x, s, z) }",
          floats(3, 4) * 10, SCALE, POINT)
    check("(float[n, 4] x) => (int8[n, 4] y) { s = Constant<value_float = 0.05>()"
          "z = Constant<value = int8 {-3}>() y = QuantizeLinear(x, s, z) }", floats(3, 4) * 10)


def test_quantize_halves_to_even():
    check("(float[4] x, float s) => (uint8[4] y) { y = QuantizeLinear(x, s) }",
          np.array([0.5, 1.5, 2.5, 300], "float32"), np.array(1, "float32"),
          expected=[np.array([0, 2, 2, 255], "uint8")])


@pytest.mark.parametrize("axis", [0, 1])
def test_scales_of_slices(axis):
    scales = np.abs(floats(3 + axis)) + 0.1
    check(f"(float[3, 4] x, float[{3 + axis}] s) => (float[3, 4] y) {{"
          f"q = QuantizeLinear<axis = {axis}>(x, s) y = DequantizeLinear<axis = {axis}>(q, s) }}",
          np.abs(floats(3, 4)), scales, opset=19)


def test_scales_of_blocks():
    scales = np.abs(floats(3, 2)) + 0.1
    data = quantized(3, 5, dtype="int8")
    check("(int8[3, 5] x, float[3, 2] s) => (float[3, 5] y) {"
          "y = DequantizeLinear<axis = 1, block_size = 3>(x, s) }", data, scales, opset=21,
          expected=[data * np.repeat(scales, 3, 1)[:, :5]])


def test_quantize_dynamically():
    text = "(float[n, 4] x) => (uint8[n, 4] y, float s, uint8 z) { y, s, z = DynamicQuantizeLinear(x) }"
    for data in (floats(3, 4), np.abs(floats(3, 4))):
        check_runtime(text, data)
    zeros = np.zeros((3, 4), "float32")
    check(text, zeros, expected=[zeros.astype("uint8"), np.array(0, "float32"), np.array(0, "uint8")])


def test_products_of_integers():
    a, b = quantized(2, 3, 4), quantized(4, 5, dtype="int8", seed=1)
    check_runtime("(uint8[2, 3, 4] a, int8[4, 5] b, uint8 za, int8 zb) => (int32[x, y_, z] y) {"
                  "y = MatMulInteger(a, b, za, zb) }", a, b, POINT, np.array(2, "int8"))
    check("(uint8[3, 4] a, uint8[4, 5] b, uint8[3] za) => (int32[x, y_] y) { y = MatMulInteger(a, b, za) }", a[0],
          quantized(4, 5, seed=1), quantized(3, seed=2), expected=[
              (a[0].astype("int32") - quantized(3, seed=2).astype("int32")[:, None])
              @ quantized(4, 5, seed=1).astype("int32")])
    check_runtime("(uint8[1, 2, 5, 5] a, uint8[3, 2, 3, 3] b, uint8 za) => (int32[w, x, y_, z] y) {"
                  "y = ConvInteger<pads = [1, 1, 1, 1]>(a, b, za) }", quantized(1, 2, 5, 5), quantized(3, 2, 3, 3, seed=1),
                  POINT)


def test_products_of_quantized_tensors():
    a, b = quantized(3, 4), quantized(4, 5, seed=1)
    large = np.array(20, "float32")
    check_runtime("(uint8[3, 4] a, float s, uint8 z, uint8[4, 5] b, float r) => (uint8[x, y_] y) {"
                  "y = QLinearMatMul(a, s, z, b, s, z, r, z) }", a, SCALE, POINT, b, large)
    scales = np.array([0.01, 0.02, 0.03], "float32")
    check_runtime("(uint8[1, 2, 5, 5] a, float s, uint8 z, uint8[3, 2, 3, 3] b, float[3] w, uint8[3] p, int32[3] c) => "
                  "(uint8[w_, x, y_, z_] y) { y = QLinearConv(a, s, z, b, w, p, s, z, c) }", quantized(1, 2, 5, 5), SCALE,
                  POINT, quantized(3, 2, 3, 3, seed=1), scales, np.full(3, 128, "uint8"), np.array([10, -20, 30], "int32"))


def check_exact(text, operators, *arrays, opset=21):
    """Compare a model with onnxruntime, bit for bit, and the qnn operators that it has become."""
    proto = make(text, opset)
    assert sorted(set(re.findall(r"qnn\.\w+", str(from_onnx(proto)[0])))) == operators.split()
    compare(evaluate(proto, *arrays)[0], onnxruntime_check.run(proto, *arrays), 0)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int16", "uint16"])
def test_qnn_dequantize(dtype):
    """Computed and constant parameters, of the whole tensor and of slices."""
    x, vector = quantized(2, 3, 4, dtype=dtype), quantized(3, dtype=dtype, seed=1)
    scales = np.abs(floats(3)) + np.float32(0.01)
    check_exact(f"({dtype}[n, 3, 4] x, float[3] s, {dtype}[3] z) => (float[n, 3, 4] y) {{"
                "y = DequantizeLinear<axis = -2>(x, s, z) }", "qnn.dequantize", x, scales, vector)
    check_exact(f"({dtype}[n, 3, 4] x) => (float[n, 3, 4] y) {{ s = Constant<value_float = 0.3>()"
                f"z = Constant<value = {dtype} {{7}}>() y = DequantizeLinear(x, s, z) }}", "qnn.dequantize", x)


def test_no_qnn_dequantize():
    """Other types of scales, scales of blocks and scalars keep plain operators."""
    x = quantized(3, 4, dtype="int8")
    check_exact("(int8[3, 4] x, float16 s, int8 z) => (float16[3, 4] y) { y = DequantizeLinear(x, s, z) }", "",
                x, np.array(0.25, "float16"), np.array(3, "int8"))
    check_exact("(int8[3, 4] x, float[3, 2] s) => (float[3, 4] y) {"
                "y = DequantizeLinear<axis = 1, block_size = 2>(x, s) }", "", x, np.abs(floats(3, 2)))
    check_exact("(int8 x, float s) => (float y) { y = DequantizeLinear(x, s) }", "",
                np.array(-5, "int8"), np.array(0.25, "float32"))


PRODUCTS = [([3, 4], [4, 5], "dense"), ([2, 3, 4], [4, 5], "dense"), ([4], [4, 5], "dense"),
            ([3, 4], [4], "dense"), ([2, 3, 4], [2, 4, 5], "batch_matmul"),
            ([2, 1, 3, 4], [3, 4, 5], "batch_matmul")]


@pytest.mark.parametrize("types", [("uint8", "int8"), ("uint8", "uint8"), ("int8", "int8")])
@pytest.mark.parametrize("lhs,rhs,name", PRODUCTS)
def test_qnn_products(types, lhs, rhs, name):
    """With computed zero points, and with constant ones."""
    a, b = quantized(*lhs, dtype=types[0]), quantized(*rhs, dtype=types[1], seed=1)
    points = [np.array(3, dtype) for dtype in types]
    inputs = f"{types[0]}{lhs} a, {types[1]}{rhs} b"
    expected = (a.astype("int32") - 3) @ (b.astype("int32") - 3)
    shape = list(expected.shape)
    for text, arrays in (
            (f"({inputs}, {types[0]} za, {types[1]} zb) => (int32{shape} y) {{", [a, b, *points]),
            (f"({inputs}) => (int32{shape} y) {{ za = Constant<value = {types[0]} {{3}}>()"
             f"zb = Constant<value = {types[1]} {{3}}>()", [a, b])):
        proto = make(text + "y = MatMulInteger(a, b, za, zb) }")
        assert re.findall(r"qnn\.\w+", str(from_onnx(proto)[0])) == [f"qnn.{name}"]
        compare(evaluate(proto, *arrays)[0], [expected], 0)


def test_qnn_products_with_vectors():
    """Zero points of columns go along; those of rows, and unknown sizes, keep plain operators."""
    a, b = quantized(3, 4), quantized(4, 5, dtype="int8", seed=1)
    rows, columns = quantized(3, seed=2), quantized(5, dtype="int8", seed=3)
    wide = a.astype("int32"), b.astype("int32")
    for shape, point, name, expected in (
            ("3, 4", "int8[5] z", "qnn.dense", wide[0] @ (wide[1] - columns)),
            ("n, 4", "int8[5] z", "qnn.dense", wide[0] @ (wide[1] - columns)),
            ("3, k", "int8[5] z", "", wide[0] @ (wide[1] - columns)),
            ("3, 4", "uint8[3] z", "", (wide[0] - rows[:, None]) @ wide[1])):
        place = "za, z" if "int8[5]" in point else "z"
        proto = make(f"(uint8[{shape}] a, int8[4, 5] b, {point}) => (int32[p, q] y) {{"
                     f"za = Constant<value = uint8 {{0}}>() y = MatMulInteger(a, b, {place}) }}")
        assert re.findall(r"qnn\.\w+", str(from_onnx(proto)[0])) == name.split()
        compare(evaluate(proto, a, b, columns if "[5]" in point else rows)[0], [expected], 0)


@pytest.mark.parametrize("attributes", [
    "pads = [1, 1, 1, 1]", "strides = [2, 2], pads = [0, 1, 2, 1]", "dilations = [2, 2]",
    'auto_pad = "SAME_UPPER", strides = [2, 2]', "group = 2", "group = 4"])
def test_qnn_convolutions(attributes):
    groups = int(attributes[-1]) if "group" in attributes else 1
    x, w = quantized(1, 4, 7, 7), quantized(8, 4 // groups, 3, 3, seed=1)
    text = (f"(uint8[1, 4, 7, 7] x, uint8[8, {4 // groups}, 3, 3] w, uint8 zx, uint8 zw) => (int32[a, b, c, d] y) {{"
            f"y = ConvInteger<{attributes}>(x, w, zx, zw) }}")
    check_exact(text, "qnn.conv2d", x, w, POINT, np.array(130, "uint8"), opset=18)


def test_no_qnn_convolutions():
    """Other ranks, and padding whose widths only the run knows, which has zero points as its elements."""
    x, w = quantized(1, 2, 7), quantized(3, 2, 3, seed=1)
    check_exact("(uint8[1, 2, 7] x, uint8[3, 2, 3] w, uint8 z) => (int32[a, b, c] y) {"
                "y = ConvInteger<pads = [1, 1]>(x, w, z) }", "", x, w, POINT, opset=18)
    x, w = quantized(1, 2, 7, 7), quantized(3, 2, 3, 3, seed=1)
    check_exact("(uint8[1, 2, h, k] x, uint8[3, 2, 3, 3] w, uint8 z) => (int32[a, b, c, d] y) {"
                'y = ConvInteger<auto_pad = "SAME_LOWER", strides = [2, 2]>(x, w, z) }', "", x, w, POINT,
                opset=18)


def test_qnn_convolution_of_channels():
    """Scales of channels, and a result that is rounded: halves to even ones."""
    scales = np.array([0.25, 0.5, 1, 2], "float32")
    x, w = quantized(1, 2, 5, 5), quantized(4, 2, 1, 1, dtype="int8", seed=1)
    check_exact("(uint8[n, 2, 5, 5] x, float s, uint8 z, int8[4, 2, 1, 1] w, float[4] t, int8[4] y0, float r, int32[4] c) => "
                "(uint8[a, b, d, e] y) { y = QLinearConv(x, s, z, w, t, y0, r, z, c) }", "qnn.conv2d",
                x, np.array(1, "float32"), POINT, w, scales, np.zeros(4, "int8"), np.array(128, "float32"),
                integers(100, -20, 30, 7).astype("int32"))


# com.microsoft


@pytest.mark.parametrize("call", ["Gelu(x)", "FastGelu(x, b)", "BiasGelu(x, b)", "QuickGelu(x)"])
def test_gelu(call):
    check_runtime(f"(float[n, 4] x, float[4] b) => (float[n, 4] y, float[4] c) {{"
                  f"y = com.microsoft.{call} c = Identity(b) }}", floats(3, 4), floats(4, seed=1))


@pytest.mark.parametrize("a", [0, 1])
@pytest.mark.parametrize("b", [0, 1])
def test_fused_product(a, b):
    x, y = floats(2, *((4, 3) if a else (3, 4))), floats(2, *((5, 4) if b else (4, 5)), seed=1)
    check_runtime(f"(float[2, {x.shape[1]}, {x.shape[2]}] x, float[2, {y.shape[1]}, {y.shape[2]}] y) => (float[p, q, r] z) {{"
                  f"z = com.microsoft.FusedMatMul<transA = {a}, transB = {b}, alpha = 0.5>(x, y) }}", x, y)


def test_norm_of_sums():
    arrays = floats(2, 3, 4), floats(2, 3, 4, seed=1), *(floats(4, seed=seed) for seed in (2, 3, 4))
    check_runtime("(float[n, 3, 4] x, float[n, 3, 4] s, float[4] g, float[4] b, float[4] c) => "
                  "(float[n, 3, 4] y, float[n, 3, 4] t) {"
                  "y, , , t = com.microsoft.SkipLayerNormalization<epsilon = 0.001>(x, s, g, b, c) }", *arrays)
    check_runtime("(float[n, 3, 4] x, float[n, 3, 4] s, float[4] g) => (float[n, 3, 4] y, float[n, 3, 4] t) {"
                  "y, , , t = com.microsoft.SkipSimplifiedLayerNormalization<epsilon = 0.001>(x, s, g) }", *arrays[:3])


@pytest.mark.parametrize("shape", ["2, 3", "n, s"])
def test_embedding(shape):
    words, segments = np.array([[1, 0, 3], [2, 2, 1]], "int32"), np.array([[0, 0, 1], [0, 1, 1]], "int32")
    mask = np.array([[1, 1, 1], [1, 1, 0]], "int32")
    tables = floats(5, 4), floats(6, 4, seed=1), floats(2, 4, seed=2), floats(4, seed=3), floats(4, seed=4)
    check_runtime(f"(int32[{shape}] w, int32[{shape}] t, float[5, 4] a, float[6, 4] b, float[2, 4] c, float[4] g,"
                  f"float[4] e, int32[{shape}] m) => (float[p, q, 4] y, int32[r] k) {{"
                  "y, k = com.microsoft.EmbedLayerNormalization(w, t, a, b, c, g, e, m) }", words, segments, *tables, mask)


@pytest.mark.parametrize("mask", [None, (2, 3), (2,)])
@pytest.mark.parametrize("unidirectional", [0, 1])
def test_attention(mask, unidirectional):
    arrays = [floats(2, 3, 4), floats(4, 12, seed=1), floats(12, seed=2)]
    given = ""
    if mask:
        arrays.append(np.array([[1, 1, 1], [1, 1, 0]] if len(mask) == 2 else [3, 2], "int32"))
        given = f", int32[{', '.join(map(str, mask))}] m"
    check_runtime(f"(float[2, 3, 4] x, float[4, 12] w, float[12] b{given}) => (float[p, q, r] y) {{"
                  f"y = com.microsoft.Attention<num_heads = 2, unidirectional = {unidirectional}>(x, w, b"
                  f"{', m' if mask else ''}) }}", *arrays)


@pytest.mark.parametrize("unidirectional", [0, 1])
def test_attention_with_a_past(unidirectional):
    arrays = floats(2, 3, 4), floats(4, 12, seed=1), floats(12, seed=2), floats(2, 2, 2, 5, 2, seed=3)
    check_runtime("(float[n, 3, 4] x, float[4, 12] w, float[12] b, float[2, n, 2, p, 2] c) => "
                  "(float[q, r, s] y, float[d, e, f, g, h] z) { y, z = com.microsoft.Attention<num_heads = 2,"
                  f"unidirectional = {unidirectional}>(x, w, b, , c) }}", *arrays)


@pytest.mark.parametrize("past", [False, True])
def test_attention_of_queries_keys_and_values(past):
    # onnxruntime wants as many features of values as of keys, if there is a past.
    width = 4 if past else 6
    steps = 3 if past else 5
    arrays = [floats(2, 3, 4), floats(2, steps, 4, seed=1), floats(2, steps, width, seed=2),
              floats(8 + width, seed=3)]
    if past:
        arrays += [floats(2, 2, 4, 2, seed=4), floats(2, 2, 4, 2, seed=5)]
    given = ", float[n, 2, p, 2] c, float[n, 2, p, 2] d" if past else ""
    more = ", float[e, f, g, h] k, float[i, j, l, m] w" if past else ""
    outputs, inputs = ("y, k, w", ", , , c, d") if past else ("y", "")
    check_runtime(f"(float[n, a, 4] q, float[n, s, 4] r, float[n, s, {width}] v, float[{8 + width}] b{given}) => (float[x, z, u] y{more}) {{"
                  f"{outputs} = com.microsoft.MultiHeadAttention<num_heads = 2>(q, r, v, b{inputs}) }}", *arrays)


@pytest.mark.parametrize("activation", [
    'activation = "Relu"', 'activation = "LeakyRelu", activation_params = [0.2]',
    'activation = "Clip", activation_params = [-0.5, 0.5]'])
def test_fused_convolution(activation):
    check_runtime("(float[n, 2, 5, 5] x, float[3, 2, 3, 3] w, float[3] b) => (float[p, q, r, s] y) {"
                  f"y = com.microsoft.FusedConv<kernel_shape = [3, 3], {activation}>(x, w, b) }}", floats(1, 2, 5, 5),
                  floats(3, 2, 3, 3, seed=1), floats(3))


@pytest.mark.parametrize("call", [
    "QLinearAdd(a, s, z, b, s, z, s, z)", "QLinearMul(a, s, z, b, s, z, s, z)", "QLinearSigmoid(a, s, z, s, z)",
    "QLinearLeakyRelu(a, s, z, s, z)", "QLinearConcat<axis = 1>(s, z, a, s, z, b, s, z)",
    "QLinearGlobalAveragePool(a, s, z, s, z)", "QLinearAveragePool<kernel_shape = [2, 2]>(a, s, z, s, z)"])
def test_quantized_operators(call):
    proto = make("(uint8[1, 2, 4, 4] a, uint8[1, 2, 4, 4] b, float s, uint8 z) => (uint8[p, q, r, t] y) {"
                 f"y = com.microsoft.{call} }}")
    arrays = quantized(1, 2, 4, 4), quantized(1, 2, 4, 4, seed=1), SCALE, POINT
    result, = evaluate(proto, *arrays)[0]
    expected, = onnxruntime_check.run(proto, *arrays)
    # onnxruntime has tables and approximations for some: one step may lie between.
    assert result.shape == expected.shape and result.dtype == expected.dtype
    assert np.abs(result.astype(int) - expected.astype(int)).max() <= 1


def test_products_of_the_domain():
    a, b = quantized(3, 4), quantized(4, 5, dtype="int8", seed=1)
    check_runtime("(uint8[3, 4] a, int8[4, 5] b, float s, uint8 z, float[5] c) => (float[p, q] y) {"
                  "y = com.microsoft.MatMulIntegerToFloat(a, b, s, s, z, , c) }", a, b, SCALE, POINT, floats(5))
    check_runtime("(float[3, 4] a, int8[4, 5] b, float s) => (float[p, q] y) {"
                  "y = com.microsoft.DynamicQuantizeMatMul(a, b, s) }", floats(3, 4), b, SCALE)
    check_runtime("(uint8[3, 4] a, uint8[5, 4] b, float s, uint8 z, int32[5] c) => (float[p, q] y) {"
                  "y = com.microsoft.QGemm<transB = 1, alpha = 0.5>(a, s, z, b, s, z, c) }", a, quantized(5, 4, seed=1), SCALE,
                  POINT, np.arange(5, dtype="int32"))


def test_lstm_with_quantized_weights():
    w, r = quantized(1, 4, 20, dtype="int8"), quantized(1, 5, 20, dtype="int8", seed=1)
    scale, zero = np.array([0.01], "float32"), np.array([0], "int8")
    text = ("(float[3, 2, 4] x, int8[1, 4, 20] w, int8[1, 5, 20] r, float[1, 40] b, float[1] s, int8[1] z) => "
            "(float[p, q, t, u] y, float[a, c, d] h) {"
            "y, h = com.microsoft.DynamicQuantizeLSTM<hidden_size = 5>(x, w, r, b, , , , , s, z, s, z) }")
    # Sums in another order can round to another integer.
    check_runtime(text, floats(3, 2, 4), w, r, floats(1, 40), scale, zero, tolerance=1e-2)


# Other domains


def test_numbers_of_ai_onnx_ml():
    data = np.array([[1, -2, 3], [0, 5, -6]], "float32")
    check_runtime("(float[n, 3] x, int64[2] i) => (float[n, 2] a, float[n, 3] b, float[n, 3] c, float[n, 3] d) {"
                  "a = ai.onnx.ml.ArrayFeatureExtractor(x, i) b = ai.onnx.ml.Binarizer<threshold = 1.0>(x)"
                  "c = ai.onnx.ml.Scaler<offset = [1.0, 2.0, 3.0], scale = [2.0, 2.0, 0.5]>(x)"
                  'd = ai.onnx.ml.Normalizer<norm = "L2">(x) }', data, integers(0, 2))
    check_runtime("(int64[n] x) => (float[n] y) { y = ai.onnx.ml.LabelEncoder<keys_int64s = [1, 2],"
                  "values_floats = [0.5, 1.5], default_float = 9.0>(x) }", integers(2, 7, 1))
    check_runtime("(float[n, 3] x) => (float[n, 2] y) { y = ai.onnx.ml.LinearRegressor<targets = 2,"
                  "coefficients = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], intercepts = [1.0, -1.0]>(x) }", data)


@pytest.mark.parametrize("mode", ["TF", "IDF", "TFIDF"])
def test_counts_of_sequences(mode):
    check_runtime("(int64[n, 6] x) => (float[n, 4] y) { y = TfIdfVectorizer<max_gram_length = 2, max_skip_count = 1,"
                  f'min_gram_length = 1, mode = "{mode}", ngram_counts = [0, 2], ngram_indexes = [0, 1, 3, 2],'
                  "pool_int64s = [2, 3, 5, 4, 7, 8], weights = [1.0, 2.0, 3.0, 4.0]>(x) }",
                  np.array([[2, 5, 4, 4, 3, 2], [7, 7, 8, 1, 1, 2]]))


@pytest.mark.parametrize("step", [0, 2])
def test_optimizers(step):
    rate, step = np.array(0.1, "float32"), np.array(step)
    x, g, v, h = (floats(2, seed=seed) for seed in range(4))
    v, h = np.abs(v), np.abs(h)
    expected = g if step == 0 else g * np.float32(0.5)
    sums = v * np.float32(0.9) + expected
    prefix = "ai.onnx.preview.training"
    check("(float r, int64 t, float[2] x, float[2] g, float[2] v) => (float[2] y, float[2] w) {"
          f"y, w = {prefix}.Momentum<alpha = 0.9, beta = 0.5, mode = \"standard\", norm_coefficient = 0.0>"
          "(r, t, x, g, v) }", rate, step, x, g, v, expected=[x - rate * sums, sums])
    total = v + g * g
    check("(float r, int64 t, float[2] x, float[2] g, float[2] v) => (float[2] y, float[2] w) {"
          f"y, w = {prefix}.Adagrad<decay_factor = 0.1, epsilon = 0.01>(r, t, x, g, v) }}", rate, step, x, g, v,
          expected=[x - rate / (1 + np.float32(step) * np.float32(0.1)) * g / (np.sqrt(total) + np.float32(0.01)), total])
    mean, square = v * np.float32(0.9) + g * np.float32(0.1), h * np.float32(0.5) + g * g * np.float32(0.5)
    current = rate if step == 0 else rate * np.sqrt(1 - np.float32(0.5)**2) / (1 - np.float32(0.9)**2)
    check("(float r, int64 t, float[2] x, float[2] g, float[2] v, float[2] h) => (float[2] y, float[2] w, float[2] u) {"
          f"y, w, u = {prefix}.Adam<alpha = 0.9, beta = 0.5, epsilon = 0.01>(r, t, x, g, v, h) }}", rate, step, x, g, v, h,
          expected=[(x - current * mean / (np.sqrt(square) + np.float32(0.01))).astype("float32"), mean, square])
