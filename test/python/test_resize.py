"""Resized images against the formulas of ONNX's Resize, in exact fractions."""

from fractions import Fraction
from math import ceil, floor

import numpy as np
import pytest
import relay_lite as tvm
from relay_lite import relay

HALF = Fraction(1, 2)
MODES = ["half_pixel", "align_corners", "asymmetric", "pytorch_half_pixel", "tf_half_pixel_for_nn",
         "tf_crop_and_resize"]
ROUNDINGS = {
    "round": lambda x: floor(x + HALF) if x > 0 else ceil(x - HALF),
    "round_prefer_floor": lambda x: ceil(x - HALF),
    "round_prefer_ceil": lambda x: floor(x + HALF),
    "floor": floor,
    "ceil": ceil,
}
# The sizes of an axis before and after: whole factors, fractions, halves between pixels, single pixels.
PAIRS = [(4, 8), (3, 9), (8, 4), (13, 22), (22, 13), (5, 7), (4, 14), (9, 3), (1, 4), (5, 1), (1, 1), (6, 6)]
ROI = (Fraction(-1, 4), Fraction(3, 4))


def get_position(x, before, after, mode, roi):
    """The place of position `x` of `after` in `before` pixels."""
    scale = Fraction(after, before)
    if mode == "half_pixel" or (mode == "pytorch_half_pixel" and after > 1):
        return (x + HALF) / scale - HALF
    if mode == "tf_half_pixel_for_nn":
        return (x + HALF) / scale
    if mode == "asymmetric":
        return x / scale
    if mode == "align_corners" and after > 1:
        return Fraction(x * (before - 1), after - 1)
    if mode == "tf_crop_and_resize":
        begin, end = roi
        if after == 1:
            return HALF * (begin + end) * (before - 1)
        return begin * (before - 1) + x * (end - begin) * (before - 1) / (after - 1)
    return Fraction(0)


def get_weights(method, position, rounding, alpha):
    """The pixels that the value at `position` is made of, and their weights."""
    if method == "nearest_neighbor":
        return {ROUNDINGS[rounding](position): 1.0}
    first, t = floor(position), float(position - floor(position))
    if method == "linear":
        return {first: 1 - t, first + 1: t}
    return {first - 1: ((alpha * (t + 1) - 5 * alpha) * (t + 1) + 8 * alpha) * (t + 1) - 4 * alpha,
            first: ((alpha + 2) * t - (alpha + 3)) * t * t + 1,
            first + 1: ((alpha + 2) * (1 - t) - (alpha + 3)) * (1 - t) * (1 - t) + 1,
            first + 2: ((alpha * (2 - t) - 5 * alpha) * (2 - t) + 8 * alpha) * (2 - t) - 4 * alpha}


def make_matrix(before, after, method, mode, rounding, alpha=-0.5, exclude=False, roi=ROI):
    """The weights of pixels, a row for each position; NaN outside of the region."""
    rows = np.zeros((after, before))
    for x, row in enumerate(rows):
        position = get_position(x, before, after, mode, roi)
        weights = get_weights(method, position, rounding, alpha)
        if exclude:
            weights = {pixel: weight for pixel, weight in weights.items() if 0 <= pixel < before}
        for pixel, weight in weights.items():
            row[min(max(pixel, 0), before - 1)] += weight / (sum(weights.values()) if exclude else 1)
        if mode == "tf_crop_and_resize" and not 0 <= position <= before - 1:
            row[:] = np.nan
    return rows


def resize(data, matrices, outside=0.0):
    for axis, matrix in enumerate(matrices):
        data = np.moveaxis(np.tensordot(matrix, data, (1, axis + 2)), 0, axis + 2)
    return np.where(np.isnan(data), outside, data)


def make_image(sizes, dtype="float32"):
    values = np.random.RandomState(len(sizes)).permutation(int(np.prod(sizes))) % 120
    return values.reshape(1, 1, *sizes).astype(dtype)


def evaluate(results, **inputs):
    tuple_ = relay.Tuple(results)
    module = tvm.IRModule.from_expr(relay.Function(relay.analysis.free_vars(tuple_), tuple_))
    return [value.numpy() for value in relay.create_executor("debug", mod=module).evaluate()(**inputs)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("method, roundings", [("nearest_neighbor", [*ROUNDINGS, ""]), ("linear", ["round"]),
                                               ("cubic", ["round"])])
def test_modes(method, roundings, mode):
    """All roundings of three pairs of sizes at once, along three axes."""
    results, expected, inputs = [], [], {}
    for number in range(0, len(PAIRS), 3):
        before, after = zip(*PAIRS[number:number + 3])
        image = inputs[f"x{number}"] = make_image(before)
        x = relay.var(f"x{number}", shape=image.shape)
        for rounding in roundings:
            results.append(relay.image.resize3d(
                x, after, tuple(map(float, ROI[:1] * 3 + ROI[1:] * 3)), method=method,
                coordinate_transformation_mode=mode, rounding_method=rounding, extrapolation_value=0.5))
            named = rounding or ("round" if mode == "align_corners" else "floor")
            expected.append(resize(image, [make_matrix(b, a, method, mode, named) for b, a in zip(before, after)],
                                   outside=0.5))
    for found, wanted in zip(evaluate(results, **inputs), expected):
        np.testing.assert_allclose(found, wanted, rtol=1e-5, atol=0 if method == "nearest_neighbor" else 1e-3)


@pytest.mark.parametrize("mode", MODES)
def test_cubic_attributes(mode):
    before, after = PAIRS[3][0], PAIRS[3][1]
    image = make_image((before,))
    x = relay.var("x", shape=image.shape)
    cases = [(-0.75, False), (-0.5, True), (-0.75, True)]
    found = evaluate([relay.image.resize1d(
        x, (after,), tuple(map(float, ROI)), method="cubic", coordinate_transformation_mode=mode, cubic_alpha=alpha,
        cubic_exclude=int(exclude)) for alpha, exclude in cases], x=image)
    for result, (alpha, exclude) in zip(found, cases):
        expected = resize(image, [make_matrix(before, after, "cubic", mode, "", alpha, exclude)])
        np.testing.assert_allclose(result, expected, rtol=1e-5, atol=1e-3)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "float16", "float32", "float64"])
def test_element_types(dtype):
    """Weights of a factor of two are exact; integers are rounded towards zero and saturate."""
    image = make_image((4, 5), dtype)
    x = relay.var("x", shape=(1, 4, 5, 1), dtype=dtype)
    methods = [("nearest_neighbor", rounding) for rounding in ROUNDINGS] + [("linear", "round"), ("cubic", "round")]
    found = evaluate([relay.image.resize2d(
        x, (8, 10), (0.0,) * 4, "NHWC", method, "asymmetric", rounding) for method, rounding in methods],
        x=np.moveaxis(image, 1, -1))
    for result, (method, rounding) in zip(found, methods):
        expected = resize(image, [make_matrix(n, 2 * n, method, "asymmetric", rounding) for n in (4, 5)])
        if np.issubdtype(dtype, np.integer):
            expected = np.trunc(expected).clip(np.iinfo(dtype).min, np.iinfo(dtype).max)
        assert np.array_equal(np.moveaxis(result, -1, 1), expected.astype(dtype)), (method, rounding)


def test_boxes():
    image = make_image((5, 9))
    boxes = [(0.0, 0.0, 1.0, 1.0), (-0.25, 0.25, 0.75, 1.5), (1.0, 0.5, 0.5, 0.0)]
    x, b = relay.var("x", shape=image.shape), relay.var("b", shape=(3, 4))
    sizes = [(3, 6), (1, 4)]
    cases = [(method, size) for method in ("nearest_neighbor", "bilinear") for size in sizes]
    found = evaluate([relay.image.crop_and_resize(x, b, relay.const([0, 0, 0]), size, "NCHW", method, 7.0)
                      for method, size in cases], x=image, b=np.array(boxes, "float32"))
    for result, (method, size) in zip(found, cases):
        for row, box in zip(result, boxes):
            matrices = [make_matrix(before, after, method.removeprefix("bi"), "tf_crop_and_resize", "round",
                                    roi=(Fraction(box[axis]), Fraction(box[2 + axis])))
                        for axis, (before, after) in enumerate(zip((5, 9), size))]
            np.testing.assert_allclose(row[None], resize(image, matrices, 7.0), rtol=1e-5, atol=1e-4)


def test_rounding_of_whole_factors():
    x = relay.const(np.arange(4, dtype="float32").reshape(1, 1, 1, 4))
    found, = evaluate([relay.image.resize2d(x, (1, 8), (0.0,) * 4, "NCHW", "nearest_neighbor", "asymmetric",
                                            "round_prefer_ceil")])
    assert found.ravel().tolist() == [0, 1, 1, 2, 2, 3, 3, 3]
