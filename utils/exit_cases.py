"""What check_iree.py and check_stock.py share: the modules that they send to other
compilers, and the results that these have to compute.

The modules are networks (of examples/networks, and of the folder of models),
programs with control flow, dynamic shapes and effects, and the example of every
operator. relay-lite-run computes the results. Others may differ by 1e-4 of the
largest one, since each compiler sums in its own order.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np

import check_ops
import lint

TOLERANCE = 1e-4  # of the largest result
PIPELINE = "relay-to-linalg-pipeline"
DTYPES = {"f64": "f8", "f32": "f4", "f16": "f2", "i1": "?"}
DTYPES |= {f"{sign}{8 * size}": f"{code}{size}"
           for sign, code in (("i", "i"), ("ui", "u")) for size in (1, 2, 4, 8)}
TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)(\w+)>")

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
    "recursion": """
      func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
        %n = relay.constant dense<3> : tensor<i32>
        %0 = relay.call @power(%n, %x) : (tensor<i32>, tensor<2x3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32>
      }
      func.func private @power(%n: tensor<i32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {relay.pure} {
        %zero = relay.constant dense<0> : tensor<i32>
        %one = relay.constant dense<1> : tensor<i32>
        %more = relay.greater %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %0 = relay.if %more -> tensor<2x3xf32> {
          %1 = relay.subtract %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
          %2 = relay.multiply %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
          %3 = relay.call @power(%1, %2) : (tensor<i32>, tensor<2x3xf32>) -> tensor<2x3xf32>
          relay.yield %3 : tensor<2x3xf32>
        } else {
          relay.yield %x : tensor<2x3xf32>
        }
        return %0 : tensor<2x3xf32>
      }""",
    "references": """
      func.func @main(%c: tensor<i1>, %x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) {
        %r = relay.ref_create %x : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
        %e = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
        %s = relay.ref_create %e : (tensor<2xf32>) -> !relay.ref<tensor<2xf32>>
        %chosen = relay.if %c -> !relay.ref<tensor<2xf32>> {
          %0 = relay.call @same(%r) : (!relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>>
          relay.yield %0 : !relay.ref<tensor<2xf32>>
        } else {
          %0 = relay.call @same(%s) : (!relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>>
          relay.yield %0 : !relay.ref<tensor<2xf32>>
        }
        %before = relay.ref_read %chosen : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
        %sum = relay.nn.softmax %before : (tensor<2xf32>) -> tensor<2xf32>
        %1 = relay.ref_write %chosen, %sum : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
        %after = relay.ref_read %r : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
        %2 = relay.ref_write %r, %e : (!relay.ref<tensor<2xf32>>, tensor<2xf32>) -> tuple<>
        %last = relay.ref_read %s : (!relay.ref<tensor<2xf32>>) -> tensor<2xf32>
        %3 = relay.add %last, %sum : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
        return %before, %after, %3 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
      }
      func.func private @same(%r: !relay.ref<tensor<2xf32>>) -> !relay.ref<tensor<2xf32>> {
        return %r : !relay.ref<tensor<2xf32>>
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


def cases(build, corpus, folder, only, unsupported):
    """The modules to check: names, paths, inputs by name or None for random ones."""
    for name, text in [*PROGRAMS.items(), *operator_examples(build)]:
        if not only.search(name) or name in unsupported:
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


def run_here(build, path, arrays, folder):
    """The results that relay-lite-run computes."""
    np.savez(folder / "in.npz", **arrays)
    tool(build, "relay-lite-run", path, "--inputs", folder / "in.npz", "--output", folder / "out.npz")
    with np.load(folder / "out.npz") as results:
        return [results[f"output{i}"] for i in range(len(results.files))]


def check_case(build, path, arrays, compile_and_run):
    """What is wrong with the module in `path`, or None. `compile_and_run` gets the
    text of linalg, the inputs by name, what is to be computed, and a folder."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        try:
            if arrays is None:
                arrays = make_inputs(build, path)
            expected = run_here(build, path, arrays, folder)
            text = folder / "linalg.mlir"
            tool(build, "relay-lite-opt", path, f"--{PIPELINE}", "-o", text)
            return compare(expected, compile_and_run(text, arrays, expected, folder))
        except CheckError as error:
            return str(error)


def main(description, compiler, unsupported, compile_and_run):
    """Checks all modules but those in `unsupported`, which has the reason for each.
    `compile_and_run` gets the build folder before the arguments of check_case."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--corpus", type=Path, help="a folder with models")
    parser.add_argument("--only", metavar="REGEX", default="", help="check what matches only")
    parser.add_argument("--times", action="store_true", help="print the seconds of each module")
    arguments = parser.parse_args()
    build, failed, passed = arguments.build.resolve(), 0, 0

    def check(case):
        begin = time.monotonic()
        finding = check_case(build, *case[1:], lambda *rest: compile_and_run(build, *rest))
        return finding, time.monotonic() - begin

    with tempfile.TemporaryDirectory() as folder:
        selected = list(cases(build, arguments.corpus, Path(folder),
                              re.compile(arguments.only), unsupported))
        with ThreadPool(os.cpu_count()) as pool:
            for (name, _, _), (finding, seconds) in zip(selected, pool.imap(check, selected)):
                passed, failed = passed + (not finding), failed + bool(finding)
                if finding:
                    print(f"{name}: {finding}", flush=True)
                if arguments.times:
                    print(f"{seconds:6.1f} s  {name}", flush=True)
    script = Path(sys.argv[0]).name
    print(f"{script}: {passed} passed, {failed} failed, {len(unsupported)} not supported by {compiler}")
    return bool(failed)
