#!/usr/bin/env python3
"""Sends modules through IREE and compares the results with relay-lite-run.

    check_iree.py --build build [--corpus FOLDER] [--only REGEX]

Networks (of examples/networks, and of the folder of models), programs with control
flow and dynamic shapes, and the example of every operator are converted by
relay-to-linalg-pipeline. A stock mlir-opt has to read the text, and iree-compile
gets bytecode of version 4, which has no properties: these differ from one MLIR to
the next. Results may differ by 1e-4 of the largest one: IREE
sums in its own order.

Exit code 77 (skipped) when iree-base-compiler or iree-base-runtime is not installed.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from multiprocessing.pool import ThreadPool
from pathlib import Path

import check_ops
import lint

try:
    import iree.compiler
    import iree.runtime
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

TOLERANCE = 1e-4  # of the largest result
PIPELINE = "relay-to-linalg-pipeline"
DTYPES = {"f64": "f8", "f32": "f4", "f16": "f2", "i1": "?"}
DTYPES |= {f"{sign}{8 * size}": f"{code}{size}"
           for sign, code in (("i", "i"), ("ui", "u")) for size in (1, 2, 4, 8)}
TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)(\w+)>")

# What IREE 3.13 does not take, or gets wrong, with the reason.
UNSUPPORTED = {
    "topk": "one element inserted at run time becomes a fill of 16 bytes",
    "sparse_to_dense": "as topk",
    "full": "a scalar of floating point that becomes an integer is rounded to nearest",
}

PROGRAMS = {
    "dynamic batch": """
      func.func @main(%x: tensor<?x3xf32>, %w: tensor<4x3xf32>) -> tensor<?x4xf32> {
        %0 = relay.nn.dense %x, %w : (tensor<?x3xf32>, tensor<4x3xf32>) -> tensor<?x4xf32>
        %1 = relay.nn.relu %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
        %2 = relay.nn.softmax %1 : (tensor<?x4xf32>) -> tensor<?x4xf32>
        return %2 : tensor<?x4xf32>
      }""",
    "branches": """
      func.func @main(%x: tensor<3xf32>, %y: tensor<3xf32>) -> tensor<3xf32> {
        %s = relay.sum %x : (tensor<3xf32>) -> tensor<f32>
        %t = relay.sum %y : (tensor<3xf32>) -> tensor<f32>
        %c = relay.less %s, %t : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %0 = relay.if %c -> tensor<3xf32> {
          %1 = relay.exp %x : (tensor<3xf32>) -> tensor<3xf32>
          relay.yield %1 : tensor<3xf32>
        } else {
          %2 = relay.call @other(%y) : (tensor<3xf32>) -> tensor<3xf32>
          relay.yield %2 : tensor<3xf32>
        }
        return %0 : tensor<3xf32>
      }
      func.func private @other(%x: tensor<3xf32>) -> tensor<3xf32> attributes {relay.pure} {
        %0 = relay.negative %x : (tensor<3xf32>) -> tensor<3xf32>
        return %0 : tensor<3xf32>
      }""",
    "closures": """
      func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
        %0 = relay.if %c -> (tensor<2xf32>) -> tensor<2xf32> {
          %2 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
            %3 = relay.add %x, %y : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
            relay.yield %3 : tensor<2xf32>
          }
          relay.yield %2 : (tensor<2xf32>) -> tensor<2xf32>
        } else {
          %2 = relay.global @other : (tensor<2xf32>) -> tensor<2xf32>
          relay.yield %2 : (tensor<2xf32>) -> tensor<2xf32>
        }
        %1 = relay.apply %0(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        return %1 : tensor<2xf32>
      }
      func.func private @other(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
        %0 = relay.negative %x : (tensor<2xf32>) -> tensor<2xf32>
        return %0 : tensor<2xf32>
      }""",
    "tuples": """
      func.func @main(%x: tuple<tensor<2x2xf32>, tuple<tensor<2xi32>>>)
          -> (tuple<tensor<2xf32>, tensor<2xi32>>, tensor<2x1xf32>) {
        %0 = relay.tuple_get %x[0] : (tuple<tensor<2x2xf32>, tuple<tensor<2xi32>>>) -> tensor<2x2xf32>
        %1 = relay.tuple_get %x[1] : (tuple<tensor<2x2xf32>, tuple<tensor<2xi32>>>) -> tuple<tensor<2xi32>>
        %2 = relay.tuple_get %1[0] : (tuple<tensor<2xi32>>) -> tensor<2xi32>
        %3 = relay.max %0 {axis = array<i64: 1>} : (tensor<2x2xf32>) -> tensor<2xf32>
        %4 = relay.expand_dims %3 {axis = 1 : i64} : (tensor<2xf32>) -> tensor<2x1xf32>
        %5 = relay.tuple %3, %2 : (tensor<2xf32>, tensor<2xi32>) -> tuple<tensor<2xf32>, tensor<2xi32>>
        return %5, %4 : tuple<tensor<2xf32>, tensor<2xi32>>, tensor<2x1xf32>
      }""",
}


class CheckError(Exception):
    pass


def tool(build, name, *arguments):
    """What a tool writes; an error shows its message."""
    path = build / "bin" / name if name.startswith("relay") else lint.llvm_tool(name, build)
    result = subprocess.run([path, *map(str, arguments)], capture_output=True, text=True,
                            env={**os.environ, "RELAYLITE_CACHE": "off"})
    if result.returncode:
        raise CheckError(f"{name}: {result.stderr.strip()[:300]}")
    return result.stdout


def example_with_results(example):
    """A module with @main that returns the values of the last operation of an
    operator's example; none if it holds functions or has no result."""
    text = check_ops.wrap(example, "main")
    lines = text.rstrip().splitlines()
    match = re.match(r"\s*(%[\w$.-]+) = .*-> (.*)$", lines[-3])
    if "func.func private" in text or lines[-2].strip() != "return" or not match:
        return None
    value, result = match.groups()
    lines[-2] = f"  return {value} : {result}"
    head = next(i for i, line in enumerate(lines) if line.startswith("func.func @main("))
    lines[head] = lines[head].removesuffix(" {") + f" -> ({result}) {{"
    return "\n".join(lines) + "\n"


def operator_examples(build):
    records = lint.tablegen_records(check_ops.ODS, build)
    for name in records["!instanceof"]["Op"]:
        record = records[name]
        if record["opDialect"]["def"] != "Relay_Dialect" or "tvm" not in record:
            continue
        blocks = lint.code_blocks((record["description"] or "").partition("Example")[2], "mlir")
        module = example_with_results(blocks[0]) if blocks else None
        # Operands that determine shapes cannot be random, and NumPy has no bf16.
        if module and "bf16" not in module and not re.match(r"dyn\.|arange$", record["opName"]):
            yield record["opName"], module


def flatten_types(text, name):
    """The tensors of the type at the beginning of `text`, by the names under which
    relay-lite-run takes them, and what follows."""
    if not text.startswith("tuple<"):
        match = TENSOR.match(text)
        if not match:
            raise CheckError(f"{name} is no tensor: {text[:40]}")
        return [(name, match.groups())], text[match.end():]
    tensors, rest, number = [], text.removeprefix("tuple<"), 0
    while not rest.startswith(">"):
        fields, rest = flatten_types(rest.removeprefix(", "), f"{name}.{number}")
        tensors, number = tensors + fields, number + 1
    return tensors, rest[1:]


def make_inputs(build, path):
    """Random arrays for the tensors that @main of a module takes, by their names."""
    text = tool(build, "relay-lite-opt", path)
    rest = text.partition("func.func @main(")[2]
    tensors = []
    for match in re.finditer(r"%arg(\d+): ", rest.partition(" -> ")[0]):
        tensors += flatten_types(rest[match.end():], f"arg{match.group(1)}")[0]
    rng, arrays = np.random.default_rng(0), {}
    for name, (shape, element) in tensors:
        shape = [2 if size == "?" else int(size) for size in shape.split("x")[:-1]]
        dtype = np.dtype(DTYPES[element])
        arrays[name] = (rng.uniform(0.1, 1, shape) if dtype.kind == "f" else
                        rng.integers(0, 2, shape)).astype(dtype)
    return arrays


def run_iree(code, arrays):
    config = iree.runtime.Config("local-sync")
    context = iree.runtime.SystemContext(config=config)
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, code))
    results = context.modules.module["main"](*arrays)
    results = results if isinstance(results, (list, tuple)) else [results]
    return [np.asarray(result) for result in results]


def compare(expected, actual):
    """Nothing, or what differs."""
    if len(expected) != len(actual):
        return f"{len(actual)} results in place of {len(expected)}"
    for i, (a, b) in enumerate(zip(expected, actual)):
        if a.shape != b.shape:
            return f"result {i} has shape {b.shape} in place of {a.shape}"
        if not a.size:
            continue
        a, b = a.astype(np.float64), b.view(a.dtype).astype(np.float64)
        finite = a[np.isfinite(a)]
        scale = np.abs(finite).max(initial=1e-30)
        error = np.abs(a - b)[~(np.isnan(a) & np.isnan(b)) & (a != b)].max(initial=0)
        if not error <= TOLERANCE * scale:
            return f"result {i} differs by {error:.3g}, the largest is {scale:.3g}"
    return None


def check_module(build, path, arrays=None):
    """Converts the module in `path`, runs it here and in IREE; what is wrong, or None.
    `arrays` are the inputs by their names, random ones if not given."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        try:
            if arrays is None:
                arrays = make_inputs(build, path)
            np.savez(folder / "in.npz", **arrays)
            tool(build, "relay-lite-run", path, "--inputs", folder / "in.npz",
                 "--output", folder / "out.npz")
            text, code = folder / "linalg.mlir", folder / "linalg.mlirbc"
            tool(build, "relay-lite-opt", path, f"--{PIPELINE}", "-o", text)
            tool(build, "mlir-opt", text, "-o", os.devnull)
            tool(build, "relay-lite-opt", text, "--emit-bytecode", "--emit-bytecode-version=4",
                 "-o", code)
            module = iree.compiler.compile_file(
                str(code), target_backends=["llvm-cpu"], extra_args=["--iree-llvmcpu-target-cpu=host"])
            actual = run_iree(module, arrays.values())
        except CheckError as error:
            return str(error)
        except Exception as error:  # IREE raises errors of several kinds.
            return f"IREE: {' '.join(str(error).split())[:400]}"
        with np.load(folder / "out.npz") as results:
            expected = [results[f"output{i}"] for i in range(len(results.files))]
    return compare(expected, actual)


def networks(build, folder, only):
    """Networks of examples/, converted to MLIR, with their inputs."""
    script = lint.ROOT / "examples/networks/networks.py"
    for name in filter(only.search, ("resnet-18", "resnet-50", "densenet-121")):
        subprocess.run([sys.executable, script, name, "--image", "64", "-o", folder], check=True,
                       stdout=subprocess.DEVNULL)
        with np.load(folder / f"{name}.inputs.npz") as inputs:
            yield name, bind(build, folder / f"{name}.relay", folder / f"{name}.params"), inputs


def bind(build, relay, params):
    """The module of a text with its parameters as constants, beside those."""
    imported, bound = params.with_suffix(".mlir"), params.with_suffix(".mlirbc")
    tool(build, "relay-lite-translate", "--import-relay", relay, "-o", imported)
    tool(build, "relay-lite-opt", imported, f"--relay-bind-params=file={params}",
         "--emit-bytecode", "-o", bound)
    return bound


def cases(build, corpus, folder, only):
    """The modules to check: names, paths, inputs by name or None for random ones."""
    for name, text in [*PROGRAMS.items(), *operator_examples(build)]:
        if not only.search(name) or name in UNSUPPORTED:
            continue
        path = folder / f"{name.replace(' ', '-')}.mlir"
        path.write_text(text)
        yield name, path, None
    for name, path, inputs in networks(build, folder, only):
        yield name, path, dict(inputs)
    for manifest in sorted(corpus.glob("models/*/manifest.json")) if corpus else []:
        name = manifest.parent.name
        if not only.search(f"model {name}"):
            continue
        subprocess.run([sys.executable, corpus / "models/make_params.py", manifest.parent, "-o", folder / name],
                       check=True, stdout=subprocess.DEVNULL)
        with np.load(folder / name / f"{name}.inputs.npz") as inputs:
            path = bind(build, manifest.parent / f"{name}.relay",
                        folder / name / f"{name}.params")
            yield f"model {name}", path, dict(inputs)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--corpus", type=Path, help="a folder with models")
    parser.add_argument("--only", metavar="REGEX", default="", help="check what matches only")
    arguments = parser.parse_args()
    build, failed, passed = arguments.build.resolve(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        selected = list(cases(build, arguments.corpus, Path(folder), re.compile(arguments.only)))
        with ThreadPool(os.cpu_count()) as pool:
            findings = pool.imap(lambda case: check_module(build, *case[1:]), selected)
            for (name, _, _), finding in zip(selected, findings):
                passed, failed = passed + (not finding), failed + bool(finding)
                if finding:
                    print(f"{name}: {finding}", flush=True)
    print(f"check_iree.py: {passed} passed, {failed} failed, {len(UNSUPPORTED)} not supported by IREE")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
