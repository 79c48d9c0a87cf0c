#!/usr/bin/env python3
"""Checks that every pass is documented and tested.

Each pass of the Passes.td files needs a summary and a description with the IR
`Before:` and `After:`, in ```mlir blocks. The IR before is run through the pass
and must give the IR after, both printed by relay-lite-opt. A test under test/
must run the pass, and a test named *-errors must run it and expect an error.
Where a description shows a pass with options, it gives them before the blocks
as `Options: `name=value ...``.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

import lint

# Passes whose example cannot run, with the reason.
NOT_RUN = {
    "relay-alter-op-layout": "needs the rules of a target",
    "relay-bind-params": "reads a parameter file",
    "relay-collage-partition": "reads a file of patterns",
    "relay-legalize": "needs the rules of a target",
    "relay-merge-composite": "reads a file of patterns",
    "relay-pack-contractions": "gives several hundred lines, shown shortened",
}


def passes(records):
    return [records[name] for name in records["!instanceof"].get("PassBase", [])]


def tests_of(root):
    """The lit tests as (path, RUN lines, whole text)."""
    result = []
    for path in lint.tracked_files(".mlir", ".relay", ".test", root=root, under=("test",)):
        text = path.read_text()
        runs = "\n".join(line for line in text.splitlines() if "RUN:" in line)
        result.append((path, runs, text))
    return result


def pipeline(record, options):
    argument = record["argument"] + (f"{{{options}}}" if options else "")
    anchor = re.search(r"OperationPass<([^>]*)>", record["baseClass"])
    if anchor and anchor.group(1).strip(": ").endswith("FuncOp"):
        dialect = "llvm" if "LLVM::" in anchor.group(1) else "func"
        argument = f"{dialect}.func({argument})"
    return f"builtin.module({argument})"


def run_tool(text, build, *arguments):
    return subprocess.run([build / "bin/relay-lite-opt", "-", *arguments],
                          input=text, capture_output=True, text=True)


def check_example(record, build):
    name, description = record["argument"], record["description"]
    head, before_found, rest = description.partition("Before:")
    before_text, after_found, after_text = rest.partition("After:")
    before = lint.code_blocks(before_text, "mlir")
    after = lint.code_blocks(after_text, "mlir")
    if not before_found or not after_found or not before or not after:
        return [f"{name}: no Before and After blocks"]
    if name in NOT_RUN:
        return []
    options = re.search(r"Options:\s*`([^`]*)`", head)
    got = run_tool(before[0], build, f"--pass-pipeline={pipeline(record, options and options.group(1))}")
    expected = run_tool(after[0], build)
    for what, result in (("before", got), ("after", expected)):
        if result.returncode:
            return [f"{name}: the IR {what} fails: {result.stderr.strip().splitlines()[0]}"]
    if got.stdout != expected.stdout:
        return [f"{name}: the pass gives another IR than the description shows:\n{got.stdout}"]
    return []


def check_pass(record, tests, build):
    findings, name = [], record["argument"]
    if not record.get("summary"):
        findings.append(f"{name}: no summary")
    if not (record.get("description") or "").strip():
        findings.append(f"{name}: no description")
    else:
        findings += check_example(record, build)
    used = re.compile(rf"(?<!\w)(?<!\w-){re.escape(name)}(?![\w-])")
    positive = [p for p, runs, _ in tests if used.search(runs) and not p.stem.endswith("-errors")]
    negative = [p for p, runs, text in tests if used.search(runs) and p.stem.endswith("-errors")
                and re.search(r"expected-error|error:", text)]
    if not positive:
        findings.append(f"{name}: no test runs it")
    if not negative:
        findings.append(f"{name}: no *-errors test")
    return findings


def check(build):
    findings, count = [], 0
    tests = tests_of(lint.ROOT)
    for td in lint.tracked_files(".td", under=("include",)):
        if not td.name.endswith("Passes.td"):
            continue
        for record in passes(lint.tablegen_records(td, build)):
            count += 1
            findings += check_pass(record, tests, build)
    return findings if count else ["no passes found"]


def self_test(build):
    block = "    ```mlir\n    func.func private @{}()\n    ```\n"
    record = {"argument": "canonicalize", "summary": "s", "baseClass": "::mlir::OperationPass<>"}
    same = f"Text.\n\n    Before:\n\n{block.format('a')}\n    After:\n\n{block.format('a')}"
    other = f"Text.\n\n    Before:\n\n{block.format('a')}\n    After:\n\n{block.format('b')}"
    broken = same.replace("func.func", "func.fun")
    run = "// RUN: relay-lite-opt %s --canonicalize"
    tests = [(Path("x.mlir"), run, run), (Path("x-errors.mlir"), run, run + "\n// expected-error")]
    cases = [
        ({**record, "description": same}, tests, []),
        ({**record, "description": same, "summary": ""}, tests, ["no summary"]),
        ({**record, "description": ""}, tests, ["no description"]),
        ({**record, "description": "Text."}, tests, ["no Before and After"]),
        ({**record, "description": other}, tests, ["gives another IR"]),
        ({**record, "description": broken}, tests, ["the IR before fails"]),
        ({**record, "description": same}, tests[1:], ["no test runs it"]),
        ({**record, "description": same}, tests[:1], ["no .-errors test"]),
    ]
    problems = []
    for case, of_tests, expected in cases:
        problems += lint.missing(expected, check_pass(case, of_tests, build))
    return problems


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, check, self_test))
