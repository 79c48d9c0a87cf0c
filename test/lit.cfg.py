"""Configuration of the lit suite."""

import os
import platform
import shutil
import shutil
from pathlib import Path

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import ToolSubst

config.name = "RelayLite"
config.suffixes = [".c", ".mlir", ".relay", ".test"]
config.excludes = ["Inputs"]
config.test_format = lit.formats.ShTest(execute_external=False)
config.test_source_root = os.path.dirname(__file__)

llvm_config.use_default_substitutions()
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
config.environment["FILECHECK_OPTS"] = "-enable-var-scope --allow-unused-prefixes=false"

# Tests of the cache of kernels set their own.
config.environment["RELAYLITE_CACHE"] = "off"

config.substitutions.append(("%mlir_lib_dir", config.mlir_lib_dir))
config.substitutions.append(("%plugin", config.relaylite_plugin))
config.substitutions.append(("%accelerator", config.relaylite_accelerator))
config.substitutions.append(("%python", f'"{config.python_executable}"'))
config.substitutions.append(("%source_root", config.relaylite_source_root))


def has_built_kernels():
    """Whether kernels are built for x86-64-v3 and up, and this CPU runs them."""
    cpu = Path("/proc/cpuinfo")
    if not config.relaylite_build_kernels or platform.machine() != "x86_64" or not cpu.exists():
        return False
    return {"abm", "avx2", "bmi1", "bmi2", "f16c", "fma", "movbe"} <= set(cpu.read_text().split())


if has_built_kernels():
    config.available_features.add("built-kernels")

# Programs in C use the library as a stranger does: with a compiler of the system
# and strict C99. A library that is built with sanitizers needs a program that is, too.
if shutil.which("gcc") and not config.relaylite_sanitizers:
    config.available_features.add("c-compiler")
    if shutil.which("cargo"):
        config.available_features.add("cargo")
        # The place of cargo and its toolchain, if it is not the home of the user.
        llvm_config.with_system_environment(["CARGO_HOME", "RUSTUP_HOME"])
config.substitutions.append(("%relaylite_lib_dir", config.relaylite_lib_dir))
config.substitutions.append(
    ("%c99", f"gcc -std=c99 -Wall -Wextra -pedantic -Werror -I{config.relaylite_source_root}/include "
             f"-isystem {config.llvm_include_dir} -L{config.relaylite_lib_dir} "
             f"-Wl,-rpath,{config.relaylite_lib_dir}:{config.mlir_lib_dir} "
             f"-Wl,-rpath-link,{config.mlir_lib_dir}"))

if shutil.which("valgrind") and platform.machine() == "x86_64":
    config.available_features.add("valgrind")

for arch in ("aarch64", "riscv64"):
    if shutil.which(f"qemu-{arch}") and shutil.which(f"{arch}-linux-gnu-gcc"):
        config.available_features.add(f"{arch}-emulation")

# With RELAY_LITE_CHECK_IR_ROUNDTRIP set, every relay-lite-opt of the suite also
# sends its input through text and bytecode and compares.
opt_args = []
if os.environ.get("RELAY_LITE_CHECK_IR_ROUNDTRIP"):
    opt_args.append("--verify-roundtrip")
llvm_config.add_tool_substitutions(
    [
        ToolSubst("relay-lite-opt", extra_args=opt_args, unresolved="fatal"),
        ToolSubst("relay-lite-lsp-server", unresolved="fatal"),
        ToolSubst("relay-lite-compare", unresolved="fatal"),
        ToolSubst("relay-lite-compile", unresolved="fatal"),
        ToolSubst("relay-lite-translate", unresolved="fatal"),
        ToolSubst("relay-lite-kernelgen", unresolved="fatal"),
        ToolSubst("relay-lite-reduce", unresolved="fatal"),
        ToolSubst("relay-lite-run", unresolved="fatal"),
        ToolSubst("mlir-opt", unresolved="fatal"),
        ToolSubst("mlir-runner", unresolved="fatal"),
    ],
    [config.relaylite_tools_dir, config.llvm_tools_dir],
)
