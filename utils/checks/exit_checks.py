"""Helpers of check_iree.py and check_stock.py: they send the modules of exit_cases.py
to other compilers.

relay-lite-run computes the results. Floats may differ by 1e-4 of the largest one,
since each compiler sums in its own order. Integers have to be equal.
"""

import argparse
import os
import re
import sys
import tempfile
import time
from multiprocessing.pool import ThreadPool
from pathlib import Path

import numpy as np

import lint
from exit_cases import CheckError, cases, make_inputs, tool

TOLERANCE = 1e-4  # of the largest result
# Others round to bf16 more rarely: a conversion there and back does nothing.
TOLERANCES = {"bf16": 2**-8}
PIPELINE = "relay-to-linalg-pipeline"


def compare(expected, actual, tolerance):
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
        limit = tolerance * scale if expected[i].dtype.kind == "f" else 0
        if not error <= limit:
            return f"result {i} differs by {error:.3g}, the largest is {scale:.3g}"
    return None


def run_here(build, path, arrays, folder):
    """The results that relay-lite-run computes."""
    np.savez(folder / "in.npz", **arrays)
    tool(build, "relay-lite-run", path, "--inputs", folder / "in.npz", "--output", folder / "out.npz")
    with np.load(folder / "out.npz") as results:
        return [results[f"output{i}"] for i in range(len(results.files))]


def check_case(build, name, path, arrays, compile_and_run):
    """The fault of the module in `path`, or None. `compile_and_run` gets the text of
    linalg, the inputs by name, the expected outputs, and a folder."""
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        try:
            arrays = make_inputs(build, path) if arrays is None else arrays
            expected = run_here(build, path, arrays, folder)
            text = folder / "linalg.mlir"
            tool(build, "relay-lite-opt", path, f"--{PIPELINE}", "-o", text)
            return compare(expected, compile_and_run(text, arrays, expected, folder),
                           TOLERANCES.get(name, TOLERANCE))
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
        finding = check_case(build, *case, lambda *rest: compile_and_run(build, *rest))
        return finding, time.monotonic() - begin

    with tempfile.TemporaryDirectory() as folder:
        selected = list(cases(build, arguments.corpus, Path(folder),
                              re.compile(arguments.only), unsupported=unsupported))
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
