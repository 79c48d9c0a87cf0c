"""Converters of layers: convolutions, pooling, normalization, recurrent layers, products."""

import numpy as np
import pytest
from onnx_check import check, compare, evaluate, floats, integers, make
from onnx_models import info, model, node, tensor

from relay_lite import relay

ANY = relay.Any()
IMAGE = floats(1, 4, 7, 6)
WEIGHT = floats(6, 4, 3, 3, seed=1) * 0.3
# Sizes that are known, and sizes that are not.
SHAPES = ["1, 4, 7, 6", "n, 4, h, w"]


# Convolutions


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("attributes", [
    "", "<pads = [1, 0, 2, 1], strides = [2, 1]>", "<dilations = [2, 2]>", '<auto_pad = "SAME_UPPER">',
    '<auto_pad = "SAME_LOWER", strides = [2, 2]>', '<auto_pad = "VALID">'])
def test_convolution(shape, attributes):
    kind = check(f"(float[{shape}] x, float[6, 4, 3, 3] w, float[6] b) => (float[a, 6, c, d] y) {{"
                 f"y = Conv{attributes}(x, w, b) }}", IMAGE, WEIGHT, floats(6), tolerance=1e-4)
    assert kind.shape[1] == 6


def test_convolution_of_groups_and_other_ranks():
    check("(float[1, 4, 7, 6] x, float[6, 2, 3, 3] w) => (float[a, b, c, d] y) {"
          "y = Conv<group = 2>(x, w) }", IMAGE, WEIGHT[:, :2], tolerance=1e-4)
    check("(float[1, 4, 7] x, float[6, 4, 3] w) => (float[a, b, c] y) { y = Conv(x, w) }",
          IMAGE[..., 0], WEIGHT[..., 0], tolerance=1e-4)
    check("(float[1, 4, 3, 3, 3] x, float[2, 4, 2, 2, 2] w) => (float[a, b, c, d, e] y) {"
          "y = Conv(x, w) }", floats(1, 4, 3, 3, 3), floats(2, 4, 2, 2, 2), tolerance=1e-4)


@pytest.mark.parametrize("attributes", [
    "", "strides = [2, 2], output_padding = [1, 1]", "pads = [1, 1, 0, 1], dilations = [2, 1]",
    "strides = [2, 3], output_shape = [14, 18]", 'strides = [2, 2], auto_pad = "SAME_UPPER"'])
def test_transposed_convolution(attributes):
    import onnxruntime_check

    attributes = ", ".join(["kernel_shape = [3, 3]"] + ([attributes] if attributes else []))
    proto = make("(float[1, 4, 7, 6] x, float[4, 2, 3, 3] w, float[2] b) => (float[a, b_, c, d] y) {"
                 f"y = ConvTranspose<{attributes}>(x, w, b) }}")
    arrays = IMAGE, WEIGHT[:4, :2], floats(2)
    compare(evaluate(proto, *arrays)[0], onnxruntime_check.run(proto, *arrays), 1e-4)


@pytest.mark.parametrize("pads", [[0, 0, 0, 0], [1, 0, 1, 2], [0, 1, 3, 1]])
def test_output_padding_from_a_stride(pads):
    # onnxruntime has no output padding of this size: without padding, it adds zeros.
    text = ("(float[1, 4, 7, 6] x, float[4, 2, 3, 3] w) => (float[a, b, c, d] y) {"
            "y = ConvTranspose<strides = [2, 1], output_padding = %s, pads = %s>(x, w) }")
    arrays = IMAGE, WEIGHT[:4, :2]
    whole = evaluate(make(text % ([0, 0], [0, 0, 0, 0])), *arrays)[0][0]
    whole = np.pad(whole, [(0, 0), (0, 0), (0, 3), (0, 2)])
    rows, columns = whole.shape[2:]
    expected = whole[:, :, pads[0]:rows - pads[2], pads[1]:columns - pads[3]]
    compare(evaluate(make(text % ([3, 2], pads)), *arrays)[0], [expected], 1e-5)


@pytest.mark.parametrize("mask", [False, True])
@pytest.mark.parametrize("group", [1, 2])
def test_convolution_at_displaced_places(mask, group):
    offsets = floats(1, 18, 5, 4, seed=2) * 0.5
    text = ("(float[1, 4, 7, 6] x, float[6, %d, 3, 3] w, float[1, 18, 5, 4] o%s) => "
            "(float[a, b, c, d] y) { y = DeformConv<group = %d>(x, w, o%s) }")
    arrays = [IMAGE, WEIGHT[:, :4 // group], offsets]
    given = ", float[1, 9, 5, 4] m" if mask else "", ", , m" if mask else ""
    if mask:
        arrays.append(np.abs(floats(1, 9, 5, 4, seed=3)))
    check(text % (4 // group, given[0], group, given[1]), *arrays, opset=19, tolerance=1e-4)


@pytest.mark.parametrize("known", [False, True])
def test_images_of_columns(known):
    values = integers(5, 5), integers(2, 3)
    text = ("(float[1, 12, 36] x%s) => (float[1, 2, 5, 5] y) { %s"
            "y = Col2Im<pads = [1, 1, 1, 1], dilations = [1, 1]>(x, s, b) }")
    data = floats(1, 12, 30)
    text = text.replace("36", "30")
    if known:
        text %= ("", "s = Constant<value_ints = [5, 5]>() b = Constant<value_ints = [2, 3]>()")
        check(text, data, tolerance=1e-4)
    else:
        check(text % (", int64[2] s, int64[2] b", ""), data, *values, tolerance=1e-4)


# Pooling


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("attributes", [
    "", "pads = [1, 1, 1, 1]", "strides = [2, 2], ceil_mode = 1", "pads = [0, 1, 1, 0], strides = [2, 3]",
    'auto_pad = "SAME_UPPER"', "dilations = [2, 2]"])
@pytest.mark.parametrize("name", ["MaxPool", "AveragePool"])
def test_pool(shape, attributes, name):
    attributes = ", ".join(["kernel_shape = [3, 2]"] + ([attributes] if attributes else []))
    check(f"(float[{shape}] x) => (float[a, b, c, d] y) {{ y = {name}<{attributes}>(x) }}", IMAGE, opset=19)


def test_pool_counts_padding():
    check("(float[n, 4, 7, 6] x) => (float[n, b, c, d] y) {"
          "y = AveragePool<kernel_shape = [3, 3], pads = [1, 1, 1, 1], count_include_pad = 1>(x) }", IMAGE)


def test_pool_leaves_out_windows_behind_the_end():
    data = np.arange(4, dtype="float32").reshape(1, 1, 2, 2)
    check("(float[1, 1, 2, 2] x) => (float[a, b, c, d] y) {"
          "y = MaxPool<kernel_shape = [1, 1], strides = [2, 2], ceil_mode = 1>(x) }", data,
          expected=[data[..., :1, :1]])


@pytest.mark.parametrize("order", [0, 1])
def test_positions_of_maxima(order):
    data = np.random.RandomState(0).permutation(1 * 2 * 4 * 5).reshape(1, 2, 4, 5).astype("float32")
    results, _ = evaluate(make(
        "(float[1, 2, 4, 5] x) => (float[1, 2, 2, 2] y, int64[1, 2, 2, 2] i) {"
        f"y, i = MaxPool<kernel_shape = [2, 2], strides = [2, 2], storage_order = {order}>(x) }}"), data)
    places = results[1]
    if order:
        places = places // 20 * 20 + places % 20 % 4 * 5 + places % 20 // 4
    np.testing.assert_array_equal(data.reshape(-1)[places], results[0])


def test_elements_return_to_the_positions_of_maxima():
    check("(float[1, 1, 2, 2] x, int64[1, 1, 2, 2] i) => (float[1, 1, 4, 4] y) {"
          "y = MaxUnpool<kernel_shape = [2, 2], strides = [2, 2]>(x, i) }", floats(1, 1, 2, 2),
          integers(5, 7, 13, 15).reshape(1, 1, 2, 2))
    for opened in (False, True):
        sizes = ", int64[4] s" if opened else ""
        known = "" if opened else "s = Constant<value_ints = [1, 1, 5, 5]>()"
        expected = np.zeros((1, 1, 5, 5), "float32")
        expected[0, 0, [1, 1, 3, 3], [1, 3, 1, 3]] = [1, 2, 3, 4]
        check(f"(float[1, 1, 2, 2] x, int64[1, 1, 2, 2] i{sizes}) => (float[1, 1, 5, 5] y) {{ {known}"
              "y = MaxUnpool<kernel_shape = [2, 2], strides = [2, 2]>(x, i, s) }",
              np.array([[[[1, 2], [3, 4]]]], "float32"), integers(5, 7, 13, 15).reshape(1, 1, 2, 2),
              *([integers(1, 1, 5, 5)] if opened else []), expected=[expected])


@pytest.mark.parametrize("name", ["GlobalAveragePool", "GlobalMaxPool"])
def test_pool_of_channels(name):
    check(f"(float[n, 4, h, w] x) => (float[n, 4, 1, 1] y) {{ y = {name}(x) }}", IMAGE)
    function = np.mean if name == "GlobalAveragePool" else np.max
    check(f"(float[n, 4, h] x) => (float[n, 4, 1] y) {{ y = {name}(x) }}", IMAGE[..., 0],
          expected=[function(IMAGE[..., 0], -1, keepdims=True)])


@pytest.mark.parametrize("p", [1, 2, 3])
def test_pool_of_norms(p):
    windows = np.abs(np.lib.stride_tricks.sliding_window_view(IMAGE, (3, 2), (2, 3))[:, :, ::2, ::2])
    check("(float[n, 4, h, w] x) => (float[n, 4, c, d] y, float[n, 4, 1, 1] z) {"
          f"y = LpPool<kernel_shape = [3, 2], strides = [2, 2], p = {p}>(x) z = GlobalLpPool<p = {p}>(x) }}",
          IMAGE, tolerance=1e-4, expected=[
              (windows**p).sum((-1, -2))**(1 / p),
              (np.abs(IMAGE)**p).sum((2, 3), keepdims=True)**(1 / p)])


# Normalization


@pytest.mark.parametrize("training", [0, 1])
def test_batch_norm(training):
    more = ", float[4] m_, float[4] v_" if training else ""
    outputs = "y, m_, v_" if training else "y"
    check(f"(float[n, 4, 7, 6] x, float[4] s, float[4] b, float[4] m, float[4] v) => (float[n, 4, 7, 6] y{more}) {{"
          f"{outputs} = BatchNormalization<training_mode = {training}>(x, s, b, m, v) }}", IMAGE, floats(4),
          floats(4, seed=1), floats(4, seed=2), np.abs(floats(4, seed=3)), tolerance=1e-4)


@pytest.mark.parametrize("opset", [6, 9])
def test_old_batch_norm_in_training(opset):
    arrays = floats(4), floats(4, seed=1), floats(4, seed=2), np.abs(floats(4, seed=3))
    mean, variance = IMAGE.mean((0, 2, 3)), IMAGE.var((0, 2, 3))
    scale, bias, old_mean, old_variance = (array[:, None, None] for array in arrays)
    check("(float[1, 4, 7, 6] x, float[4] s, float[4] b, float[4] m, float[4] v) => (float[1, 4, 7, 6] y,"
          "float[4] c, float[4] d, float[4] e, float[4] f) {"
          "y, c, d, e, f = BatchNormalization<momentum = 0.75>(x, s, b, m, v) }", IMAGE, *arrays, opset=opset,
          tolerance=1e-4, expected=[
              (IMAGE - mean[:, None, None]) / np.sqrt(variance + 1e-5)[:, None, None] * scale + bias,
              old_mean[:, 0, 0] * 0.75 + mean * 0.25, old_variance[:, 0, 0] * 0.75 + variance * 0.25, mean, variance])


def test_batch_norm_of_elements():
    arrays = [floats(4, 7, 6, seed=seed) for seed in range(3)]
    variance = np.abs(floats(4, 7, 6, seed=3))
    kinds = "".join(f", float[4, 7, 6] {name}" for name in "sbmv")
    check(f"(float[1, 4, 7, 6] x{kinds}) => (float[1, 4, 7, 6] y) {{"
          "y = BatchNormalization<spatial = 0, is_test = 1>(x, s, b, m, v) }", IMAGE, *arrays, variance, opset=6, expected=[
              ((IMAGE - arrays[2]) / np.sqrt(variance + np.float32(1e-5)) * arrays[0] + arrays[1])])


# Random numbers


@pytest.mark.parametrize("call", ["RandomNormalLike<seed = 3.0, mean = 1.0, scale = 2.0>(x)",
                                  "RandomUniformLike<seed = 3.0, low = 1.0, high = 4.0>(x)"])
def test_seeds(call):
    check(f"(float[1, 4, 7, 6] x) => (float[1, 4, 7, 6] y) {{ y = {call} }}", IMAGE)


@pytest.mark.parametrize("opset", [6, 12, 18])
def test_dropout_in_training(opset):
    kept = np.random.RandomState(3).uniform(0, 1, IMAGE.shape) >= 0.25
    text = ("(float[1, 4, 7, 6] x) => (float[1, 4, 7, 6] y, float[1, 4, 7, 6] m) {"
            "y, m = Dropout<ratio = 0.25, seed = 3>(x) }") if opset < 7 else (
                "(float[1, 4, 7, 6] x, float r, bool t) => (float[1, 4, 7, 6] y, bool[1, 4, 7, 6] m) {"
                "y, m = Dropout<seed = 3>(x, r, t) }")
    more = [] if opset < 7 else [np.array(0.25, "float32"), np.array(True)]
    check(text, IMAGE, *more, opset=opset, expected=[
        kept * IMAGE / np.float32(0.75), kept.astype("float32" if opset < 7 else "bool")])


@pytest.mark.parametrize("axis", [-1, 1])
@pytest.mark.parametrize("outputs", ["y", "y, m, d"])
def test_layer_norm(axis, outputs):
    shape = "6" if axis == -1 else "4, 7, 6"
    arrays = [floats(*map(int, shape.split(",")), seed=seed) for seed in (1, 2)]
    more = ", float[a, b, c, d_] m, float[e, f, g, h] d" if outputs != "y" else ""
    check(f"(float[1, 4, 7, 6] x, float[{shape}] s, float[{shape}] b) => (float[1, 4, 7, 6] y{more}) {{"
          f"{outputs} = LayerNormalization<axis = {axis}>(x, s, b) }}", IMAGE, *arrays, tolerance=1e-4)


def test_layer_norm_without_bias():
    check("(float[n, 4, 7, 6] x, float[6] s) => (float[n, 4, 7, 6] y) { y = LayerNormalization(x, s) }",
          IMAGE, floats(6), tolerance=1e-4)


def test_other_norms():
    scale, bias = floats(4, seed=1), floats(4, seed=2)
    check("(float[n, 4, 7, 6] x, float[4] s, float[4] b) => (float[n, 4, 7, 6] y) {"
          "y = InstanceNormalization(x, s, b) }", IMAGE, scale, bias, tolerance=1e-4)
    check("(float[n, 4, 7, 6] x) => (float[n, 4, 7, 6] y) { y = MeanVarianceNormalization(x) }", IMAGE,
          tolerance=1e-4)
    grouped = IMAGE.reshape(1, 2, -1)
    normal = (grouped - grouped.mean(-1, keepdims=True)) / np.sqrt(grouped.var(-1, keepdims=True) + 1e-5)
    normal = normal.reshape(IMAGE.shape)
    check("(float[n, 4, 7, 6] x, float[4] s, float[4] b) => (float[n, 4, 7, 6] y) {"
          "y = GroupNormalization<num_groups = 2>(x, s, b) }", IMAGE, scale, bias, opset=21, tolerance=1e-4,
          expected=[normal * scale[:, None, None] + bias[:, None, None]])
    check("(float[n, 4, 7, 6] x, float[2] s, float[2] b) => (float[n, 4, 7, 6] y) {"
          "y = GroupNormalization<num_groups = 2>(x, s, b) }", IMAGE, scale[:2], bias[:2], tolerance=1e-4,
          expected=[normal * np.repeat(scale[:2], 2)[:, None, None] + np.repeat(bias[:2], 2)[:, None, None]])


@pytest.mark.parametrize("size", [2, 3])
def test_normalization_by_neighbours(size):
    squares = np.pad(IMAGE**2, ((0, 0), ((size - 1) // 2, size // 2), (0, 0), (0, 0)))
    total = sum(squares[:, i:i + 4] for i in range(size))
    check(f"(float[n, 4, 7, 6] x) => (float[n, 4, 7, 6] y) {{ y = LRN<size = {size}, alpha = 0.1>(x) }}",
          IMAGE, expected=[IMAGE / (1 + 0.1 / size * total)**0.75], tolerance=1e-4)


def test_dropout():
    check("(float[n, 4] x, float r) => (float[n, 4] y, bool[n, 4] m) { y, m = Dropout(x, r) }", floats(3, 4),
          np.array(0.5, "float32"))
    proto = make("(float[64, 64] x, float r, bool t) => (float[64, 64] y, bool[64, 64] m) {"
                 "y, m = Dropout(x, r, t) }")
    data = np.ones((64, 64), "float32")
    (result, mask), _ = evaluate(proto, data, np.array(0.25, "float32"), np.array(True))
    np.testing.assert_allclose(result, np.where(mask, 1 / 0.75, 0), rtol=1e-6)
    assert 0.7 < mask.mean() < 0.8
    (result, mask), _ = evaluate(proto, data, np.array(0.25, "float32"), np.array(False))
    assert mask.all() and (result == data).all()


@pytest.mark.parametrize("slope", ["4, 1, 1", "1", "6", "7, 6"])
def test_slopes(slope):
    check(f"(float[n, 4, 7, 6] x, float[{slope}] s) => (float[n, 4, 7, 6] y) {{ y = PRelu(x, s) }}", IMAGE,
          floats(*map(int, slope.split(","))))


# Recurrent layers


@pytest.mark.parametrize("steps", ["3", "t"])
@pytest.mark.parametrize("name, gates, attributes", [
    ("RNN", 1, ""), ("RNN", 1, 'activations = ["Relu"], direction = "reverse"'), ("GRU", 3, ""),
    ("GRU", 3, "linear_before_reset = 1"), ("LSTM", 4, ""), ("LSTM", 4, 'direction = "bidirectional"'),
    ("LSTM", 4, "clip = 0.5")])
def test_recurrent_layer(steps, name, gates, attributes):
    import onnxruntime_check

    count = 2 if "bidirectional" in attributes else 1
    arrays = [floats(3, 2, 4), *(floats(count, gates * 5, size, seed=size) * 0.4 for size in (4, 5)),
              floats(count, 2 * gates * 5, seed=1) * 0.4]
    outputs = "y, h, c" if name == "LSTM" else "y, h"
    more = ", float[d3, b3, h3] c" if name == "LSTM" else ""
    more_attributes = ", " + attributes if attributes else ""
    proto = make(
        f"(float[{steps}, n, 4] x, float[{count}, {gates * 5}, 4] w, float[{count}, {gates * 5}, 5] r,"
        f"float[{count}, {2 * gates * 5}] b) => (float[t1, d1, b1, h1] y, float[d2, b2, h2] h{more}) {{"
        f"{outputs} = {name}<hidden_size = 5{more_attributes}>(x, w, r, b) }}")
    compare(evaluate(proto, *arrays)[0], onnxruntime_check.run(proto, *arrays), 1e-4)


@pytest.mark.parametrize("steps", ["3", "t"])
@pytest.mark.parametrize("direction", ["forward", "reverse"])
def test_sequences_of_several_lengths(steps, direction):
    import onnxruntime_check

    proto = make(f"(float[{steps}, 2, 4] x, float[1, 20, 4] w, float[1, 20, 5] r, int32[2] l,"
                 "float[1, 2, 5] h0, float[1, 2, 5] c0, float[1, 15] p) => (float[t1, d1, b1, h1] y,"
                 "float[d2, b2, h2] h, float[d3, b3, h3] c) {"
                 f'y, h, c = LSTM<hidden_size = 5, direction = "{direction}">(x, w, r, , l, h0, c0, p) }}')
    arrays = [floats(3, 2, 4), floats(1, 20, 4), floats(1, 20, 5), np.array([3, 1], "int32"),
              floats(1, 2, 5, seed=1), floats(1, 2, 5, seed=2), floats(1, 15, seed=3)]
    compare(evaluate(proto, *arrays)[0], onnxruntime_check.run(proto, *arrays), 1e-4)


def test_sequences_of_batches():
    check("(float[2, 3, 4] x, float[1, 5, 4] w, float[1, 5, 5] r) => (float[a, b, c, d] y, float[e, f, g] h) {"
          "y, h = RNN<hidden_size = 5, layout = 1>(x, w, r) }", floats(2, 3, 4), floats(1, 5, 4),
          floats(1, 5, 5), tolerance=1e-4)


# Products


@pytest.mark.parametrize("lhs, rhs", [
    ((3, 4), (4, 5)), ((2, 3, 4), (4, 5)), ((2, 3, 4), (2, 4, 5)), ((2, 1, 3, 4), (3, 4, 5)),
    ((4,), (4, 5)), ((3, 4), (4,)), ((4,), (4,)), ((4,), (2, 4, 5)), ((2, 3, 4), (4,)),
    ((3, 4), (2, 4, 5))])
@pytest.mark.parametrize("opened", [False, True])
def test_matrix_product(lhs, rhs, opened):
    def write(shape, name):
        return ", ".join(f"{name}{i}" if opened and i < len(shape) - 2 else str(size)
                         for i, size in enumerate(shape))

    result = ", ".join(f"r{i}" for i in range(len(np.matmul(floats(*lhs), floats(*rhs)).shape)))
    kind = f"float[{result}]" if result else "float"
    check(f"(float[{write(lhs, 'a')}] x, float[{write(rhs, 'b')}] y) => ({kind} z) {{ z = MatMul(x, y) }}",
          floats(*lhs), floats(*rhs, seed=1), tolerance=1e-4)


@pytest.mark.parametrize("a", [0, 1])
@pytest.mark.parametrize("b", [0, 1])
def test_product_of_matrices(a, b):
    x, y = floats(*((4, 3) if a else (3, 4))), floats(*((5, 4) if b else (4, 5)), seed=1)
    check(f"(float[{x.shape[0]}, {x.shape[1]}] x, float[{y.shape[0]}, {y.shape[1]}] y, float[5] c) => "
          f"(float[3, 5] z) {{ z = Gemm<transA = {a}, transB = {b}, alpha = 0.5, beta = 2.0>(x, y, c) }}",
          x, y, floats(5), tolerance=1e-4)


def test_einsum_and_determinants():
    check('(float[n, 3, 4] x, float[n, 4, 5] y) => (float[n, 5] z) { z = Einsum<equation = "bij, bjk -> bk">(x, y) }',
          floats(2, 3, 4), floats(2, 4, 5), tolerance=1e-4)
    singular = np.concatenate([floats(3, 4, 4), np.ones((1, 4, 4), "float32")])
    for shape in ("4", "n"):
        check(f"(float[{shape}, 4, 4] x) => (float[m] y) {{ y = Det(x) }}", singular, tolerance=1e-4)
    check("(float[1, 1] x) => (float y) { y = Det(x) }", floats(1, 1))


# Losses and random numbers


@pytest.mark.parametrize("reduction", ["none", "sum", "mean"])
@pytest.mark.parametrize("attributes", ["", ", ignore_index = 1"])
def test_losses(reduction, attributes):
    shape = "float[a, b]" if reduction == "none" else "float"
    check(f"(float[n, 4, 2] x, int64[n, 2] t, float[4] w) => ({shape} y, {shape} z) {{"
          f'y = NegativeLogLikelihoodLoss<reduction = "{reduction}"{attributes}>(x, t, w)'
          f'z = SoftmaxCrossEntropyLoss<reduction = "{reduction}"{attributes}>(x, t, w) }}', floats(3, 4, 2),
          np.array([[0, 1], [3, 1], [2, 2]]), np.abs(floats(4)), tolerance=1e-4)


def test_random_numbers():
    proto = make("(float[64, 64] p) => (float[2000] n, float[2000] u, float[64, 64] b, int32[1, 500] m) {"
                 "n = RandomNormal<shape = [2000], mean = 1.0, scale = 2.0, seed = 3.0>()"
                 "u = RandomUniform<shape = [2000], low = 2.0, high = 4.0>()"
                 "b = Bernoulli(p) l = Constant<value = float[1, 2] {0.0, 1.0986123}>()"
                 "m = Multinomial<sample_size = 500>(l) }")
    (normal, uniform, heads, classes), _ = evaluate(proto, np.full((64, 64), 0.25, "float32"))
    assert abs(normal.mean() - 1) < 0.2 and abs(normal.std() - 2) < 0.2
    assert 2 <= uniform.min() and uniform.max() < 4 and abs(uniform.mean() - 3) < 0.1
    assert abs(heads.mean() - 0.25) < 0.05 and abs(classes.mean() - 0.75) < 0.1
    again, _ = evaluate(proto, np.full((64, 64), 0.25, "float32"))
    np.testing.assert_array_equal(again[1], uniform)


def test_random_numbers_like_a_tensor():
    proto = model([node("RandomNormalLike", "x", "y", dtype=11), node("RandomUniformLike", "x", "z")],
                  [info("x", [3, 4])], [info("y", None, "float64"), info("z")],
                  [tensor("unused", 0.0)])
    (normal, uniform), _ = evaluate(proto, floats(3, 4))
    assert normal.dtype == "float64" and normal.shape == uniform.shape == (3, 4)


@pytest.mark.parametrize("op_type, gates, activations", [
    ("RNN", 1, ["Affine", "ScaledTanh"]), ("GRU", 3, ["Relu", "HardSigmoid", "LeakyRelu", "ScaledTanh"]),
    ("LSTM", 4, ["Tanh", "Elu", "Sigmoid", "HardSigmoid", "Softsign", "Affine"])])
@pytest.mark.parametrize("layout", [0, 1])
def test_states_and_activations_of_layers(op_type, gates, activations, layout):
    """Activations take the numbers in order, if they have parameters. onnxruntime has the layout of 0 alone."""
    import onnxruntime_check

    def make_layer(layout, sizes):
        states = "float[n, 2, 3]" if layout else "float[2, n, 3]"
        cell, name = (f", {states} c", ", c") if op_type == "LSTM" else ("", "")
        more, outputs = (", float[d, e, f] v", "y, u, v") if op_type == "LSTM" else ("", "y, u")
        numbers = ", ".join(f'"{activation}"' for activation in activations)
        return make(f"(float{sizes} x, float[2, {3 * gates}, 2] w, float[2, {3 * gates}, 3] r, {states} h{cell}) => "
                    f"(float[g, i, j, k] y, float[l, m, o] u{more}) {{ {outputs} = {op_type}<hidden_size = 3,"
                    f'direction = "bidirectional", layout = {layout}, activations = [{numbers}],'
                    f"activation_alpha = [0.3, 0.4, 0.5], activation_beta = [0.6, 0.7]>(x, w, r, , , h{name}) }}", 14)

    steps, weight, recurrent = floats(4, 2, 2), floats(2, 3 * gates, 2, seed=1), floats(2, 3 * gates, 3, seed=2)
    states = [floats(2, 2, 3, seed=seed) for seed in range(3, 5 if op_type == "LSTM" else 4)]
    expected = onnxruntime_check.run(make_layer(0, "[4, 2, 2]"), steps, weight, recurrent, *states)
    if layout:
        steps, states = steps.swapaxes(0, 1), [state.swapaxes(0, 1) for state in states]
        expected = [expected[0].transpose(2, 0, 1, 3), *(state.swapaxes(0, 1) for state in expected[1:])]
    arrays = [np.ascontiguousarray(array) for array in (steps, weight, recurrent, *states)]
    compare(evaluate(make_layer(layout, "[2, 4, 2]" if layout else "[4, 2, 2]"), *arrays)[0], expected, 1e-4)


def test_windows_behind_data_of_unknown_sizes():
    for size in (7, 8):
        data = floats(1, 2, size, 9)
        check("(float[n, 2, h, w] x) => (float[n, 2, a, b] y, float[n, 2, c, d] z) {"
              "y = MaxPool<kernel_shape = [1, 3], strides = [3, 2], ceil_mode = 1>(x)"
              "z = AveragePool<kernel_shape = [1, 1], strides = [2, 3], ceil_mode = 1>(x) }", data)


def test_norm_of_groups_of_unknown_channels():
    check("(float[n, c, h, w] x, float[4] s, float[4] b) => (float[n, c, h, w] y) {"
          "y = GroupNormalization<num_groups = 2>(x, s, b) }", IMAGE, floats(4), floats(4, seed=1), opset=21, tolerance=1e-4)


def test_pool_of_a_norm_of_the_first_version():
    windows = np.abs(np.lib.stride_tricks.sliding_window_view(IMAGE, (2, 2), (2, 3)))
    check("(float[1, 4, 7, 6] x) => (float[1, 4, 6, 5] y, float[1, 4, 1, 1] z) {"
          "y = LpPool<kernel_shape = [2, 2], p = 2.5>(x) z = GlobalLpPool<p = 2.5>(x) }", IMAGE, opset=1, tolerance=1e-4,
          expected=[(windows**2.5).sum((-1, -2))**0.4, (np.abs(IMAGE)**2.5).sum((2, 3), keepdims=True)**0.4])
