"""Numeric tests of the operators that move data or make up networks: products,
convolutions, pooling, normalisation. Used by generate_numeric_tests.py."""

from fractions import Fraction
from itertools import product
from math import ceil, floor, inf, nan

import numpy as np
from numeric_tests import (FLOATS, INTEGERS, File, Tensor, bounds, compute_type, in_float, is_float, maximum,
                           rounded, sample, shaped, wrap)

NEAR = "{atol = 1.0e-6, rtol = 1.0e-5}"


def ints(values):
    return "array<i64" + (": " + ", ".join(map(str, values)) if len(values) else "") + ">"


def tensor(array, dtype):
    """A NumPy array as Tensor."""
    return Tensor(np.asarray(array).tolist(), dtype)


def counting(*shape):
    return np.arange(int(np.prod(shape))).reshape(shape)


# Creation and movement of data ---------------------------------------------------

def creation_file():
    file = File("creation", "Tensors from attributes or scalars.")
    for dtype in ("f32", "i8", "ui64", "i1"):
        attributes = f"shape = {ints((2, 3))}, dtype = {dtype}"
        for op, value in (("zeros", 0), ("ones", 1)):
            file.compare(f"{op}_{dtype}", [f"%0 = relay.{op} {{{attributes}}} : () -> tensor<2x3x{dtype}>"],
                         "%0", Tensor([[value] * 3] * 2, dtype))
    file.check("full", [Tensor(300.7, "f32")], Tensor([[127] * 2] * 2, "i8"),
               f"shape = {ints((2, 2))}, dtype = i8")
    file.check("full", [Tensor(-3, "i32")], Tensor([-3.0] * 3, "f16"), f"shape = {ints((3,))}, dtype = f16")
    file.check("full_like", [Tensor([1.0, 2.0], "f32"), Tensor(7, "i32")], Tensor([7.0, 7.0], "f32"))
    for dtype, start, stop, step in (("i32", 2, 11, 3), ("i64", 5, -5, -2), ("f32", 0.0, 1.0, 0.125),
                                     ("f64", 1.0, -1.0, -0.25)):
        values = np.arange(start, stop, step).tolist()
        expected = Tensor(values, dtype)
        operands = [Tensor(x, dtype) for x in (start, stop, step)]
        file.check("arange", operands, expected, f"dtype = {dtype}")
    for op, value in (("zeros_like", 0), ("ones_like", 1)):
        file.check(op, [Tensor([[5, -3]], "i8")], Tensor([[value, value]], "i8"))
    return file


def movement_file():
    file = File("movement", "Operators that move elements (rule 9.1).")
    x = counting(2, 3, 4)

    def check(op, array, expected, attributes="", name=""):
        file.check(op, [tensor(array, "i32")], tensor(expected, "i32"), attributes,
                   name=name or op.replace(".", "_"))

    check("reshape", x, x.reshape(4, 6), f"newshape = {ints((4, -1))}")
    check("reshape", x, x.reshape(2, 12), f"newshape = {ints((0, -3))}", name="reshape_merge")
    check("transpose", x, x.transpose(2, 0, 1), f"axes = {ints((2, 0, 1))}")
    check("transpose", x, x.transpose(), name="transpose_reverse")
    check("squeeze", x.reshape(1, 6, 1, 4), x.reshape(6, 4))
    check("copy", x, x)
    check("expand_dims", x, x.reshape(2, 1, 1, 3, 4), "axis = 1 : i64, num_newaxis = 2 : i64")
    check("broadcast_to", x[:1, :, :1], np.broadcast_to(x[:1, :, :1], (2, 3, 4)), f"shape = {ints((2, 3, 4))}")
    check("tile", x[0], np.tile(x[0], (2, 1, 3)), f"reps = {ints((2, 1, 3))}")
    check("repeat", x, np.repeat(x, 2, axis=1), "repeats = 2 : i64, axis = 1 : i64")
    check("strided_slice", x, x[:, 1:3, ::2], f"begin = {ints((0, 1, 0))}, end = {ints((2, 3, 4))}, "
          f"strides = {ints((1, 1, 2))}")
    check("strided_slice", x, x[:, ::-1, :], f"begin = {ints((-1,))}, end = {ints((-4,))}, "
          f"strides = {ints((-1,))}, axes = {ints((1,))}", name="strided_slice_reverse")
    check("reverse", x, x[:, :, ::-1], "axis = -1 : i64")
    check("annotation.stop_fusion", x, x)
    check("on_device", x, x, "virtual_device = #relay.virtual_device<device = cuda>")
    check("device_copy", x, x, "src_virtual_device = #relay.virtual_device<device = cuda>, "
          "dst_virtual_device = #relay.virtual_device<device = cpu>")

    def check_like(op, array, like, expected, attributes="", name=""):
        file.check(op, [tensor(array, "i32"), tensor(like, "i32")], tensor(expected, "i32"), attributes,
                   name=name or op)
    check_like("broadcast_to_like", x[0, :1], x, np.broadcast_to(x[0, :1], (2, 3, 4)))
    check_like("reshape_like", x, counting(4, 6), x.reshape(4, 6))
    check_like("reshape_like", x, counting(5, 2, 6), x.reshape(2, 2, 6),
               "lhs_begin = 1 : i64, rhs_begin = 1 : i64", name="reshape_like_part")
    check_like("slice_like", x, counting(1, 3, 2), x[:1, :, :2])
    check_like("slice_like", x, counting(1, 3, 2), x[:, :, :2], f"axes = {ints((-1,))}", name="slice_like_axes")
    blocked = counting(1, 8, 2, 3)
    check("layout_transform", blocked, blocked.reshape(1, 2, 4, 2, 3).transpose(0, 1, 3, 4, 2),
          'src_layout = "NCHW", dst_layout = "NCHW4c"')
    check("layout_transform", blocked, blocked.transpose(0, 2, 3, 1),
          'src_layout = "NCHW", dst_layout = "NHWC"', name="layout_transform_nhwc")

    space = counting(1, 3, 4, 2)
    batches = np.pad(space, ((0, 0), (1, 0), (0, 2), (0, 0))).reshape(1, 2, 2, 2, 3, 2).transpose(2, 4, 0, 1, 3, 5)
    batches = batches.reshape(6, 2, 2, 2)
    check("nn.space_to_batch_nd", space, batches,
          "block_shape = array<i64: 2, 3>, paddings = [array<i64: 1, 0>, array<i64: 0, 2>]")
    check("nn.batch_to_space_nd", batches, space,
          "block_shape = array<i64: 2, 3>, crops = [array<i64: 1, 0>, array<i64: 0, 2>]")
    hot = np.array([[0, 2], [-1, 9]])
    file.check("one_hot", [tensor(hot, "i64"), tensor(7, "i32"), tensor(-1, "i32")],
               tensor(np.where(hot[:, None] == np.arange(3)[:, None], 7, -1), "i8"),
               "depth = 3 : i64, axis = 1 : i64, dtype = i8")

    indices = np.array([[0, 2], [-1, 9]])
    for mode, inside in (("clip", np.clip(indices, 0, 2)), ("wrap", indices % 3)):
        file.check("take", [tensor(x, "i32"), tensor(indices, "i64")], tensor(np.take(x, inside, 1), "i32"),
                   f'axis = 1 : i64, mode = "{mode}"', name=f"take_{mode}")
    file.check("take", [tensor(x, "i32"), tensor([23, 0, 7], "i32")], tensor([23, 0, 7], "i32"), name="take_flat")
    columns = np.array([[0, 1, 1], [2, 0, 1]])
    file.check("gather_nd", [tensor(x, "i32"), tensor(columns, "i64")],
               tensor(x[columns[0], columns[1]], "i32"))

    # The last of equal positions counts, and those outside do not.
    for name, positions, values, shape, expected in (
            ("scalar", 2, 5, (4,), [-1, -1, 5, -1]),
            ("vector", [3, 0, 3], [5, 6, 7], (4,), [6, -1, -1, 7]),
            ("one_value", [1, 4, -1], 5, (4,), [-1, 5, -1, -1]),
            ("rows", [[0, 1], [2, 0], [0, 2]], [5, 6, 7], (3, 2), [[-1, 5], [-1, -1], [6, -1]])):
        file.check("sparse_to_dense", [tensor(positions, "i64"), tensor(values, "i32"), tensor(-1, "i32")],
                   tensor(expected, "i32"), f"output_shape = {ints(shape)}", name=f"sparse_to_dense_{name}")
    file.check("sparse_to_dense", [tensor([1], "ui64"), tensor([5], "i8"), tensor(-300.5, "f32")],
               tensor([-128, 5], "i8"), f"output_shape = {ints((2,))}", name="sparse_to_dense_types")

    y = counting(2, 1, 4) + 100
    parts = [f"%x = relay.constant {tensor(x, 'i32')}", f"%y = relay.constant {tensor(y, 'i32')}",
             "%t = relay.tuple %x, %y : (tensor<2x3x4xi32>, tensor<2x1x4xi32>) -> "
             "tuple<tensor<2x3x4xi32>, tensor<2x1x4xi32>>"]
    file.compare("concatenate", parts + ["%0 = relay.concatenate %t {axis = 1 : i64} : (tuple<tensor<2x3x4xi32>, "
                                         "tensor<2x1x4xi32>>) -> tensor<2x4x4xi32>"],
                 "%0", tensor(np.concatenate([x, y], 1), "i32"))
    parts = [f"%x = relay.constant {tensor(x[0], 'i32')}", f"%y = relay.constant {tensor(x[1], 'i32')}",
             "%t = relay.tuple %x, %y : (tensor<3x4xi32>, tensor<3x4xi32>) -> "
             "tuple<tensor<3x4xi32>, tensor<3x4xi32>>"]
    file.compare("stack", parts + ["%0 = relay.stack %t {axis = 1 : i64} : (tuple<tensor<3x4xi32>, "
                                   "tensor<3x4xi32>>) -> tensor<3x2x4xi32>"],
                 "%0", tensor(np.stack([x[0], x[1]], 1), "i32"))
    split = [f"%x = relay.constant {tensor(x, 'i32')}",
             f"%s = relay.split %x {{indices_or_sections = {ints((1, 3))}, axis = 2 : i64}} : (tensor<2x3x4xi32>) -> "
             "tuple<tensor<2x3x1xi32>, tensor<2x3x2xi32>, tensor<2x3x1xi32>>",
             "%0 = relay.tuple_get %s[1] : (tuple<tensor<2x3x1xi32>, tensor<2x3x2xi32>, tensor<2x3x1xi32>>) -> "
             "tensor<2x3x2xi32>"]
    file.compare("split", split, "%0", tensor(x[:, :, 1:3], "i32"))
    file.check("shape_of", [tensor(x, "i32")], tensor([2, 3, 4], "i64"), "dtype = i64")
    file.check("ndarray_size", [tensor(x, "i32")], tensor(24, "i32"), "dtype = i32")
    return file


# Sorting ----------------------------------------------------------------------------

def sorting_file():
    file = File("sorting", "Lines in order: equal elements by their positions, NaN first.")

    def check(name, x, dtype, k, axis, is_ascending, index_dtype="i32"):
        lines = np.moveaxis(x, axis, -1)
        def key(line, i):
            return (0, 0) if line[i] != line[i] else (1, line[i] if is_ascending else -line[i])
        order = np.array([sorted(range(x.shape[axis]), key=lambda i: key(line.tolist(), i))[:k or None]
                          for line in lines.reshape(-1, x.shape[axis])], dtype=np.int64)
        order = order.reshape(*lines.shape[:-1], -1)
        values = np.moveaxis(np.take_along_axis(lines, order, -1), -1, axis)
        positions = np.moveaxis(order, -1, axis)
        attributes = (f"k = {k} : i64, axis = {axis} : i64, is_ascend = {'true' if is_ascending else 'false'}, "
                      f"dtype = {index_dtype}")
        for what, expected in ("values", tensor(values, dtype)), ("indices", tensor(positions, index_dtype)):
            file.check("topk", [tensor(x, dtype)], expected, f'{attributes}, ret_type = "{what}"',
                       name=f"{name}_{what}")

    for dtype in FLOATS + INTEGERS:
        x = numbers(dtype, 2, 7, 3)
        x[1, 2:5, 0] = x[1, 6, 0]
        if is_float(dtype):
            x[0, :, 1] = [0.0, nan, -0.0, -inf, nan, inf, 1.0]
        else:
            x[0, :, 1] = [bounds(dtype)[at % 2] for at in range(7)]
        for is_ascending in (False, True):
            direction = "up" if is_ascending else "down"
            check(f"all_{dtype}_{direction}", x, dtype, 0, 1, is_ascending)
            check(f"some_{dtype}_{direction}", x, dtype, 2, -1, is_ascending)
    for count in (1, 2, 3, 4, 5, 8, 33):
        x = np.arange(count) * 7919 % 11
        check(f"line_{count}", x, "i32", (count + 1) // 2, 0, False, index_dtype="f32")
    x = numbers("f32", 2, 3)
    both = [f"%x = relay.constant {tensor(x, 'f32')}",
            "%t = relay.topk %x {k = 1 : i64, dtype = i64} : (tensor<2x3xf32>) -> "
            "tuple<tensor<2x1xf32>, tensor<2x1xi64>>",
            "%0 = relay.tuple_get %t[1] : (tuple<tensor<2x1xf32>, tensor<2x1xi64>>) -> tensor<2x1xi64>"]
    file.compare("both", both, "%0", tensor(x.astype(np.float64).argmax(1, keepdims=True), "i64"))
    return file


# Products ---------------------------------------------------------------------------

def nearest(value, kind):
    """A fraction rounded to f32 or f64."""
    bits, least = (24, -149) if kind is np.float32 else (53, -1074)
    exponent = abs(value.numerator).bit_length() - value.denominator.bit_length()
    if abs(value) < Fraction(2) ** exponent:
        exponent -= 1
    unit = Fraction(2) ** max(exponent - bits + 1, least)
    return kind(float(round(value / unit) * unit))


def fma(a, b, c):
    exact = Fraction(float(a)) * Fraction(float(b)) + Fraction(float(c))
    return nearest(exact, type(c)) if exact else a * b + c


def dot(pairs, dtype, out_dtype):
    """The sum of products, as rule 8 says."""
    if not is_float(out_dtype):
        return wrap(sum(int(a) * int(b) for a, b in pairs), out_dtype)
    kind = compute_type(out_dtype)
    total = kind(0)
    for a, b in pairs:
        total = fma(kind(a), kind(b), total)
    return rounded(total, out_dtype)


def numbers(dtype, *shape, seed=1):
    count = int(np.prod(shape))
    values = (sample(count, dtype, seed=seed) if is_float(dtype)
              else [(7 * i * seed + 3) % 11 * (1 if dtype[0] == "u" else (-1) ** i) for i in range(count)])
    return np.array(shaped(values, *shape), dtype=object)


def product_file():
    file = File("products", "Sums of products: an fma for each index of the sum, ascending from +0\n"
                "(rules 8.1, 8.2).")

    def matmul(a, b, dtype, out_dtype):
        return [[dot(list(zip(row, column)), dtype, out_dtype) for column in b.T] for row in a]

    for dtype, out_dtype in [(t, t) for t in FLOATS] + [("i8", "i32"), ("ui8", "ui8"), ("i64", "i64")]:
        a, b = numbers(dtype, 2, 9), numbers(dtype, 3, 9, seed=5)
        attributes = f"units = 3 : i64, out_dtype = {out_dtype}"
        file.check("nn.dense", [tensor(a, dtype), tensor(b, dtype)],
                   tensor(matmul(a, b.T, dtype, out_dtype), out_dtype), attributes)
    a, b = numbers("f32", 2, 5), numbers("f32", 5, 3, seed=5)
    expected = matmul(a, b, "f32", "f32")
    for left, right in product((False, True), repeat=2):
        operands = [tensor(a.T if left else a, "f32"), tensor(b.T if right else b, "f32")]
        attributes = ", ".join(f"transpose_{name} = true" for name, on in (("a", left), ("b", right)) if on)
        file.check("nn.matmul", operands, tensor(expected, "f32"), attributes,
                   name=f"matmul_{'t' if left else 'n'}{'t' if right else 'n'}")
    a, b = numbers("f32", 2, 2, 5), numbers("f32", 1, 5, 3, seed=5)
    file.check("nn.batch_matmul", [tensor(a, "f32"), tensor(b, "f32")],
               tensor([matmul(x, b[0], "f32", "f32") for x in a], "f32"))
    x, v = numbers("f32", 2, 3, 2), numbers("f32", 3, seed=5)
    add = in_float(np.add)
    file.check("nn.bias_add", [tensor(x, "f32"), tensor(v, "f32")],
               tensor([[[add(e, v[j], "f32") for e in row] for j, row in enumerate(m)] for m in x], "f32"))
    x = counting(2, 3)
    width = f"pad_width = [{ints((1, 0))}, {ints((2, 1))}]"
    file.check("nn.pad", [tensor(x, "i32"), Tensor(-9, "i32")],
               tensor(np.pad(x, ((1, 0), (2, 1)), constant_values=-9), "i32"), width)
    for mode in ("edge", "reflect"):
        file.check("nn.pad", [tensor(x, "i32"), Tensor(0, "i32")],
                   tensor(np.pad(x, ((1, 0), (2, 1)), mode=mode), "i32"), f'{width}, pad_mode = "{mode}"',
                   name=f"pad_{mode}")
        # Far beyond the data, of which one dimension has one element.
        x1, far = counting(1, 3), ((2, 3), (7, 6))
        file.check("nn.pad", [tensor(x1, "i32"), Tensor(0, "i32")], tensor(np.pad(x1, far, mode=mode), "i32"),
                   f'pad_width = [{", ".join(map(ints, far))}], pad_mode = "{mode}"', name=f"pad_{mode}_far")
    x = counting(2, 3, 2)
    file.check("nn.batch_flatten", [tensor(x, "i32")], tensor(x.reshape(2, 6), "i32"))
    return file


# Convolutions and pooling ---------------------------------------------------------------

def positions(extents):
    return product(*map(range, extents))


def convolution(x, w, dtype, strides, padding, dilation, groups):
    """NCHW and OIHW, with any number of spatial dimensions; padding is symmetric."""
    o, per_group, *kernel = w.shape
    zero = 0 if not is_float(dtype) else rounded(0.0, dtype)
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)], constant_values=zero)
    out = [(e - d * (k - 1) - 1) // s + 1
           for e, k, s, d in zip(padded.shape[2:], kernel, strides, dilation)]
    result = np.empty((x.shape[0], o, *out), dtype=object)
    for b, f, *at in positions(result.shape):
        first = f // (o // groups) * per_group
        pairs = []
        for k, *inside in positions((per_group, *kernel)):
            where = [i * s + j * d for i, s, j, d in zip(at, strides, inside, dilation)]
            pairs.append((padded[(b, first + k, *where)], w[(f, k, *inside)]))
        result[(b, f, *at)] = dot(pairs, dtype, dtype)
    return result


def transposed_convolution(x, w, strides, padding, output_padding, dilation, groups):
    """NCHW and IOHW in f32; padding is top, left, bottom, right. A sum takes
    channels in ascending order, then positions of the kernel in descending."""
    channels, per_group, *kernel = w.shape
    out = [s * (e - 1) + (k - 1) * d + 1 - before - after + more for s, e, k, d, before, after, more in
           zip(strides, x.shape[2:], kernel, dilation, padding[:2], padding[2:], output_padding)]
    of_group = channels // groups
    result = np.empty((x.shape[0], per_group * groups, *out), dtype=object)
    for b, f, *at in positions(result.shape):
        group, o = divmod(f, per_group)
        pairs = []
        for k in range(group * of_group, (group + 1) * of_group):
            for inside in reversed(list(positions(kernel))):
                where = [i + p - j * d for i, p, j, d in zip(at, padding, inside, dilation)]
                # An element of the data lies where the strides lead.
                if all(i % s == 0 and 0 <= i // s < e for i, s, e in zip(where, strides, x.shape[2:])):
                    source = [i // s for i, s in zip(where, strides)]
                    pairs.append((x[(b, k, *source)], w[(k, o, *inside)]))
        result[(b, f, *at)] = dot(pairs, "f32", "f32")
    return result


def convolution_file():
    file = File("convolutions", "Convolutions: sums over channels, then the positions of the kernel\n"
                "(rules 8.1, 8.2).")
    for name, dtype, groups, strides, padding, dilation in (
            ("plain", "f32", 1, (1, 1), (0, 0), (1, 1)), ("padded", "f32", 1, (2, 1), (1, 2), (1, 1)),
            ("dilated", "f32", 1, (1, 1), (2, 2), (2, 2)), ("grouped", "f32", 2, (1, 1), (1, 1), (1, 1)),
            ("depthwise", "f32", 4, (1, 1), (1, 1), (1, 1)), ("f64", "f64", 1, (1, 1), (1, 1), (1, 1)),
            ("f16", "f16", 1, (1, 1), (1, 1), (1, 1)), ("bf16", "bf16", 1, (1, 1), (1, 1), (1, 1)),
            ("i8", "i8", 1, (1, 1), (1, 1), (1, 1))):
        x, w = numbers(dtype, 1, 4, 5, 6), numbers(dtype, 4, 4 // groups, 3, 3, seed=5)
        expected = convolution(x, w, dtype, strides, padding, dilation, groups)
        attributes = (f"strides = {ints(strides)}, padding = {ints(padding)}, dilation = {ints(dilation)}, "
                      f"groups = {groups} : i64")
        file.check("nn.conv2d", [tensor(x, dtype), tensor(w, dtype)], tensor(expected, dtype), attributes,
                   name=f"conv2d_{name}")
        if name == "padded":
            file.check("nn.conv2d", [tensor(x.transpose(0, 2, 3, 1), dtype), tensor(w.transpose(2, 3, 1, 0), dtype)],
                       tensor(expected.transpose(0, 2, 3, 1), dtype),
                       attributes + ', data_layout = "NHWC", kernel_layout = "HWIO"', name="conv2d_nhwc")
            def blocked(image):
                return image.reshape(1, 2, 2, *image.shape[2:]).transpose(0, 1, 3, 4, 2)
            kernel = w.reshape(2, 2, 2, 2, 3, 3).transpose(0, 2, 4, 5, 3, 1)
            file.check("nn.contrib_conv2d_NCHWc", [tensor(blocked(x), dtype), tensor(kernel, dtype)],
                       tensor(blocked(expected), dtype),
                       attributes + ', data_layout = "NCHW2c", kernel_layout = "OIHW2i2o"')
    x, w = numbers("f32", 1, 3, 8), numbers("f32", 2, 3, 3, seed=5)
    expected = convolution(x, w, "f32", (2,), (1,), (1,), 1)
    file.check("nn.conv1d", [tensor(x, "f32"), tensor(w, "f32")], tensor(expected, "f32"),
               f"strides = {ints((2,))}, padding = {ints((1, 1))}")
    for name, dtype, groups, strides, padding, dilation in (
            ("plain", "f32", 1, (1, 1, 1), (0, 0, 0), (1, 1, 1)),
            ("padded", "f32", 1, (2, 1, 2), (1, 0, 1), (1, 1, 1)),
            ("dilated", "f32", 1, (1, 1, 1), (0, 1, 1), (1, 2, 2)),
            ("grouped", "f32", 2, (1, 2, 1), (0, 0, 1), (1, 1, 1)),
            ("i8", "i8", 1, (1, 1, 1), (1, 0, 0), (1, 1, 1))):
        x, w = numbers(dtype, 1, 2, 3, 4, 4), numbers(dtype, 2, 2 // groups, 2, 3, 2, seed=5)
        expected = convolution(x, w, dtype, strides, padding, dilation, groups)
        attributes = (f"strides = {ints(strides)}, padding = {ints(padding)}, dilation = {ints(dilation)}, "
                      f"groups = {groups} : i64")
        file.check("nn.conv3d", [tensor(x, dtype), tensor(w, dtype)], tensor(expected, dtype), attributes,
                   name=f"conv3d_{name}")
        if name == "padded":
            operands = [tensor(x.transpose(0, 2, 3, 4, 1), dtype), tensor(w.transpose(2, 3, 4, 1, 0), dtype)]
            file.check("nn.conv3d", operands, tensor(expected.transpose(0, 2, 3, 4, 1), dtype),
                       attributes + ', data_layout = "NDHWC", kernel_layout = "DHWIO"', name="conv3d_ndhwc")
    for name, groups, strides, padding, output_padding, dilation in (
            ("plain", 1, (1, 1), (0, 0, 0, 0), (0, 0), (1, 1)),
            ("strided", 1, (2, 3), (0, 0, 0, 0), (0, 0), (1, 1)),
            ("padded", 1, (2, 1), (1, 0, 2, 1), (0, 0), (1, 1)),
            ("output_padded", 1, (2, 3), (1, 1, 1, 1), (1, 2), (1, 1)),
            ("dilated", 1, (2, 1), (1, 1, 1, 1), (0, 0), (2, 1)),
            ("grouped", 2, (2, 2), (1, 1, 1, 1), (1, 1), (1, 1)),
            ("depthwise", 4, (2, 1), (0, 1, 0, 1), (0, 0), (1, 1))):
        x, w = numbers("f32", 1, 4, 3, 4), numbers("f32", 4, 1 if groups == 4 else 3, 3, 2, seed=5)
        expected = transposed_convolution(x, w, strides, padding, output_padding, dilation, groups)
        attributes = (f"strides = {ints(strides)}, output_padding = {ints(output_padding)}, "
                      f"padding = {ints(padding)}, dilation = {ints(dilation)}, groups = {groups} : i64")
        file.check("nn.conv2d_transpose", [tensor(x, "f32"), tensor(w, "f32")], tensor(expected, "f32"),
                   attributes, name=f"conv2d_transpose_{name}")
        if name == "output_padded":
            operands = [tensor(x.transpose(0, 2, 3, 1), "f32"), tensor(w.transpose(2, 3, 0, 1), "f32")]
            file.check("nn.conv2d_transpose", operands, tensor(expected.transpose(0, 2, 3, 1), "f32"),
                       attributes + ', data_layout = "NHWC", kernel_layout = "HWIO"',
                       name="conv2d_transpose_nhwc")
    return file


def pool_file():
    file = File("pooling", "Pooling: the elements of a window in row-major order.")
    for dtype in ("f32", "f16", "i8", "ui8"):
        x = numbers(dtype, 1, 2, 5, 6)
        kind = compute_type(dtype) if is_float(dtype) else int
        zero = kind(0)
        results = {"max": [], "avg": [], "avg_pad": []}
        for c, i, j in product(range(2), range(3), range(3)):
            window = [x[0, c, r, s] for r, s in product(range(2 * i - 1, 2 * i + 2), range(2 * j - 1, 2 * j + 2))
                      if 0 <= r < 5 and 0 <= s < 6]
            best, total = window[0], zero
            for e in window:
                best = maximum(e, best) if is_float(dtype) else max(e, best)
                total = total + kind(e)
            # A last column of the padding is not reached: 6 + 2 is even.
            for name, count in (("avg", len(window)), ("avg_pad", 9)):
                results[name].append(rounded(total / kind(count), dtype) if is_float(dtype) else
                                     int(wrap(total, dtype) / count))
            results["max"].append(best)
        window = f"pool_size = {ints((3, 3))}, strides = {ints((2, 2))}, padding = {ints((1, 1))}"
        file.check("nn.max_pool2d", [tensor(x, dtype)], Tensor([shaped(results["max"], 2, 3, 3)], dtype), window)
        if not is_float(dtype):
            continue
        file.check("nn.avg_pool2d", [tensor(x, dtype)], Tensor([shaped(results["avg"], 2, 3, 3)], dtype), window)
        file.check("nn.avg_pool2d", [tensor(x, dtype)], Tensor([shaped(results["avg_pad"], 2, 3, 3)], dtype),
                   window + ", count_include_pad = true", name=f"avg_pool2d_pad_{dtype}")
    x = numbers("f32", 1, 2, 3, 4)
    wide = x.astype(np.float64)
    file.check("nn.global_max_pool2d", [tensor(x, "f32")],
               tensor(wide.max((2, 3), keepdims=True), "f32"))
    file.check("nn.global_avg_pool2d", [tensor(x, "f32")],
               tensor(wide.mean((2, 3), keepdims=True), "f32"), bound=NEAR)
    x = numbers("f32", 1, 2, 5, 7)
    wide = x.astype(np.float64)

    def fields(extent, size):
        return [slice(i * extent // size, -(-(i + 1) * extent // size)) for i in range(size)]
    expected = [[[[wide[0, c, r, s].mean() for s in fields(7, 3)] for r in fields(5, 2)] for c in range(2)]]
    file.check("nn.adaptive_avg_pool2d", [tensor(x, "f32")], tensor(expected, "f32"),
               f"output_size = {ints((2, 3))}", bound=NEAR)
    expected = [[[[wide[0, c, r, s].max() for s in fields(7, 3)] for r in fields(5, 2)] for c in range(2)]]
    file.check("nn.adaptive_max_pool2d", [tensor(x, "f32")], tensor(expected, "f32"),
               f"output_size = {ints((2, 3))}")
    line = numbers("f32", 1, 2, 7)
    expected = [[[float(line[0, c, s].astype(np.float64).max()) for s in fields(7, 3)] for c in range(2)]]
    file.check("nn.adaptive_max_pool1d", [tensor(line, "f32")], tensor(expected, "f32"),
               f"output_size = {ints((3,))}")
    volume = numbers("f32", 1, 2, 3, 5, 4)
    expected = [[[[[volume[0, c, d, r, s].astype(np.float64).mean() for s in fields(4, 1)] for r in fields(5, 2)]
                  for d in fields(3, 3)] for c in range(2)]]
    file.check("nn.adaptive_avg_pool3d", [tensor(volume, "f32")], tensor(expected, "f32"),
               f"output_size = {ints((3, 2, 1))}", bound=NEAR)
    # One dimension and three: windows of 2, the last padded by one.
    for rank in (1, 3):
        extents = (5, 4, 3)[:rank]
        x = numbers("f32", 1, 2, *extents)
        counts = [e // 2 + e % 2 for e in extents]
        best, means = np.zeros((1, 2, *counts)), np.zeros((1, 2, *counts))
        for c, *at in product(range(2), *map(range, counts)):
            window = x[(0, c) + tuple(slice(2 * i, 2 * i + 2) for i in at)].astype(np.float64)
            best[(0, c, *at)], means[(0, c, *at)] = window.max(), window.mean()
        padding = [0] * rank + [e % 2 for e in extents]
        attributes = (f"pool_size = {ints([2] * rank)}, strides = {ints([2] * rank)}, padding = {ints(padding)}")
        file.check(f"nn.max_pool{rank}d", [tensor(x, "f32")], tensor(best, "f32"), attributes)
        file.check(f"nn.avg_pool{rank}d", [tensor(x, "f32")], tensor(means, "f32"), attributes, bound=NEAR)
    return file


# Normalisation ----------------------------------------------------------------------------

def norm_file():
    file = File("norms", "Normalisation and softmax, against f64.")
    x = numbers("f32", 2, 4, 3)
    wide = x.astype(np.float64)
    gamma, beta, mean = (numbers("f32", 4, seed=s) for s in (5, 6, 7))
    var = np.array([rounded(abs(v) + 0.5, "f32") for v in numbers("f32", 4, seed=8)], dtype=object)
    g, b, m, v = (t.astype(np.float64) for t in (gamma, beta, mean, var))

    def check(op, operands, expected, attributes="", name=""):
        # NumPy's exp, log and pow in f64 are not the same on all processors; rounded to f32 they are.
        expected = np.asarray(expected, dtype=np.float32)
        file.check(op, [tensor(t, "f32") for t in operands], tensor(expected, "f32"), attributes, name=name,
                   bound=NEAR)

    def along(values, axis):
        return values.reshape([-1 if i == axis else 1 for i in range(3)])

    def normalised(data, axes):
        centred = data - data.mean(axes, keepdims=True)
        return centred / np.sqrt((centred ** 2).mean(axes, keepdims=True) + 1e-5)

    for axis in (-1, 1):
        e = np.exp(wide - wide.max(axis, keepdims=True))
        softmax = e / e.sum(axis, keepdims=True)
        check("nn.softmax", [x], softmax, f"axis = {axis} : i64", name=f"softmax_{axis % 3}")
        check("nn.fast_softmax", [x], softmax, f"axis = {axis} : i64", name=f"fast_softmax_{axis % 3}")
        check("nn.log_softmax", [x], np.log(softmax), f"axis = {axis} : i64", name=f"log_softmax_{axis % 3}")
    check("nn.layer_norm", [x, gamma, beta], normalised(wide, (1,)) * along(g, 1) + along(b, 1), "axis = 1 : i64")
    check("nn.instance_norm", [x, gamma, beta], normalised(wide, (2,)) * along(g, 1) + along(b, 1))
    groups = normalised(wide.reshape(2, 2, 6), (2,)).reshape(2, 4, 3)
    check("nn.group_norm", [x, gamma, beta], groups * along(g, 1) + along(b, 1), "num_groups = 2 : i64")
    check("nn.l2_normalize", [x], wide / np.sqrt(np.maximum((wide ** 2).sum(1, keepdims=True), 1e-3)),
          f"eps = 1.0e-3, axis = {ints((1,))}")
    result = (wide - along(m, 1)) / np.sqrt(along(v, 1) + 1e-5) * along(g, 1) + along(b, 1)
    lines = [f"%{i} = relay.constant {tensor(t, 'f32')}" for i, t in enumerate((x, gamma, beta, mean, var))]
    vectors = ", ".join(["tensor<4xf32>"] * 4)
    kind = "tuple<tensor<2x4x3xf32>, tensor<4xf32>, tensor<4xf32>>"
    file.compare("batch_norm", lines + [
        f"%t = relay.nn.batch_norm %0, %1, %2, %3, %4 : (tensor<2x4x3xf32>, {vectors}) -> {kind}",
        f"%r = relay.tuple_get %t[0] : ({kind}) -> tensor<2x4x3xf32>"], "%r", tensor(result, "f32"), NEAR)
    x = numbers("f32", 1, 5, 2, 4)
    for size, axis in ((3, 1), (5, 3), (7, -2)):
        squares = np.moveaxis(x.astype(np.float64) ** 2, axis, 0)
        count = len(squares)
        sums = np.array([squares[max(i - size // 2, 0):min(i - size // 2 + size, count)].sum(0)
                         for i in range(count)])
        expected = x.astype(np.float64) / (1.5 + 0.5 * np.moveaxis(sums, 0, axis) / size) ** 0.75
        check("nn.lrn", [x], expected, f"size = {size} : i64, axis = {axis} : i64, bias = 1.5, alpha = 0.5, "
              "beta = 0.75", name=f"lrn_{size}_{axis % 4}")
    return file


# Images -----------------------------------------------------------------------------------

def resize_positions(extent, target, mode):
    """Return the place of each of `target` positions in `extent` pixels."""
    if mode == "align_corners":
        return [Fraction(x * (extent - 1), max(target - 1, 1)) for x in range(target)]
    shift = Fraction(1, 2) if mode == "half_pixel" else 0
    return [(x + shift) * Fraction(extent, target) - shift for x in range(target)]


def nearest_weights(extent, target, mode, rounding):
    """A matrix that takes one pixel for each position."""
    half = Fraction(1, 2)
    pick = {"round": lambda x: floor(x + half) if x > 0 else ceil(x - half), "floor": floor, "ceil": ceil,
            "round_prefer_floor": lambda x: ceil(x - half), "round_prefer_ceil": lambda x: floor(x + half)}[rounding]
    indices = [min(max(pick(x), 0), extent - 1) for x in resize_positions(extent, target, mode)]
    return np.eye(extent)[indices]


def kernel_weights(extent, target, mode, kernel, reach):
    """A matrix of the weights that `kernel` gives a distance, not beyond
    `reach`; pixels outside are those of the edge."""
    result = np.zeros((target, extent))
    for row, where in zip(result, map(float, resize_positions(extent, target, mode))):
        first = int(np.floor(where))
        for pixel in range(first - reach + 1, first + reach + 1):
            row[min(max(pixel, 0), extent - 1)] += kernel(abs(where - pixel))
    return result


def spline(distance, alpha=-0.5):
    """The cubic convolution kernel of R. Keys (1981)."""
    if distance <= 1:
        return (alpha + 2) * distance ** 3 - (alpha + 3) * distance ** 2 + 1
    return alpha * (distance ** 3 - 5 * distance ** 2 + 8 * distance - 4) if distance < 2 else 0.0


def image_file():
    file = File("images", "Resized images: a matrix for the rows and one for the columns (rule 10.1).")
    x = numbers("f32", 1, 2, 4, 5)

    def check(method, mode, size, name, weights, more=""):
        rows, columns = (weights(e, t) for e, t in zip(x.shape[2:], size))
        expected = np.einsum("yh,nchw,xw->ncyx", rows, x.astype(np.float64), columns)
        attributes = (f"size = {ints(size)}, roi = array<f64: 0.0, 0.0, 0.0, 0.0>, method = \"{method}\", "
                      f"coordinate_transformation_mode = \"{mode}\"{more}")
        bound = "" if method == "nearest_neighbor" else NEAR
        file.check("image.resize2d", [tensor(x, "f32")], tensor(expected, "f32"), attributes,
                   name=f"{name}_nchw", bound=bound)
        file.check("image.resize2d", [tensor(x.transpose(0, 2, 3, 1), "f32")],
                   tensor(expected.transpose(0, 2, 3, 1), "f32"), attributes + ', layout = "NHWC"',
                   name=f"{name}_nhwc", bound=bound)

    kernels = {"linear": (lambda distance: 1 - distance, 1), "cubic": (spline, 2)}
    scaled = (2 * x.shape[2], 3 * x.shape[3])
    for mode in ("half_pixel", "align_corners", "asymmetric"):
        check("nearest_neighbor", mode, (7, 3), f"nearest_{mode}",
              lambda e, t: nearest_weights(e, t, mode, "round"))
        for method, kernel in kernels.items():
            check(method, mode, (7, 3), f"{method}_{mode}", lambda e, t: kernel_weights(e, t, mode, *kernel))
    for rounding in ("floor", "ceil", "round_prefer_floor", "round_prefer_ceil"):
        check("nearest_neighbor", "half_pixel", (6, 2), f"nearest_{rounding}",
              lambda e, t: nearest_weights(e, t, "half_pixel", rounding), f', rounding_method = "{rounding}"')
    check("nearest_neighbor", "half_pixel", (6, 2), "nearest_by_mode",
          lambda e, t: nearest_weights(e, t, "half_pixel", "floor"), ', rounding_method = ""')
    # Whole factors: rounding down repeats each pixel, and no other method does.
    for rounding in ("floor", "round", "ceil", "round_prefer_floor", "round_prefer_ceil"):
        check("nearest_neighbor", "asymmetric", (8, 15), f"nearest_whole_{rounding}",
              lambda e, t: nearest_weights(e, t, "asymmetric", rounding), f', rounding_method = "{rounding}"')
    check("linear", "align_corners", (1, 5), "linear_single",
          lambda e, t: kernel_weights(e, t, "align_corners", *kernels["linear"]))
    check("cubic", "half_pixel", (3, 9), "cubic_alpha",
          lambda e, t: kernel_weights(e, t, "half_pixel", lambda d: spline(d, -0.75), 2), ", cubic_alpha = -0.75")

    for method in ("nearest_neighbor", "bilinear", "bicubic"):
        for aligns in (False, True):
            mode = "align_corners" if aligns else "asymmetric"
            if method == "nearest_neighbor":
                weights = [nearest_weights(e, t, mode, "round" if aligns else "floor")
                           for e, t in zip(x.shape[2:], scaled)]
            else:
                weights = [kernel_weights(e, t, mode, *kernels[method[2:]]) for e, t in zip(x.shape[2:], scaled)]
            expected = np.einsum("yh,nchw,xw->ncyx", weights[0], x.astype(np.float64), weights[1])
            file.check("nn.upsampling", [tensor(x, "f32")], tensor(expected, "f32"),
                       f"scale_h = 2.0, scale_w = 3.0, method = \"{method}\", "
                       f"align_corners = {'true' if aligns else 'false'}",
                       name=f"upsampling_{method}_{mode}", bound="" if method == "nearest_neighbor" else NEAR)

    # Volumes: a third matrix, for the depth.
    x = numbers("f32", 1, 2, 3, 4, 5)
    scales, scaled = (1.5, 2.0, 0.6), (4, 8, 3)
    for method in ("nearest_neighbor", "trilinear"):
        for mode in ("half_pixel", "align_corners", "asymmetric"):
            if method == "nearest_neighbor":
                rounding = "round" if mode == "align_corners" else "floor"
                weights = [nearest_weights(e, t, mode, rounding) for e, t in zip(x.shape[2:], scaled)]
            else:
                weights = [kernel_weights(e, t, mode, *kernels["linear"]) for e, t in zip(x.shape[2:], scaled)]
            expected = np.einsum("zd,yh,ncdhw,xw->nczyx", *weights[:2], x.astype(np.float64), weights[2])
            attributes = (", ".join(f"scale_{a} = {s}" for a, s in zip("dhw", scales)) +
                          f", method = \"{method}\", coordinate_transformation_mode = \"{mode}\"")
            bound = "" if method == "nearest_neighbor" else NEAR
            file.check("nn.upsampling3d", [tensor(x, "f32")], tensor(expected, "f32"), attributes,
                       name=f"upsampling3d_{method}_{mode}_ncdhw", bound=bound)
            file.check("nn.upsampling3d", [tensor(x.transpose(0, 2, 3, 4, 1), "f32")],
                       tensor(expected.transpose(0, 2, 3, 4, 1), "f32"), attributes + ', layout = "NDHWC"',
                       name=f"upsampling3d_{method}_{mode}_ndhwc", bound=bound)
    return file


FILES = (creation_file, movement_file, sorting_file, product_file, convolution_file, pool_file, norm_file, image_file)
