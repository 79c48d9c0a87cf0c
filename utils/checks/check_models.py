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
* those of the group `bound`, after BindParams, and the default pipeline at each
  level leave the operators, bindings, functions and constants that are counted
  there after each step,
* FoldConstant does not change a bit of the output, and the default pipeline
  gives the expected outputs to the same tolerance.

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

# The names of passes in passes.json that differ from those in the table.
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
# Passes that were recorded without those that they require.
ALONE = {
    "ConvertLayoutNHWC": "func.func(relay-convert-layout{desired-layouts=nn.conv2d:NHWC:default})",
}
# PASSES for the group `bound`: two branches are enough to be combined.
BOUND_PASSES = {
    **PASSES,
    "CombineParallelConv2D": "CombineParallelConv2d{min-num-branches=2}",
    "CombineParallelDense": "CombineParallelDense{to-batch=false min-num-branches=2}",
}
# Levels of the default pipeline, and what passes.json calls them. No target has
# hooks for AlterOpLayout here.
LEVELS = {0: "opt_level0", 2: "opt_level2", 3: "opt_level3-AlterOpLayout"}


# Recorded texts that are different on purpose, and why (docs/Rationale/Passes.md).
BY_DESIGN = {
    "resnet-18.SimplifyInference.FoldScaleAxis.relay": "nothing is divided by a parameter",
    "resnet-18.SimplifyInference.ForwardFoldScaleAxis.relay": "nothing is divided by a parameter",
}


def state_of(statistics):
    """The counts of passes.json, for a module here."""
    return {
        **statistics.operators,
        "let": statistics.others["let"],
        "tuples": statistics.others["tuple"],
        "tuple_get_items": statistics.others["tuple_get"],
        "primitive_functions": statistics.others["fused_fn"],
        "constants": statistics.constants,
        "constant_bytes": statistics.constant_bytes,
    }


def recorded_state(recorded):
    names = ("let", "tuples", "tuple_get_items", "primitive_functions", "constants", "constant_bytes")
    return {**recorded["calls"], **{name: recorded.get(name, 0) for name in names}}


def differences(got, expected):
    """name -> (got, expected) where two states differ."""
    return {name: (got.get(name, 0), expected.get(name, 0)) for name in {*got, *expected}
            if got.get(name, 0) != expected.get(name, 0)}


class Checker:
    def __init__(self, tools, folder, out):
        self.tools, self.folder, self.out = tools, folder, out
        self.name = folder.name
        self.problems = []
        self.checks = 0
        # Texts after passes whose operators there are not yet, and those of BY_DESIGN.
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

    def compare(self, got, expected, what):
        self.check(f"shape of the output, {what}", got.shape == expected.shape, f"{got.shape}")
        if got.shape == expected.shape:
            error = float(np.abs(got - expected).max() / np.abs(expected).max())
            self.check(f"expected numbers, {what}", error <= TOLERANCE, f"{error:.2g} of the largest")
            self.check(f"position of the largest output, {what}", got.argmax() == expected.argmax())

    def bind(self):
        self.tools.optimize(self.path(".mlir"), self.path(".bound.mlirbc"),
                            f"relay-bind-params{{file={self.path('.params')}}}")

    def numbers(self):
        expected = np.load(self.folder / "expected.npz")["output0"]
        got = self.outputs(self.path(".mlir"), self.path(".out.npz"), self.path(".params"))["output0"]
        self.compare(got, expected, "output")

    def unbound_pass(self, name, recorded):
        """Runs the passes `name`, joined by dots, on the network as it is."""
        module, text = self.path(".pass.mlir"), self.path(".pass.relay")
        passes = ",".join(PASSES.get(each, each) for each in name.split("."))
        pipeline = ALONE.get(name, f"relay-sequential{{passes={passes} opt-level=9}}")
        try:
            self.tools.optimize(self.path(".mlir"), module, pipeline)
        except relay_tools.ToolError as error:
            if "unknown pass '" in str(error):
                self.not_covered += 1
            else:
                self.check(name, False, str(error)[:500])
            return
        expected = recorded.get("text") or recorded.get("unchanged") and f"{self.name}.relay"
        if expected in BY_DESIGN:
            self.not_covered += 1
        elif expected:
            self.tools.export_relay(module, text)
            if self.attempt(name, self.tools.run, "relay-lite-compare", text, self.folder / expected):
                self.check("", True)
        if expected:
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
        """SimplifyInference and FoldConstant, and that FoldConstant keeps the outputs."""
        self.tools.optimize(self.path(".bound.mlirbc"), self.path(".simplified.mlirbc"),
                            "func.func(relay-simplify-inference)")
        self.tools.optimize(self.path(".simplified.mlirbc"), self.path(".folded.mlirbc"), "relay-fold-constant")
        before = self.outputs(self.path(".simplified.mlirbc"), self.path(".before.npz"))
        after = self.outputs(self.path(".folded.mlirbc"), self.path(".after.npz"))
        self.check("outputs unchanged by FoldConstant",
                   list(before) == list(after)
                   and all(before[n].tobytes() == after[n].tobytes() for n in before))

    def bound_pass(self, name, recorded, bound_input):
        """Runs the steps of an entry of the group `bound` and counts after each."""
        unchanged = recorded.get("unchanged")
        steps = ([{**bound_input, "pass": each} for each in name.split(".")] if unchanged
                 else recorded["steps"])
        module = self.path(".bound.mlirbc")
        for i, step in enumerate(steps):
            result = self.path(f".step{i % 2}.mlirbc")
            element = BOUND_PASSES.get(step["pass"], step["pass"])
            try:
                self.tools.optimize(module, result, f"relay-sequential{{passes={element} opt-level=9}}")
            except relay_tools.ToolError as error:
                if "unknown pass '" in str(error):
                    self.not_covered += 1
                else:
                    self.check(f"{name}, step {step['pass']}", False, str(error)[:500])
                return
            module = result
            got = differences(state_of(self.tools.statistics(module)), recorded_state(step))
            self.check(f"bound, {name}, after {step['pass']} (got, expected)", not got, str(got))

    def bound_passes(self):
        recorded = json.loads((self.folder / "passes.json").read_text())
        for name, entry in recorded["bound"].items():
            self.bound_pass(name, entry, recorded["bound_input"])

    def optimize(self):
        """The default pipeline at each level."""
        recorded = json.loads((self.folder / "passes.json").read_text())["optimize"]
        expected = np.load(self.folder / "expected.npz")
        for level, key in LEVELS.items():
            module = self.path(f".level{level}.mlirbc")
            self.tools.optimize(self.path(".bound.mlirbc"), module, f"relay-optimize{{opt-level={level}}}")
            state = recorded_state(recorded[key])
            if roots := state.pop("sqrt", 0):
                # The recorded build leaves 1 / sqrt(x), which Apache's 0.16 makes rsqrt(x).
                state["rsqrt"] = roots
                state["divide"] -= roots
                state["primitive_functions"] -= roots
                state["constants"] -= roots
                state["constant_bytes"] -= 4 * roots
            got = differences(state_of(self.tools.statistics(module)), state)
            self.check(f"default pipeline at level {level} (got, expected)", not got, str(got))
            output = self.outputs(module, self.path(".level.npz"))["output0"]
            for name in ("output0", "output0_opt3"):
                self.compare(output, expected[name], f"level {level}, {name}")

    def run(self):
        for relay in sorted(self.folder.glob("*.relay")):
            self.round_trip(relay)
        if self.path(".mlir").exists():
            self.attempt("numbers", self.numbers)
            self.attempt("unbound passes", self.unbound_passes)
            if self.attempt("binding of weights", self.bind):
                self.attempt("passes", self.passes)
                self.attempt("bound passes", self.bound_passes)
                self.attempt("default pipeline", self.optimize)


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
