#!/usr/bin/env python3
"""Checks that RelayLite can be used from an installation and from other builds.

    check_package.py --build build --prefix build/prefix

* A program is compiled and linked with what pkg-config says, and runs.
* A program with assertions does not link, unless it says that it may.
* A project that adds these sources finds the targets with the names that the
  installed package has.
* The Debian package, unpacked beside the system, builds and passes
  examples/standalone.

The prefix holds an installation. Exit code 77 (skipped) without pkg-config or
dpkg-shlibdeps.
"""

import argparse
import os
import shutil
import subprocess
import sys
from pathlib import Path

import lint

PROGRAM = """
#include "RelayLite/InitAll.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/MLIRContext.h"

int main() {
  mlir::DialectRegistry registry;
  mlir::relay::registerAllDialects(registry);
  mlir::MLIRContext context(registry);
  return context.getOrLoadDialect("relay") ? 0 : 1;
}
"""

SUPERPROJECT = """
cmake_minimum_required(VERSION 3.25)
project(Super LANGUAGES C CXX)
add_subdirectory({root} relaylite)
add_executable(program program.cpp)
target_link_libraries(program PRIVATE RelayLite::RelayLite)
if(NOT TARGET RelayLite::RelayLitePlugin)
  message(FATAL_ERROR "there is no target RelayLite::RelayLitePlugin")
endif()
"""


def run(*command, **options):
    print("+", " ".join(map(str, command)), flush=True)
    return subprocess.run(command, text=True, **options)


def check(condition, message):
    if not condition:
        sys.exit(f"check_package.py: {message}")


def check_pkg_config(folder, prefix):
    environment = {**os.environ, "PKG_CONFIG_PATH": str(prefix / "lib/pkgconfig")}
    flags = run("pkg-config", "--cflags", "--libs", "RelayLite", env=environment, check=True,
                stdout=subprocess.PIPE).stdout.split()
    source, program = folder / "program.cpp", folder / "program"
    source.write_text(PROGRAM)
    paths = [f"-Wl,-rpath,{flag[2:]}" for flag in flags if flag.startswith("-L")]
    command = ["clang++-22", source, "-o", program, *flags, *paths]
    run(*command, "-DNDEBUG", check=True)
    check(run(program).returncode == 0, "the program of pkg-config fails")
    refused = run(*command, stderr=subprocess.PIPE)
    check(refused.returncode and "passStatisticsAreForBuildsWithAssertions" in refused.stderr,
          f"a program with assertions should not link:\n{refused.stderr}")
    run(*command, "-DRELAYLITE_DISABLE_LAYOUT_CHECK", check=True)


def check_superproject(folder):
    """Configures only: the targets compile as they do here."""
    source = folder / "super"
    source.mkdir()
    (source / "CMakeLists.txt").write_text(SUPERPROJECT.replace("{root}", str(lint.ROOT)))
    (source / "program.cpp").write_text(PROGRAM)
    run("cmake", "-G", "Ninja", "-S", source, "-B", folder / "super-build", "-DCMAKE_PREFIX_PATH=/usr/lib/llvm-22",
        "-DCMAKE_CXX_COMPILER=clang++-22", check=True, stdout=subprocess.DEVNULL)
    commands = (folder / "super-build/build.ninja").read_text()
    check("build program:" in commands and "libRelayLite.so" in commands,
          "the superproject does not link the library")
    check("RelayLiteUnitTests" not in commands, "the superproject builds the tests")


def check_debian_package(folder, build):
    run("cpack", "--config", build / "CPackConfig.cmake", "-B", folder / "deb", check=True,
        stdout=subprocess.DEVNULL)
    package, = (folder / "deb").glob("*.deb")
    fields = run("dpkg-deb", "-f", package, "Depends", check=True, stdout=subprocess.PIPE).stdout
    check("libmlir-22" in fields and "libllvm22" in fields, f"the package depends on {fields}")
    run("dpkg-deb", "-x", package, folder / "root", check=True)
    run("cmake", "-G", "Ninja", "-S", lint.ROOT / "examples/standalone", "-B", folder / "standalone",
        f"-DCMAKE_PREFIX_PATH={folder / 'root/usr'}", "-DCMAKE_CXX_COMPILER=clang++-22",
        "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache", check=True, stdout=subprocess.DEVNULL)
    run("cmake", "--build", folder / "standalone", "--target", "check", check=True)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--prefix", type=Path, required=True, help="where it is installed")
    arguments = parser.parse_args()
    for tool in ("pkg-config", "dpkg-shlibdeps"):
        if not shutil.which(tool):
            print(f"skipped: there is no {tool}")
            sys.exit(77)
    build = arguments.build.resolve()
    folder = build / "package"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    check_pkg_config(folder, arguments.prefix.resolve())
    check_superproject(folder)
    check_debian_package(folder, build)


if __name__ == "__main__":
    main()
