#!/usr/bin/env python3
"""Compiles modules to native code, runs it from C, and compares the bits of the
results with those of relay-lite-run. Optimisation, which may round otherwise, is off.

    check_compiled.py --build build [--arch ARCH] [--threads N] [--corpus FOLDER] [--random COUNT]
        [--only REGEX]

The modules are those of check_iree.py, and random ones. Code for another architecture than x86_64 runs in
an emulator, which is slow: of the networks there are only small ones.

Exit code 77 (skipped) when there is no qemu-ARCH or no ARCH-linux-gnu-gcc.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from multiprocessing.pool import ThreadPool
from pathlib import Path

import lint
import numpy as np
from exit_cases import CheckError, cases, make_inputs, tool

HERE = "x86_64"
ARCHITECTURES = (HERE, "aarch64", "riscv64")
# Without the large networks.
SMALL = r"^(?!model |resnet-50|densenet)|^model (dqn|mlp)$"


def command(*arguments, **options):
    result = subprocess.run([str(a) for a in arguments], capture_output=True, **options)
    if result.returncode:
        raise CheckError(f"{arguments[0]}: code {result.returncode}: {result.stderr.decode()[:300]}")
    return result.stdout


def get_compiler(arch):
    return ["cc" if arch == HERE else f"{arch}-linux-gnu-gcc"]


def get_emulator(arch):
    return [] if arch == HERE else [f"qemu-{arch}"]


def put_into_blocks(build, path, folder):
    """The module in `path` with channels of convolutions in blocks, if it has such."""
    blocks = folder / "blocks.mlir"
    tool(build, "relay-lite-opt", path, "-o", blocks,
         "--pass-pipeline=builtin.module(func.func(relay-alter-op-layout{channel-block=4}))")
    return [blocks] if b"NCHW4c" in blocks.read_bytes() and b"NCHW4c" not in path.read_bytes() else []


def check_code(build, arch, threads, path, folder, expected):
    """Compiles the module in `path`, and runs the code; what is wrong, or None."""
    triple = [] if arch == HERE else [f"--target-triple={arch}-linux-gnu"]
    tool(build, "relay-lite-compile", "--optimize=false", "--emit=object",
         "--name=net", f"--max-threads={threads}", *triple, path,
         "-o", folder / "net.o", "--header", folder / "net.h")
    command(*get_compiler(arch), "-static", "-std=c11", f"-I{folder}", lint.ROOT / "utils/checks/run_compiled.c",
            folder / "net.o", "-o", folder / "main")
    for count in range(1, threads + 1):
        actual = command(*get_emulator(arch), folder / "main", count, cwd=folder)
        if finding := compare(expected, actual):
            return f"{finding}, on {count} threads" if threads > 1 else finding
    return None


def check_module(build, arch, threads, path, arrays):
    """Evaluates the module in `path`, and runs code of it on 1 to `threads` threads, with the channels
    of convolutions as they are and in blocks; what is wrong, or None."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        try:
            if arrays is None:
                arrays = make_inputs(build, path)
            np.savez(folder / "in.npz", **arrays)
            tool(build, "relay-lite-run", path, "--inputs", folder / "in.npz",
                 "--output", folder / "out.npz")
            with np.load(folder / "out.npz") as results:
                expected = [results[f"output{i}"] for i in range(len(results.files))]
            for i, array in enumerate(arrays.values()):
                (folder / f"{i}.data").write_bytes(array.tobytes())
                (folder / f"{i}.shape").write_bytes(np.array(array.shape, dtype="<i8").tobytes())
            for form in [path, *put_into_blocks(build, path, folder)]:
                if finding := check_code(build, arch, threads, form, folder, expected):
                    return f"{finding}, in blocks of channels" if form != path else finding
        except (CheckError, ValueError) as error:
            return str(error)
    return None


def get_bits(array):
    """Its bits, with the same ones for all NaNs, whose sign is not defined."""
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), np.array(np.nan, array.dtype), array)
    return array.tobytes()


def compare(expected, actual):
    """Nothing, or which result has another shape or other bits."""
    for i, result in enumerate(expected):
        head = np.array(result.shape, dtype="<i8").tobytes()
        if not actual.startswith(head):
            return f"result {i} has another shape than {result.shape}"
        actual = actual[len(head):]
        if get_bits(np.frombuffer(actual[:result.nbytes], result.dtype)) != get_bits(result):
            return f"result {i} has other bits"
        actual = actual[result.nbytes:]
    return "more was written than the results" if actual else None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--corpus", type=Path, help="a folder with models")
    parser.add_argument("--arch", choices=ARCHITECTURES, default=HERE, help="the architecture")
    parser.add_argument("--threads", type=int, default=1, help="the most threads that share work")
    parser.add_argument("--random", metavar="COUNT", type=int, default=0, help="how many random modules to take functions of")
    parser.add_argument("--only", metavar="REGEX", help="check what matches only")
    arguments = parser.parse_args()
    arch = arguments.arch
    only = arguments.only or ("" if arch == HERE else SMALL)
    missing = [tool for tool in get_compiler(arch) + get_emulator(arch) if not shutil.which(tool)]
    if missing:
        print(f"skipped: there is no {' and no '.join(missing)}")
        sys.exit(77)
    build, passed, failed = arguments.build.resolve(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        selected = list(cases(build, arguments.corpus, Path(folder), re.compile(only),
                              image=32, random=arguments.random))
        with ThreadPool(os.cpu_count()) as pool:
            findings = pool.imap(lambda case: check_module(build, arch, arguments.threads, *case[1:]), selected)
            for (name, _, _), finding in zip(selected, findings):
                passed, failed = passed + (not finding), failed + bool(finding)
                if finding:
                    print(f"{name}: {finding}", flush=True)
    print(f"check_compiled.py for {arch}: {passed} passed, {failed} failed")
    # Nothing to check is no success.
    return bool(failed) or not passed


if __name__ == "__main__":
    sys.exit(main())
