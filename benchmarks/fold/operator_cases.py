"""The cases of the benchmark of FoldConstant for single operators that sort, move and scan, for functions of floats,
and for detection and less usual convolutions."""

import functools

import numpy as np
from cases import MIB, Case, uniform


def single(expression, arrays, shape, numpy=None, onnx=None, limit=None, dtype="float32"):
    """One expression on arrays, which `arrays` makes: it is compiled, so it is measured with kernels that are known
    as well."""
    return Case(f"  let %result = {expression};\n", arrays, f"Tensor[({', '.join(map(str, shape))}), {dtype}]", numpy,
                onnx, limit, fuses=True)


def sort(elements):
    return single("sort(%c)", lambda: {"c": uniform(elements)}, (elements,), lambda arrays: np.sort(arrays["c"]))


def argsort(elements):
    return single('argsort(%c, dtype="int64")', lambda: {"c": uniform(elements)}, (elements,),
                  lambda arrays: np.argsort(arrays["c"], kind="stable"), dtype="int64")


def topk(elements, k):
    return single(f'topk(%c, k={k}, axis=-1, ret_type="values", is_ascend=False, dtype="int64")', lambda: {"c": uniform(elements)}, (k,),
                  lambda arrays: -np.sort(np.partition(-arrays["c"], k - 1)[:k]),
                  f"  k = Constant<value = int64[1] {{{k}}}>()\n  result, positions = TopK(c, k)\n")


def cumsum(elements):
    return single("cumsum(%c, axis=0)", lambda: {"c": uniform(elements)}, (elements,),
                  lambda arrays: np.cumsum(arrays["c"]),
                  "  axis = Constant<value = int64 {0}>()\n  result = CumSum(c, axis)\n", ("copy", elements))


def gather(elements):
    return single("gather(%c, %i, axis=0)", lambda: {"c": uniform(elements), "i": np.arange(elements, dtype=np.int32)},
                  (elements,), lambda arrays: np.take(arrays["c"], arrays["i"]), "  result = GatherElements<axis=0>(c, i)\n",
                  ("copy", elements))


def scatter(elements):
    def run(arrays):
        result = arrays["c"].copy()
        result[arrays["i"]] = arrays["u"]
        return result

    return single('scatter_elements(%c, %i, %u, axis=0, reduction="update")',
                  lambda: {"c": uniform(elements), "i": np.arange(elements, dtype=np.int32),
                           "u": uniform(elements, seed=1)},
                  (elements,), run, "  result = ScatterElements<axis=0>(c, i, u)\n", ("copy", elements))


def function(name, elements, numpy, low, high):
    return single(f"{name}(%c)", lambda: {"c": uniform(elements, low, high)}, (elements,), lambda arrays: numpy(arrays["c"]),
                  f"  result = {name.capitalize()}(c)\n")


def einsum(n):
    return single('einsum((%a, %b), equation="ij,kj->ik")',
                  lambda: {"a": uniform((n, n)), "b": uniform((n, n), seed=1)},
                  (n, n), lambda arrays: arrays["a"] @ arrays["b"].T)


def make_boxes(count):
    """Boxes with scores: (1, count, 5)."""
    corners = uniform((count, 2), 0, 100)
    sizes = uniform((count, 2), 1, 10, seed=1)
    return np.concatenate([uniform((count, 1), 0, 1, seed=2), corners, corners + sizes], axis=1)[None]


def suppress(arrays, threshold=0.5):
    """The boxes that are left, the best first, and -1 behind them."""
    boxes = arrays["c"][0]
    rest = boxes[np.argsort(-boxes[:, 0], kind="stable")]
    kept = []
    while len(rest):
        best, rest = rest[0], rest[1:]
        kept.append(best)
        low, high = np.maximum(best[1:3], rest[:, 1:3]), np.minimum(best[3:], rest[:, 3:])
        common = np.prod(np.maximum(high - low, 0), axis=1)
        areas = np.prod(rest[:, 3:] - rest[:, 1:3], axis=1) + np.prod(best[3:] - best[1:3])
        rest = rest[common / (areas - common) < threshold]
    result = np.full_like(boxes, -1)
    result[:len(kept)] = kept
    return result[None]


def nms(count):
    return single(
        "vision.non_max_suppression(%c, %n, %i, -1, 0.5f, coord_start=1, score_index=0, id_index=-1, "
        "return_indices=False, invalid_to_bottom=True)",
        lambda: {"c": make_boxes(count), "n": np.array([count], np.int32), "i": np.zeros((1, count), np.int32)},
        (1, count, 5), suppress)


def roi_align(count):
    def arrays():
        corners = uniform((count, 2), 0, 100)
        return {"a": uniform((1, 64, 56, 56)),
                "r": np.concatenate([np.zeros((count, 1), np.float32), corners, corners + 40], axis=1)}

    return single(
        "vision.roi_align(%a, %r, pooled_size=[7, 7], spatial_scale=0.25f, sample_ratio=2)", arrays, (count, 64, 7, 7),
        onnx="  from = Constant<value = int64[1] {1}>()\n  to = Constant<value = int64[1] {5}>()\n"
                "  axis = Constant<value = int64[1] {1}>()\n  boxes = Slice(r, from, to, axis)\n"
                f"  batch = Constant<value = int64[{count}] {{{', '.join(['0'] * count)}}}>()\n"
                '  result = RoiAlign<output_height=7, output_width=7, sampling_ratio=2, spatial_scale=0.25, '
                'coordinate_transformation_mode="output_half_pixel">(a, boxes, batch)\n')


def convolution(operator, data, weight, result, onnx):
    """A convolution."""
    return single(operator, lambda: {"a": uniform(data), "b": uniform(weight, seed=1)}, result,
                  onnx=f"  result = {onnx}(a, b)\n")


CASES = {
    "sort of 4 Mi": functools.partial(sort, 4 * MIB),
    "argsort of 4 Mi": functools.partial(argsort, 4 * MIB),
    "topk of 4 Mi, 1000": functools.partial(topk, 4 * MIB, 1000),
    "cumsum of 64 MiB": functools.partial(cumsum, 16 * MIB),
    "gather of 64 MiB": functools.partial(gather, 16 * MIB),
    "scatter of 64 MiB": functools.partial(scatter, 16 * MIB),
    "sin of 64 MiB": functools.partial(function, "sin", 16 * MIB, np.sin, -100, 100),
    "cos of 64 MiB": functools.partial(function, "cos", 16 * MIB, np.cos, -100, 100),
    "atan of 64 MiB": functools.partial(function, "atan", 16 * MIB, np.arctan, -10, 10),
    "einsum 1024": functools.partial(einsum, 1024),
    "non_max_suppression of 10,000": functools.partial(nms, 10_000),
    "roi_align of 256": functools.partial(roi_align, 256),
    "conv2d_transpose 64 x 56 x 56, 3 x 3": functools.partial(
        convolution, "nn.conv2d_transpose(%a, %b, channels=64, kernel_size=[3, 3], padding=[1, 1, 1, 1])",
        (1, 64, 56, 56), (64, 64, 3, 3), (1, 64, 56, 56), "ConvTranspose<pads=[1, 1, 1, 1]>"),
    "conv3d 32 x 16 x 28 x 28, 3 x 3 x 3": functools.partial(
        convolution, "nn.conv3d(%a, %b, channels=32, kernel_size=[3, 3, 3], padding=[1, 1, 1, 1, 1, 1])",
        (1, 32, 16, 28, 28), (32, 32, 3, 3, 3), (1, 32, 16, 28, 28), "Conv<pads=[1, 1, 1, 1, 1, 1]>"),
    "depthwise conv2d 256 x 56 x 56, 3 x 3": functools.partial(
        convolution, "nn.conv2d(%a, %b, groups=256, channels=256, kernel_size=[3, 3], padding=[1, 1, 1, 1])",
        (1, 256, 56, 56), (256, 1, 3, 3), (1, 256, 56, 56), "Conv<pads=[1, 1, 1, 1], group=256>"),
    "grouped conv2d 256 x 56 x 56, 3 x 3, 8 groups": functools.partial(
        convolution, "nn.conv2d(%a, %b, groups=8, channels=256, kernel_size=[3, 3], padding=[1, 1, 1, 1])",
        (1, 256, 56, 56), (256, 32, 3, 3), (1, 256, 56, 56), "Conv<pads=[1, 1, 1, 1], group=8>"),
}
