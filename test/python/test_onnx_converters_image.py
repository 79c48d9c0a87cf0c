"""Converters of operators on images and signals."""

import numpy as np
import onnxruntime_check
import pytest
from onnx_check import check, compare, evaluate, floats, integers, make

from relay_lite import relay

ANY = relay.Any()
IMAGE = floats(1, 2, 4, 5)


def check_runtime(text, *arrays, opset=19, tolerance=1e-4):
    """Compare a model with onnxruntime; return the type that it has here."""
    proto = make(text, opset)
    results, kind = evaluate(proto, *arrays)
    compare(results, onnxruntime_check.run(proto, *arrays), tolerance)
    return kind


MODES = [f'mode = "{mode}", coordinate_transformation_mode = "{transform}"'
         for mode in ("nearest", "linear", "cubic")
         for transform in ("half_pixel", "asymmetric", "align_corners", "pytorch_half_pixel")]


@pytest.mark.parametrize("shape", ["1, 2, 4, 5", "n, 2, h, w"])
@pytest.mark.parametrize("attributes", MODES)
@pytest.mark.parametrize("scales", [(1, 1, 2, 2), (1, 1, 1.5, 0.6)])
def test_resize_by_scales(shape, attributes, scales):
    if "align_corners" in attributes and 0.6 in scales:
        pytest.skip("onnxruntime rounds the sizes that the standard does not")
    values = ", ".join(map(str, map(float, scales)))
    kind = check_runtime(f"(float[{shape}] x) => (float[a, b, c, d] y) {{ s = Constant<value_floats = [{values}]>()"
                         f"y = Resize<{attributes}>(x, , s) }}", IMAGE)
    assert kind.shape[1] == 2


@pytest.mark.parametrize("attributes", MODES)
def test_resize_by_scales_of_the_run(attributes):
    check_runtime(f"(float[n, 2, h, w] x, float[4] s) => (float[a, b, c, d] y) {{ y = Resize<{attributes}>(x, , s) }}",
                  IMAGE, np.array([1, 1, 2, 3], "float32"))


@pytest.mark.parametrize("attributes", ["", 'mode = "linear"', 'mode = "cubic", exclude_outside = 1',
                                        'mode = "linear", antialias = 1', 'mode = "cubic", antialias = 1'])
@pytest.mark.parametrize("known", [False, True])
def test_resize_to_sizes(attributes, known):
    given = "" if known else ", int64[4] s"
    value = "s = Constant<value_ints = [1, 2, 3, 7]>()" if known else ""
    attributes = f"<{attributes}>" if attributes else ""
    check_runtime(f"(float[1, 2, 4, 5] x{given}) => (float[a, b, c, d] y) {{ {value} y = Resize{attributes}(x, , , s) }}",
                  IMAGE, *([] if known else [integers(1, 2, 3, 7)]))


@pytest.mark.parametrize("policy", ["not_larger", "not_smaller"])
def test_resize_keeps_the_ratio(policy):
    check_runtime("(float[1, 2, 4, 5] x, int64[2] s) => (float[a, b, c, d] y) {"
                  f'y = Resize<axes = [2, 3], keep_aspect_ratio_policy = "{policy}">(x, , , s) }}', IMAGE,
                  integers(7, 8))


@pytest.mark.parametrize("mode", ["nearest", "linear"])
def test_resize_of_a_region(mode):
    check("(float[1, 2, 4, 5] x, float[8] r) => (float[a, b, c, d] y) {"
          "s = Constant<value_ints = [1, 2, 3, 3]>()"
          f'y = Resize<mode = "{mode}", coordinate_transformation_mode = "tf_crop_and_resize",'
          "extrapolation_value = 9.0>(x, r, , s) }", IMAGE,
          np.array([0, 0, 0.25, 0.5, 1, 1, 0.75, 1.5], "float32"), tolerance=1e-4)


def test_old_resize():
    expected = [IMAGE.repeat(2, 2).repeat(2, 3)]
    check("(float[n, 2, h, w] x) => (float[a, b, c, d] y) { s = Constant<value = float[4] {1.0, 1.0, 2.0, 2.0}>()"
          'y = Upsample<mode = "nearest">(x, s) }', IMAGE, opset=9, expected=expected)
    check('(float[n, 2, h, w] x) => (float[a, b, c, d] y) { y = Upsample<scales = [1.0, 1.0, 2.0, 2.0]>(x) }',
          IMAGE, opset=8, expected=expected)
    check('(float[n, 2, h, w] x) => (float[a, b, c, d] y) { y = Upsample<height_scale = 2.0, width_scale = 2.0>(x) }',
          IMAGE, opset=1, expected=expected)
    check("(float[n, 2, h, w] x) => (float[a, b, c, d] y) { s = Constant<value = float[4] {1.0, 1.0, 2.0, 2.0}>()"
          "y = Resize(x, s) }", IMAGE, opset=10, expected=expected)


def test_resize_of_integers():
    data = np.arange(20, dtype="uint8").reshape(1, 1, 4, 5)
    check("(uint8[1, 1, 4, 5] x) => (uint8[a, b, c, d] y) { s = Constant<value_floats = [1.0, 1.0, 2.0, 1.0]>()"
          "y = Resize(x, , s) }", data, opset=19, expected=[data.repeat(2, 2)])


@pytest.mark.parametrize("mode", ["linear", "nearest", "cubic"])
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
@pytest.mark.parametrize("corners", [0, 1])
def test_sampling(mode, padding, corners):
    grid = floats(1, 3, 2, 2, seed=1)
    check_runtime("(float[n, 2, 4, 5] x, float[n, 3, 2, 2] g) => (float[n, 2, 3, 2] y) {"
                  f'y = GridSample<mode = "{mode}", padding_mode = "{padding}", align_corners = {corners}>(x, g) }}',
                  IMAGE, grid, opset=20, tolerance=1e-3)


@pytest.mark.parametrize("corners", [0, 1])
@pytest.mark.parametrize("sizes", [(1, 1, 3, 4), (1, 1, 2, 3, 4)])
def test_grids(corners, sizes):
    rank = len(sizes) - 2
    axes = ", ".join("abcde"[:len(sizes)])
    check(f"(float[1, {rank}, {rank + 1}] t, int64[{len(sizes)}] s) => (float[{axes}] y) {{"
          f"y = AffineGrid<align_corners = {corners}>(t, s) }}", floats(1, rank, rank + 1), integers(*sizes),
          opset=20)


@pytest.mark.parametrize("attributes", [
    'mode = "avg", sampling_ratio = 2', 'mode = "max", sampling_ratio = 2', "sampling_ratio = 0",
    'mode = "max"', 'mode = "max", coordinate_transformation_mode = "output_half_pixel"',
    'coordinate_transformation_mode = "output_half_pixel", sampling_ratio = 2'])
def test_regions(attributes):
    # The last one is smaller than an element.
    rois = np.array([[0.4, 0.3, 3.6, 2.8], [1, 0, 3.2, 3.4], [1, 1, 1.4, 1.3]], "float32")
    check_runtime("(float[1, 2, 4, 5] x, float[r, 4] rois, int64[r] b) => (float[a, b_, c, d] y) {"
                  f"y = RoiAlign<output_height = 2, output_width = 1, {attributes}>(x, rois, b) }}", IMAGE, rois,
                  integers(0, 0, 0))


def test_maxima_of_regions():
    check_runtime("(float[1, 2, 4, 5] x, float[r, 5] rois) => (float[a, b, c, d] y) {"
                  "y = MaxRoiPool<pooled_shape = [2, 2]>(x, rois) }", IMAGE,
                  np.array([[0, 0, 0, 3, 2], [0, 1, 1, 4, 3]], "float32"))


BOXES = np.array([[[0, 0, 1, 1], [0, 0.1, 1, 1.1], [0, -0.1, 1, 0.9], [0, 10, 1, 11], [0, 10.1, 1, 11.1]]], "float32")
SCORES = np.array([[[0.9, 0.75, 0.6, 0.95, 0.5]]], "float32")


@pytest.mark.parametrize("limit", [0, 2, 9])
@pytest.mark.parametrize("center", [0, 1])
@pytest.mark.parametrize("known", [False, True])
def test_boxes_that_do_not_overlap(limit, center, known):
    values = {"m": limit, "o": 0.5, "s": 0.55}
    if known:
        given, arrays = "", []
        constants = " ".join(f"{name} = Constant<value = {'int64' if name == 'm' else 'float'}[1] {{{value}}}>()"
                             for name, value in values.items())
    else:
        given, constants = ", int64[1] m, float[1] o, float[1] s", ""
        arrays = [integers(limit), np.array([0.5], "float32"), np.array([0.55], "float32")]
    check_runtime(f"(float[n, 5, 4] b, float[n, 1, 5] c{given}) => (int64[k, 3] y) {{ {constants}"
                  f"y = NonMaxSuppression<center_point_box = {center}>(b, c, m, o, s) }}", BOXES, SCORES, *arrays)


def test_no_boxes_without_a_limit():
    check("(float[1, 5, 4] b, float[1, 1, 5] c) => (int64[k, 3] y) { y = NonMaxSuppression(b, c) }", BOXES, SCORES,
          expected=[np.zeros((0, 3), "int64")])


# Signals


@pytest.mark.parametrize("attributes", ["", "<inverse = 1>", "<onesided = 1>"])
@pytest.mark.parametrize("parts", [1, 2])
def test_transforms(attributes, parts):
    if "onesided" in attributes and parts == 2:
        pytest.skip("the standard has no onesided transform of complex numbers")
    data = floats(2, 6, parts)
    numbers = data[..., 0] + (1j * data[..., 1] if parts == 2 else 0)
    result = np.fft.ifft(numbers) if "inverse" in attributes else np.fft.fft(numbers)
    result = result[:, :4] if "onesided" in attributes else result
    expected = [np.stack([result.real, result.imag], -1).astype("float32")]
    for opset in (19, 20):
        check(f"(float[n, 6, {parts}] x) => (float[n, a, 2] y) {{ y = DFT{attributes}(x) }}", data, opset=opset,
              expected=expected)


@pytest.mark.parametrize("length", [4, 9])
@pytest.mark.parametrize("known", [False, True])
def test_transform_of_a_length(length, known):
    given = "" if known else ", int64 l"
    value = f"l = Constant<value_int = {length}>()" if known else ""
    result = np.fft.fft(floats(2, 6, 1)[..., 0], length)
    check(f"(float[n, 6, 1] x{given}) => (float[n, a, 2] y) {{ {value} y = DFT(x, l) }}", floats(2, 6, 1),
          *([] if known else [np.array(length)]), opset=20,
          expected=[np.stack([result.real, result.imag], -1).astype("float32")])


@pytest.mark.parametrize("axis", [0, 1, -2])
def test_transform_along_an_axis_of_the_run(axis):
    result = np.fft.fft(floats(3, 4, 1)[..., 0], axis=axis if axis >= 0 else axis + 1)
    check("(float[3, 4, 1] x, int64 a) => (float[3, 4, 2] y) { y = DFT(x, , a) }", floats(3, 4, 1), np.array(axis),
          opset=20, expected=[np.stack([result.real, result.imag], -1).astype("float32")])


@pytest.mark.parametrize("size", [6, 7])
def test_inverse_of_half_a_transform(size):
    signal = floats(2, size)
    half = np.fft.rfft(signal)
    check(f"(float[n, {size // 2 + 1}, 2] x) => (float[n, a, 1] y) {{ l = Constant<value_int = {size}>()"
          "y = DFT<inverse = 1, onesided = 1>(x, l) }", np.stack([half.real, half.imag], -1).astype("float32"),
          opset=20, expected=[signal[..., None]])


@pytest.mark.parametrize("known", [False, True])
def test_transforms_of_frames(known):
    given = "" if known else ", int64 s"
    value = "s = Constant<value_int = 4>()" if known else ""
    window = np.hanning(8).astype("float32")
    signal = floats(2, 30, 1)
    frames = np.stack([signal[:, i * 4:i * 4 + 8, 0] * window for i in range(6)], 1)
    result = np.fft.rfft(frames)
    check(f"(float[n, 30, 1] x{given}, float[8] w) => (float[n, a, b, 2] y) {{ {value} y = STFT(x, s, w) }}", signal,
          *([] if known else [np.array(4)]), window,
          expected=[np.stack([result.real, result.imag], -1).astype("float32")])


@pytest.mark.parametrize("name", ["HannWindow", "HammingWindow", "BlackmanWindow"])
@pytest.mark.parametrize("periodic", [0, 1])
def test_windows(name, periodic):
    check(f"(int64 n) => (float[m] y) {{ y = {name}<periodic = {periodic}>(n) }}", np.array(10))
    check(f"() => (double[10] y) {{ n = Constant<value_int = 10>()"
          f"y = {name}<periodic = {periodic}, output_datatype = 11>(n) }}")


def test_filters_of_the_mel_scale():
    arguments = [np.array(8), np.array(16), np.array(8192), np.array(0, "float32"), np.array(4096, "float32")]
    check("(int64 a, int64 b, int64 c, float d, float e) => (float[m, n] y) {"
          "y = MelWeightMatrix(a, b, c, d, e) }", *arguments)
