#!/usr/bin/env python3
"""Computes the polynomials of lib/Codegen/Tensors/ExpandMath/Coefficients.h (needs mpmath).

Each is the polynomial of its degree whose greatest error over the interval is
smallest (of erfc: error in erfc itself), found by Remez's exchange algorithm
with 60 digits, its coefficients rounded to the type one by one.

Usage: generate_math_coefficients.py [--check]: writes the header, and prints the
greatest errors of the polynomials' values. With --check nothing is written, and
another header than there is is an error (and skipped without mpmath).
"""

import contextlib
import io
import sys
from pathlib import Path

try:
    from mpmath import mp, mpf
except ImportError:
    print("mpmath is not installed")
    sys.exit(77)

ROOT = Path(__file__).resolve().parents[2]
HEADER = ROOT / "lib/Codegen/Tensors/ExpandMath/Coefficients.h"
mp.dps = 60
LN2 = mp.log(2)


def round_to(value, bits):
    """`value` rounded to nearest in a format with `bits` of significand."""
    if value == 0:
        return mpf(0)
    exponent = mp.floor(mp.log(abs(value), 2)) + 1
    scale = mpf(2) ** (bits - exponent)
    return mp.nint(value * scale) / scale


def solve(function, weight, powers, points):
    """Coefficients and error that alternate in sign at the points."""
    n = len(powers)
    matrix, right = mp.matrix(n + 1, n + 1), mp.matrix(n + 1, 1)
    for i, x in enumerate(points):
        w = weight(x)
        for j, power in enumerate(powers):
            matrix[i, j] = w * x ** power
        matrix[i, n] = (-1) ** i
        right[i] = w * function(x)
    solution = mp.lu_solve(matrix, right)
    return list(solution[:n]), abs(solution[n])


def remez(function, weight, powers, low, high, rounds=12):
    """The best coefficients of x**power, and the greatest weighted error."""
    n = len(powers)
    middle, half = (low + high) / 2, (high - low) / 2
    points = [middle - half * mp.cos(mp.pi * (i + mpf(1) / 2) / (n + 1)) for i in range(n + 1)]
    grid = [middle - half * mp.cos(mp.pi * (i + mpf(1) / 2) / (24 * n)) for i in range(24 * n)]
    wanted = [(x, weight(x), function(x)) for x in grid]
    for _ in range(rounds):
        coefficients, level = solve(function, weight, powers, points)
        errors = [w * (f - sum(c * x ** p for c, p in zip(coefficients, powers)))
                  for x, w, f in wanted]
        # The greatest error of each run of one sign.
        peaks = []
        for x, error in zip(grid, errors):
            if peaks and (peaks[-1][1] > 0) == (error > 0):
                if abs(error) > abs(peaks[-1][1]):
                    peaks[-1] = (x, error)
            else:
                peaks.append((x, error))
        while len(peaks) > n + 1:
            peaks.pop(0 if abs(peaks[0][1]) < abs(peaks[-1][1]) else -1)
        if len(peaks) < n + 1:
            break
        points = [x for x, _ in peaks]
        if max(abs(e) for e in errors) < level * mpf("1.02"):
            break
    return coefficients


def round_coefficients(function, weight, coefficients, low, high, bits):
    """Rounds one coefficient after the other, lowest power first; those that
    follow make up for it, by least squares on Chebyshev points."""
    n = len(coefficients)
    points = [(low + high) / 2 - (high - low) / 2 * mp.cos(mp.pi * (i + mpf(1) / 2) / (4 * n))
              for i in range(4 * n)]
    rounded = [round_to(coefficients[0], bits)]
    while len(rounded) < n:
        powers = range(len(rounded), n)
        matrix, right = mp.matrix(len(points), len(powers)), mp.matrix(len(points), 1)
        for i, x in enumerate(points):
            for j, power in enumerate(powers):
                matrix[i, j] = weight(x) * x ** power
            right[i] = weight(x) * (function(x) - sum(c * x ** p for p, c in enumerate(rounded)))
        rounded.append(round_to(mp.lu_solve(matrix, right)[0], bits))
    return rounded


def fit(name, comment, function, degree, low, high, bits, weight=None, effect=None):
    """Prints one array of coefficients, lowest power first. `weight` is that of
    errors in the fit, `effect` that of errors in what is reported."""
    low, high = mpf(low), mpf(high)
    coefficients = remez(function, weight or (lambda x: mpf(1)), list(range(degree + 1)), low, high)
    coefficients = round_coefficients(function, effect or weight, coefficients, low, high, bits)
    worst = max(abs((effect or weight)(x)
                    * (function(x) - sum(c * x ** i for i, c in enumerate(coefficients))))
                for x in mp.linspace(low, high, 500))
    print(f"{name}: error 2^{mp.nstr(mp.log(worst, 2), 4)}", file=sys.stderr)
    print(f"/// {comment}")
    print(f"inline constexpr double {name}[] = {{")
    for c in coefficients:
        print(f"    {float(c).hex()},")
    print("};\n")


def constant(name, value):
    print(f"inline constexpr double {name} = {float(value).hex()};")


def exp_tail(r):
    """(exp(r) - 1 - r) / r^2."""
    if abs(r) < mpf("1e-12"):
        return mpf(1) / 2 + r / 6 + r * r / 24
    return (mp.expm1(r) - r) / r ** 2


def exp_effect(r):
    """Errors of exp_tail, relative to expm1(r)."""
    return r ** 2 / abs(mp.expm1(r)) if r != 0 else mpf(0)


def log_tail(z):
    """(log((1 + s) / (1 - s)) - 2 s) / s^3 for z = s^2."""
    if z < mpf("1e-16"):
        return mpf(2) / 3 + z * 2 / 5 + z * z * 2 / 7
    s = mp.sqrt(z)
    return (mp.log((1 + s) / (1 - s)) - 2 * s) / s ** 3


def log_tail5(z):
    """(log((1 + s) / (1 - s)) - 2 s - 2/3 s^3) / s^5 for z = s^2."""
    if z < mpf("1e-10"):
        return mpf(2) / 5 + z * 2 / 7 + z * z * 2 / 9 + z ** 3 * 2 / 11 + z ** 4 * 2 / 13
    return (log_tail(z) - mpf(2) / 3) / z


def tanh_tail(z):
    """(tanh(x) - x) / x^3 for z = x^2."""
    if z < mpf("1e-12"):
        return -mpf(1) / 3 + z * 2 / 15 - z * z * 17 / 315
    x = mp.sqrt(z)
    return (mp.tanh(x) - x) / x ** 3


def erf_tail(z):
    """erf(x) / x - 1 for z = x^2."""
    if z < mpf("1e-40"):
        return 2 / mp.sqrt(mp.pi) - 1
    x = mp.sqrt(z)
    return mp.erf(x) / x - 1


def erfcx(y):
    """erfc(y) exp(y^2)."""
    return mp.erfc(y) * mp.exp(y * y)


def odd_tail(function, third, fifth):
    """(f(x) - x) / x^3 for z = x^2, where f(x) = x + third x^3 + fifth x^5 + ..."""
    def tail(z):
        if z < mpf("1e-14"):
            return mpf(third) + z * mpf(fifth)
        x = mp.sqrt(z)
        return (function(x) - x) / x ** 3
    return tail


def cos_tail(z):
    """(cos(x) - 1 + x^2 / 2) / x^4 for z = x^2."""
    if z < mpf("1e-10"):
        return mpf(1) / 24 - z / 720 + z * z / 40320
    return (mp.cos(mp.sqrt(z)) - 1 + z / 2) / z ** 2


def two_parts(name, value):
    """A constant as the sum of two doubles."""
    high = round_to(value, 53)
    constant(f"{name}High", high)
    constant(f"{name}Low", round_to(value - high, 53))


def print_words(name, value, bits, count):
    """The first binary digits of a number below 1 as whole numbers."""
    print(f"inline constexpr double {name}[] = {{")
    for _ in range(count):
        value *= mpf(2) ** bits
        word = mp.floor(value)
        value -= word
        print(f"    {float(word).hex()},")
    print("};")


def print_trigonometry():
    quarter = (mp.pi / 4) ** 2 * mpf("1.0001")
    fit("sin64", "(sin(r) - r) / r^3 in r^2 for |r| <= pi / 4.",
        odd_tail(mp.sin, -mpf(1) / 6, mpf(1) / 120), 5, 0, quarter, 53, effect=lambda z: z)
    fit("cos64", "(cos(r) - 1 + r^2 / 2) / r^4 in r^2 for |r| <= pi / 4.",
        cos_tail, 5, 0, quarter, 53, effect=lambda z: z ** 2)
    fit("atan64", "(atan(t) - t) / t^3 in t^2 for |t| <= tan(pi / 8).",
        odd_tail(mp.atan, -mpf(1) / 3, mpf(1) / 5), 11, 0, mp.tan(mp.pi / 8) ** 2 * mpf("1.0001"), 53,
        effect=lambda z: z)
    fit("asin64", "(asin(x) - x) / x^3 in x^2 for |x| <= 1/2.",
        odd_tail(mp.asin, mpf(1) / 6, mpf(3) / 40), 12, 0, mpf(1) / 4, 53, effect=lambda z: z)
    fit("sinh64", "(sinh(x) - x) / x^3 in x^2 for |x| <= 1.",
        odd_tail(mp.sinh, mpf(1) / 6, mpf(1) / 120), 6, 0, 1, 53, effect=lambda z: z)
    fit("asinh64", "(asinh(x) - x) / x^3 in x^2 for |x| <= 1/4.",
        odd_tail(mp.asinh, -mpf(1) / 6, mpf(3) / 40), 8, 0, mpf(1) / 16, 53, effect=lambda z: z)
    print("/// pi / 2, and 1 / log(2) and 1 / log(10), as sums of two doubles.")
    two_parts("halfPi", mp.pi / 2)
    two_parts("log2e", 1 / LN2)
    two_parts("log10e", 1 / mp.log(10))
    print("/// The first bits of 2 / pi, 48 in each word.")
    with mp.workdps(500):
        print_words("twoOverPi", 2 / mp.pi, 48, 26)


def print_header():
    half_ln2 = LN2 / 2 * mpf("1.0001")
    # s = (m - 1) / (m + 1) for m between sqrt(1/2) and sqrt(2).
    z_max = ((mp.sqrt(2) - 1) / (mp.sqrt(2) + 1)) ** 2 * mpf("1.0001")
    source = ROOT / "lib/Codegen/Tensors/ExpandMath/MathBuilder.h"
    print("".join(source.read_text().splitlines(True)[:6]), end="")
    print("""//
// Polynomials and constants of the expansions of math functions. Generated by
// utils/dev/generate_math_coefficients.py.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CONVERSION_EXPANDMATH_COEFFICIENTS_H
#define LIB_CONVERSION_EXPANDMATH_COEFFICIENTS_H

// clang-format off
namespace mlir::relay::coefficients {
""")
    for suffix, bits, exp_degree, log_degree, tanh_degree, erf_degree, erfc_degree, hi_bits in (
            ("32", 24, 5, 3, 7, 8, 9, 15), ("64", 53, 10, 6, 11, 14, 14, 32)):
        fit(f"exp{suffix}", "(exp(r) - 1 - r) / r^2 for |r| <= log(2) / 2.",
            exp_tail, exp_degree, -half_ln2, half_ln2, bits, effect=exp_effect)
        fit(f"log{suffix}", "(log((1 + s) / (1 - s)) - 2 s) / s^3 in s^2 for |s| <= 0.1716.",
            log_tail, log_degree, 0, z_max, bits, effect=lambda z: z / 2)
        tanh_max = mpf(1 if suffix == "32" else "0.625")
        print("/// The point at which tanh passes from a polynomial to the exponential function.")
        constant(f"tanhLimit{suffix}", tanh_max)
        fit(f"tanh{suffix}", "(tanh(x) - x) / x^3 in x^2 for |x| <= tanhLimit.",
            tanh_tail, tanh_degree, 0, tanh_max ** 2, bits, effect=lambda z: z)
        erf_max = mpf("0.875" if suffix == "32" else 1)
        print("/// The point at which erf passes from a polynomial to 1 - erfc.")
        constant(f"erfLimit{suffix}", erf_max)
        fit(f"erf{suffix}", "erf(x) / x - 1 in x^2 for |x| <= erfLimit.",
            erf_tail, erf_degree, 0, erf_max ** 2, bits, effect=lambda z: mpf(1))
        if suffix == "32":
            fit("erfc32", "erfc(y) exp(y^2) in y - 1.5 for erfLimit <= y <= 4.",
                lambda t: erfcx(t + 1.5), erfc_degree, erf_max - 1.5, 2.5, bits,
                weight=lambda t: mp.exp(-(t + 1.5) ** 2))
        else:
            fit("erfc64", "erfc(y) exp(y^2) in 1 / (3 + y) for erfLimit <= y <= 6.",
                lambda t: erfcx(1 / t - 3), erfc_degree, mpf(1) / 9, mpf(1) / 4, bits,
                weight=lambda t: mp.exp(-(1 / t - 3) ** 2))
        high = mp.floor(LN2 * 2 ** hi_bits) / 2 ** hi_bits
        print("/// log(2) in two parts; multiples of the first are exact.")
        constant(f"ln2High{suffix}", high)
        constant(f"ln2Low{suffix}", round_to(LN2 - high, bits))
        constant(f"log2e{suffix}", round_to(1 / LN2, bits))
        print()
    fit("pow32Log", "As log64, for powers of f32.", log_tail, 5, 0, z_max, 53,
        effect=lambda z: z / 2)
    fit("pow32Exp", "As exp64, for powers of f32.", exp_tail, 7, -half_ln2, half_ln2, 53,
        effect=exp_effect)
    fit("pow64Log", "(log((1 + s) / (1 - s)) - 2 s - 2/3 s^3) / s^5 in s^2 for |s| <= 0.1716.",
        log_tail5, 8, 0, z_max, 53, effect=lambda z: z ** 2 / 2)
    print("/// 2/3 as the sum of two doubles.")
    two_thirds = round_to(mpf(2) / 3, 53)
    constant("twoThirdsHigh", two_thirds)
    constant("twoThirdsLow", round_to(mpf(2) / 3 - two_thirds, 53))
    print()
    print_trigonometry()
    print("""
} // namespace mlir::relay::coefficients

#endif // LIB_CONVERSION_EXPANDMATH_COEFFICIENTS_H""")


def main():
    with contextlib.redirect_stdout(io.StringIO()) as text:
        print_header()
    if "--check" not in sys.argv:
        HEADER.write_text(text.getvalue())
    elif HEADER.read_text() != text.getvalue():
        print("Coefficients.h is not what utils/dev/generate_math_coefficients.py writes")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
