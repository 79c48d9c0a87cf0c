#!/usr/bin/env python3
"""Sends modules through IREE and compares the results with relay-lite-run.

    check_iree.py --build build [--corpus FOLDER] [--only REGEX]

The modules are those of exit_cases.py, converted by relay-to-linalg-pipeline. A stock
mlir-opt has to read the text, and iree-compile gets bytecode of version 4, which has
no properties: these differ from one MLIR to the next.

Exit code 77 (skipped) when iree-base-compiler or iree-base-runtime is not installed.
"""

import os
import sys

try:
    import iree.compiler
    import iree.runtime
    import numpy as np
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

import exit_checks
from exit_cases import CheckError, tool

# The cases that IREE 3.13 does not take, with the reasons.
UNSUPPORTED = {
    "recursion": "iree-compile does not end",
    "references": "there are no buffers",
}


def run_iree(code, arrays):
    config = iree.runtime.Config("local-sync")
    context = iree.runtime.SystemContext(config=config)
    context.add_vm_module(iree.runtime.VmModule.copy_buffer(context.instance, code))
    results = context.modules.module["main"](*arrays)
    results = results if isinstance(results, (list, tuple)) else [results]
    return [np.asarray(result) for result in results]


def compile_and_run(build, text, arrays, expected, folder):
    tool(build, "mlir-opt", text, "-o", os.devnull)
    code = folder / "linalg.mlirbc"
    tool(build, "relay-lite-opt", text, "--emit-bytecode", "--emit-bytecode-version=4",
                    "-o", code)
    try:
        module = iree.compiler.compile_file(
            str(code), target_backends=["llvm-cpu"], extra_args=["--iree-llvmcpu-target-cpu=host"])
        return run_iree(module, arrays.values())
    except Exception as error:  # IREE raises errors of several kinds.
        raise CheckError(f"IREE: {' '.join(str(error).split())[:400]}") from error


if __name__ == "__main__":
    sys.exit(exit_checks.main(__doc__, "IREE", UNSUPPORTED, compile_and_run))
