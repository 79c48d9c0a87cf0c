#!/usr/bin/env python3
"""Installs a wheel into an empty environment and uses it with LLVM out of reach.

    check_wheel.py build/wheel/relay_lite-0.1.0-*.whl

The folders of LLVM, the sources and the build are hidden by mounts that only the checks
see. Exit code 77 (skipped) without the right to mount.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MAX_SIZE = 75 * 10**6
PROGRAM = """
import numpy as np
import relay_lite as tvm
from relay_lite import relay
from relay_lite.contrib import graph_executor

x = relay.var("x", shape=(2, 3))
y = relay.add(x, relay.add(relay.const(1.0), relay.const(2.0)))
mod = relay.transform.FoldConstant()(relay.transform.InferType()(tvm.IRModule.from_expr(relay.Function([x], y))))
assert "3f" in mod.astext(), mod.astext()
library = relay.build(mod, target="llvm")
module = graph_executor.GraphModule(library["default"](tvm.cpu()))
module.set_input("x", np.ones((2, 3), "float32"))
module.run()
assert (module.get_output(0).numpy() == 4).all()
print("built")
library.export_library("library.so")
again = graph_executor.GraphModule(tvm.runtime.load_module("library.so")["default"](tvm.cpu()))
again.set_input("x", np.ones((2, 3), "float32"))
again.run()
assert (again.get_output(0).numpy() == 4).all()
print("exported")
"""
TEXT = '#[version = "0.0.5"]\ndef @main() -> float32 { add(1f, 2f) }\n'


def run(*command, **options):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run(command, text=True, **options)


def expect(condition, message):
    if not condition:
        sys.exit(f"check_wheel.py: {message}")


def check_installed(folder, environment):
    """Use the package that the environment has, in `folder`."""
    binaries = environment / "bin"

    def output(*command, text=None):
        result = run(*command, cwd=folder, capture_output=True, input=text)
        expect(result.returncode == 0, f"{command[0]} failed: {result.stdout}{result.stderr}")
        return result.stdout

    (folder / "model.relay").write_text(TEXT)
    (folder / "program.py").write_text(PROGRAM)
    start = time.perf_counter()
    output(binaries / "relay-lite", "fold", "model.relay", "-o", "folded.relay")
    print(f"first fold: {time.perf_counter() - start:.2f} s")
    expect("3f" in (folder / "folded.relay").read_text(), "relay-lite fold did not fold")
    expect("3" in output(binaries / "relay-lite", "run", "folded.relay"), "relay-lite run gave no 3")
    module = output(binaries / "relay-lite-translate", "--import-relay", "model.relay")
    folded = output(binaries / "relay-lite-opt", "--relay-fold-constant", text=module)
    expect("dense<3.000000e+00>" in folded, f"relay-lite-opt did not fold: {folded}")
    expect("3.0" in output(binaries / "relay-lite-run", "model.relay"), "relay-lite-run gave no 3")
    output(binaries / "relay-lite-compare", "model.relay", "model.relay")
    for tool in ("compile", "lsp-server", "reduce"):
        output(binaries / f"relay-lite-{tool}", "--help")
    linkers = [name for name in ("cc", "gcc", "clang", "ld.lld") if shutil.which(name)]
    result = run(binaries / "python3", "program.py", cwd=folder, capture_output=True)
    expect("built" in result.stdout, f"relay.build failed: {result.stderr}")
    if linkers:
        expect("exported" in result.stdout, f"export_library failed: {result.stderr}")
    else:
        expect("to link with" in result.stderr, f"no clear error without a linker: {result.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--hidden", metavar="FOLDER", action="append", default=[], help=argparse.SUPPRESS)
    args = parser.parse_args()
    wheel = args.wheel.resolve()
    if not args.hidden:
        size = wheel.stat().st_size
        print(f"{wheel.name}: {size / 1e6:.1f} MB")
        expect(size <= MAX_SIZE, f"the wheel has {size} bytes, more than {MAX_SIZE}")
        if run("unshare", "-m", "true", capture_output=True).returncode:
            sys.exit(77)
        folders = [path for path in (*Path("/usr/lib").glob("llvm-*"), ROOT) if path.exists()]
        with tempfile.TemporaryDirectory() as scratch:
            # Copies, since the tree is hidden.
            script = shutil.copy(__file__, scratch)
            copy = shutil.copy(wheel, scratch)
            sys.exit(run("unshare", "-m", sys.executable, script, copy,
                         *(f"--hidden={folder}" for folder in folders), cwd=scratch).returncode)
    scratch = wheel.parent
    environment = scratch / "venv"
    expect(run("/usr/bin/python3", "-m", "venv", environment).returncode == 0, "no environment")
    start = time.perf_counter()
    expect(run(environment / "bin/pip", "install", "-q", "--disable-pip-version-check", wheel).returncode == 0,
           "the wheel does not install")
    print(f"pip install: {time.perf_counter() - start:.1f} s")
    for folder in args.hidden:
        expect(run("mount", "-t", "tmpfs", "tmpfs", folder).returncode == 0, f"{folder} cannot be hidden")
    check_installed(scratch, environment)
    print("check_wheel.py: all passed")


if __name__ == "__main__":
    main()
