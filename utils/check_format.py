#!/usr/bin/env python3
"""Checks that the C++ sources are as `make format` leaves them."""

import subprocess
import sys
import tempfile
from pathlib import Path

import lint


def check_files(files, build):
    if not files:
        return []
    tool = lint.llvm_tool("clang-format", build)
    result = subprocess.run(
        [tool, "--dry-run", f"--style=file:{lint.ROOT / '.clang-format'}", *files],
        capture_output=True, text=True)
    names = {line.split(":")[0] for line in result.stderr.splitlines() if "warning:" in line}
    return [f"{name}: run `make format`" for name in sorted(names)]


def self_test(build):
    with tempfile.TemporaryDirectory() as folder:
        right, wrong = Path(folder) / "right.cpp", Path(folder) / "wrong.cpp"
        right.write_text("int f() { return 1; }\n")
        wrong.write_text("int f( ){return 1 ; }\n")
        return lint.missing(["wrong.cpp: run"], check_files([right, wrong], build))


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_files(lint.tracked_files(".cpp", ".h"), build), self_test))
