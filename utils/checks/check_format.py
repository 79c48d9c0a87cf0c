#!/usr/bin/env python3
"""Checks that clang-format would leave the C++ sources as they are.

`make format` formats them.
"""

import concurrent.futures
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import lint

CLANG_FORMAT = "clang-format-22"  # Another version formats differently.
BATCH = 25


def check_files(files, root):
    result = subprocess.run(
        [CLANG_FORMAT, "--dry-run", f"--style=file:{lint.ROOT / '.clang-format'}", *files],
        cwd=root, capture_output=True, text=True)
    findings = re.findall(r"^(.*?:\d+):\d+: warning: code should be clang-formatted", result.stderr, re.M)
    if result.returncode:
        findings.append(result.stderr)
    return [f"{place}: not as clang-format has it" for place in dict.fromkeys(findings)]


def check_tree(root):
    files = [path.relative_to(root) for path in lint.tracked_files(".cpp", ".h", root=root)]
    batches = [files[i:i + BATCH] for i in range(0, len(files), BATCH)]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return [finding for findings in pool.map(lambda batch: check_files(batch, root), batches)
                for finding in findings]


def self_test(build):
    problems = []
    for text, expected in {"int  f( );\n": ["a.cpp:1: not as"], "int f();\n": []}.items():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.cpp").write_text(text)
            problems += lint.missing(expected, check_tree(Path(folder)))
    return problems


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
