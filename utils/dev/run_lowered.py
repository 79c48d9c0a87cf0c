#!/usr/bin/env python3
"""Runs @main of a module through relay-lower-to-llvm and machine code.

    run_lowered.py MODULE.mlir --options "" --options "vector-bytes=0"

Constants of more than 16 elements, the weights, become arguments with seeded random
values, so that they are not compiled. The module is evaluated by relay-lite-run,
then lowered with each set of options, translated by mlir-translate, compiled by
clang and run; the outputs have to be the same bits. Prints the seconds of CPU that
a run takes, the best of several.

Exit code 77 (skipped) when NumPy, mlir-translate or clang is not installed.
"""

import argparse
import ctypes
import math
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))
import lint
import relay_tools

try:
    import numpy as np
except ImportError:
    print("skipped: NumPy is not installed")
    sys.exit(77)

DTYPES = {"f32": "float32", "f64": "float64", "f16": "float16", "i1": "bool"}
DTYPES |= {f"{sign}{bits}": f"{name}{bits}" for sign, name in (("i", "int"), ("ui", "uint"))
           for bits in (8, 16, 32, 64)}
CONSTANT = re.compile(r"^ *(%\w+) = relay\.constant dense(?:_resource)?<(?!\[)\w+> : (tensor<\S+>)$\n", re.M)
MAIN = re.compile(r"func\.func @main\((.*?)\) -> (tensor<[^>]*>)", re.S)


def find_tool(name):
    """The program `name` of LLVM's packages, or exits as skipped."""
    for candidate in (f"{name}-22", name, f"/usr/lib/llvm-22/bin/{name}"):
        if found := shutil.which(candidate):
            return found
    print(f"skipped: there is no {name}")
    sys.exit(77)


def shape_and_dtype(tensor):
    *dims, element = re.fullmatch(r"tensor<(.*)>", tensor).group(1).split("x")
    return tuple(map(int, dims)), np.dtype(DTYPES[element])


def lift_constants(text):
    """The module with its large constants as further arguments of @main, and
    the names and types of all arguments."""
    lifted = [(name, kind) for name, kind in CONSTANT.findall(text)
              if math.prod(shape_and_dtype(kind)[0]) > 16]
    names = {name for name, _ in lifted}
    text = CONSTANT.sub(lambda m: "" if m.group(1) in names else m.group(), text)
    main = MAIN.search(text)
    own = re.findall(r"(%\w+): (tensor<[^>]*>)", main.group(1))
    arguments = [(f"a{i}", kind) for i, (_, kind) in enumerate(own + lifted)]
    declared = ", ".join(f'{name}: {kind} {{relay.name = "a{i}"}}'
                         for i, (name, kind) in enumerate(own + lifted))
    return text[:main.start(1)] + declared + text[main.end(1):], arguments, main.group(2)


def random_array(rng, tensor):
    """Numbers that keep their scale through layers that sum over all but the
    first dimension."""
    shape, dtype = shape_and_dtype(tensor)
    if dtype.kind != "f":
        return rng.integers(0, 2, shape).astype(dtype)
    scale = math.sqrt(2 / max(math.prod(shape[1:]), 1)) if len(shape) > 1 and shape[0] > 1 else 1
    return (rng.standard_normal(shape) * scale).astype(dtype)


def descriptor(rank):
    """The type of MLIR's descriptor of a memref."""
    fields = [("allocated", ctypes.c_void_p), ("aligned", ctypes.c_void_p), ("offset", ctypes.c_int64),
              ("sizes", ctypes.c_int64 * rank), ("strides", ctypes.c_int64 * rank)]
    return type("Descriptor", (ctypes.Structure,), {"_fields_": fields})


def describe(array):
    strides = [stride // array.itemsize for stride in array.strides]
    return descriptor(array.ndim)(array.ctypes.data, array.ctypes.data, 0, tuple(array.shape), tuple(strides))


class Runner:
    def __init__(self, tools, folder, result, arrays, repeat):
        self.tools, self.folder, self.repeat = tools, folder, repeat
        self.shape, self.dtype = shape_and_dtype(result)
        self.arrays = arrays
        self.translate, self.clang = find_tool("mlir-translate"), find_tool("clang")

    def compile(self, module, options, name):
        """Returns the compiled @main."""
        lowered, ir, library = (self.folder / f"{name}{suffix}" for suffix in (".mlir", ".ll", ".so"))
        pipeline = "relay-lower-to-llvm" + (f"{{{options}}}" if options else "")
        self.tools.run("relay-lite-opt", module, "-o", lowered,
                       f"--pass-pipeline=builtin.module(func.func(llvm-request-c-wrappers),{pipeline})")
        subprocess.run([self.translate, "--mlir-to-llvmir", lowered, "-o", ir], check=True)
        lib = self.tools.bin.parent / "lib"
        subprocess.run([self.clang, "-O2", "-march=native", "-ffp-contract=off", "-Wno-override-module",
                        "-shared", "-fPIC", ir, "-o", library, f"-L{lib}", "-lRelayLite",
                        f"-Wl,-rpath,{lib}"], check=True)
        function = ctypes.CDLL(str(library))._mlir_ciface_main
        function.restype = None
        return function

    def run(self, function):
        """The output, and the seconds of the fastest run."""
        inputs = [describe(array) for array in self.arrays]
        seconds = []
        for _ in range(self.repeat):
            result = descriptor(len(self.shape))()
            start = time.process_time()
            function(ctypes.byref(result), *map(ctypes.byref, inputs))
            seconds.append(time.process_time() - start)
            raw = ctypes.string_at(result.aligned + result.offset * self.dtype.itemsize,
                                   math.prod(self.shape) * self.dtype.itemsize)
            ctypes.CDLL(None).free(ctypes.c_void_p(result.allocated))
        return raw, min(seconds)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("module", type=Path, help="module of the relay dialect")
    parser.add_argument("--options", action="append", help="of relay-lower-to-llvm; may be given often")
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--repeat", type=int, default=5, help="runs of which the fastest counts")
    arguments = parser.parse_args()
    tools = relay_tools.Tools(arguments.build.resolve())
    text, _ = tools.run("relay-lite-opt", arguments.module, "--mlir-elide-elementsattrs-if-larger=16",
                        "--mlir-elide-resource-strings-if-larger=4")
    text, parameters, result = lift_constants(text)
    rng = np.random.default_rng(0)
    arrays = {name: random_array(rng, kind) for name, kind in parameters}
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        runner = Runner(tools, folder, result, list(arrays.values()), arguments.repeat)
        module, inputs, expected = (folder / name for name in ("lifted.mlir", "in.npz", "out.npz"))
        module.write_text(text)
        np.savez(inputs, **arrays)
        tools.evaluate(module, inputs, expected)
        with np.load(expected) as file:
            wanted = file["output0"].tobytes()
        for i, options in enumerate(arguments.options or [""]):
            raw, seconds = runner.run(runner.compile(module, options, f"lowered{i}"))
            failed |= raw != wanted
            print(f"{options or 'default'}: {seconds * 1e3:.1f} ms, "
                  f"{'the same bits' if raw == wanted else 'DIFFERENT'}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
