#!/usr/bin/env python3
# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that Apache TVM reads what relay-lite-translate exports.

    check_tvm.py --python PYTHON FOLDER

PYTHON (default: $RELAYLITE_TVM_PYTHON, else this one) is a Python that has the
module `tvm` with Relay, for instance from the package hhb-tvm. Each `.relay`
text below FOLDER (default: the models in $RELAYLITE_CORPUS) that RelayLite
imports is exported; TVM has to parse the export, and to find it structurally
equal to the given text. Texts that RelayLite does not import are counted, not
checked. Exit code 77 (skipped) if there is no TVM or no folder.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import relay_tools

# Runs under the Python of TVM: pairs of paths on stdin, one result a line.
COMPARE = """
import sys
import tvm
from tvm import relay
for line in sys.stdin:
    given, exported = line.rstrip("\\n").split("\\t")
    try:
        modules = [relay.transform.InferType()(tvm.relay.parse(open(path).read()))
                   for path in (given, exported)]
        equal = tvm.ir.structural_equal(*modules)
        print("RESULT", "passed" if equal else "not equal", flush=True)
    except Exception as error:
        print("RESULT", (str(error).strip().splitlines() or [type(error).__name__])[-1], flush=True)
"""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", nargs="?", type=Path, help="folder of Relay texts")
    default = Path(__file__).resolve().parents[2] / "build"
    parser.add_argument("--build", type=Path, default=default, help="build folder")
    parser.add_argument(
        "--python", default=os.environ.get("RELAYLITE_TVM_PYTHON", sys.executable)
    )
    options = parser.parse_args()
    folder = options.folder
    if not folder and os.environ.get("RELAYLITE_CORPUS"):
        folder = Path(os.environ["RELAYLITE_CORPUS"]) / "models"
    if not folder or not folder.is_dir():
        print("skipped: no folder of Relay texts (RELAYLITE_CORPUS)")
        return 77
    probe = [options.python, "-c", "from tvm import relay"]
    if subprocess.run(probe, capture_output=True).returncode:
        print("skipped: no Python with TVM (RELAYLITE_TVM_PYTHON)")
        return 77

    tools = relay_tools.Tools(options.build)
    pairs, not_imported = [], 0
    failed = []
    with tempfile.TemporaryDirectory() as out:
        for index, relay in enumerate(sorted(folder.rglob("*.relay"))):
            module, exported = (Path(out, f"{index}{s}") for s in (".mlir", ".relay"))
            try:
                tools.import_relay(relay, module)
            except relay_tools.ToolError:
                not_imported += 1
                continue
            try:
                tools.export_relay(module, exported)
                pairs.append((relay, exported))
            except relay_tools.ToolError as error:
                failed.append((relay, str(error)))
        lines = "".join(f"{given}\t{exported}\n" for given, exported in pairs)
        result = subprocess.run(
            [options.python, "-c", COMPARE], input=lines, capture_output=True, text=True
        )
    results = [
        line.removeprefix("RESULT ")
        for line in result.stdout.splitlines()
        if line.startswith("RESULT ")
    ]
    # A crash of TVM leaves texts without a result.
    results += ["no result"] * (len(pairs) - len(results))
    failed += [(p[0], text) for p, text in zip(pairs, results) if text != "passed"]
    for relay, reason in failed:
        print(f"failed: {relay.relative_to(folder)}: {reason}")
    passed = results.count("passed")
    print(f"{passed} passed, {len(failed)} failed, {not_imported} not imported")
    return bool(failed) or not passed


if __name__ == "__main__":
    sys.exit(main())
