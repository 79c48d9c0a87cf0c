#!/usr/bin/env python3
"""Compiles modules for AArch64, runs them in an emulator, and compares the bits of
the results with those of relay-lite-run here.

    check_aarch64.py --build build [--corpus FOLDER] [--only REGEX]

The modules are those of check_iree.py; of the networks only small ones, as an
emulator is slow.

Exit code 77 (skipped) when qemu-aarch64 or aarch64-linux-gnu-gcc is not installed.
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

TRIPLE = "aarch64-linux-gnu"
COMPILER, EMULATOR = f"{TRIPLE}-gcc", "qemu-aarch64"
# Without the large networks.
SELECTED = r"^(?!model |resnet-50|densenet)|^model (dqn|mlp)$"
# A descriptor has a pointer to memory, one to data, the offset, sizes and strides.
PROGRAM = r"""
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void _mlir_ciface_net_main(%(parameters)s);

static void *read_file(const char *name) {
  FILE *file = fopen(name, "rb");
  fseek(file, 0, SEEK_END);
  long size = ftell(file);
  rewind(file);
  void *data = aligned_alloc(64, (size + 127) / 64 * 64);
  if (fread(data, 1, size, file) != (size_t)size)
    abort();
  fclose(file);
  return data;
}

static void write_elements(const int64_t *result, int rank, int64_t size, int dim,
                           int64_t position) {
  if (dim == rank) {
    fwrite((const char *)result[1] + position * size, size, 1, stdout);
    return;
  }
  for (int64_t i = 0; i < result[3 + dim]; ++i)
    write_elements(result, rank, size, dim + 1, position + i * result[3 + rank + dim]);
}

static void write_result(const int64_t *result, int rank, int64_t size) {
  fwrite(result + 3, sizeof(int64_t), rank, stdout);
  write_elements(result, rank, size, 0, result[2]);
}

int main(void) {
%(statements)s
  return 0;
}
"""


def make_program(arrays, expected):
    """A C program that reads an array of each of the files 0, 1, ..., and writes sizes and
    elements of results like `expected`."""
    statements = []
    for i, array in enumerate(arrays):
        sizes = [*array.shape, *(stride // array.itemsize for stride in array.strides)]
        statements += [f'  int64_t data{i} = (int64_t)read_file("{i}");',
                       f"  int64_t arg{i}[] = {{data{i}, data{i}, 0{''.join(f', {s}' for s in sizes)}}};"]
    # Results stand one behind the other.
    words = [3 + 2 * result.ndim for result in expected]
    statements.append(f"  int64_t results[{sum(words)}];")
    operands = ["results", *(f"arg{i}" for i in range(len(arrays)))]
    statements.append(f"  _mlir_ciface_net_main({', '.join(operands)});")
    for i, result in enumerate(expected):
        statements.append(
            f"  write_result(results + {sum(words[:i])}, {result.ndim}, {result.itemsize});")
    return PROGRAM % {"parameters": ", ".join(["void *"] * len(operands)),
                      "statements": "\n".join(statements)}


def command(*arguments, **options):
    result = subprocess.run([str(a) for a in arguments], capture_output=True, **options)
    if result.returncode:
        raise CheckError(f"{arguments[0]}: code {result.returncode}: {result.stderr.decode()[:300]}")
    return result.stdout


def check_module(build, path, arrays):
    """Runs the module in `path` here and there; what is wrong, or None."""
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
            arrays = [np.ascontiguousarray(array) for array in arrays.values()]
            for i, array in enumerate(arrays):
                (folder / str(i)).write_bytes(array.tobytes())
            (folder / "main.c").write_text(make_program(arrays, expected))
            tool(build, "relay-lite-translate", "--relay-to-object", "--symbol-prefix=net",
                 f"--target-triple={TRIPLE}", path, "-o", folder / "net.o")
            command(COMPILER, "-static", folder / "main.c", folder / "net.o", "-lm",
                    "-o", folder / "main")
            actual = command(EMULATOR, folder / "main", cwd=folder)
        except CheckError as error:
            return str(error)
    return compare(expected, actual)


def compare(expected, actual):
    """Nothing, or which result has another shape or other bits."""
    for i, result in enumerate(expected):
        head = np.array(result.shape, dtype="<i8").tobytes()
        if not actual.startswith(head):
            return f"result {i} has another shape than {result.shape}"
        actual = actual[len(head):]
        if actual[:result.nbytes] != result.tobytes():
            return f"result {i} has other bits"
        actual = actual[result.nbytes:]
    return "more was written than the results" if actual else None


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--corpus", type=Path, help="a folder with models")
    parser.add_argument("--only", metavar="REGEX", default=SELECTED, help="check what matches only")
    arguments = parser.parse_args()
    missing = [tool for tool in (COMPILER, EMULATOR) if not shutil.which(tool)]
    if missing:
        print(f"skipped: there is no {' and no '.join(missing)}")
        sys.exit(77)
    build, passed, failed = arguments.build.resolve(), 0, 0
    with tempfile.TemporaryDirectory() as folder:
        selected = list(cases(build, arguments.corpus, Path(folder), re.compile(arguments.only),
                              image=32))
        with ThreadPool(os.cpu_count()) as pool:
            findings = pool.imap(lambda case: check_module(build, *case[1:]), selected)
            for (name, _, _), finding in zip(selected, findings):
                passed, failed = passed + (not finding), failed + bool(finding)
                if finding:
                    print(f"{name}: {finding}", flush=True)
    print(f"check_aarch64.py: {passed} passed, {failed} failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main())
