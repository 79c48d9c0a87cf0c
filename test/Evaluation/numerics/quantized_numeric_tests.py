"""Numeric tests of the operators of quantized tensors. Used by generate_numeric_tests.py.

A number q stands for (q - zero point) * scale. Scales are powers of two where a test expects a
certain rounding, so that the products are exact."""

from math import erf, exp, floor, inf, log, nan, sqrt, tanh

import numpy as np
from network_numeric_tests import convolution, counting, ints, tensor, transposed_convolution
from numeric_tests import File, Tensor, bounds, wrap

SCALE, ZERO = "f32", "i32"


def scale(value):
    return Tensor(value, SCALE)


def zero(value):
    return Tensor(value, ZERO)


def away(x):
    """x rounded to an integer, halves away from zero."""
    return floor(abs(x) + 0.5) * (1 if x >= 0 else -1)


def upward(x):
    return floor(x + 0.5)


def clip(x, dtype):
    return min(max(x, bounds(dtype)[0]), bounds(dtype)[1])


def quantize(x, s, z, dtype):
    """The number of the float x."""
    if np.isnan(x):
        return 0
    return clip(z + (away(x / s) if abs(x) != inf else int(np.sign(x)) << 40), dtype)


def requantize(q, s, z, t, u, dtype, around=upward):
    return clip(u + around((q - z) * s / t), dtype)


# Between floats and quantized numbers ------------------------------------------------

def conversion_file():
    file = File("quantization", "Between floats and quantized numbers (rule 5.1).")
    values = [0.0, -0.0, 0.25, -0.25, 0.26, 0.75, -0.75, 63.75, -64.25, 1e30, -1e30, inf, -inf, nan]
    for dtype in ("i8", "ui8", "i16", "ui16", "i32"):
        expected = [quantize(x, 0.5, 3, dtype) for x in values]
        file.check("qnn.quantize", [Tensor(values, "f32"), scale(0.5), zero(3)], Tensor(expected, dtype),
                   f"out_dtype = {dtype}", name=f"quantize_{dtype}")
        numbers = [*bounds(dtype), 0, 1, 3, 77]
        # The difference has 32 bits and becomes a float32.
        expected = [float(np.float32(wrap(q - 3, "i32")) * np.float32(0.5)) for q in numbers]
        file.check("qnn.dequantize", [Tensor(numbers, dtype), scale(0.5), zero(3)], Tensor(expected, "f32"),
                   "out_dtype = f32", name=f"dequantize_{dtype}")
    rows, scales, zeros = [[1.0, 2.5], [1.0, 2.5]], [0.5, 0.25], [1, -2]
    file.check("qnn.quantize", [Tensor(rows, "f32"), scale(scales), zero(zeros)],
               Tensor([[quantize(x, s, z, "i8") for x in row] for row, s, z in zip(rows, scales, zeros)], "i8"),
               "out_dtype = i8, axis = 0 : i64", name="quantize_axis")
    numbers = [[5, -7], [100, 0]]
    file.check("qnn.dequantize", [Tensor(numbers, "i8"), scale(scales), zero(zeros)],
               Tensor([[(q - z) * s for q, s, z in zip(row, scales, zeros)] for row in numbers], "f32"),
               "out_dtype = f32", name="dequantize_axis")
    return file


def requantize_file():
    file = File("requantization", "Numbers in another quantization.")
    numbers = [0, 1, 2, 3, -1, -2, -3, 5, -5, 400, -400, 2 ** 20]
    for compute in ("int64", "float32", "float64"):
        for name, around in (("UPWARD", upward), ("TONEAREST", away)):
            expected = [requantize(q, 0.25, 1, 0.5, -4, "i8", around) for q in numbers]
            if around == away and compute != "int64":
                # As in TVM, floats are rounded after the zero point of the output is added.
                expected = [clip(away((q - 1) * 0.5 - 4), "i8") for q in numbers]
            file.check("qnn.requantize",
                       [Tensor(numbers, "i32"), scale(0.25), zero(1), scale(0.5), zero(-4)], Tensor(expected, "i8"),
                       f'out_dtype = i8, rounding = "{name}", compute_dtype = "{compute}"',
                       name=f"requantize_{name.lower()}_{compute}")
    for source, target in (("i8", "ui8"), ("ui8", "i8"), ("i16", "i32"), ("i64", "i16")):
        numbers = [*bounds(source if source != "i64" else "i16"), 0, 1, 6]
        expected = [requantize(q, 0.5, 2, 0.25, 3, target) for q in numbers]
        file.check("qnn.requantize", [Tensor(numbers, source), scale(0.5), zero(2), scale(0.25), zero(3)],
                   Tensor(expected, target), f"out_dtype = {target}", name=f"requantize_{source}_{target}")
    rows, scales, zeros = [[9, 9, 9], [-9, 100, 7]], [0.5, 0.25, 1.0], [0, 1, 2]
    expected = [[requantize(q, s, z, 0.5, 0, "i8") for q, s, z in zip(row, scales, zeros)] for row in rows]
    file.check("qnn.requantize", [Tensor(rows, "i32"), scale(scales), zero(zeros), scale(0.5), zero(0)],
               Tensor(expected, "i8"), "out_dtype = i8, axis = 1 : i64", name="requantize_axis")
    return file


def simulation_file():
    file = File("simulated_quantization", "Quantization that is computed in floats.")
    values, scales, zeros = [[0.3, -0.25, 1e3, 2.5]], [0.5, 0.5, 0.5, 0.25], [3, 0, 0, -1]
    numbers = [[5.0, -7.0, 300.0, 0.0]]
    for code, dtype in ((1, "i8"), (2, "ui8"), (3, "i32"), (0, None)):
        expected = [[float(quantize(x, s, z, dtype)) if dtype else x
                     for x, s, z in zip(values[0], scales, zeros)]]
        file.check("qnn.simulated_quantize", [Tensor(values, "f32"), zero(code), scale(scales), zero(zeros)],
                   Tensor(expected, "f32"), name=f"simulated_quantize_{code}")
        expected = [[(q - z) * s if dtype else q for q, s, z in zip(numbers[0], scales, zeros)]]
        file.check("qnn.simulated_dequantize", [Tensor(numbers, "f32"), zero(code), scale(scales), zero(zeros)],
                   Tensor(expected, "f32"), name=f"simulated_dequantize_{code}")
    values = [0.3, -0.25, 1e3, 2.75]
    for kind in range(4):
        expected = [away(min(max(x / 0.5, -4), 5)) * 0.5 if kind else x for x in values]
        file.check("annotation.simulated_quantize", [Tensor(values, "f32"), scale(0.5), scale(-4.0), scale(5.0)],
                   Tensor(expected, "f32"), f"kind = {kind} : i64", name=f"annotation_{kind}")
    return file


# Functions of one tensor -----------------------------------------------------------------

def unary_file():
    file = File("quantized_functions", "Functions of quantized numbers.")
    numbers, s, z, t, u = [2, 3, 5, 18, 66, 127], 0.0625, 2, 0.017, -5
    functions = {"abs": abs, "erf": erf, "exp": exp, "sigmoid": lambda x: 1 / (1 + exp(-x)), "tanh": tanh,
                 "hardswish": lambda x: x * min(max(x + 3, 0), 6) / 6,
                 "sqrt": sqrt, "rsqrt": lambda x: 1 / sqrt(x) if x else inf, "log": lambda x: log(x) if x else -inf}
    for name, function in functions.items():
        for dtype in ("i8", "ui8"):
            some = [*numbers, 0] if name not in ("sqrt", "rsqrt", "log") else numbers
            offset = u if dtype == "i8" else 7
            expected = [quantize(function((q - z) * s), t, offset, dtype) for q in some]
            file.check(f"qnn.{name}", [Tensor(some, dtype), scale(s), zero(z), scale(t), zero(offset)],
                       Tensor(expected, dtype), name=f"{name}_{dtype}")
    for dtype in ("i8", "ui8"):
        some = [0, 1, 2, 10, 50, 127]
        # A number below the zero point is scaled by 0.5 around the zero point of the result.
        expected = [clip(upward(q * 0.5 + 0.5 * 6) if q < 6 else q, dtype)
                    for q in (requantize(q, 0.25, 6, 0.25, 6, "i32") for q in some)]
        file.check("qnn.leaky_relu", [Tensor(some, dtype), scale(0.25), zero(6), scale(0.25), zero(6)],
                   Tensor(expected, dtype), "alpha = 0.5 : f64", name=f"leaky_relu_{dtype}", bound="{atol = 1.0}")
    # An approximation: few numbers are those of nn.softmax.
    rows = np.array([[0, 10, 20, -30], [5, 5, 5, 5], [-128, 127, 0, 0]])
    for axis in (0, 1):
        values = np.exp(rows * 0.05)
        expected = values / values.sum(axis=axis, keepdims=True)
        numbers = [[quantize(x, 1 / 128, -20, "i8") for x in row] for row in expected]
        file.check("qnn.softmax", [tensor(rows, "i8"), scale(0.05), zero(0), scale(1 / 128), zero(-20)],
                   Tensor(numbers, "i8"), f"axis = {axis} : i64", name=f"softmax_{axis}", bound="{atol = 4.0}")
    image = counting(1, 1, 4, 4) * 4
    means = image.reshape(2, 2, 2, 2).mean(axis=(1, 3)).reshape(1, 1, 2, 2).astype(int)
    windows = f"pool_size = {ints((2, 2))}, strides = {ints((2, 2))}"
    for name, t, factor in (("same", 0.5, 1), ("other", 0.25, 2)):
        expected = np.clip(means * factor, -128, 127)
        file.check("qnn.avg_pool2d", [tensor(image, "i8"), scale(0.5), zero(0), scale(t), zero(0)],
                   tensor(expected, "i8"), windows, name=f"avg_pool2d_{name}")
    return file


# Functions of several tensors --------------------------------------------------------

def binary_file():
    file = File("quantized_arithmetic", "Sums, differences, products and concatenation of quantized tensors.")
    lhs, rhs = [[100, -100, 7], [3, 0, -128]], [4, -60, 127]
    s, z, r, y, t, u = 0.25, 1, 0.5, -2, 0.125, 3
    quantization = [scale(s), zero(z), scale(r), zero(y), scale(t), zero(u)]

    def table(function):
        return Tensor([[clip(function(a, b), "i8") for a, b in zip(row, rhs)] for row in lhs], "i8")

    def in_output(q, s, z):
        return requantize(q, s, z, t, u, "i32")
    for name, expected in (
            ("add", table(lambda a, b: in_output(a, s, z) + in_output(b, r, y) - u)),
            ("subtract", table(lambda a, b: in_output(a, s, z) - in_output(b, r, y) + u)),
            ("mul", table(lambda a, b: requantize((a - z) * (b - y), s * r, 0, t, u, "i32")))):
        file.check(f"qnn.{name}", [Tensor(lhs, "i8"), Tensor(rhs, "i8"), *quantization], expected, name=name)
    lines = ["%a = relay.constant dense<[[1, 2]]> : tensor<1x2xi8>", "%b = relay.constant dense<[[3]]> : tensor<1x1xi8>",
             "%s = relay.constant dense<0.5> : tensor<f32>", "%t = relay.constant dense<0.25> : tensor<f32>",
             "%z = relay.constant dense<0> : tensor<i32>", "%u = relay.constant dense<1> : tensor<i32>",
             "%x = relay.tuple %a, %b : (tensor<1x2xi8>, tensor<1x1xi8>) -> tuple<tensor<1x2xi8>, tensor<1x1xi8>>",
             "%r = relay.tuple %s, %t : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>",
             "%y = relay.tuple %z, %u : (tensor<i32>, tensor<i32>) -> tuple<tensor<i32>, tensor<i32>>",
             "%0 = relay.qnn.concatenate %x, %r, %y, %t, %u {axis = 1 : i64} : (tuple<tensor<1x2xi8>, tensor<1x1xi8>>, "
             "tuple<tensor<f32>, tensor<f32>>, tuple<tensor<i32>, tensor<i32>>, tensor<f32>, tensor<i32>) "
             "-> tensor<1x3xi8>"]
    file.compare("concatenate", lines, "%0", Tensor([[3, 5, 3]], "i8"))
    return file


# Products --------------------------------------------------------------------------------

# Zero points of the data and of the weight: numbers, or a vector along the channels.
ZERO_POINTS = ((0, 0), (3, 0), (0, -2), (3, -2), (5, [1, -1, 0, 2]))


def factors(*shape, low, high, seed):
    return np.random.RandomState(seed).randint(low, high + 1, shape)


def matrix_file():
    file = File("quantized_matrices", "Products of quantized matrices.")
    x, w = factors(2, 6, low=0, high=255, seed=1), factors(4, 6, low=-128, high=127, seed=2)
    for i, (z, y) in enumerate(ZERO_POINTS):
        shifted = w - np.reshape(y, (-1, 1))
        file.check("qnn.dense", [tensor(x, "ui8"), tensor(w, "i8"), zero(z), zero(y), scale(0.5), scale(0.25)],
                   tensor((x - z) @ shifted.T, "i32"), "units = 4 : i64, out_dtype = i32", name=f"dense_{i}")
        if isinstance(y, int):
            a, b = x.reshape(1, 2, 6), w.reshape(1, 4, 6)
            file.check("qnn.batch_matmul",
                       [tensor(a, "ui8"), tensor(b, "i8"), zero(z), zero(y), scale(0.5), scale(0.25)],
                       tensor((a - z) @ (b - y).transpose(0, 2, 1), "i32"), "out_dtype = i32, transpose_b = true",
                       name=f"batch_matmul_{i}")
    return file


def convolution_file():
    file = File("quantized_convolutions", "Convolutions of quantized images.")
    x = factors(1, 4, 5, 5, low=-128, high=127, seed=3)
    for i, (z, y) in enumerate(ZERO_POINTS):
        for name, groups, padding, dilation in (("plain", 1, (1, 1), (1, 1)), ("grouped", 2, (0, 1), (1, 1)),
                                                ("depthwise", 4, (1, 1), (1, 1)), ("dilated", 1, (2, 2), (2, 2))):
            w = factors(4, 4 // groups, 3, 3, low=-128, high=127, seed=4)
            expected = convolution(x - z, w - np.reshape(y, (-1, 1, 1, 1)), "i32", (1, 1), padding, dilation, groups)
            file.check("qnn.conv2d", [tensor(x, "i8"), tensor(w, "i8"), zero(z), zero(y), scale(0.5), scale(0.25)],
                       tensor(expected, "i32"),
                       f"padding = {ints(padding)}, dilation = {ints(dilation)}, groups = {groups} : i64, "
                       f"channels = 4 : i64, kernel_size = {ints((3, 3))}, out_dtype = i32", name=f"{name}_{i}")
    w = factors(4, 2, 2, 2, low=-128, high=127, seed=5)
    for z, y in ((0, 0), (3, -2)):
        # The sums are exact in float32.
        expected = transposed_convolution(*((v.astype(np.float32)) for v in (x - z, w - y)), (2, 2), (0, 0, 0, 0),
                                          (0, 0), (1, 1), 1)
        file.check("qnn.conv2d_transpose",
                   [tensor(x, "i8"), tensor(w, "i8"), zero(z), zero(y), scale(0.5), scale(0.25)],
                   tensor(expected.astype(int), "i32"),
                   f"channels = 2 : i64, kernel_size = {ints((2, 2))}, strides = {ints((2, 2))}, out_dtype = i32",
                   name=f"transposed_{z}")
    return file


FILES = (conversion_file, requantize_file, simulation_file, unary_file, binary_file, matrix_file, convolution_file)
