#!/usr/bin/env python3
"""Writes numeric tests of operators (needs NumPy).

    generate_numeric_tests.py FOLDER

The build runs it; the tests are in `build/test/Evaluation/numerics`.

Each function of these files evaluates an operator on edge values and returns
the result with what docs/Semantics.md says it is, computed here: floats by
NumPy's arithmetic or, where functions are not exact, by Python's decimals;
integers by Python's, cut to the width. `relay-lite-run --check` compares them.
"""

import math
import sys
from decimal import Context, Decimal
from math import copysign, inf, isinf, isnan, nan
from pathlib import Path

import indexing_numeric_tests
import network_numeric_tests
import numpy as np
import packed_numeric_tests
import quantized_numeric_tests
import vision_numeric_tests
from numeric_tests import (FLOATS, INTEGERS, SIGNED, File, Splat, Tensor, bounds, compute_type,
                           in_float, is_float, maximum, rounded, sample, shaped, width, wrap)


# Edge values -------------------------------------------------------------------

def edges(dtype):
    """Few values at which operations differ."""
    if dtype == "i1":
        return [0, 1]
    if is_float(dtype):
        return [rounded(x, dtype) for x in (0.0, -0.0, 1.0, -2.5, 3.0, 0.1, inf, -inf, nan)]
    low, high = bounds(dtype)
    return ([low, -7, -1, 0, 1, 3, high] if low else [0, 1, 3, 7, high - 1, high])


def many_edges(dtype):
    """The same and more, for operators of one operand."""
    if not is_float(dtype):
        return edges(dtype)
    tiny = {"f64": 5e-324, "f32": 2.0 ** -149, "f16": 2.0 ** -24, "bf16": 2.0 ** -133}[dtype]
    large = {"f64": 1.7976931348623157e308, "f32": 3.4028234663852886e38, "f16": 65504.0,
             "bf16": 3.3895313892515355e38}[dtype]
    below = {"f64": 0.49999999999999994, "f32": 0.49999997019767761, "f16": 0.499755859375,
             "bf16": 0.498046875}[dtype]
    values = [0.0, tiny, below, 0.5, 0.7, 1.0, 1.5, 2.5, 8.3, 100.0, large, inf]
    return [rounded(s * x, dtype) for x in values for s in (1, -1)] + [rounded(nan, dtype)]


def pairs(function, dtype, result_dtype=None):
    values = edges(dtype)
    operands = [Tensor([[x] for x in values], dtype), Tensor([values], dtype)]
    return operands, Tensor([[function(x, y, dtype) for y in values] for x in values],
                            result_dtype or dtype)


# Elementwise operators -----------------------------------------------------------

def truncated(x):
    return np.trunc(x)


def half_away(x):
    if isnan(x) or isinf(x):
        return x
    whole = np.trunc(x)
    return np.copysign(np.abs(whole) + (np.abs(x - whole) >= 0.5), x).astype(x.dtype)


def sign(x):
    return x if x == 0 or isnan(x) else type(x)(copysign(1, x))


def minimum(x, y):
    return -maximum(-x, -y)


def floor_mod(x, y):
    remainder = np.fmod(x, y)
    return remainder + y if remainder != 0 and (remainder < 0) != (y < 0) else remainder


def unary_file():
    file = File("unary", "Operators of one operand that are exact (rules 2.1, 2.6, 3.1, 3.4 to 3.7).")
    functions = {"abs": np.abs, "ceil": np.ceil, "floor": np.floor, "round": half_away,
                 "trunc": truncated, "negative": np.negative, "sign": sign, "sqrt": np.sqrt,
                 "nn.relu": lambda x: maximum(x, type(x)(0))}
    for op, function in functions.items():
        for dtype in FLOATS:
            values = many_edges(dtype)
            file.check(op, [Tensor(values, dtype)],
                       Tensor([in_float(function)(x, dtype) for x in values], dtype))
    whole = {"abs": abs, "negative": lambda x: -x, "sign": lambda x: (x > 0) - (x < 0),
             "ceil": int, "floor": int, "round": int, "trunc": int,
             "nn.relu": lambda x: max(x, 0)}
    for op, function in whole.items():
        for dtype in INTEGERS:
            values = edges(dtype)
            file.check(op, [Tensor(values, dtype)],
                       Tensor([wrap(function(x), dtype) for x in values], dtype))
    for dtype in FLOATS:
        values = many_edges(dtype)
        file.check("isnan", [Tensor(values, dtype)],
                   Tensor([bool(np.isnan(x)) for x in values], "i1"))
        file.check("isinf", [Tensor(values, dtype)],
                   Tensor([bool(np.isinf(x)) for x in values], "i1"))
        file.check("isfinite", [Tensor(values, dtype)],
                   Tensor([bool(np.isfinite(x)) for x in values], "i1"))
        file.check("nn.prelu", [Tensor([values, values], dtype), Tensor([rounded(0.5, dtype), rounded(-2.0, dtype)], dtype)],
                   Tensor([[x if x > 0 else in_float(np.multiply)(x, slope, dtype) for x in values]
                           for slope in (rounded(0.5, dtype), rounded(-2.0, dtype))], dtype),
                   "axis = 0 : i64")
        alpha = rounded(0.1, dtype)
        file.check("nn.leaky_relu", [Tensor(values, dtype)],
                   Tensor([x if x > 0 else in_float(np.multiply)(x, alpha, dtype) for x in values],
                          dtype), "alpha = 0.1")
    file.check("isnan", [Tensor(edges("i8"), "i8")], Tensor([0] * len(edges("i8")), "i1"))
    file.check("isinf", [Tensor(edges("i8"), "i8")], Tensor([0] * len(edges("i8")), "i1"))
    file.check("isfinite", [Tensor(edges("i8"), "i8")], Tensor([1] * len(edges("i8")), "i1"))
    file.check("logical_not", [Tensor([0, 1], "i1")], Tensor([1, 0], "i1"))
    for source, target, bits in (("f32", "i32", np.int32), ("f64", "i64", np.int64), ("f16", "i16", np.int16)):
        values = many_edges(source)[:-1]
        same = [int(np.asarray(x).view(bits)) for x in values]
        file.check("reinterpret", [Tensor(values, source)], Tensor(same, target), f"dtype = {target}",
                   name=f"reinterpret_{source}_{target}")
        file.check("reinterpret", [Tensor(same, target)], Tensor(values, source), f"dtype = {source}",
                   name=f"reinterpret_{target}_{source}")
    file.check("reinterpret", [Tensor([-1, 5], "i8")], Tensor([255, 5], "ui8"), "dtype = ui8")

    def fixed_point(x, multiplier, left, right):
        product = (x << left) * multiplier
        return wrap(wrap(product + (1 << 30 + right), "i64") >> 31 + right, "i32")

    values = edges("i32") + [1000, 123456789, -123456789]
    for number, (multiplier, shift) in enumerate(((1 << 30, 0), (1234567891, -3), (1395864371, 4), (-1 << 31, 1))):
        expected = [fixed_point(x, multiplier, max(shift, 0), max(-shift, 0)) for x in values]
        file.check("fixed_point_multiply", [Tensor(values, "i32")], Tensor(expected, "i32"),
                   f"multiplier = {multiplier} : i64, shift = {shift} : i64",
                   name=f"fixed_point_multiply_{number}")
    multipliers, lefts, rights = [1 << 30, 1234567891, 1395864371], [0, 3, 1], [2, 0, 7]
    rows = [values[:3], values[3:6]]
    for requires, attribute in ((True, "true"), (False, "false")):
        expected = [[fixed_point(x, m, left if requires else 0, right)
                     for x, m, left, right in zip(row, multipliers, lefts, rights)] for row in rows]
        file.check("fixed_point_multiply_per_axis",
                   [Tensor(rows, "i32"), *(Tensor(list(x), "i32") for x in (multipliers, lefts, rights))],
                   Tensor(expected, "i32"),
                   f"is_lshift_required = {attribute}, axes = array<i64: 1>",
                   name=f"fixed_point_multiply_per_axis_{attribute}")
    for dtype, low, high in (("f32", -0.5, 2.0), ("f16", -0.1, 2.7), ("i8", -3.0, 100.0),
                             ("ui8", 2.0, 300.0)):
        values = many_edges(dtype)
        if is_float(dtype):
            expected = [minimum(maximum(x, rounded(low, dtype)), rounded(high, dtype)) for x in values]
        else:
            expected = [int(min(max(x, low), high)) for x in values]
        file.check("clip", [Tensor(values, dtype)], Tensor(expected, dtype),
                   f"a_min = {low}, a_max = {high}")
    return file


def arithmetic_file():
    file = File("arithmetic", "Arithmetic of two operands (rules 2.1 to 2.4, 3.1 to 3.3, 4.1).")
    floats = {"add": np.add, "subtract": np.subtract, "multiply": np.multiply,
              "divide": np.divide, "mod": np.fmod, "trunc_mod": np.fmod, "floor_mod": floor_mod,
              "trunc_divide": lambda x, y: np.trunc(x / y),
              "floor_divide": lambda x, y: np.floor(x / y), "maximum": maximum,
              "minimum": minimum}
    for op, function in floats.items():
        for dtype in FLOATS:
            file.check(op, *pairs(in_float(function), dtype))

    def quotient(x, y):
        return 0 if y == 0 else abs(x) // abs(y) * (-1 if (x < 0) != (y < 0) else 1)

    # Without a quotient the remainder is the dividend, and the quotient 0.
    whole = {"add": lambda x, y: x + y, "subtract": lambda x, y: x - y,
             "multiply": lambda x, y: x * y, "divide": quotient,
             "mod": lambda x, y: x - quotient(x, y) * y, "trunc_divide": quotient,
             "trunc_mod": lambda x, y: x - quotient(x, y) * y,
             "floor_divide": lambda x, y: x // y if y else 0,
             "floor_mod": lambda x, y: x % y if y else x, "maximum": max, "minimum": min}
    for op, function in whole.items():
        for dtype in INTEGERS:
            file.check(op, *pairs(lambda x, y, t: wrap(function(x, y), t), dtype))

    def power(x, y, dtype):
        if y < 0:
            return {1: 1, -1: 1 if y % 2 == 0 else -1}.get(x, 0)
        return wrap(pow(x, y, 1 << width(dtype)), dtype)
    for dtype in INTEGERS:
        file.check("power", *pairs(power, dtype))
    return file


def logic_file():
    file = File("logic", "Comparisons, logic, bits and choice (rules 2.5, 2.7, 4.2, 4.3).")
    comparisons = {"equal": lambda x, y: x == y, "not_equal": lambda x, y: x != y,
                   "less": lambda x, y: x < y, "less_equal": lambda x, y: x <= y,
                   "greater": lambda x, y: x > y, "greater_equal": lambda x, y: x >= y}
    for op, function in comparisons.items():
        for dtype in FLOATS + INTEGERS + ("i1",):
            file.check(op, *pairs(lambda x, y, _: bool(function(x, y)), dtype, "i1"))
    bits = {"bitwise_and": lambda x, y: x & y, "bitwise_or": lambda x, y: x | y,
            "bitwise_xor": lambda x, y: x ^ y}
    for op, function in bits.items():
        for dtype in INTEGERS + ("i1",):
            file.check(op, *pairs(lambda x, y, t: function(x, y), dtype))
    for dtype in INTEGERS + ("i1",):
        values = edges(dtype)
        inverted = [1 - x if dtype == "i1" else wrap(~x, dtype) for x in values]
        file.check("bitwise_not", [Tensor(values, dtype)], Tensor(inverted, dtype))
    file.check("logical_and", *pairs(lambda x, y, _: x and y, "i1"))
    file.check("logical_or", *pairs(lambda x, y, _: x or y, "i1"))
    for dtype in ("i1", "i8", "f32"):
        file.check("logical_xor", *pairs(lambda x, y, _: bool(x) != bool(y), dtype))

    def is_far(y, dtype):
        return not 0 <= y < width(dtype)

    for dtype in INTEGERS:
        values = edges(dtype)
        amounts = [0, 1, width(dtype) - 1, width(dtype), width(dtype) + 1]
        amounts += [-1, bounds(dtype)[0]] if dtype in SIGNED else [bounds(dtype)[1]]
        operands = [Tensor([[x] for x in values], dtype), Tensor([amounts], dtype)]
        left = [[0 if is_far(y, dtype) else wrap(x << y, dtype) for y in amounts] for x in values]
        right = [[x >> (width(dtype) if is_far(y, dtype) else y) for y in amounts] for x in values]
        file.check("left_shift", operands, Tensor(left, dtype))
        file.check("right_shift", operands, Tensor(right, dtype))

    for dtype in FLOATS + INTEGERS + ("i1",):
        values = edges(dtype)
        file.check("where", [Tensor([[1], [0]], "i1"), Tensor([values], dtype),
                             Tensor(values[-1], dtype)],
                   Tensor([values, [values[-1]] * len(values)], dtype), name=f"where_{dtype}")
    return file


def cast_file():
    file = File("cast", "Conversions between all element types (rules 5.1 to 5.5).")

    def cast(x, source, target):
        if target == "i1":
            return bool(x != 0)
        if is_float(target):
            # f16 and bf16 are rounded from f32.
            kind = compute_type(target)
            return rounded(kind(x), target)
        if not is_float(source):
            return wrap(int(x), target)
        if np.isnan(x):
            return 0
        low, high = bounds(target)
        return low if x <= low else high if x >= high else int(x)

    types = FLOATS + INTEGERS + ("i1",)
    for source in types:
        values = many_edges(source)
        if is_float(source):
            values += [rounded(x, source) for x in (127.5, -128.9, 255.9, 300.0, -40000.0, 3e9, 1e19)]
        elif source != "i1":
            values += [bounds(source)[1] // 3, bounds(source)[1] // 2 + 1]
        results = [Tensor([cast(x, source, target) for x in values], target) for target in types]
        file.check("cast", [Tensor(values, source)], results,
                   [f"dtype = {target}" for target in types])
        for target, result in zip(types, results):
            if (source, target) in (("f32", "i8"), ("i16", "bf16"), ("ui8", "i1")):
                file.check("cast_like", [Tensor(values, source), Tensor([[0]], target)], result)
    return file


# Functions that are not exact -------------------------------------------------------

DECIMAL = Context(prec=60, Emin=-10 ** 8, Emax=10 ** 8, traps=[])


def decimal_erf(x):
    """The Taylor series of erf, or 1 where it is so to 60 digits."""
    if x > 12:
        return Decimal(1)
    context = Context(prec=200, traps=[])
    term = total = x
    square, k = context.multiply(x, x), 0
    while abs(term) > Decimal(10) ** -80:
        k += 1
        term = context.divide(context.multiply(context.minus(term), square), Decimal(k))
        total = context.add(total, context.divide(term, Decimal(2 * k + 1)))
    # 2 / sqrt(pi)
    scale = Decimal("1.12837916709551257389615890312154517168810125865799771368817144")
    return DECIMAL.multiply(total, scale)


def decimal_exp(x):
    return DECIMAL.exp(x)


def decimal_tanh(x):
    if x > 100:
        return Decimal(1)
    context = Context(prec=400, traps=[])
    e = context.exp(context.multiply(x, Decimal(2)))
    return DECIMAL.plus(context.divide(context.subtract(e, Decimal(1)), context.add(e, Decimal(1))))


def decimal_sigmoid(x):
    e = DECIMAL.exp(-x)
    return DECIMAL.divide(Decimal(1), DECIMAL.add(Decimal(1), e))


def transcendental(op, x):
    """The function of a float, correctly rounded to double."""
    if isnan(x):
        return nan
    op = op.removeprefix("fast_")
    if op in ("erf", "tanh"):
        if isinf(x) or abs(x) < 1e-300:
            # erf(x) is 2/sqrt(pi) x near 0.
            return copysign(1.0, x) if isinf(x) else (
                float(Decimal(x) * Decimal("1.1283791670955126")) if op == "erf" else x)
        magnitude = (decimal_erf if op == "erf" else decimal_tanh)(Decimal(abs(x)))
        return copysign(float(magnitude), x)
    if op == "exp":
        return {inf: inf, -inf: 0.0}.get(x) if isinf(x) else float(decimal_exp(Decimal(x)))
    if op == "sigmoid":
        return {inf: 1.0, -inf: 0.0}.get(x) if isinf(x) else float(decimal_sigmoid(Decimal(x)))
    if x < 0:
        return nan
    if op == "log":
        return -inf if x == 0 else inf if isinf(x) else float(DECIMAL.ln(Decimal(x)))
    assert op == "rsqrt"
    if x == 0:
        return copysign(inf, x)
    return 0.0 if isinf(x) else float(DECIMAL.divide(Decimal(1), DECIMAL.sqrt(Decimal(x))))


def from_libm(op, x):
    """The function of a float by Python's math, which is exact to about 1 ulp; NaN where it has no
    value."""
    if isnan(x):
        return nan
    if op in ("log2", "log10") and x <= 0:
        return -inf if x == 0 else nan
    if op == "atanh" and abs(x) == 1:
        return copysign(inf, x)
    try:
        return getattr(math, op)(x)
    except ValueError:
        return nan
    except OverflowError:
        return inf if op == "cosh" else copysign(inf, x)


def decimal_power(x, y):
    """x^y for finite operands with x > 0."""
    if y == 0 or x == 1:
        return 1.0
    return float(DECIMAL.exp(DECIMAL.multiply(DECIMAL.ln(Decimal(x)), Decimal(y))))


def power(x, y):
    """pow(x, y) of C99, annex F."""
    x, y = float(x), float(y)
    if y == 0 or x == 1:
        return 1.0
    if isnan(x) or isnan(y):
        return nan
    is_whole = isinf(y) or y == int(y)
    is_odd = not isinf(y) and is_whole and int(y) % 2 == 1
    if x == 0 or isinf(x):
        magnitude = 0.0 if (x == 0) == (y > 0) else inf
    elif isinf(y):
        magnitude = 1.0 if abs(x) == 1 else (inf if (abs(x) > 1) == (y > 0) else 0.0)
    elif x < 0 and not is_whole:
        return nan
    else:
        magnitude = decimal_power(abs(x), y)
    return -magnitude if is_odd and copysign(1, x) < 0 else magnitude


def math_file():
    file = File("math", "Functions (rules 6.1 to 6.3).")
    limits = {"f32": 1, "f64": 2, "f16": 1, "bf16": 1}
    more = [1e-5, 0.3, 0.875, 3.7, 20.0, 88.5, 89.5, 100.0, 103.5, 709.7, 745.0]
    for op in ("exp", "log", "tanh", "erf", "sigmoid", "rsqrt", "fast_erf", "fast_exp", "fast_tanh"):
        for dtype in FLOATS:
            values = many_edges(dtype) + [rounded(s * x, dtype) for x in more for s in (1, -1)]
            expected = [rounded(transcendental(op, float(x)), dtype) for x in values]
            ulp = limits[dtype]
            if op == "sigmoid":
                ulp = 3 if dtype in ("f32", "f64") else 1
            file.check(op, [Tensor(values, dtype)], Tensor(expected, dtype),
                       bound=f"{{ulp = {ulp}}}")
    # Neighbours of multiples of pi / 2, among them the worst one of f32.
    angles = [0.785398163397448, 1.5707963267948966, 3.141592653589793, 16367173 * 2.0 ** 72, 1e22]
    for op in ("acos", "acosh", "asin", "asinh", "atan", "atanh", "cos", "cosh", "log10", "log2", "sin",
               "sinh", "tan"):
        for dtype in FLOATS:
            values = many_edges(dtype) + [rounded(s * x, dtype) for x in more + angles for s in (1, -1)]
            expected = [rounded(from_libm(op, float(x)), dtype) for x in values]
            # Python's own is wrong by up to 1.
            file.check(op, [Tensor(values, dtype)], Tensor(expected, dtype),
                       bound=f"{{ulp = {3 if dtype == 'f64' else 1}}}")
    values = [0.0, 0.5, 1.0, 2.0, 3.0, 1.1, 1000.0, inf]
    values = [s * x for x in values for s in (1, -1)] + [nan]
    for dtype in FLOATS:
        here = [rounded(x, dtype) for x in values]
        expected = [[rounded(power(x, y), dtype) for y in here] for x in here]
        file.check("power", [Tensor([[x] for x in here], dtype), Tensor([here], dtype)],
                   Tensor(expected, dtype), bound=f"{{ulp = {limits[dtype]}}}")
    return file


# Reductions ---------------------------------------------------------------------------

LANES, BLOCK = 64, 1 << 16


def combine_lanes(combine, lanes):
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [combine(x, y) for x, y in zip(lanes[:half], lanes[half:])]
    return lanes[0]


def reduce_run(combine, identity, run):
    """The rule of docs/Semantics.md, literally."""
    if len(run) > BLOCK:
        run = [reduce_run(combine, identity, run[i:i + BLOCK]) for i in range(0, len(run), BLOCK)]
    lanes = [identity] * LANES
    for i, x in enumerate(run):
        lanes[i % LANES] = combine(lanes[i % LANES], x)
    return combine_lanes(combine, lanes)


def reduce_rows(combine, identity, rows):
    result = identity
    for row in rows:
        result = combine(result, row)
    return result


def reduce_file():
    file = File("reduce", "Reductions: the order of the sums of floats is part of what they mean (rules\n"
                "7.1 to 7.8).")
    for dtype in FLOATS:
        kind = compute_type(dtype)
        steps = {"sum": (np.add, kind(0)), "prod": (np.multiply, kind(1)),
                 "max": (maximum, kind(-inf)), "min": (minimum, kind(inf))}
        for op, (combine, identity) in steps.items():
            for size in (1, 5, 64, 200):
                values = sample(size, dtype)
                # Special values for max and min, not to hide in products.
                if op in ("max", "min") and size == 5:
                    values[1], values[3] = rounded(-0.0, dtype), rounded(nan, dtype)
                expected = rounded(reduce_run(combine, identity, list(map(kind, values))), dtype)
                file.check(op, [Tensor(values, dtype)], Tensor(expected, dtype),
                           name=f"{op}_run{size}_{dtype}")
            # Rows of an outer axis; then a run and rows together.
            values = shaped(sample(24, dtype), 2, 3, 4)
            expected = [[rounded(reduce_rows(combine, identity, [kind(values[i][j][k]) for i in (0, 1)]),
                                 dtype) for k in range(4)] for j in range(3)]
            file.check(op, [Tensor(values, dtype)], Tensor(expected, dtype),
                       "axis = array<i64: 0>", name=f"{op}_rows_{dtype}")
            expected = [rounded(reduce_rows(combine, identity, [
                reduce_run(combine, identity, list(map(kind, values[i][j]))) for i in (0, 1)]), dtype)
                for j in range(3)]
            file.check(op, [Tensor(values, dtype)], Tensor(expected, dtype),
                       "axis = array<i64: 0, 2>", name=f"{op}_both_{dtype}")
        # A block, and one and a bit.
        for size in (BLOCK, BLOCK + 100):
            value = rounded(0.1 if dtype in ("f32", "f64") else 0.001, dtype)
            total = reduce_run(np.add, kind(0), [kind(value)] * size)
            file.check("sum", [Splat(value, size, dtype)], Tensor(rounded(total, dtype), dtype),
                       name=f"sum_blocks{size}_{dtype}")
        # Means, and variances around a mean that is given.
        values = sample(100, dtype)
        total = reduce_run(np.add, kind(0), list(map(kind, values)))
        mean = rounded(total / kind(100), dtype)
        file.check("mean", [Tensor(values, dtype)], Tensor(mean, dtype))
        squares = []
        for x in values:
            difference = in_float(np.subtract)(x, mean, dtype)
            squares.append(in_float(np.multiply)(difference, difference, dtype))
        total = reduce_run(np.add, kind(0), list(map(kind, squares)))
        results = [Tensor([rounded(total / kind(n), dtype)], dtype) for n in (100, 99)]
        file.check("variance", [Tensor(values, dtype), Tensor([mean], dtype)], results,
                   ["keepdims = true", "keepdims = true, unbiased = true"])
        # A sum of nothing but negative zeros starts from 0.
        file.check("sum", [Tensor([rounded(-0.0, dtype)] * 3, dtype)], Tensor(rounded(0.0, dtype), dtype),
                   name=f"sum_negative_zero_{dtype}")
        # Ties and NaN; a NaN is better than any number.
        values = [[1.0, 3.0, 3.0, 0.0], [nan, 3.0, nan, 5.0], [-0.0, 0.0, -inf, -0.0]]
        data = Tensor([[rounded(x, dtype) for x in row] for row in values], dtype)
        axis = "axis = array<i64: 1>"
        file.check("argmax", [data], [Tensor([1, 0, 0], "i32"), Tensor([2, 2, 3], "i32")],
                   [axis, axis + ", select_last_index = true"])
        file.check("argmin", [data], [Tensor([3, 0, 2], "i32"), Tensor([3, 2, 2], "i32")],
                   [axis, axis + ", select_last_index = true"])
    for dtype in INTEGERS:
        values = [edges(dtype)[:6], list(reversed(edges(dtype)[:6]))]
        data = Tensor(values, dtype)
        axes = ["axis = array<i64: 0>", "axis = array<i64: 1>, keepdims = true"]
        columns = list(map(list, zip(*values)))

        def product(row):
            result = 1
            for x in row:
                result *= x
            return result
        for op, function in (("sum", sum), ("prod", product), ("max", max), ("min", min)):
            file.check(op, [data], [
                Tensor([wrap(function(column), dtype) for column in columns], dtype),
                Tensor([[wrap(function(row), dtype)] for row in values], dtype)], axes)
        # Quotients are truncated.
        means = []
        for rows in (columns, values):
            totals = [wrap(sum(row), dtype) for row in rows]
            means.append([abs(t) // len(rows[0]) * (1 if t >= 0 else -1) for t in totals])
        file.check("mean", [data], [Tensor(means[0], dtype), Tensor([[m] for m in means[1]], dtype)],
                   axes)
        totals = [wrap(sum(row), dtype) for row in values]
        file.check("collapse_sum_like", [Tensor([values, values], dtype), Tensor([[0]] * 2, dtype)],
                   Tensor([[wrap(2 * total, dtype)] for total in totals], dtype))
        file.check("collapse_sum_to", [data, Tensor([1, 6], "i64")],
                   Tensor([[wrap(sum(column), dtype) for column in columns]], dtype))
        rows = [[1, 0, 1], [bounds(dtype)[1], bounds(dtype)[0], 0]]
        file.check("argmax", [Tensor(rows, dtype)], Tensor([0, 0], "i32"), axes[0].replace("0", "1"))
        file.check("argmin", [Tensor(rows, dtype)], Tensor([1, 1], "i32"), axes[0].replace("0", "1"))
    rows = [[1, 1, 1], [0, 1, 0], [0, 0, 0]]
    for op, function in (("all", all), ("any", any)):
        file.check(op, [Tensor(rows, "i1")], [Tensor([function(row) for row in rows], "i1"),
                                              Tensor([[function(column) for column in zip(*rows)]], "i1")],
                   ["axis = array<i64: 1>", "axis = array<i64: 0>, keepdims = true"])
    return file


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in (unary_file, arithmetic_file, logic_file, cast_file, math_file, reduce_file,
                 *network_numeric_tests.FILES, *indexing_numeric_tests.FILES, *packed_numeric_tests.FILES,
                 *quantized_numeric_tests.FILES, *vision_numeric_tests.FILES):
        file = make()
        (folder / file.name).write_text(file.text)


if __name__ == "__main__":
    main()
