"""Modules that go through the ways out of RelayLite, with inputs.

Programs with control flow, effects, dynamic shapes and bf16, the example of every
operator, and networks.
"""

import os
import re
import subprocess
import sys

import check_ops
import lint
import numpy as np

DTYPES = {"f64": "f8", "f32": "f4", "f16": "f2", "i1": "?"}
DTYPES |= {f"{sign}{8 * size}": f"{code}{size}"
           for sign, code in (("i", "i"), ("ui", "u")) for size in (1, 2, 4, 8)}
TENSOR = re.compile(r"tensor<((?:[\d?]+x)*)(\w+)>")

# Operands that determine shapes cannot be random.
INPUTS = {"arange": {"arg0": np.float32(1), "arg1": np.float32(6), "arg2": np.float32(1.5)}}
# Functions of operators that take shapes from operands, which are constants.
DYNAMIC = lint.ROOT / "test/Evaluation/dyn.mlir"

PROGRAMS = {
    "bf16": """
      func.func @main(%x: tensor<1x2x6x6xf32>, %k: tensor<3x2x3x3xf32>, %w: tensor<5x3xf32>) -> tensor<1x5xf32> {
        %0 = relay.cast %x {dtype = bf16} : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x6xbf16>
        %1 = relay.cast %k {dtype = bf16} : (tensor<3x2x3x3xf32>) -> tensor<3x2x3x3xbf16>
        %2 = relay.cast %w {dtype = bf16} : (tensor<5x3xf32>) -> tensor<5x3xbf16>
        %3 = relay.nn.conv2d %0, %1 {channels = 3 : i64, kernel_size = array<i64: 3, 3>} : (tensor<1x2x6x6xbf16>, tensor<3x2x3x3xbf16>) -> tensor<1x3x4x4xbf16>
        %4 = relay.nn.relu %3 : (tensor<1x3x4x4xbf16>) -> tensor<1x3x4x4xbf16>
        %5 = relay.nn.global_avg_pool2d %4 : (tensor<1x3x4x4xbf16>) -> tensor<1x3x1x1xbf16>
        %6 = relay.nn.batch_flatten %5 : (tensor<1x3x1x1xbf16>) -> tensor<1x3xbf16>
        %7 = relay.nn.dense %6, %2 : (tensor<1x3xbf16>, tensor<5x3xbf16>) -> tensor<1x5xbf16>
        %8 = relay.sigmoid %7 : (tensor<1x5xbf16>) -> tensor<1x5xbf16>
        %9 = relay.cast %8 {dtype = f32} : (tensor<1x5xbf16>) -> tensor<1x5xf32>
        return %9 : tensor<1x5xf32>
      }""",
    "quantized network": """
      func.func @main(%x: tensor<1x4x9x9xf32>, %y: tensor<1x6x4x4xf32>) -> (tensor<1x3xi8>, tensor<1x3xf32>) {
        %s = relay.constant dense<0.00392> : tensor<f32>
        %z = relay.constant dense<3> : tensor<i32>
        %u = relay.constant dense<-5> : tensor<i32>
        %t = relay.constant dense<[0.01, 0.02, 0.03, 0.04, 0.05, 0.06]> : tensor<6xf32>
        %k = relay.constant dense<[1, 0, -2, 3, 7, -1]> : tensor<6xi32>
        %v = relay.constant dense<0.02> : tensor<f32>
        %none = relay.constant dense<0> : tensor<i32>
        %0 = relay.qnn.quantize %x, %s, %z {out_dtype = ui8} : (tensor<1x4x9x9xf32>, tensor<f32>, tensor<i32>) -> tensor<1x4x9x9xui8>
        %w = relay.full %z {shape = array<i64: 6, 4, 3, 3>, dtype = i8} : (tensor<i32>) -> tensor<6x4x3x3xi8>
        %1 = relay.qnn.conv2d %0, %w, %z, %k, %s, %t {channels = 6 : i64, kernel_size = array<i64: 3, 3>, strides = array<i64: 2, 2>, out_dtype = i32} : (tensor<1x4x9x9xui8>, tensor<6x4x3x3xi8>, tensor<i32>, tensor<6xi32>, tensor<f32>, tensor<6xf32>) -> tensor<1x6x4x4xi32>
        %2 = relay.qnn.requantize %1, %t, %none, %v, %u {axis = 1 : i64, out_dtype = i8} : (tensor<1x6x4x4xi32>, tensor<6xf32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x6x4x4xi8>
        %3 = relay.qnn.quantize %y, %s, %u {out_dtype = i8} : (tensor<1x6x4x4xf32>, tensor<f32>, tensor<i32>) -> tensor<1x6x4x4xi8>
        %4 = relay.qnn.add %2, %3, %v, %u, %s, %u, %v, %z : (tensor<1x6x4x4xi8>, tensor<1x6x4x4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x6x4x4xi8>
        %5 = relay.qnn.sigmoid %4, %v, %z, %s, %u : (tensor<1x6x4x4xi8>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x6x4x4xi8>
        %6 = relay.nn.batch_flatten %5 : (tensor<1x6x4x4xi8>) -> tensor<1x96xi8>
        %m = relay.full %u {shape = array<i64: 3, 96>, dtype = i8} : (tensor<i32>) -> tensor<3x96xi8>
        %7 = relay.qnn.dense %6, %m, %u, %z, %s, %s {units = 3 : i64, out_dtype = i32} : (tensor<1x96xi8>, tensor<3x96xi8>, tensor<i32>, tensor<i32>, tensor<f32>, tensor<f32>) -> tensor<1x3xi32>
        %8 = relay.qnn.requantize %7, %s, %none, %v, %z {rounding = "TONEAREST", out_dtype = i8} : (tensor<1x3xi32>, tensor<f32>, tensor<i32>, tensor<f32>, tensor<i32>) -> tensor<1x3xi8>
        %9 = relay.qnn.dequantize %8, %v, %z {out_dtype = f32} : (tensor<1x3xi8>, tensor<f32>, tensor<i32>) -> tensor<1x3xf32>
        return %8, %9 : tensor<1x3xi8>, tensor<1x3xf32>
      }""",
    "dynamic indices": """
      func.func @main(%x: tensor<?x3xf32>, %i: tensor<?xi32>) -> (tensor<?x3xf32>, tensor<?x7xf32>, tensor<?x3xf32>) {
        %0 = relay.take %x, %i {axis = 0 : i64, mode = "clip"} : (tensor<?x3xf32>, tensor<?xi32>) -> tensor<?x3xf32>
        %z = relay.constant dense<0.0> : tensor<f32>
        %1 = relay.nn.pad %x, %z {pad_width = [array<i64: 1, 1>, array<i64: 2, 2>], pad_mode = "edge"} : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x7xf32>
        %2 = relay.nn.pad %x, %z {pad_width = [array<i64: 1, 0>, array<i64: 0, 0>], pad_mode = "reflect"} : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x3xf32>
        return %0, %1, %2 : tensor<?x3xf32>, tensor<?x7xf32>, tensor<?x3xf32>
      }""",
    "sort": """
      func.func @main(%x: tensor<3x37x2xf32>) -> (tensor<3x5x2xf32>, tensor<3x5x2xi32>) {
        %0 = relay.topk %x {k = 5 : i64, axis = 1 : i64, dtype = i32} : (tensor<3x37x2xf32>) -> tuple<tensor<3x5x2xf32>, tensor<3x5x2xi32>>
        %1 = relay.tuple_get %0[0] : (tuple<tensor<3x5x2xf32>, tensor<3x5x2xi32>>) -> tensor<3x5x2xf32>
        %2 = relay.tuple_get %0[1] : (tuple<tensor<3x5x2xf32>, tensor<3x5x2xi32>>) -> tensor<3x5x2xi32>
        return %1, %2 : tensor<3x5x2xf32>, tensor<3x5x2xi32>
      }""",
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
    "results": """
      func.func @main(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>) {
        %0 = relay.exp %x : (tensor<4xf32>) -> tensor<4xf32>
        %1 = relay.reshape %0 {newshape = array<i64: 2, 2>} : (tensor<4xf32>) -> tensor<2x2xf32>
        %2 = relay.constant dense<[1.0, 2.0]> : tensor<2xf32>
        return %0, %0, %1, %x, %2, %2 : tensor<4xf32>, tensor<4xf32>, tensor<2x2xf32>, tensor<4xf32>, tensor<2xf32>, tensor<2xf32>
      }""",
    "loop": """
      func.func @main(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
        %n = relay.constant dense<3> : tensor<i32>
        %0 = relay.call @squares(%n, %x) : (tensor<i32>, tensor<2x3xf32>) -> tensor<2x3xf32>
        return %0 : tensor<2x3xf32>
      }
      func.func private @squares(%n: tensor<i32>, %x: tensor<2x3xf32>) -> tensor<2x3xf32> attributes {relay.pure} {
        %zero = relay.constant dense<0> : tensor<i32>
        %one = relay.constant dense<1> : tensor<i32>
        %more = relay.greater %n, %zero : (tensor<i32>, tensor<i32>) -> tensor<i1>
        %0 = relay.if %more -> tensor<2x3xf32> {
          %1 = relay.subtract %n, %one : (tensor<i32>, tensor<i32>) -> tensor<i32>
          %2 = relay.multiply %x, %x : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
          %3 = relay.call @squares(%1, %2) : (tensor<i32>, tensor<2x3xf32>) -> tensor<2x3xf32>
          relay.yield %3 : tensor<2x3xf32>
        } else {
          relay.yield %x : tensor<2x3xf32>
        }
        return %0 : tensor<2x3xf32>
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
          %2 = relay.call @power(%1, %x) : (tensor<i32>, tensor<2x3xf32>) -> tensor<2x3xf32>
          %3 = relay.multiply %x, %2 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
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


def tool(build, name, *arguments, text=None):
    """The output of a tool, given a text or not; an error shows its message."""
    path = build / "bin" / name if name.startswith("relay") else lint.llvm_tool(name, build)
    result = subprocess.run([path, *map(str, arguments)], input=text, capture_output=True, text=True,
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
    takes_function = re.search(r"@main\(.*: \(", text)
    if "func.func private" in text or takes_function or lines[-2].strip() != "return" or not match:
        return None
    value, result = match.groups()
    lines[-2] = f"  return {value} : {result}"
    head = next(i for i, line in enumerate(lines) if line.startswith("func.func @main("))
    lines[head] = lines[head].removesuffix(" {") + f" -> ({result}) {{"
    return "\n".join(lines) + "\n"


# Parameters of quantized operators, which have to be constants in a program.
PARAMETER = re.compile(r"%([stuyz]): (?:tuple<)?(tensor<(?:\d+x)?(?:f32|i32)>)(?:, tensor<\w+>)*>?(?:, |(?=\)))")
PARAMETER_VALUES = {"s": 0.25, "t": 0.5, "u": -2, "y": 3, "z": 1}


def bind_quantizations(module):
    """The module of a quantized operator with constants for the scales and zero points that @main takes."""
    lines = module.splitlines()
    head = next(i for i, line in enumerate(lines) if line.startswith("func.func @main("))
    constants = []
    for match in PARAMETER.finditer(lines[head]):
        name, kind = match.group(1), match.group(2)
        count = match.group().count("tensor<")
        value = f"relay.constant dense<{PARAMETER_VALUES[name]}> : {kind}"
        if "tuple<" not in match.group():
            constants.append(f"%{name} = {value}")
            continue
        kinds = ", ".join([kind] * count)
        constants += [f"%{name}0 = {value}",
                      f"%{name} = relay.tuple {', '.join([f'%{name}0'] * count)} : ({kinds}) -> tuple<{kinds}>"]
    lines[head] = PARAMETER.sub("", lines[head]).replace(", )", ")")
    return "\n".join([*lines[:head + 1], *constants, *lines[head + 1:]]) + "\n"


def operator_examples(build):
    records = lint.tablegen_records(check_ops.ODS, build)
    for name in records["!instanceof"]["Op"]:
        record = records[name]
        if record["opDialect"]["def"] != "Relay_Dialect" or "tvm" not in record:
            continue
        blocks = lint.code_blocks((record["description"] or "").partition("Example")[2], "mlir")
        module = example_with_results(blocks[0]) if blocks else None
        # NumPy has no bf16. Nothing evaluates operators of memory, and of formats of libraries.
        if not module or "bf16" in module or \
                re.match("dyn[.]|memory[.]|qnn.contrib_dense_pack|nn.contrib_conv2d_winograd_nnpack", record["opName"]):
            continue
        if record["opName"].startswith("qnn."):
            module = bind_quantizations(module)
        yield record["opName"], module


def dynamic_programs(build):
    """Modules of the functions in DYNAMIC that have data, which becomes an argument."""
    for function in re.split(r"(?m)^(?=func\.func)", DYNAMIC.read_text())[1:]:
        name = re.search(r"@(\w+)\(", function).group(1)
        data = re.search(r"  %x = relay\.constant .* : (tensor<.*>)\n", function)
        if data:
            function = function.replace(data.group(), "")
            yield f"dyn.{name}", tool(
                build, "relay-lite-opt", "--relay-dynamic-to-static",
                text=function.replace(f"@{name}(", f"@main(%x: {data.group(1)}", 1))


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
        # Quantized numbers have any value; other integers may be positions.
        limits = (0, 2)
        if "relay.qnn." in text and dtype in (np.int8, np.uint8):
            limits = (np.iinfo(dtype).min, np.iinfo(dtype).max + 1)
        arrays[name] = (rng.uniform(0.1, 1, shape) if dtype.kind == "f" else
                        rng.integers(*limits, shape)).astype(dtype)
    return arrays


def networks(build, folder, only, image):
    """Networks of examples/ for small images, converted to MLIR, with their inputs."""
    script = lint.ROOT / "examples/networks/networks.py"
    for name in filter(only.search, ("resnet-18", "resnet-50", "densenet-121", "mobilenet")):
        subprocess.run([sys.executable, script, name, "--image", str(image), "-o", folder], check=True,
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


def random_programs(build, folder, count):
    """Functions of `count` random modules, each as @main of a module of its own: those between
    tensors of known sizes that NumPy has types for, and that can be evaluated and lowered."""
    for seed in range(1, count + 1):
        path = folder / f"random-{seed}.mlir"
        path.write_text(tool(build, "relay-lite-check-passes", "--print", "--count=1", f"--seed={seed}"))
        heads = re.findall(r"(?m)^  func\.func @(\w+_\d+)\((.*)\) -> (.*?)(?: attributes .*)? \{$", path.read_text())
        for name, *types in heads:
            if name.startswith("helper") or re.search(r"\?|bf16|!relay|> \(|: \(|<\(|-> \(", " ".join(types)):
                continue
            text = tool(build, "relay-lite-opt", path, f"--symbol-privatize=exclude={name}", "--symbol-dce",
                        "--relay-qnn-lower")
            if re.search(r"relay\.Compiler|!relay\.ref<[^ ]*\?", text):
                continue
            text = re.sub(rf"@{name}\b", "@main", text)
            try:
                tool(build, "relay-lite-run", "-", "--random-inputs", text=text)
                tool(build, "relay-lite-opt", "-", "--relay-lower-to-llvm", "-o", os.devnull, text=text)
            except CheckError as error:
                # Operators may stand with elements of another type where nothing evaluates them.
                if re.search("cannot evaluate|op expected (floating-point|boolean|integer) data", str(error)):
                    continue
                raise
            yield f"random {seed} {name}", text


def cases(build, corpus, folder, only, image=64, unsupported=(), random=0):
    """The modules to check: names, paths, inputs by name or None for random ones."""
    for name, text in [*PROGRAMS.items(), *operator_examples(build), *dynamic_programs(build),
                       *random_programs(build, folder, random)]:
        if not only.search(name) or name in unsupported:
            continue
        path = folder / f"{name.replace(' ', '-')}.mlir"
        path.write_text(text)
        yield name, path, INPUTS.get(name)
    for name, path, inputs in networks(build, folder, only, image):
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
