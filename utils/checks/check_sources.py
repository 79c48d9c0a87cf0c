#!/usr/bin/env python3
"""Checks what a reviewer would otherwise have to look for in every source.

Files over 800 lines, missing licence banners, absolute paths of one machine,
and rewrite patterns without a one-line law (`// a -> b`) above them.
"""

import re
import sys
import tempfile
from pathlib import Path

import lint

LIMIT = 800
SOURCES = (".cpp", ".h", ".td")
BANNER = "SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception"
# Below the root of a file system: homes, temporary and build places.
MACHINE_PATH = re.compile(r"(?<![\w./*-])/(?:home|root|work|src|farm|Users|mnt|tmp)/[\w.+-]")
PATTERN = re.compile(
    r"^(?:template\s*<[^;{]*?>\s*)?(?:struct|class)\s+(\w+)[^;{]*?:\s*(?:public\s+)?"
    # MLIR's, and those of ours that have patterns below them.
    r"(?:mlir::)?\w*(?:RewritePattern|ConversionPattern|OpConversion|ReductionConversion)\b",
    re.M | re.S)


def comment_above(text, position):
    """The lines of comment that end right before `position`."""
    lines = text[:position].splitlines()
    comment = []
    while lines and lines[-1].lstrip().startswith("//"):
        comment.append(lines.pop())
    return "\n".join(reversed(comment))


def check_file(path, name):
    text = path.read_text(errors="replace")
    findings = []
    if text.count("\n") > LIMIT:
        findings.append(f"{name}: {text.count(chr(10))} lines, over {LIMIT}")
    if path.suffix in SOURCES and path.name != "PCH.h" and path.name != "PCH.cpp":
        if BANNER not in "\n".join(text.splitlines()[:8]):
            findings.append(f"{name}: no licence banner")
    if path.suffix in (".cpp", ".h"):
        for match in PATTERN.finditer(text):
            if "->" not in comment_above(text, match.start()):
                line = text.count("\n", 0, match.start()) + 1
                findings.append(f"{name}:{line}: {match.group(1)} without a law (// a -> b) above it")
    return findings


def check_tree(root):
    findings = []
    for path in lint.tracked_files(root=root):
        name = path.relative_to(root)
        if path.suffix in SOURCES + (".py",):
            findings += check_file(path, name)
        try:
            text = path.read_text()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if MACHINE_PATH.search(line):
                findings.append(f"{name}:{number}: path of one machine")
    return findings


def self_test(build):
    banner = f"// {BANNER}\n"
    cases = {
        "long.cpp": (banner + "\n" * (LIMIT + 1), ["over 800"]),
        "banner.h": ("int f();\n", ["no licence banner"]),
        "path.md": ("see " + "/".join(("", "home", "me", "x")) + "\n", ["path of one machine"]),
        "law.cpp": (banner + "// Rewrites it.\nstruct A : OpRewritePattern<B> {};\n", ["A without a law"]),
        "conversion.cpp": (banner + "struct A final\n    : public OpConversionPattern<B> {};\n", ["A without a law"]),
        "lowering.cpp": (banner + "struct A : public TensorOpConversion<B> {};\n", ["A without a law"]),
        "right.cpp": (banner + "// f(x) -> g(x)\nstruct A : OpRewritePattern<B> {};\n// https://x.org/src/y\n", []),
    }
    problems = []
    for name, (text, expected) in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(text)
            problems += lint.missing(expected, check_tree(Path(folder)))
    return problems


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
