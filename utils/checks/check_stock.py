#!/usr/bin/env python3
"""Sends modules through MLIR's own tools and compares the results with relay-lite-run.

    check_stock.py --build build [--corpus FOLDER] [--only REGEX]

The modules are those of exit_cases.py, converted by relay-to-linalg-pipeline. A function
is added that calls @main with the inputs and prints the results. mlir-opt runs the passes
that docs/Exit.md shows, and mlir-runner what comes out.

Exit code 77 (skipped) when NumPy is not installed.
"""

import re
import sys

try:
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

import exit_checks
import lint
from exit_cases import CheckError, tool

# The printing functions of MLIR's runner utilities.
PRINTERS = {"f32": "printMemrefF32", "f64": "printMemrefF64", "i64": "printMemrefI64"}
TENSOR = re.compile(r"tensor<[^>]*>")
RESULT = re.compile(r"^Unranked Memref .* sizes = \[([\d, ]*)\] .* data = *$", re.M)
NUMBER = re.compile(r"-?(?:nan|inf|\d[\d.]*(?:e[-+]\d+)?)")


def documented_passes():
    """The passes of docs/Exit.md that take linalg to the LLVM dialect."""
    text = (lint.ROOT / "docs/Exit.md").read_text()
    passes = re.search(r'^mlir-opt linalg.mlir --pass-pipeline="builtin.module\((.*)\)" -o llvm.mlir$', text, re.M)
    # The added function extends elements.
    return f"builtin.module(func.func(convert-elementwise-to-linalg),{passes.group(1)})"


def constant(array):
    """An array as an attribute, bit for bit."""
    if not array.size:
        return "dense<>"
    if array.dtype == bool:
        return f"dense<{str(array.tolist()).lower()}>"
    return f'dense<"0x{array.tobytes().hex().upper()}">'


def add_entry(text, arrays, expected):
    """The module with a function @entry, which calls @main and prints its results."""
    signature = re.search(r"^ *func\.func @main\((.*)$", text, re.M).group(1)
    inputs, results = (TENSOR.findall(part) for part in (signature + " -> ").split(" -> ")[:2])
    lines = [f"func.func private @{printer}(tensor<*x{kind}>) attributes {{llvm.emit_c_interface}}"
             for kind, printer in PRINTERS.items()]
    lines.append("func.func @entry() {")
    for i, (array, kind) in enumerate(zip(arrays, inputs, strict=True)):
        element = re.search(r"(\w+)>$", kind.replace("x", " ")).group(1)
        fixed = f"tensor<{''.join(f'{size}x' for size in array.shape)}{element}>"
        lines += [f"%c{i} = arith.constant {constant(array)} : {fixed}",
                  f"%a{i} = tensor.cast %c{i} : {fixed} to {kind}"]
    lines.append(f"%r:{len(results)} = func.call @main({', '.join(f'%a{i}' for i in range(len(inputs)))}) : "
                 f"({', '.join(inputs)}) -> ({', '.join(results)})")
    for i, (array, kind) in enumerate(zip(expected, results, strict=True)):
        value, printed = f"%r#{i}", "i64"
        if array.dtype.kind == "f":
            printed = "f64" if array.dtype.itemsize == 8 else "f32"
        wide = re.sub(r"\w+>$", lambda match: re.sub(r"[fi]\d+>$", f"{printed}>", match.group()), kind)
        if wide != kind:
            extend = {"f": "extf", "i": "extsi"}.get(array.dtype.kind, "extui")
            lines.append(f"%w{i} = arith.{extend} {value} : {kind} to {wide}")
            value = f"%w{i}"
        lines += [f"%u{i} = tensor.cast {value} : {wide} to tensor<*x{printed}>",
                  f"func.call @{PRINTERS[printed]}(%u{i}) : (tensor<*x{printed}>) -> ()"]
    lines += ["return", "}"]
    return re.sub(r"^module \{$", lambda match: "\n".join([match.group(), *lines]), text, count=1, flags=re.M)


def parse_results(output, expected):
    """The printed arrays; their element types are those of what is expected."""
    headers = list(RESULT.finditer(output))
    ends = [header.start() for header in headers[1:]] + [len(output)]
    if len(headers) != len(expected):
        raise CheckError(f"{len(headers)} results are printed in place of {len(expected)}")
    results = []
    for header, end, array in zip(headers, ends, expected):
        shape = [int(size) for size in re.findall(r"\d+", header.group(1))]
        numbers = NUMBER.findall(output, header.end(), end)
        if array.dtype.kind != "f":
            numbers = [int(number) for number in numbers]
            if array.dtype == np.uint64:
                numbers = [number % 2**64 for number in numbers]
        results.append(np.array(numbers, array.dtype).reshape(shape))
    return results


def compile_and_run(build, text, arrays, expected, folder):
    linalg, code = folder / "entry.mlir", folder / "llvm.mlirbc"
    linalg.write_text(add_entry(text.read_text(), arrays.values(), expected))
    tool(build, "mlir-opt", linalg, f"--pass-pipeline={documented_passes()}",
         "--emit-bytecode", "-o", code)
    libraries = lint.llvm_tool("mlir-opt", build).parents[1] / "lib"
    shared = [f"--shared-libs={libraries / name}"
              for name in ("libmlir_runner_utils.so", "libmlir_c_runner_utils.so")]
    output = tool(build, "mlir-runner", code, "-e", "entry", "--entry-point-result=void",
                  "--O2", *shared)
    return parse_results(output, expected)


if __name__ == "__main__":
    sys.exit(exit_checks.main(__doc__, "MLIR's tools", {}, compile_and_run))
