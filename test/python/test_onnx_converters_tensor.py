"""Converters of operators on shapes and indices, with constants and with values of the run."""

import numpy as np
import pytest
from onnx_check import check, compare, evaluate, floats, integers, make
from onnx_models import info, model, node, tensor

from relay_lite import relay
from relay_lite.relay.frontend import from_onnx

ANY = relay.Any()
CUBE = floats(2, 3, 4)


def both(inputs, constants, result, body, *arrays, values=(), opset=18):
    """Check an operator twice: with values of the run, and with these as constants."""
    names = list(constants)
    given = ", ".join(f"int64[{len(value)}] {name}" for name, value in zip(names, values))
    check(f"({inputs}, {given}) => ({result}) {{ {body} }}", *arrays,
          *(integers(*value) for value in values), opset=opset)
    known = " ".join(f"{name} = Constant<value = int64[{len(value)}] {{{', '.join(map(str, value))}}}>()"
                     for name, value in zip(names, values))
    check(f"({inputs}) => ({result}) {{ {known} {body} }}", *arrays, opset=opset)


@pytest.mark.parametrize("shape", [(6, 4), (-1,), (0, -1), (0, 0, 2, 2), (3, 2, -1)])
def test_reshape(shape):
    sizes = ", ".join("abcde"[:len(shape)])
    both("float[n, 3, 4] x", "s", f"float[{sizes}] y", "y = Reshape(x, s)", CUBE, values=[shape])


def test_reshape_to_no_elements():
    both("float[0, 3] x", "s", "float[a, b] y", "y = Reshape<allowzero = 1>(x, s)",
         np.zeros((0, 3), "float32"), values=[(3, 0)])


def test_reshape_of_an_attribute():
    proto = model([node("Reshape", "x", "y", shape=[4, -1])], [info("x", [2, 6])], ["y"], opset=4)
    compare(evaluate(proto, floats(2, 6))[0], [floats(2, 6).reshape(4, 3)])


def test_heads_of_attention_are_split_by_a_static_operator():
    """Sizes of the input itself and constants, joined, need no operator of the run."""
    proto = make("(float[b, s, 12] x) => (float[b, h, s, d] y) { shape = Shape(x)"
                 "i = Constant<value_ints = [0]>() j = Constant<value_ints = [1]>()"
                 "h = Constant<value_ints = [3]>() d = Constant<value_ints = [4]>()"
                 "batch = Gather(shape, i) steps = Gather(shape, j)"
                 "sizes = Concat<axis = 0>(batch, steps, h, d)"
                 "r = Reshape(x, sizes) y = Transpose<perm = [0, 2, 1, 3]>(r) }")
    assert "dyn.reshape" not in str(from_onnx(proto)[0])
    results, kind = evaluate(proto, floats(2, 5, 12))
    assert kind == relay.TensorType((ANY, 3, ANY, 4))
    compare(results, [floats(2, 5, 12).reshape(2, 5, 3, 4).transpose(0, 2, 1, 3)])


def test_sizes_of_another_tensor_stay_open():
    kind = check("(float[n, 4] x, float[a, b] z) => (float[c, d, e] y) { shape = Shape(z)"
                 "two = Constant<value_ints = [2]>() sizes = Concat<axis = 0>(shape, two)"
                 "y = Reshape(x, sizes) }", floats(3, 4), floats(2, 3))
    assert kind == relay.TensorType((ANY, ANY, 2))


@pytest.mark.parametrize("axis", [0, 1, 2, 3, -1])
@pytest.mark.parametrize("shape", ["2, 3, 4", "n, 3, 4", "n, m, k"])
def test_flatten(axis, shape):
    check(f"(float[{shape}] x) => (float[a, b] y) {{ y = Flatten<axis = {axis}>(x) }}", CUBE)


def test_transpose_and_concat():
    check("(float[n, 3, 4] x, float[m, 3, 4] y) => (float[4, 3, k] z) {"
          "c = Concat<axis = -3>(x, y) z = Transpose(c) }", CUBE, CUBE[:1])


@pytest.mark.parametrize("axes", [(0,), (-2,), (0, 2)])
def test_squeeze(axes):
    sizes = "a, b" if len(axes) == 1 else "a"
    both("float[1, 3, 1] x" if len(axes) > 1 else "float[1, 1, 3] x", "a", f"float[{sizes}] y",
         "y = Squeeze(x, a)", floats(1, 3, 1) if len(axes) > 1 else floats(1, 1, 3), values=[axes])


def test_squeeze_all():
    check("(float[1, 3, 1] x) => (float[3] y) { y = Squeeze(x) }", floats(1, 3, 1))


@pytest.mark.parametrize("axes", [(0,), (-1,), (1, -1), (3, 0, 2)])
def test_unsqueeze(axes):
    sizes = ", ".join("abcde"[:2 + len(axes)])
    both("float[n, 4] x", "a", f"float[{sizes}] y", "y = Unsqueeze(x, a)", floats(3, 4), values=[axes])


def test_unsqueeze_scalar_at_run_time():
    check("(float x, int64[2] a) => (float[1, 1] y) { y = Unsqueeze(x, a) }", floats(1)[0],
          integers(0, 1))


@pytest.mark.parametrize("shape", [(1, 4), (3, 1, 1), (2, 3, 4), (1,)])
@pytest.mark.parametrize("own", ["3, 1", "n, 1"])
def test_expand(shape, own):
    sizes = ", ".join("abcd"[:max(2, len(shape))])
    both(f"float[{own}] x", "s", f"float[{sizes}] y", "y = Expand(x, s)", floats(3, 1), values=[shape])


def test_tile():
    both("float[n, 4] x", "r", "float[a, b] y", "y = Tile(x, r)", floats(3, 4), values=[(2, 3)])
    proto = model([node("Tile", "x t a", "y")], [info("x", [2, 3])], ["y"],
                  [tensor("t", 2, "int64"), tensor("a", 1, "int64")], opset=5)
    compare(evaluate(proto, floats(2, 3))[0], [np.tile(floats(2, 3), (1, 2))])


@pytest.mark.parametrize("sizes", [(1, 3), (4, 0), (0, 4)])
def test_split(sizes):
    both("float[n, 4] x", "s", "float[n, a] y, float[n, b] z", "y, z = Split<axis = 1>(x, s)",
         floats(3, 4), values=[sizes])


def test_split_into_parts():
    check("(float[n, 5] x) => (float[n, 2] a, float[n, 2] b, float[n, 1] c) {"
          "a, b, c = Split<axis = 1, num_outputs = 3>(x) }", floats(3, 5))
    check("(float[n, 4] x) => (float[k, 4] a, float[k, 4] b) { a, b = Split(x) }", floats(6, 4), opset=13)


@pytest.mark.parametrize("mode", ["constant", "reflect", "edge", "wrap"])
def test_pad(mode):
    both("float[3, 4] x", "p", "float[a, b] y", f'y = Pad<mode = "{mode}">(x, p)', floats(3, 4),
         values=[(1, 2, 0, 1)], opset=19)


@pytest.mark.parametrize("mode", ["constant", "edge"])
def test_pad_of_axes(mode):
    both("float[3, 4] x", ["p", "a"], "float[a, b] y", f'y = Pad<mode = "{mode}">(x, p, , a)',
         floats(3, 4), values=[(1, 2), (-1,)], opset=19)


def test_pad_with_a_value():
    check("(float[n, 4] x, float v) => (float[a, b] y) {"
          "p = Constant<value_ints = [0, 1, 0, 2]>() y = Pad(x, p, v) }", floats(3, 4),
          np.array(7, "float32"))
    proto = model([node("Pad", "x", "y", pads=[0, 1, 0, 2], value=7.0)], [info("x", [3, 4])], ["y"],
                  opset=10)
    compare(evaluate(proto, floats(3, 4))[0],
            [np.pad(floats(3, 4), ((0, 0), (1, 2)), constant_values=7)])


@pytest.mark.parametrize("mode", ["DCR", "CRD"])
def test_blocks(mode):
    check(f'(float[n, 8, 2, 3] x) => (float[n, 2, 4, 6] y) {{ y = DepthToSpace<blocksize = 2, mode = "{mode}">(x) }}',
          floats(1, 8, 2, 3))
    check("(float[n, 2, 4, 6] x) => (float[n, 8, 2, 3] y) { y = SpaceToDepth<blocksize = 2>(x) }",
          floats(1, 2, 4, 6))


def test_reverse_sequences():
    check("(float[4, n] x, int64[n] l) => (float[4, n] y) { y = ReverseSequence(x, l) }", floats(4, 3),
          integers(1, 2, 4))


# Indices


@pytest.mark.parametrize("start, end, step", [
    (0, 2, 1), (1, 100, 2), (-1, -100, -1), (3, 0, -2), (2, 1, 1), (-2, 2**62, 1), (0, -1, 1), (1, 3, -1)])
@pytest.mark.parametrize("shape", ["3, 4", "n, 4", "n, m"])
def test_slice(start, end, step, shape):
    both(f"float[{shape}] x", ["s", "e", "a", "t"], "float[a, b] y", "y = Slice(x, s, e, a, t)",
         floats(3, 4), values=[(start,), (end,), (-1,), (step,)])


def test_slice_of_leading_dimensions():
    both("float[n, 4] x", ["s", "e"], "float[a, b] y", "y = Slice(x, s, e)", floats(3, 4),
         values=[(1, 0), (3, 2)])
    proto = model([node("Slice", "x", "y", starts=[1], ends=[3], axes=[1])], [info("x", [3, 4])], ["y"],
                  opset=9)
    compare(evaluate(proto, floats(3, 4))[0], [floats(3, 4)[:, 1:3]])


def test_slices_keep_other_sizes():
    kind = check("(float[n, 4] x, int64[1] e) => (float[m, 4] y) { z = Constant<value_ints = [0]>()"
                 "y = Slice(x, z, e, z) }", floats(3, 4), integers(2))
    assert kind == relay.TensorType((ANY, 4))


@pytest.mark.parametrize("shape", ["3, 4", "n, 4"])
def test_gather(shape):
    both(f"float[{shape}] x", "i", "float[a, b] y", "y = Gather<axis = 0>(x, i)", floats(3, 4),
         values=[(0, -1, 2)])


def test_gather_elements():
    data, indices = floats(3, 4), np.array([[0, -1], [3, 1], [2, 2]])
    text = "(float[n, 4] x, int64[m, 2] i) => (float[m, 2] y) { y = GatherElements<axis = 1>(x, i) }"
    check(text, data, indices)
    # There may be fewer indices than elements along other dimensions.
    check(text.replace("[m,", "[2,"), data, indices[:2],
          expected=[np.take_along_axis(data[:2], indices[:2], 1)])


@pytest.mark.parametrize("batch", [0, 1])
def test_gather_slices_at_vectors(batch):
    indices = np.array([[1], [-1]]) if batch else np.array([[[1], [0]], [[-1], [1]]])
    check(f"(float[2, 3, 4] x, int64[{', '.join(map(str, indices.shape))}] i) => (float[a, b{'' if batch else ', c, d'}] y) {{"
          f"y = GatherND<batch_dims = {batch}>(x, i) }}", CUBE, indices)


@pytest.mark.parametrize("reduction", ["none", "add", "mul", "max", "min"])
def test_scatter(reduction):
    check("(float[n, 4] x, int64[1, 2] i, float[1, 2] u) => (float[n, 4] y) {"
          f'y = ScatterElements<axis = 1, reduction = "{reduction}">(x, i, u) }}', floats(3, 4),
          np.array([[1, -1]]), floats(1, 2, seed=1))
    check("(float[n, 4] x, int64[2, 1] i, float[2, 4] u) => (float[n, 4] y) {"
          f'y = ScatterND<reduction = "{reduction}">(x, i, u) }}', floats(3, 4), np.array([[1], [-1]]),
          floats(2, 4, seed=1))


def test_compress():
    condition = np.array([True, False, True])
    check("(float[n, 4] x, bool[3] c) => (float[m, 4] y, float[k] z) {"
          "y = Compress<axis = 0>(x, c) z = Compress(x, c) }", floats(3, 4), condition)


@pytest.mark.parametrize("largest", [0, 1])
def test_largest_elements(largest):
    both("float[n, 4] x", "k", "float[n, a] y, int64[n, b] z",
         f"y, z = TopK<largest = {largest}>(x, k)", floats(3, 4), values=[(2,)])


def test_largest_elements_of_old_versions():
    proto = model([node("TopK", "x", "y z", k=1, axis=0)], [info("x", [3, 4])],
                  [info("y"), info("z", None, "int64")], opset=9)
    data = floats(3, 4)
    compare(evaluate(proto, data)[0], [data.max(0, keepdims=True), data.argmax(0)[None]])


@pytest.mark.parametrize("attributes, expected", [
    ("", [[0, 1, 2, 5], [3, 1, 0, 4], [2, 1, 1, 0, 3, 3, 2, 1, 1], [1, 4, 2, 2]]),
    ("<sorted = 0>", [[2, 1, 0, 5], [0, 1, 3, 4], [0, 1, 1, 2, 3, 3, 0, 1, 1], [2, 4, 1, 2]]),
    ("<axis = 0>", [[[0, 5, 5], [2, 1, 1]], [1, 0], [1, 0, 1], [1, 2]]),
    ("<axis = 1>", [[[1, 2], [5, 0], [1, 2]], [1, 0], [1, 0, 0], [2, 1]]),
    ("<axis = 1, sorted = 0>", [[[2, 1], [0, 5], [2, 1]], [0, 1], [0, 1, 1], [1, 2]])])
def test_different_elements(attributes, expected):
    data = np.array([[2, 1, 1], [0, 5, 5], [2, 1, 1]], "float32")
    sizes = "a, b" if "axis" in attributes else "a"
    check(f"(float[3, 3] x) => (float[{sizes}] y, int64[c] i, int64[d] j, int64[e] k) {{"
          f"y, i, j, k = Unique{attributes}(x) }}", data,
          expected=[np.array(expected[0], "float32"), *map(np.array, expected[1:])])


def test_no_repetitions():
    check("(float[3, 2] x) => (float[0, 4] y) { r = Constant<value_ints = [0, 2]>() y = Tile(x, r) }", floats(3, 2))


@pytest.mark.parametrize("axes", [(), (1,), (0, -1)])
def test_unknown_number_of_axes(axes):
    check("(float[a, b] x, int64[n] axes) => (float[c, d] y, float[e, f] z) {"
          "y = ReduceSum(x, axes) z = ReduceSum<noop_with_empty_axes = 1>(x, axes) }", floats(3, 4), integers(*axes))


@pytest.mark.parametrize("size", [4, 6, 7])
def test_parts_of_an_unknown_size(size):
    check("(float[n, 2] x) => (float[a, 2] y, float[b, 2] z, float[c, 2] w) { y, z, w = Split<num_outputs = 3>(x) }",
          floats(size, 2), opset=18)


def test_elements_at_fewer_indices():
    check("(float[n, m] x, int64[k, m2] i) => (float[k, m2] y) { y = GatherElements<axis = 1>(x, i) }", floats(4, 5),
          np.array([[4, -1, 0], [1, 2, -5]]), expected=[np.take_along_axis(
              floats(4, 5)[:2], np.array([[4, 4, 0], [1, 2, 0]]), 1)])
