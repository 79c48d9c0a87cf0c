"""Helpers of the generators of numeric tests: element types, and test files."""

from math import nan

import numpy as np

FLOATS = ("f64", "f32", "f16", "bf16")
SIGNED = ("i8", "i16", "i32", "i64")
UNSIGNED = ("ui8", "ui16", "ui32", "ui64")
INTEGERS = SIGNED + UNSIGNED
NUMPY = {"f64": np.float64, "f32": np.float32, "f16": np.float16}
np.seterr(all="ignore")


# Types -------------------------------------------------------------------------

def is_float(dtype):
    return dtype in FLOATS


def width(dtype):
    return int(dtype.lstrip("uibf"))


def bounds(dtype):
    if dtype in SIGNED:
        return -(1 << (width(dtype) - 1)), (1 << (width(dtype) - 1)) - 1
    return 0, (1 << width(dtype)) - 1


def wrap(value, dtype):
    """The integer of the type with the same low bits."""
    value &= (1 << width(dtype)) - 1
    return value - (1 << width(dtype)) if value > bounds(dtype)[1] else value


def to_bf16(value):
    """An f32 rounded to nearest even in bf16, as f32."""
    bits = int(np.float32(value).view(np.uint32))
    if np.isnan(value):
        return np.float32(nan)
    bits = (bits + 0x7FFF + (bits >> 16 & 1)) & 0xFFFF0000
    return np.uint32(bits).view(np.float32)


def rounded(value, dtype):
    """`value` as NumPy float of the type; bf16 as an f32 that bf16 holds."""
    return to_bf16(np.float32(value)) if dtype == "bf16" else NUMPY[dtype](value)


def compute_type(dtype):
    """The type in which operations on a float type are computed."""
    return np.float64 if dtype == "f64" else np.float32


# Text --------------------------------------------------------------------------

def bits_of(value, dtype):
    if dtype == "bf16":
        return int(np.float32(value).view(np.uint32)) >> 16
    return int(NUMPY[dtype](value).view({"f64": np.uint64, "f32": np.uint32, "f16": np.uint16}[dtype]))


def element(value, dtype):
    if dtype == "i1":
        return "true" if value else "false"
    if not is_float(dtype):
        return str(int(value))
    if np.isnan(value) or np.isinf(value):
        return f"0x{bits_of(value, dtype):0{width(dtype) // 4}X}"
    text = repr(float(value))
    mantissa, e, exponent = text.partition("e")
    return (mantissa if "." in mantissa else mantissa + ".0") + e + exponent


class Tensor:
    """Elements, nested as the shape is."""

    def __init__(self, values, dtype):
        self.values, self.dtype = values, dtype

    @property
    def type(self):
        shape, values = [], self.values
        while isinstance(values, list):
            shape.append(str(len(values)))
            values = values[0]
        return "tensor<" + "x".join(shape + [self.dtype]) + ">"

    def __str__(self):
        def text(values):
            if isinstance(values, list):
                return "[" + ", ".join(map(text, values)) + "]"
            return element(values, self.dtype)
        return f"dense<{text(self.values)}> : {self.type}"


class Splat:
    """A long tensor of one element."""

    def __init__(self, value, count, dtype):
        self.value, self.dtype, self.type = value, dtype, f"tensor<{count}x{dtype}>"

    def __str__(self):
        return f"dense<{element(self.value, self.dtype)}> : {self.type}"


class File:
    def __init__(self, name, comment):
        self.name = f"{name}.mlir"
        self.text = ("// RUN: relay-lite-run --check %s\n"
                     "// The rules are those of docs/Semantics.md.\n\n"
                     + "".join(f"// {line}\n" for line in comment.split("\n")))
        self.names = set()

    def compare(self, function, lines, actual, expected, bound=""):
        """A function of the operations `lines` that compares the value `actual`
        with the tensor `expected`."""
        assert function not in self.names, function
        self.names.add(function)
        text = "\n".join(f"  {line}" for line in lines)
        self.text += (f"\nfunc.func @{function}() -> ({expected.type}, {expected.type}) "
                      f"attributes {{relay.check{' = ' + bound if bound else ''}}} {{\n{text}\n"
                      f"  %expected = relay.constant {expected}\n"
                      f"  return {actual}, %expected : {expected.type}, {expected.type}\n}}\n")

    def check(self, op, operands, expected, attributes="", name="", bound=""):
        """`expected` holds the result, or a list of results one for each entry of
        the list `attributes`."""
        function = name or f"{op.replace('.', '_')}_{operands[0].dtype}"
        assert function not in self.names, function
        self.names.add(function)
        many = isinstance(expected, list)
        results = expected if many else [expected]
        attribute_list = attributes if many else [attributes]
        kind = (f"tuple<{', '.join(r.type for r in results)}>" if many else results[0].type)
        lines = [f"func.func @{function}() -> ({kind}, {kind}) "
                 f"attributes {{relay.check{' = ' + bound if bound else ''}}} {{"]
        for i, operand in enumerate(operands):
            lines.append(f"  %x{i} = relay.constant {operand}")
        names = ", ".join(f"%x{i}" for i in range(len(operands)))
        types = ", ".join(operand.type for operand in operands)
        for i, (result, attribute) in enumerate(zip(results, attribute_list)):
            space = f" {{{attribute}}}" if attribute else ""
            lines.append(f"  %a{i} = relay.{op} {names}{space} : ({types}) -> {result.type}")
        for i, result in enumerate(results):
            lines.append(f"  %e{i} = relay.constant {result}")
        if many:
            fields = ", ".join(r.type for r in results)
            for prefix in "ae":
                values = ", ".join(f"%{prefix}{i}" for i in range(len(results)))
                lines.append(f"  %{prefix} = relay.tuple {values} : ({fields}) -> {kind}")
        left, right = ("%a", "%e") if many else ("%a0", "%e0")
        lines.append(f"  return {left}, {right} : {kind}, {kind}\n}}")
        self.text += "\n" + "\n".join(lines) + "\n"


# Arithmetic and samples --------------------------------------------------------------------

def in_float(function):
    """An operation on floats, computed in f32 or f64 and rounded once."""
    def apply(*arguments):
        *values, dtype = arguments
        kind = compute_type(dtype)
        return rounded(function(*map(kind, values)), dtype)
    return apply


def maximum(x, y):
    if np.isnan(x) or np.isnan(y):
        return type(x)(nan)
    return y if x < y or (x == y and np.signbit(x)) else x


def sample(count, dtype, scale=1.0, seed=1):
    """Numbers that look random, of few digits."""
    result = []
    for _ in range(count):
        seed = (seed * 1103515245 + 12345) % (1 << 31)
        result.append(rounded((seed // 1000 % 2001 - 1000) / 997 * scale, dtype))
    return result


def shaped(values, *shape):
    for size in reversed(shape[1:]):
        values = [values[i:i + size] for i in range(0, len(values), size)]
    return values
