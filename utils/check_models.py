#!/usr/bin/env python3
"""Runs a folder of test models through everything.

    check_models.py [FOLDER]      default: models in $RELAYLITE_CORPUS

A model is a folder with manifest.json, NAME.relay, passes.json and expected.npz;
make_params.py beside them generates weights and inputs. For each model:

* every Relay text in its folder is imported, exported and imported again; the
  exported text has to be structurally equal to the given one,
* the network with its weights gives the expected outputs, to 1e-5 of the largest,
* the passes of the group `unbound` of passes.json give the recorded texts, or
  leave the operators that are counted there,
* BindParams, SimplifyInference and FoldConstant leave the operators that
  passes.json counts, and
* FoldConstant does not change a bit of the output.

Exit code 77 (skipped) when there is no such folder.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

import lint
import relay_tools

TOLERANCE = 1e-5

# What passes.json calls a pass, where that is not the name in the table.
PASSES = {
    "CombineParallelConv2D": "CombineParallelConv2d",
    "CombineParallelDense": "CombineParallelDense{to-batch=false}",
    "CombineParallelDenseToBatch": "CombineParallelDense",
    "EtaExpand": "EtaExpand{expand-constructor}",
    "FuseOps0": "FuseOps{fuse-opt-level=0}",
    "FuseOps1": "FuseOps{fuse-opt-level=1}",
    "Inline": "InlineGlobals",
    "ToMixedPrecision": "ToMixedPrecision{missing-op-mode=2}",
}


class Checker:
    def __init__(self, tools, folder, out):
        self.tools, self.folder, self.out = tools, folder, out
        self.name = folder.name
        self.problems = []
        self.checks = 0
        # Texts after passes whose operators there are not yet.
        self.not_covered = 0

    def check(self, what, holds, detail=""):
        self.checks += 1
        if not holds:
            self.problems.append(f"{self.name}: {what}{': ' if detail else ''}{detail}")

    def attempt(self, what, function, *arguments):
        """Calls a step that may fail in a tool; False if it did."""
        try:
            function(*arguments)
            return True
        except relay_tools.ToolError as error:
            self.check(what, False, str(error)[:500])
            return False

    def path(self, suffix):
        return self.out / f"{self.name}{suffix}"

    def round_trip(self, relay):
        first, again, second = (self.out / f"{relay.stem}{s}" for s in (".mlir", ".again.relay", ".again.mlir"))

        def steps():
            self.tools.import_relay(relay, first)
            self.tools.export_relay(first, again)
            self.tools.import_relay(again, second)
            self.tools.run("relay-lite-compare", relay, again)

        try:
            steps()
            self.check("", True)
        except relay_tools.ToolError as error:
            if re.search(r"unknown operator '(nn\.)?fast_", str(error)):
                self.not_covered += 1
            else:
                self.check(f"round trip of {relay.name}", False, str(error)[:500])

    def outputs(self, module, result, params=None):
        self.tools.evaluate(module, self.path(".inputs.npz"), result, params)
        with np.load(result) as file:
            return {name: file[name] for name in file.files}

    def numbers(self):
        expected = np.load(self.folder / "expected.npz")["output0"]
        got = self.outputs(self.path(".mlir"), self.path(".out.npz"), self.path(".params"))["output0"]
        self.check("shape of the output", got.shape == expected.shape, f"{got.shape}")
        if got.shape == expected.shape:
            error = float(np.abs(got - expected).max() / np.abs(expected).max())
            self.check("output against the expected one", error <= TOLERANCE, f"{error:.2g} of the largest")
            self.check("position of the largest output", got.argmax() == expected.argmax())

    def unbound_pass(self, name, recorded):
        """Runs the passes `name`, joined by dots, on the network as it is."""
        module, text = self.path(".pass.mlir"), self.path(".pass.relay")
        passes = ",".join(PASSES.get(each, each) for each in name.split("."))
        try:
            self.tools.optimize(self.path(".mlir"), module, f"relay-sequential{{passes={passes} opt-level=9}}")
        except relay_tools.ToolError as error:
            if "unknown pass '" in str(error):
                self.not_covered += 1
            else:
                self.check(name, False, str(error)[:500])
            return
        expected = recorded.get("text") or recorded.get("unchanged") and f"{self.name}.relay"
        if expected:
            self.tools.export_relay(module, text)
            if self.attempt(name, self.tools.run, "relay-lite-compare", text, self.folder / expected):
                self.check("", True)
            return
        operators = self.tools.statistics(module).operators
        calls = recorded.get("calls", {})
        differing = {n: (operators[n], calls.get(n, 0)) for n in {*operators, *calls}
                     if operators[n] != calls.get(n, 0)}
        self.check(f"operators after {name} (got, expected)", not calls or not differing, str(differing))

    def unbound_passes(self):
        records = json.loads((self.folder / "passes.json").read_text())["unbound"]
        for name, recorded in records.items():
            self.unbound_pass(name, {**recorded, **records.get(recorded.get("same_text_as"), {})})

    def passes(self):
        self.tools.optimize(self.path(".mlir"), self.path(".simplified.mlirbc"),
                            f"relay-bind-params{{file={self.path('.params')}}},"
                            "func.func(relay-simplify-inference)")
        self.tools.optimize(self.path(".simplified.mlirbc"), self.path(".folded.mlirbc"), "relay-fold-constant")
        recorded = json.loads((self.folder / "passes.json").read_text())["bound"]["Fold"]["steps"]
        for step, suffix in zip(recorded, (".simplified.mlirbc", ".folded.mlirbc")):
            statistics = self.tools.statistics(self.path(suffix))
            differing = {n: (statistics.operators[n], step["calls"].get(n, 0))
                         for n in {*statistics.operators, *step["calls"]}
                         if statistics.operators[n] != step["calls"].get(n, 0)}
            self.check(f"operators after {step['pass']} (got, expected)", not differing, str(differing))
        before = self.outputs(self.path(".simplified.mlirbc"), self.path(".before.npz"))
        after = self.outputs(self.path(".folded.mlirbc"), self.path(".after.npz"))
        self.check("outputs unchanged by FoldConstant",
                   list(before) == list(after)
                   and all(before[n].tobytes() == after[n].tobytes() for n in before))

    def run(self):
        for relay in sorted(self.folder.glob("*.relay")):
            self.round_trip(relay)
        if self.path(".mlir").exists():
            self.attempt("numbers", self.numbers)
            self.attempt("passes", self.passes)
            self.attempt("unbound passes", self.unbound_passes)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="folder of models")
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--only", help="name of one model")
    arguments = parser.parse_args()
    folder = arguments.folder
    if not folder and os.environ.get("RELAYLITE_CORPUS"):
        folder = Path(os.environ["RELAYLITE_CORPUS"]) / "models"
    if not folder or not folder.is_dir():
        print("skipped: no folder of models (RELAYLITE_CORPUS)")
        return 77
    problems, checks, not_covered = [], 0, 0
    for manifest in sorted(folder.glob("*/manifest.json")):
        if arguments.only not in (None, manifest.parent.name):
            continue
        out = arguments.build / "models" / manifest.parent.name
        out.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, folder / "make_params.py", manifest.parent, "-o", out],
                       check=True, capture_output=True)
        checker = Checker(relay_tools.Tools(arguments.build), manifest.parent, out)
        checker.run()
        print(f"{checker.name}: {checker.checks} checks, {len(checker.problems)} failed", flush=True)
        problems += checker.problems
        checks += checker.checks
        not_covered += checker.not_covered
    for problem in problems:
        print(problem)
    print(f"{checks - len(problems)} passed, {len(problems)} failed, {not_covered} not covered")
    return bool(problems) or not checks


if __name__ == "__main__":
    sys.exit(main())
