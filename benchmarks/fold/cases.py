"""The cases of the benchmark of FoldConstant: Relay text, arrays, and the same in NumPy and ONNX.

A case folds an expression of constants that one addition with the function's
parameter %x keeps alive. `CASES` has them by name; a size ("large", "small") is
part of the name.
"""

import dataclasses
import functools
import random
from typing import Callable, Optional

import numpy as np

MIB = 1 << 20
LARGE = 64 * MIB  # Elements of 256 MiB of f32.


@dataclasses.dataclass
class Case:
    """One expression.

    expression: lines of Relay on the arrays by name, such as `%c`; the last
        binds `%result`
    arrays: () -> arrays by name, made anew on each call, the same each time
    result: type of the result as Relay text
    numpy: arrays -> the result
    onnx: lines of ONNX's text format whose last value is `result`, or None
        where ONNX cannot say it
    limit: arguments of fold-limits (Limits.cpp), or None where none is known
    operations: how many operators fold
    threads: is it measured with two threads as well
    fuses: does it compile a kernel of several operators, so that it is measured
        with that in the disk cache as well
    """

    expression: str
    arrays: Callable[[], dict]
    result: str
    numpy: Callable[[dict], np.ndarray]
    onnx: Optional[str] = None
    limit: Optional[tuple] = None
    operations: int = 1
    threads: bool = False
    fuses: bool = False
    base: Optional[str] = None

    def transfer(self):
        """Arguments of fold-limits for a loop that only reads or copies as much memory; None if arithmetic takes the time."""
        name, size = self.limit or (None, 0)
        if name in ("sum", "read"):
            return name, size
        if name == "transpose":
            return "copy", size * size
        return ("copy", size) if name in ("chain", "dequantise", "copy") else None

    def relay(self):
        arrays = self.arrays()
        parameters = [f"%x: {self.result}"] + [f"%{n}: {relay_type(a)}" for n, a in arrays.items()]
        return ('#[version = "0.0.5"]\n'
                f"def @main({', '.join(parameters)}) {{\n{self.expression}"
                "  add(%x, %result)\n}\n")


def relay_type(array):
    shape = ", ".join(map(str, array.shape))
    return f"Tensor[({shape}), {array.dtype}]" if array.shape else str(array.dtype)


def uniform(shape, low=-1.0, high=1.0, dtype=np.float32, seed=0):
    """Uniform values: integers where `dtype` is one."""
    generator = np.random.default_rng(seed)
    if np.issubdtype(dtype, np.integer):
        return generator.integers(low, high, shape, dtype)
    values = generator.random(shape, dtype=np.float32)
    return (values * np.float32(high - low) + np.float32(low)).astype(dtype)


def round_to_bfloat16(values):
    """f32 values rounded to the nearest that bfloat16 has, ties to even."""
    bits = values.view(np.uint32)
    return ((bits + np.uint32(0x7FFF) + ((bits >> np.uint32(16)) & np.uint32(1))) & np.uint32(0xFFFF0000)).view(np.float32)


# --- Tiny operations -------------------------------------------------------


def tiny(count):
    """`count` operators of 21 kinds on at most 16 elements, one on the other.

    Each kind keeps the shape (4, 4); some take two or three operators for it.
    """
    make = random.Random(1)
    a = np.array([[make.uniform(0.5, 2) for _ in range(4)] for _ in range(4)], np.float32)
    b = np.array([[make.uniform(0.5, 2) for _ in range(4)] for _ in range(4)], np.float32)
    # Relay, NumPy, ONNX; {v} is the value so far. ONNX's names of constants: see TINY_ONNX.
    kinds = [
        (["add({v}, %b)"], lambda v: v + b, ["Add({v}, b)"]),
        (["subtract({v}, %b)"], lambda v: v - b, ["Sub({v}, b)"]),
        (["multiply({v}, %b)"], lambda v: v * b, ["Mul({v}, b)"]),
        (["divide({v}, %b)"], lambda v: v / b, ["Div({v}, b)"]),
        (["maximum({v}, %b)"], lambda v: np.maximum(v, b), ["Max({v}, b)"]),
        (["minimum({v}, %b)"], lambda v: np.minimum(v, b), ["Min({v}, b)"]),
        (["negative({v})"], np.negative, ["Neg({v})"]),
        (["abs({v})"], np.abs, ["Abs({v})"]),
        (["exp({v})"], np.exp, ["Exp({v})"]),
        (["tanh({v})"], np.tanh, ["Tanh({v})"]),
        (["sqrt({v})"], np.sqrt, ["Sqrt({v})"]),
        (["sigmoid({v})"], lambda v: 1 / (1 + np.exp(-v)), ["Sigmoid({v})"]),
        (["nn.relu({v})"], lambda v: np.maximum(v, 0), ["Relu({v})"]),
        (["floor({v})"], np.floor, ["Floor({v})"]),
        (["transpose({v}, axes=[1, 0])"], np.transpose, ["Transpose<perm=[1, 0]>({v})"]),
        (["reshape({v}, newshape=[16])", "reshape({v}, newshape=[4, 4])"],
         lambda v: v.reshape(16).reshape(4, 4), ["Reshape({v}, flat)", "Reshape({v}, square)"]),
        (["sum({v}, axis=[1], keepdims=True)", "add({v}, %b)"],
         lambda v: v.sum(1, keepdims=True) + b, ["ReduceSum({v}, one)", "Add({v}, b)"]),
        (["({v}, %b)", "concatenate({v}, axis=0)",
          "strided_slice({v}, begin=[2, 0], end=[6, 4], strides=[1, 1], axes=None)"],
         lambda v: np.concatenate([v, b])[2:6, 0:4],
         ["Concat<axis=0>({v}, b)", "Slice({v}, begin, end)"]),
        (["strided_slice({v}, begin=[0, 0], end=[1, 4], strides=[1, 1], axes=None)", "add({v}, %b)"],
         lambda v: v[0:1] + b, ["Slice({v}, origin, row)", "Add({v}, b)"]),
        (['cast({v}, dtype="int32")', 'cast({v}, dtype="float32")'],
         lambda v: v.astype(np.int32).astype(np.float32), ["Cast<to=6>({v})", "Cast<to=1>({v})"]),
        (["expand_dims({v}, axis=0)", "squeeze({v}, axis=[0])"],
         lambda v: v[None][0], ["Unsqueeze({v}, zero)", "Squeeze({v}, zero)"]),
    ]
    relay, onnx, steps, operators = [], [], [], 0
    value, onnx_value = "%a", "a"
    while operators < count:
        lines, step, onnx_lines = kinds[len(steps) % len(kinds)]
        steps.append(step)
        for line in lines:
            name = f"%{len(relay)}"
            relay.append((name, line.format(v=value)))
            value = name
            operators += not line.startswith("(")
        for line in onnx_lines:
            name = f"v{len(onnx)}"
            onnx.append((name, line.format(v=onnx_value)))
            onnx_value = name
    relay[-1] = ("%result", relay[-1][1])
    onnx[-1] = ("result", onnx[-1][1])

    def run(arrays):
        v = arrays["a"]
        for step in steps:
            v = step(v)
        return v

    return Case("".join(f"  let {n} = {t};\n" if n == "%result" else f"  {n} = {t};\n" for n, t in relay),
                lambda: {"a": a, "b": b}, "Tensor[(4, 4), float32]", run,
                TINY_ONNX + "".join(f"  {n} = {t}\n" for n, t in onnx), operations=operators)


TINY_ONNX = """
  flat = Constant<value = int64[1] {16}>()
  square = Constant<value = int64[2] {4, 4}>()
  one = Constant<value = int64[1] {1}>()
  zero = Constant<value = int64[1] {0}>()
  begin = Constant<value = int64[2] {2, 0}>()
  end = Constant<value = int64[2] {6, 4}>()
  origin = Constant<value = int64[2] {0, 0}>()
  row = Constant<value = int64[2] {1, 4}>()
"""


def tiny_for_mlir(count):
    """As `tiny`, of the kinds that MLIR's own folders know, for mlir-opt -canonicalize."""
    kinds = ["arith.addf {v}, %b", "arith.subf {v}, %b", "arith.mulf {v}, %b", "arith.divf {v}, %b",
             "arith.maximumf {v}, %b", "arith.minimumf {v}, %b", "arith.negf {v}"]
    make = random.Random(1)

    def literal():
        return "[" + ", ".join("[" + ", ".join(f"{make.uniform(0.5, 2):.4f}" for _ in range(4)) + "]"
                               for _ in range(4)) + "]"

    type_ = "tensor<4x4xf32>"
    lines = [f"  %a = arith.constant dense<{literal()}> : {type_}", f"  %b = arith.constant dense<{literal()}> : {type_}"]
    value = "%a"
    for i in range(count):
        lines.append(f"  %{i} = {kinds[i % len(kinds)].format(v=value)} : {type_}")
        value = f"%{i}"
    return (f"func.func @main(%x: {type_}) -> {type_} {{\n" + "\n".join(lines) +
            f"\n  %r = arith.addf %x, {value} : {type_}\n  return %r : {type_}\n}}\n")


# --- Large constants -------------------------------------------------------


def chain(elements):
    """Eight cheap operators with scalars."""
    scalars = [1.5, 0.5, 2.0, 0.25, 3.0, 1.0, 0.125, 2.5]
    names = ["add", "multiply", "subtract", "multiply", "maximum", "add", "multiply", "minimum"]
    onnx_names = {"add": "Add", "multiply": "Mul", "subtract": "Sub", "maximum": "Max", "minimum": "Min"}
    relay, onnx, value = "", "", "c"
    for i, (name, scalar) in enumerate(zip(names, scalars)):
        result = "result" if i == 7 else f"t{i}"
        relay += f"  let %{result} = {name}(%{value}, {scalar}f);\n"
        onnx += f"  s{i} = Constant<value = float {{{scalar}}}>()\n  {result} = {onnx_names[name]}({value}, s{i})\n"
        value = result

    def run(arrays):
        v = arrays["c"]
        for name, scalar in zip(names, scalars):
            v = getattr(np, name)(v, np.float32(scalar))
        return v

    return Case(relay, lambda: {"c": uniform(elements)}, f"Tensor[({elements}), float32]", run, onnx,
                ("chain", elements), operations=8, threads=True, fuses=elements >= LARGE)


def transcendental(elements):
    relay = ("  let %e = exp(%c);\n  let %l = log(%e);\n  let %t = tanh(%l);\n"
             "  let %result = sigmoid(%t);\n")
    onnx = "  e = Exp(c)\n  l = Log(e)\n  t = Tanh(l)\n  result = Sigmoid(t)\n"
    return Case(relay, lambda: {"c": uniform(elements)}, f"Tensor[({elements}), float32]",
                lambda arrays: 1 / (1 + np.exp(-np.tanh(np.log(np.exp(arrays["c"]))))), onnx,
                ("transcendental", elements), operations=4, threads=True)


def transpose(n):
    return Case("  let %result = transpose(%c, axes=[1, 0]);\n", lambda: {"c": uniform((n, n))},
                f"Tensor[({n}, {n}), float32]",
                lambda arrays: np.ascontiguousarray(arrays["c"].T),
                "  result = Transpose<perm=[1, 0]>(c)\n", ("transpose", n), threads=True)


def dequantise(elements):
    relay = '  let %f = cast(%c, dtype="float32");\n  let %result = multiply(%f, 0.0125f);\n'
    onnx = "  f = Cast<to=1>(c)\n  s = Constant<value = float {0.0125}>()\n  result = Mul(f, s)\n"
    return Case(relay, lambda: {"c": uniform(elements, -128, 127, np.int8)},
                f"Tensor[({elements}), float32]",
                lambda arrays: arrays["c"].astype(np.float32) * np.float32(0.0125), onnx,
                ("dequantise", elements), operations=2, threads=True, fuses=True)


def concatenate(count, elements):
    names = [f"c{i}" for i in range(count)]
    return Case("  let %result = concatenate((" + ", ".join(f"%{n}" for n in names) + "), axis=0);\n",
                lambda: {n: uniform(elements, seed=i) for i, n in enumerate(names)},
                f"Tensor[({count * elements}), float32]",
                lambda arrays: np.concatenate(list(arrays.values())),
                f"  result = Concat<axis=0>({', '.join(names)})\n",
                ("copy", count * elements), threads=True)


def total(elements):
    return Case("  let %result = sum(%c);\n", lambda: {"c": uniform(elements, 0.0, 1.0)}, "float32",
                lambda arrays: arrays["c"].sum(), "  result = ReduceSum<keepdims=0>(c)\n", ("sum", elements),
                threads=True)


# --- Contractions ----------------------------------------------------------


def matmul(m, n, k, dtype="float32"):
    """nn.dense: (m, k) times (n, k) transposed."""
    into = {"int8": "int32"}.get(dtype, dtype)
    low, high = (-128, 127) if dtype == "int8" else (-1.0, 1.0)
    out = f', out_dtype="{into}"' if into != dtype else ""
    onnx = "  t = Transpose<perm=[1, 0]>(b)\n  result = MatMul(a, t)\n" if dtype in ("float32", "float64") else None

    def run(arrays):
        return arrays["a"].astype(into) @ arrays["b"].astype(into).T

    return Case(f"  let %result = nn.dense(%a, %b, units={n}{out});\n",
                lambda: {"a": uniform((m, k), low, high, np.dtype(dtype)),
                         "b": uniform((n, k), low, high, np.dtype(dtype), seed=1)},
                f"Tensor[({m}, {n}), {into}]", run, onnx,
                None if dtype != "float32" else ("read", max(m, n) * k) if min(m, n) == 1 else
                ("multiply-add", m * n * k), threads=dtype == "float32",
                base=None if dtype == "float32" else f"dense {m}")


def matmul_bfloat16(n):
    """nn.dense of two matrices that are rounded to bfloat16, which NumPy does not have, before."""

    def run(arrays):
        return round_to_bfloat16(round_to_bfloat16(arrays["a"]) @ round_to_bfloat16(arrays["b"]).T)

    return Case('  let %p = cast(%a, dtype="bfloat16");\n  let %q = cast(%b, dtype="bfloat16");\n'
                f"  let %result = nn.dense(%p, %q, units={n});\n",
                lambda: {"a": uniform((n, n)), "b": uniform((n, n), seed=1)},
                f"Tensor[({n}, {n}), bfloat16]", run, operations=3, base=f"dense {n}")


def batch_matmul(batch, m, k, n):
    return Case("  let %result = nn.batch_matmul(%a, %b, transpose_b=False);\n",
                lambda: {"a": uniform((batch, m, k)), "b": uniform((batch, k, n), seed=1)},
                f"Tensor[({batch}, {m}, {n}), float32]", lambda arrays: arrays["a"] @ arrays["b"],
                "  result = MatMul(a, b)\n", ("multiply-add", batch * m * n * k), threads=True)


def conv2d(channels, size):
    def run(arrays):
        data = np.pad(arrays["a"], ((0, 0), (0, 0), (1, 1), (1, 1)))
        windows = np.lib.stride_tricks.sliding_window_view(data, (3, 3), axis=(2, 3))
        return np.tensordot(windows, arrays["b"], axes=([1, 4, 5], [1, 2, 3])).transpose(0, 3, 1, 2)

    return Case(f"  let %result = nn.conv2d(%a, %b, padding=[1, 1, 1, 1], channels={channels}, kernel_size=[3, 3]);\n",
                lambda: {"a": uniform((1, channels, size, size)), "b": uniform((channels, channels, 3, 3), seed=1)},
                f"Tensor[(1, {channels}, {size}, {size}), float32]", run,
                "  result = Conv<pads=[1, 1, 1, 1]>(a, b)\n",
                ("multiply-add", channels * channels * 9 * size * size), threads=True)


CASES = {
    "10,010 tiny operations": functools.partial(tiny, 10_010),
    "100,100 tiny operations": functools.partial(tiny, 100_100),
    "8 cheap operators, 256 MiB": functools.partial(chain, LARGE),
    "8 cheap operators, 4 MiB": functools.partial(chain, MIB),
    "exp log tanh sigmoid, 256 MiB": functools.partial(transcendental, LARGE),
    "exp log tanh sigmoid, 4 MiB": functools.partial(transcendental, MIB),
    "transpose 8192 x 8192": functools.partial(transpose, 8192),
    "transpose 1024 x 1024": functools.partial(transpose, 1024),
    "int8 to f32, 128 Mi elements": functools.partial(dequantise, 2 * LARGE),
    "concatenate 64 x 4 MiB": functools.partial(concatenate, 64, MIB),
    "sum of 256 MiB": functools.partial(total, LARGE),
    "dense 1024": functools.partial(matmul, 1024, 1024, 1024),
    "dense 2048": functools.partial(matmul, 2048, 2048, 2048),
    "dense 1000": functools.partial(matmul, 1000, 1000, 1000),
    "dense 1 x 4096 x 4096": functools.partial(matmul, 1, 4096, 4096),
    "dense 1024 f64": functools.partial(matmul, 1024, 1024, 1024, "float64"),
    "dense 1024 f16": functools.partial(matmul, 1024, 1024, 1024, "float16"),
    "dense 1024 int8 to int32": functools.partial(matmul, 1024, 1024, 1024, "int8"),
    "dense 1024 bf16": functools.partial(matmul_bfloat16, 1024),
    "dense 4096 x 4096 x 1": functools.partial(matmul, 4096, 1, 4096),
    "dense 512": functools.partial(matmul, 512, 512, 512),
    "dense 512 f64": functools.partial(matmul, 512, 512, 512, "float64"),
    "dense 512 f16": functools.partial(matmul, 512, 512, 512, "float16"),
    "dense 512 bf16": functools.partial(matmul_bfloat16, 512),
    "dense 512 int8 to int32": functools.partial(matmul, 512, 512, 512, "int8"),
    "batch_matmul 64 x 128 x 128 x 64": functools.partial(batch_matmul, 64, 128, 128, 64),
    "conv2d 64 x 56 x 56, 3 x 3": functools.partial(conv2d, 64, 56),
}
