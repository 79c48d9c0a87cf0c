#!/usr/bin/env python3
"""Finds lit tests that test less than they seem to.

A file without a RUN line is never run; a CHECK line without its colon, with a
space before it, with a misspelt suffix or with a prefix that no RUN line names
checks nothing, and FileCheck does not say so. Nor does anything read the expected
diagnostics of a file that no RUN line verifies.
"""

import re
import sys
import tempfile
from pathlib import Path

import lint

SUFFIXES = (".c", ".mlir", ".relay", ".test")
MODIFIERS = {"NEXT", "SAME", "NOT", "DAG", "LABEL", "EMPTY"}
COMMENT = r"^\s*(?://|#|;|/\*)\s*"
# A word in capitals that could be meant as a directive, with what follows it.
DIRECTIVE = re.compile(COMMENT + r"([A-Z][A-Z0-9_]*(?:-[A-Z0-9_]+)*)((?:\{[A-Z]+\})?\s*:|\s|$)")
EXPECTED = re.compile(COMMENT + r".*\bexpected-(?:error|warning|remark|note)(?:-re)?\s*(?:@|\{\{)")


def known_prefixes(text):
    prefixes = set()
    for value in re.findall(r"--?check-prefix(?:es)?[= ]\s*'?\"?([\w,-]+)", text):
        prefixes.update(value.split(","))
    return prefixes | {"CHECK"}


def base_and_modifier(word, prefixes):
    """Splits a directive; the base is None when it belongs to no prefix."""
    for prefix in sorted(prefixes, key=len, reverse=True):
        if word == prefix:
            return prefix, ""
        if word.startswith(prefix + "-"):
            return prefix, word[len(prefix) + 1:]
    return None, ""


def check_file(path, name):
    text = path.read_text()
    if "RUN:" not in text:
        return [f"{name}: no RUN line"]
    findings = []
    prefixes = known_prefixes(text)
    uses_filecheck = "FileCheck" in text
    is_verified = re.search(r"RUN:.*-verify-diagnostics", text)
    for number, line in enumerate(text.splitlines(), 1):
        if not is_verified and EXPECTED.match(line):
            findings.append(f"{name}:{number}: an expected diagnostic without -verify-diagnostics")
        match = DIRECTIVE.match(line)
        if not match:
            continue
        word, end = match.groups()
        base, modifier = base_and_modifier(word, prefixes)
        known = modifier == "" or modifier in MODIFIERS or re.fullmatch(r"COUNT-\d+", modifier)
        where = f"{name}:{number}"
        if base and ":" not in end and (modifier or base == "CHECK" or re.search(r"%\[\[|\{\{", line)):
            findings.append(f"{where}: {word} without a colon")
        elif base and re.search(r"\s:", end):
            findings.append(f"{where}: a space before the colon of {word}")
        elif base and ":" in end and not known:
            findings.append(f"{where}: unknown suffix of {word}")
        elif base and ":" in end and not uses_filecheck:
            findings.append(f"{where}: {word} in a test without FileCheck")
        elif not base and ":" in end and word not in ("RUN", "REQUIRES", "UNSUPPORTED", "XFAIL", "DEFINE",
                                                     "REDEFINE", "END.", "NOTE", "TODO", "EDIT"):
            last = word.split("-")[-1]
            if "CHECK" in word or last in MODIFIERS or "COUNT" in word or uses_filecheck:
                findings.append(f"{where}: no RUN line has the prefix of {word}")
    return findings


def check_tree(root):
    findings = []
    for path in lint.tracked_files(*SUFFIXES, root=root):
        parts = path.relative_to(root).parts
        if "test" in parts and "Inputs" not in parts:
            findings += check_file(path, path.relative_to(root))
    return findings


def self_test(build):
    cases = {
        "no-run": ("func.func private @f()\n", ["no RUN line"]),
        "colon": ("// RUN: x | FileCheck %s\n// CHECK-NEXT %[[A:.*]] = y\n", ["CHECK-NEXT without a colon"]),
        "space": ("// RUN: x | FileCheck %s\n// CHECK : y\n// CHECK: z\n",
                  ["space.mlir:2: a space before the colon of CHECK"]),
        "unverified": ("// RUN: x\n// expected-error@+1 {{y}}\n  // expected-remark {{z}}\n",
                       [f"unverified.mlir:{line}: an expected diagnostic without" for line in (2, 3)]),
        "verified": ("// RUN: x -verify-diagnostics\n// expected-error@+1 {{y}}\n", []),
        "suffix": ("// RUN: x | FileCheck %s\n// CHECK-NXT: y\n", ["unknown suffix of CHECK-NXT"]),
        "prefix": ("// RUN: x | FileCheck %s --check-prefix=BAR\n// FOO-NEXT: y\n// BAR: z\n", ["prefix of FOO-NEXT"]),
        "without": ("// RUN: x\n// CHECK: y\n", ["CHECK in a test without FileCheck"]),
        "right": ("// RUN: x | FileCheck %s --check-prefixes=A,B-C\n// A: y\n// B-C-COUNT-2: y\n// B-C-NOT: y\n", []),
    }
    problems = []
    for name, (text, expected) in cases.items():
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "test").mkdir()
            (Path(folder) / "test" / f"{name}.mlir").write_text(text)
            problems += lint.missing(expected, check_tree(Path(folder)))
    return problems


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
