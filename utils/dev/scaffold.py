#!/usr/bin/env python3
"""Writes the skeleton of an operator or of a pass into the sources.

    utils/dev/scaffold.py operator cosh               applies a function to each element
    utils/dev/scaffold.py operator hypot --operands 2 the same with operands that broadcast
    utils/dev/scaffold.py pass DropCopies             applies patterns to functions

The skeleton compiles; what is left to write is marked TODO. The steps are
explained in docs/AddingAnOperator.md and docs/WritingAPass.md. `self-test` adds
one of each to a copy of the sources and compiles what has changed.
"""

import argparse
import json
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))
import lint

IR = "include/RelayLite/Dialect/Relay/IR"
LOWERING = "lib/Conversion/RelayToLinalg"
PASSES = "include/RelayLite/Dialect/Relay/Transforms"
PASS_TABLES = "include/RelayLite/Pass/PassTables.td"
TRANSFORMS = "lib/Dialect/Relay/Transforms"

OPERATOR = """\
def Relay_$class : Relay_$base<"$name", "$method", [Relay_FloatFunction]> {
  let summary = "TODO";
  let semantics = "TODO: what it does to each element.";
  // TODO: what TVM says of it; see Relay_TVM.
  let tvm = Relay_TVM<level = 10>;
}

"""
DECLARATION = """\
  /// TODO: rounding and special values.
  Value $method($parameters);
"""
DEFINITION = """\
Value ScalarBuilder::$method($parameters) {
  return compute($operands, [&](ValueRange x) -> Value {
    ScalarBuilder f(b, x[0].getType());
    // TODO: the function of x, by methods of f.
    return f.add(x[0], f.zero());
  });
}

"""
SEMANTICS = "| `$name` | TODO | TODO | TODO |\n"
OP_TEST = """
// CHECK-LABEL: func @$symbol
func.func @$symbol($arguments) -> tensor<2x?xf32> {
  // CHECK: relay.$name %{{.*}} : ($types) -> tensor<2x?xf32>
  %0 = relay.$name $values : ($types) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
"""
LOWERING_TEST = """
// -----

// CHECK-LABEL: func @$symbol
func.func @$symbol($arguments) -> tensor<2x?xf32> {
  // CHECK: linalg.generic
  // TODO: the operations on elements.
  %0 = relay.$name $values : ($types) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}
"""

PASS_RECORD = """\
def ${name}Pass : RelayFunctionPass<"$argument"> {
  let summary = "TODO";
  // TODO: what else TVM says of it; see RelayPass.
  let description = [{
    TODO: what it does, and when it does not.

    Before:

    ```mlir
    TODO
    ```

    After:

    ```mlir
    TODO
    ```
  }];
  let dependentDialects = ["::mlir::relay::RelayDialect"];
}

"""
PASS = """\
//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// $name: TODO.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"

namespace mlir::relay {
#define GEN_PASS_DEF_${upper}PASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

namespace {
// TODO: x -> y
struct ${name}Rewrite : public OpRewritePattern<CopyOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(CopyOp op,
                                PatternRewriter &rewriter) const override {
    return rewriter.notifyMatchFailure(op, "TODO: why not");
  }
};
} // namespace

static void populate${name}Patterns(RewritePatternSet &patterns) {
  patterns.add<${name}Rewrite>(patterns.getContext());
}

namespace {
struct ${name}Pass
    : public PatternPass<relay::impl::${name}PassBase<${name}Pass>,
                         populate${name}Patterns, CopyOp> {
  using PatternPass::PatternPass;
};
} // namespace
"""
PASS_TEST = """\
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func($argument))' | FileCheck %s

// CHECK-LABEL: func @f
func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
  // TODO
  // CHECK: relay.copy
  %0 = relay.copy %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
"""
PASS_ERRORS = """\
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func($argument))' --split-input-file --verify-diagnostics

// expected-error@+1 {{could not infer the type of argument 0 of '@f': '!relay.unknown'}}
func.func @f(%x: !relay.unknown) -> !relay.unknown {
  return %x : !relay.unknown
}
"""


class Skeleton:
    """Edits of files below `root`. Nothing is written unless all of them fit."""

    def __init__(self, root, values):
        self.root, self.values, self.texts = root, values, {}

    def fill(self, template):
        return re.sub(r"\$\{?(\w+)\}?", lambda m: self.values[m.group(1)], template)

    def read(self, path):
        if path not in self.texts:
            self.texts[path] = (self.root / path).read_text()
        return self.texts[path]

    def insert(self, path, pattern, template, last=False):
        """Puts the text before the first (or after the last) match of `pattern`."""
        matches = list(re.finditer(pattern, self.read(path), re.M))
        if not matches:
            raise SystemExit(f"error: {path} has no place that matches {pattern!r}")
        at = matches[-1].end() if last else matches[0].start()
        text = self.texts[path]
        self.texts[path] = text[:at] + self.fill(template) + text[at:]

    def append(self, path, template):
        self.texts[path] = self.read(path).rstrip("\n") + "\n" + self.fill(template)

    def create(self, path, template):
        if (self.root / path).exists():
            raise SystemExit(f"error: {path} exists")
        self.texts[path] = self.fill(template)

    def write(self):
        for path, text in self.texts.items():
            (self.root / path).write_text(text)
        return sorted(self.texts)


def capitalize(words):
    return "".join(word[:1].upper() + word[1:] for word in words)


def add_operator(root, name, operands):
    if not re.fullmatch(r"[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*", name):
        raise SystemExit(f"error: expected a name such as nn.relu, but got {name!r}")
    words = re.split(r"[._]", name)
    method = name.rpartition(".")[2].split("_")
    letters = ("x", "y")[:operands]
    skeleton = Skeleton(root, {
        "name": name, "symbol": name.replace(".", "_"),
        "class": ("NN" + capitalize(words[1:]) if words[0] == "nn" else capitalize(words)) + "Op",
        "base": ("UnaryOp", "BinaryOp")[operands - 1],
        "method": method[0] + capitalize(method[1:]),
        "parameters": ("Value a", "Value a, Value c")[operands - 1],
        "operands": ("a", "{a, c}")[operands - 1],
        "arguments": ", ".join(f"%{v}: tensor<2x?xf32>" for v in letters),
        "values": ", ".join(f"%{v}" for v in letters),
        "types": ", ".join("tensor<2x?xf32>" for _ in letters)})
    if any(f'<"{name}"' in path.read_text() for path in (root / IR).glob("*Ops.td")):
        raise SystemExit(f"error: there is an operator {name}")
    skeleton.insert(f"{IR}/{('ElementwiseOps', 'BinaryOps')[operands - 1]}.td", r"^#endif", OPERATOR)
    if f"Value {skeleton.values['method']}(" not in skeleton.read(f"{LOWERING}/Builders/ScalarBuilder.h"):
        skeleton.insert(f"{LOWERING}/Builders/ScalarBuilder.h", r"^\n +//===-+===//\n +// Comparisons",
                        DECLARATION)
        skeleton.insert(f"{LOWERING}/Builders/ScalarBuilder.cpp", r"^//===-+===//\n// Comparisons",
                        DEFINITION)
    skeleton.insert("docs/Semantics.md", r"^\| operator .*\n(\|.*\n)+", SEMANTICS, last=True)
    skeleton.append("test/Dialect/Relay/ops.mlir", OP_TEST)
    skeleton.append("test/Conversion/RelayToLinalg/elementwise.mlir", LOWERING_TEST)
    return skeleton.write()


def add_pass(root, name):
    if not re.fullmatch(r"([A-Z][a-z0-9]+)+", name):
        raise SystemExit(f"error: expected a name such as FoldConstant, but got {name!r}")
    words = re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
    skeleton = Skeleton(root, {"name": name, "upper": name.upper(), "argument": f"relay-{words}"})
    skeleton.create(f"{TRANSFORMS}/Simplification/{name}.cpp", PASS)
    skeleton.create(f"test/Dialect/Relay/{words}.mlir", PASS_TEST)
    skeleton.create(f"test/Dialect/Relay/{words}-errors.mlir", PASS_ERRORS)
    skeleton.insert(f"{PASSES}/SimplificationPasses.td", r"^#endif", PASS_RECORD)
    cmake = f"{TRANSFORMS}/CMakeLists.txt"
    rows = re.findall(r"  Simplification/\w+\.cpp\n", skeleton.read(cmake))
    row = skeleton.fill("  Simplification/$name.cpp\n")
    skeleton.insert(cmake, next((other for other in rows if other > row), rows[-1]), row,
                    last=row > rows[-1])
    return skeleton.write()


def compile_sources(root, sources, build):
    """Generates what comes from ODS and checks the syntax of the sources in one go; the errors."""
    generated = root / "generated"
    llvm = lint.llvm_tool("mlir-tblgen", build).parents[1] / "include"
    for td, option, output in (
            (f"{IR}/RelayOps.td", "-gen-op-decls", f"{IR}/RelayOps.h.inc"),
            (f"{IR}/OperatorTables.td", "-gen-searchable-tables", f"{IR}/OperatorTables.inc"),
            (f"{PASSES}/Passes.td", "-gen-pass-decls", f"{PASSES}/Passes.h.inc"),
            (PASS_TABLES, "-gen-searchable-tables", PASS_TABLES.replace(".td", ".inc"))):
        tool = lint.llvm_tool("llvm-tblgen" if "table" in option else "mlir-tblgen", build)
        (generated / output).parent.mkdir(parents=True, exist_ok=True)
        options = ["-name=Relay"] if "pass" in option else []
        result = subprocess.run(
            [tool, option, *options, "-I", root / "include", "-I", llvm, root / td,
             "-o", generated / output], capture_output=True, text=True)
        if result.returncode:
            return [f"{td}: {result.stderr}"]
    commands = json.loads((build / "compile_commands.json").read_text())
    command = next(c for c in commands if c["file"].endswith("/ElementwiseToLinalg.cpp"))
    words = shlex.split(command["command"])
    # Without the precompiled header, which has the headers of the checkout.
    words = words[:next(i for i, w in enumerate(words) if w in ("-Winvalid-pch", "-o"))]
    everything = root / "everything.cpp"
    everything.write_text("".join(f'#include "{root / source}"\n' for source in sources))
    words[1:1] = ["-I", str(root / "include"), "-I", str(generated / "include")]
    result = subprocess.run([*words, "-fsyntax-only", everything], cwd=command["directory"],
                            capture_output=True, text=True)
    return [result.stderr] if result.returncode else []


def find_refusal(function, *arguments):
    try:
        function(*arguments)
    except SystemExit as error:
        return str(error)
    return "none"


def self_test(build):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for path in lint.tracked_files(under=("include", "lib", "docs", "test")):
            copy = root / path.relative_to(lint.ROOT)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy)
        changed = add_operator(root, "nn.soft_sign", 1) + add_operator(root, "hypot", 2)
        changed += add_pass(root, "DropCopies")
        sources = {path for path in changed if path.endswith(".cpp")}
        findings = compile_sources(root, sorted(sources | {f"{LOWERING}/Tensor/ElementwiseToLinalg.cpp"}),
                                   build)
        for output, text in ((f"{IR}/RelayOps.h.inc", "class NNSoftSignOp "),
                             (f"{IR}/OperatorTables.inc", "emitFunction<&ScalarBuilder::softSign>"),
                             (f"{IR}/OperatorTables.inc", "emitFunction<&ScalarBuilder::hypot>"),
                             (f"{PASSES}/Passes.h.inc", "class DropCopiesPassBase "),
                             (PASS_TABLES.replace(".td", ".inc"), '"DropCopies", "relay-drop-copies"')):
            if text not in (root / "generated" / output).read_text():
                findings.append(f"{output} has no {text}")
        refusals = [find_refusal(add_operator, root, "hypot", 2),
                    find_refusal(add_operator, root, "Hypot", 1),
                    find_refusal(add_pass, root, "DropCopies"),
                    find_refusal(add_pass, root, "drop-copies")]
        findings += lint.missing(
            ["there is an operator hypot", "expected a name such as nn.relu, but got 'Hypot'",
             "DropCopies.cpp exists", "such as FoldConstant, but got 'drop-copies'"], refusals)
    return findings


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    operator = commands.add_parser("operator", help="an operator, by its name in Relay text")
    operator.add_argument("name")
    operator.add_argument("--operands", type=int, choices=(1, 2), default=1)
    commands.add_parser("pass", help="a pass, by its name in TVM's style").add_argument("name")
    test = commands.add_parser("self-test", help="check what this script writes")
    test.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    arguments = parser.parse_args()
    if arguments.command == "self-test":
        findings = self_test(arguments.build)
        print(*findings, f"{Path(sys.argv[0]).name}: {len(findings)} findings", sep="\n")
        sys.exit(bool(findings))
    if arguments.command == "operator":
        changed = add_operator(lint.ROOT, arguments.name, arguments.operands)
    else:
        changed = add_pass(lint.ROOT, arguments.name)
    print("Written; look for TODO in:", *changed, sep="\n  ")


if __name__ == "__main__":
    main()
