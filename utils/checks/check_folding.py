#!/usr/bin/env python3
"""Folds random constant expressions and compares them with running and with NumPy.

    check_folding.py [--build build] [--elements 1000000] [--expressions 2000] [--seed 0]

Makes modules of operators on constants: all element types, ranks 0 to 5,
broadcast and empty and long dimensions, and elements that are often zeros of
either sign, denormals, infinities, NaN or the limits of integers. Each module
is

* run as it is by relay-lite-run, operator by operator,
* folded by one thread and by several, with a cold and with a warm disk cache,
  with the kernels that were built for older CPUs and, some, without built
  kernels, alone and followed by a second operator, and run then,

which must give the same bits (NaN is NaN), and compared with NumPy: exactly
where docs/Semantics.md leaves no choice (integers, moved elements, IEEE
arithmetic, comparisons, conversions), else within the bound stated here.

Before, the functions of test/Evaluation whose results are known are folded in
the same ways, and what they return then is compared with that: every operator
that has a value is among them.

Exits with 1 at the first difference and prints the operator, and with 77
(skipped) without NumPy and ml_dtypes, which gives it bfloat16.
"""

import argparse
import itertools
import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

import lint
import relay_tools

try:
    import ml_dtypes
    import numpy as np
except ImportError as error:
    print(f"skipped: {error.name} is not installed")
    sys.exit(77)

ROOT = lint.ROOT
NAMES = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "i16": np.int16, "i32": np.int32,
         "i64": np.int64, "ui8": np.uint8, "ui16": np.uint16, "ui32": np.uint32, "ui64": np.uint64,
         "i1": np.bool_}
NAMES_OF_DTYPES = {np.dtype(dtype): name for name, dtype in NAMES.items()}
FLOATS, INTEGERS = ("bf16", "f16", "f32", "f64"), tuple(n for n in NAMES if "f" not in n and n != "i1")
# Computed in f32, and rounded at the end.
NARROW = ("bf16", "f16")
np.seterr(all="ignore")

# Operators that folding leaves, and why.
NEVER_EVALUATED = {"zeros": "no operands", "ones": "no operands", "nn.dropout": "stateful",
                   "annotation.compiler_begin": "a mark", "annotation.compiler_end": "a mark",
                   "annotation.with_funcid": "of functions",
                   "qnn.contrib_dense_pack": "has no canonical form",
                   **{name: "of compiled programs" for name in (
                       "call_lowered", "memory.alloc_storage", "memory.alloc_tensor", "memory.kill",
                       "vm.invoke_tvm_op")},
                   "nn.contrib_conv2d_winograd_nnpack_weight_transform": "of a library",
                   "on_device": "a mark", "device_copy": "of another memory",
                   "shape_of": "known from types", "ndarray_size": "known from types"}
# Units in the last place by which a math function may differ from NumPy's
# correctly rounded or nearly so result: docs/Semantics.md's bound and one for NumPy.
MATH_ULP = 5


class Expression:
    """An operator on constants: its text, arrays, and what NumPy says.

    expected: the result, or None where there is no judge; bound: None for the
    same bits, otherwise the largest difference relative to `scale`.
    """

    def __init__(self, name, arrays, result, attributes="", expected=None, bound=None, scale=None, tuple_=False):
        self.name, self.arrays, self.result, self.attributes = name, arrays, result, attributes
        self.expected, self.bound, self.scale, self.tuple = expected, bound, scale, tuple_


def is_float(array):
    return NAMES_OF_DTYPES.get(array.dtype) in FLOATS


def eps(name):
    return float(ml_dtypes.finfo(NAMES[name]).eps)


def accumulator(name):
    return "f32" if name in NARROW else name


def type_of(array):
    return "tensor<" + "".join(f"{d}x" for d in array.shape) + NAMES_OF_DTYPES[array.dtype] + ">"


def literal(array):
    if array.size == 0:
        return f"dense<> : {type_of(array)}"
    return f'dense<"0x{array.tobytes().hex().upper()}"> : {type_of(array)}'


class Maker:
    """Random shapes, arrays and expressions."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.numbers = np.random.default_rng(seed)

    def shape(self, rank=None, long=0.02):
        rank = self.random.randrange(6) if rank is None else rank
        shape = [self.random.choice([0, 1, 1, 2, 3, 4, 5, 7, 8, 9, 17] if self.random.random() < 0.3 else [1, 2, 3, 5])
                 for _ in range(rank)]
        if rank and self.random.random() < 0.15:
            # A whole vector of any type, and a rest.
            shape[self.random.randrange(rank)] = self.random.choice([33, 70])
        if rank and self.random.random() < long:
            # Longer than the pieces in which large tensors are computed.
            shape = [1] * rank
            shape[self.random.randrange(rank)] = self.random.choice([4097, 65_537, 300_001])
        return tuple(shape)

    def array(self, dtype, shape):
        if dtype in FLOATS:
            kind = NAMES[dtype]
            info = ml_dtypes.finfo(kind)
            values = self.numbers.normal(size=shape).astype(np.float64) * 10.0 ** self.numbers.integers(-3, 4, shape)
            specials = np.array([0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, float(info.max), float(info.min),
                                 float(info.smallest_subnormal), float(info.tiny), 0.5, -2.5])
            values = np.where(self.numbers.random(shape) < 0.1, self.numbers.choice(specials, shape), values)
            return np.asarray(values).astype(kind)
        if dtype == "i1":
            return np.asarray(self.numbers.random(shape) < 0.5)
        info = np.iinfo(NAMES[dtype])
        values = self.numbers.integers(info.min, info.max, shape, dtype=NAMES[dtype], endpoint=True)
        small = self.numbers.integers(0, 5, shape).astype(NAMES[dtype])
        return np.asarray(np.where(self.numbers.random(shape) < 0.4, small, values)).astype(NAMES[dtype])

    def broadcast(self):
        """Two shapes that broadcast, and theirs."""
        shape = self.shape()
        ones = lambda: tuple(1 if self.random.random() < 0.25 else d for d in shape)  # noqa: E731
        left, right = ones(), ones()
        if self.random.random() < 0.3:
            right = right[self.random.randrange(len(right) + 1):]
        if self.random.random() < 0.5:
            left, right = right, left
        return left, right

    # Families of operators ---------------------------------------------------

    def binary(self):
        left, right = self.broadcast()
        name, function, dtypes = self.random.choice([
            ("add", np.add, FLOATS + INTEGERS), ("subtract", np.subtract, FLOATS + INTEGERS),
            ("multiply", np.multiply, FLOATS + INTEGERS), ("divide", np.divide, FLOATS),
            ("maximum", np.maximum, FLOATS + INTEGERS), ("minimum", np.minimum, FLOATS + INTEGERS),
            ("bitwise_and", np.bitwise_and, INTEGERS), ("bitwise_or", np.bitwise_or, INTEGERS),
            ("bitwise_xor", np.bitwise_xor, INTEGERS),
            ("logical_and", np.logical_and, ("i1",)), ("logical_or", np.logical_or, ("i1",)),
            ("equal", np.equal, tuple(NAMES)), ("not_equal", np.not_equal, tuple(NAMES)),
            ("less", np.less, FLOATS + INTEGERS), ("less_equal", np.less_equal, FLOATS + INTEGERS),
            ("greater", np.greater, FLOATS + INTEGERS), ("greater_equal", np.greater_equal, FLOATS + INTEGERS)])
        dtype = self.random.choice(dtypes)
        x, y = self.array(dtype, left), self.array(dtype, right)
        expected = function(x, y)
        if name in ("maximum", "minimum") and dtype in FLOATS:
            # Which zero is the larger one is for Semantics.md to say: no judge of signs.
            return Expression(name, [x, y], np.asarray(expected), expected=expected + NAMES[dtype](0), bound=0.0)
        return Expression(name, [x, y], np.asarray(expected), expected=expected)

    def unary(self):
        x = self.array(self.random.choice(list(NAMES)), self.shape())
        if x.dtype == bool:
            return Expression("logical_not", [x], ~x, expected=~x)
        signed = x.dtype.kind != "u"
        is_real = is_float(x)
        name, function = self.random.choice(
            [("abs", np.abs), ("sign", np.sign)] + [("negative", np.negative)] * signed +
            ([("sqrt", np.sqrt), ("floor", np.floor), ("ceil", np.ceil), ("trunc", np.trunc), ("isnan", np.isnan)]
             if is_real else [("bitwise_not", np.bitwise_not)]))
        expected = np.asarray(function(x))
        if name == "sign" and is_real:
            # Zeros and NaN are not compared: their sign is unspecified.
            return Expression(name, [x], expected)
        return Expression(name, [x], expected, expected=expected)

    def math(self):
        dtype = self.random.choice(FLOATS)
        x = self.array(dtype, self.shape())
        name, function = self.random.choice([("exp", np.exp), ("log", np.log), ("tanh", np.tanh),
                                             ("sigmoid", lambda v: 1 / (1 + np.exp(-v)))])
        exact = function(x.astype(np.longdouble))
        expected = np.asarray(exact).astype(x.dtype)
        return Expression(name, [x], expected, expected=expected, bound=MATH_ULP * eps(dtype),
                          scale=np.abs(expected).astype(np.float64) + float(ml_dtypes.finfo(x.dtype).tiny))

    def cast(self):
        source, target = self.random.choice(list(NAMES)), self.random.choice(list(NAMES))
        x = self.array(source, self.shape())
        if source in FLOATS and target in INTEGERS:
            # NaN is 0, what does not fit is the nearest that does.
            info = np.iinfo(NAMES[target])
            wide = np.trunc(x.astype(np.float64))
            expected = np.array([0 if np.isnan(v) else info.max if v >= info.max else info.min if v <= info.min
                                 else int(v) for v in wide.ravel()], dtype=NAMES[target]).reshape(x.shape)
        else:
            # To narrow types the way is through f32.
            expected = (x.astype(np.float32) if target in NARROW else x).astype(NAMES[target])
        return Expression("cast", [x], expected, f"dtype = {target}", expected=expected)

    def where(self):
        left, right = self.broadcast()
        dtype = self.random.choice(list(NAMES))
        x, y = self.array(dtype, left), self.array(dtype, right)
        shape = np.broadcast_shapes(left, right)
        condition = self.array("i1", shape)
        expected = np.where(condition, x, y)
        return Expression("where", [condition, x, y], expected, expected=expected)

    def movement(self):
        x = self.array(self.random.choice(list(NAMES)), self.shape(self.random.randrange(1, 6)))
        kind = self.random.choice(["transpose", "reverse", "strided_slice", "concatenate", "expand_dims", "tile",
                                   "repeat", "reshape", "take", "nn.pad"])
        axis = self.random.randrange(x.ndim)
        if kind == "take" and x.shape[axis]:
            indices = self.numbers.integers(0, x.shape[axis], self.shape(self.random.randrange(3), long=0))
            indices = np.asarray(indices, dtype=np.int32)
            expected = np.take(x, indices, axis)
            return Expression("take", [x, indices], expected, f"axis = {axis} : i64", expected=expected)
        if kind == "nn.pad":
            widths = [(self.random.randrange(3), self.random.randrange(3)) if x.size < 10_000 else (0, 1)
                      for _ in x.shape]
            value = self.array(NAMES_OF_DTYPES[x.dtype], ())
            expected = np.full([sum(w) + d for w, d in zip(widths, x.shape)], value, dtype=x.dtype)
            expected[tuple(slice(w[0], w[0] + d) for w, d in zip(widths, x.shape))] = x
            text = ", ".join(f"array<i64: {before}, {after}>" for before, after in widths)
            return Expression("nn.pad", [x, value], expected, f"pad_width = [{text}]", expected=expected)
        # A size of 0 in newshape stands for that of the operand.
        if kind in ("transpose", "take") or x.size == 0 and kind == "reshape":
            axes = self.random.sample(range(x.ndim), x.ndim)
            return Expression("transpose", [x], x.transpose(axes), f"axes = array<i64: {', '.join(map(str, axes))}>",
                              expected=x.transpose(axes))
        if kind == "reverse":
            expected = np.flip(x, axis)
            return Expression("reverse", [x], expected, f"axis = {axis} : i64", expected=expected)
        if kind == "strided_slice":
            begin = [self.random.randrange(d + 1) for d in x.shape]
            end = [self.random.randrange(b, d + 1) for b, d in zip(begin, x.shape)]
            strides = [self.random.choice([1, 1, 2, 3]) for _ in x.shape]
            expected = x[tuple(slice(*s) for s in zip(begin, end, strides))]
            text = ", ".join(f"{n} = array<i64: {', '.join(map(str, v))}>"
                             for n, v in (("begin", begin), ("end", end), ("strides", strides)))
            return Expression("strided_slice", [x], expected, text, expected=expected)
        if kind == "concatenate":
            others = [self.array(NAMES_OF_DTYPES[x.dtype],
                                 tuple(self.random.randrange(4) if i == axis else d for i, d in enumerate(x.shape)))
                      for _ in range(self.random.randrange(3))]
            expected = np.concatenate([x, *others], axis)
            return Expression("concatenate", [x, *others], expected, f"axis = {axis} : i64", expected=expected,
                              tuple_=True)
        if kind == "expand_dims":
            expected = np.expand_dims(x, axis)
            return Expression("expand_dims", [x], expected, f"axis = {axis} : i64, num_newaxis = 1 : i64",
                              expected=expected)
        if kind == "tile":
            reps = [self.random.choice([1, 2]) for _ in x.shape] if x.size < 10_000 else [1] * x.ndim
            expected = np.tile(x, reps)
            return Expression("tile", [x], expected, f"reps = array<i64: {', '.join(map(str, reps))}>",
                              expected=expected)
        if kind == "repeat":
            count = self.random.choice([1, 2, 3]) if x.size < 10_000 else 1
            expected = np.repeat(x, count, axis)
            return Expression("repeat", [x], expected, f"repeats = {count} : i64, axis = {axis} : i64",
                              expected=expected)
        expected = x.reshape(x.size)
        return Expression("reshape", [x], expected, f"newshape = array<i64: {x.size}>", expected=expected)

    def reduction(self):
        dtype = self.random.choice([*FLOATS, "i1", "i8", "i32", "i64"])
        x = self.array(dtype, self.shape(self.random.randrange(1, 5)))
        if x.size == 0:
            return self.movement()
        if dtype in FLOATS:
            # No sum of these overflows.
            largest = 0.125 if dtype == "f16" else 1e6
            x = np.where(np.abs(x.astype(np.float64)) <= largest, x, np.asarray(0.125, dtype=x.dtype))
        axes = sorted(self.random.sample(range(x.ndim), self.random.randrange(1, x.ndim + 1)))
        keep = self.random.random() < 0.5
        name, function = self.random.choice([("all", np.all), ("any", np.any)] if dtype == "i1" else
                                            [("sum", np.sum), ("max", np.max), ("min", np.min)])
        text = f"axis = array<i64: {', '.join(map(str, axes))}>, keepdims = {str(keep).lower()}"
        arguments = {"axis": tuple(axes), "keepdims": keep}
        if name == "sum" and dtype in FLOATS:
            expected = np.asarray(np.sum(x.astype(np.longdouble), **arguments)).astype(x.dtype)
            count = x.size // max(expected.size, 1)
            return Expression(name, [x], expected, text, expected=expected,
                              bound=(8 + count / 64) * eps(accumulator(dtype)) + eps(dtype),
                              scale=np.asarray(np.sum(np.abs(x).astype(np.float64), **arguments)))
        if name == "sum":
            expected = np.asarray(np.sum(x, dtype=x.dtype, **arguments))
            return Expression(name, [x], expected, text, expected=expected)
        expected = np.asarray(function(x, **arguments))
        if dtype in FLOATS:
            return Expression(name, [x], expected, text, expected=expected + x.dtype.type(0), bound=0.0)
        return Expression(name, [x], expected, text, expected=expected)

    def product(self):
        m, n, k = (self.random.choice([1, 2, 3, 5, 17, 33, 64]) for _ in range(3))
        if self.random.random() < 0.3:
            x = self.numbers.integers(-128, 128, (m, k)).astype(np.int8)
            y = self.numbers.integers(-128, 128, (n, k)).astype(np.int8)
            expected = x.astype(np.int32) @ y.astype(np.int32).T
            return Expression("nn.dense", [x, y], expected, f"units = {n} : i64, out_dtype = i32", expected=expected)
        dtype = self.random.choice(FLOATS)
        x, y = (self.numbers.normal(size=s).astype(NAMES[dtype]) for s in ((m, k), (n, k)))
        wide_x, wide_y = x.astype(np.longdouble), y.astype(np.longdouble)
        expected = (wide_x @ wide_y.T).astype(x.dtype)
        return Expression("nn.dense", [x, y], expected, f"units = {n} : i64", expected=expected,
                          bound=(k + 1) * eps(accumulator(dtype)) + eps(dtype),
                          scale=(np.abs(wide_x) @ np.abs(wide_y).T).astype(np.float64))

    def expression(self):
        family = self.random.choices(
            [self.binary, self.unary, self.math, self.cast, self.where, self.movement, self.reduction, self.product],
            [6, 3, 3, 3, 1, 5, 4, 1])[0]
        return family()


def module_text(expressions):
    """A function that returns the value of each expression, and of an operator
    on it that makes a chain of two."""
    lines, results = [], []
    for i, e in enumerate(expressions):
        names = []
        for j, array in enumerate(e.arrays):
            names.append(f"%c{i}_{j}")
            if array.dtype == bool:
                # MLIR writes them as bits.
                bits = array.astype(np.uint8)
                lines += [f"  %b{i}_{j} = relay.constant {literal(bits)}",
                          f"  {names[-1]} = relay.cast %b{i}_{j} {{dtype = i1}} : ({type_of(bits)}) -> {type_of(array)}"]
            else:
                lines.append(f"  {names[-1]} = relay.constant {literal(array)}")
        types = [type_of(array) for array in e.arrays]
        if e.tuple:
            tuple_type = f"tuple<{', '.join(types)}>"
            lines.append(f"  %t{i} = relay.tuple {', '.join(names)} : ({', '.join(types)}) -> {tuple_type}")
            names, types = [f"%t{i}"], [tuple_type]
        attributes = f" {{{e.attributes}}}" if e.attributes else ""
        result = type_of(e.result)
        lines.append(f"  %r{i} = relay.{e.name} {', '.join(names)}{attributes} : ({', '.join(types)}) -> {result}")
        results.append((f"%r{i}", result))
        if is_float(e.result):
            lines.append(f"  %s{i} = relay.add %r{i}, %r{i} : ({result}, {result}) -> {result}")
            results.append((f"%s{i}", result))
    names, types = zip(*results)
    return (f"func.func @main() -> ({', '.join(types)}) {{\n" + "\n".join(lines) +
            f"\n  return {', '.join(names)} : {', '.join(types)}\n}}\n")


def same_bits(left, right):
    """Equal bits, but for what NaN it is."""
    if left.dtype != right.dtype or left.shape != right.shape:
        return False
    if not is_float(left):
        return bool(np.array_equal(left, right))
    bits = {2: np.uint16, 4: np.uint32, 8: np.uint64}[left.dtype.itemsize]
    equal = left.reshape(-1).view(bits) == right.reshape(-1).view(bits)
    return bool(np.all(equal | (np.isnan(left) & np.isnan(right)).reshape(-1)))


def agrees(e, value):
    """Whether `value` is what NumPy says."""
    if e.expected is None:
        return True
    expected = np.asarray(e.expected)
    if e.bound is None:
        return same_bits(value, expected)
    x, y = value.astype(np.float64), expected.astype(np.float64)
    if not np.array_equal(np.isnan(x), np.isnan(y)):
        return False
    # Overflow is on the border of what rounds to infinity.
    finite = np.isfinite(x) & np.isfinite(y)
    if not np.array_equal(x[~finite & ~np.isnan(x)], y[~finite & ~np.isnan(y)]):
        return False
    scale = np.abs(y) if e.scale is None else e.scale
    return bool(np.all((np.abs(x - y) <= e.bound * scale)[finite]))


class Checker:
    def __init__(self, build, folder):
        self.bin, self.folder = Path(build).resolve() / "bin", Path(folder)
        self.tools = relay_tools.Tools(build)
        self.cache = {"RELAYLITE_CACHE": "on", "RELAYLITE_CACHE_DIR": str(self.folder / "cache")}
        self.evaluated = set()

    def run(self, module):
        """The results of the module, as a list."""
        output = self.folder / "out.npz"
        self.tools.run("relay-lite-run", module, "--output", output)
        with np.load(output) as file:
            values = [file[f"output{i}"] for i in range(len(file.files))]
        # NumPy's files do not know bfloat16.
        return [value.view(NAMES["bf16"]) if value.dtype == "V2" else value for value in values]

    def fold(self, module, name, *flags, **environment):
        target = self.folder / f"{name}.mlirbc"
        report = self.folder / "report.json"
        result = subprocess.run(
            [self.bin / "relay-lite-opt", module, f"--relay-fold-constant=max-growth=0 fold-qnn=true report={report}",
             "--emit-bytecode", "-o", target, *flags], capture_output=True, text=True,
            env={**os.environ, **environment})
        if result.returncode:
            raise relay_tools.ToolError(f"folding {module} fails: {result.stderr[:2000]}")
        self.evaluated |= {each["operator"].removeprefix("relay.")
                           for each in json.loads(report.read_text())["operators"]}
        return target

    def get_ways(self, module, with_jit):
        """The module folded in all ways."""
        ways = {"threads, cold or warm cache": self.fold(module, "threads", **self.cache),
                "threads, warm cache": self.fold(module, "warm", **self.cache),
                "one thread": self.fold(module, "one", "--mlir-disable-threading", **self.cache),
                "kernels of x86-64-v3": self.fold(module, "v3", RELAYLITE_KERNELS="x86-64-v3", **self.cache)}
        if with_jit:
            ways["no built kernels"] = self.fold(module, "jit", RELAYLITE_KERNELS="off", **self.cache)
        return ways

    def check_numerics(self):
        """Folds the functions whose results are known; the number of operators
        that were evaluated."""
        self.evaluated = set()
        folders = [ROOT / "test/Evaluation", self.bin.parent / "test/Evaluation/numerics/tests"]
        files = [file for folder in folders for file in sorted(folder.rglob("*.mlir"))
                 if "{relay.check" in file.read_text()]
        for file in files:
            for way, folded in self.get_ways(file, with_jit=True).items():
                result = subprocess.run([self.bin / "relay-lite-run", "--check", folded], capture_output=True, text=True)
                if result.returncode:
                    sys.exit(f"check_folding: {file}, {way}: {result.stderr[:2000]}{result.stdout[-200:]}")
        records = lint.tablegen_records(ROOT / "include/RelayLite/Dialect/Relay/IR/RelayOps.td", self.bin.parent)
        names = {records[record]["opName"] for record in records["!instanceof"]["Relay_OperatorBase"]}
        missing = names - self.evaluated - set(NEVER_EVALUATED)
        if missing or self.evaluated & set(NEVER_EVALUATED):
            sys.exit(f"check_folding: never evaluated: {', '.join(sorted(missing))}; evaluated although they are in "
                     f"NEVER_EVALUATED: {', '.join(sorted(self.evaluated & set(NEVER_EVALUATED)))}")
        return len(self.evaluated)

    def check(self, expressions, with_jit):
        """The number of elements compared; raises SystemExit on a difference."""
        module = self.folder / "module.mlir"
        module.write_text(module_text(expressions))
        values = self.run(module)
        compared = 0
        for way, folded in self.get_ways(module, with_jit).items():
            left = self.tools.statistics(folded)
            for name in left.operators:
                self.stop(f"{way}: {name} is not folded", expressions)
            for index, (before, after) in enumerate(zip(values, self.run(folded), strict=True)):
                compared += before.size
                if not same_bits(before, after):
                    self.stop(f"{way}: result {index} differs from running: {before} and {after}", expressions)
        places = itertools.count()
        for e in expressions:
            value = values[next(places)]
            compared += value.size
            if not agrees(e, value):
                differ = ~((value == e.expected) | ((value != value) & (e.expected != e.expected)))
                self.stop(f"NumPy disagrees on {e.name} {{{e.attributes}}} : {type_of(e.result)}, which has "
                          f"{value[differ][:5]} in place of {np.asarray(e.expected)[differ][:5]}", expressions)
            if is_float(e.result):
                next(places)
        return compared

    def stop(self, message, expressions):
        print(message)
        print("operators: " + ", ".join(f"{e.name} {type_of(e.result)}" for e in expressions))
        print(f"check_folding: the module is {self.folder / 'module.mlir'}")
        sys.exit(1)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=ROOT / "build", help="build folder")
    parser.add_argument("--elements", type=int, default=1_000_000, help="how many comparisons of elements to make")
    parser.add_argument("--expressions", type=int, default=2000, help="how many expressions to make at least")
    parser.add_argument("--seed", type=int, default=0, help="of the first module")
    parser.add_argument("--keep", type=Path, help="a folder in which to leave the last module")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        checker = Checker(arguments.build, folder)
        operators = checker.check_numerics()
        compared = expressions = 0
        for seed in itertools.count(arguments.seed):
            if compared >= arguments.elements and expressions >= arguments.expressions:
                break
            maker = Maker(seed)
            made = [maker.expression() for _ in range(60)]
            # To compile all kernels takes a hundred times as long.
            compared += checker.check(made, with_jit=seed % 10 == 0)
            expressions += len(made)
    print(f"check_folding: {operators} operators on what tests know; {compared:,} elements of {expressions} random "
          "expressions compared, all as they must be")
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except relay_tools.ToolError as error:
        sys.exit(f"check_folding: {error}")
