#!/usr/bin/env python3
"""`make demo`: ResNet-18 from Relay text and a parameter file to a folded module.

Generates the network (once), imports it, binds the parameters, simplifies it for
inference, folds constants, exports the result as Relay text, and executes the
network at each stage. Fails when outputs disagree:

* FoldConstant has to leave every bit of the output as it was.
* SimplifyInference rewrites batch normalisation as a multiplication and an
  addition, which round differently; the largest difference allowed is 1e-4 of the
  largest output.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "utils/checks"), str(ROOT / "examples/networks")]
import networks  # noqa: E402
import relay_tools  # noqa: E402

SIMPLIFY_TOLERANCE = 1e-4


def step(text):
    print(f"\n== {text}", flush=True)


def generate(name, folder, image):
    """Writes the network unless it is there already."""
    if (folder / f"{name}.relay").exists():
        print(f"{folder / name}.relay and .params are there already")
        return
    start = time.perf_counter()
    count = networks.write(name, folder, image=image)
    print(f"wrote {folder / name}.relay and .params: {count / 1e6:.1f} million weights, "
          f"{time.perf_counter() - start:.1f} s")


def table(stages):
    """Operators by kind and constants, a column for each stage."""
    names = sorted({n for _, s in stages for n in s.operators})
    width = max(len(n) for n in names) + 2
    columns = [max(len(title), 9) + 2 for title, _ in stages]

    def row(label, cells):
        print(f"{label:<{width + 10}}" + "".join(f"{c:>{w}}" for c, w in zip(cells, columns)))

    row("operators", [title for title, _ in stages])
    for name in names:
        row(f"  {name}", [s.operators[name] or "" for _, s in stages])
    row("  in total", [sum(s.operators.values()) for _, s in stages])
    row("constants", [s.constants for _, s in stages])
    row("  megabytes", [f"{s.constant_bytes / 1e6:.2f}" for _, s in stages])


def folded(before, after):
    """The operators that FoldConstant removed, most frequent first."""
    gone = {n: c - after.operators[n] for n, c in before.operators.items() if c > after.operators[n]}
    return ", ".join(f"{c} {n}" for n, c in sorted(gone.items(), key=lambda item: (-item[1], item[0])))


def seconds_of(report, words):
    """The time of a pass whose class is called like `words`."""
    times = [s for name, s in report.items() if words in name.replace(" ", "")]
    return f"{1000 * sum(times):9.1f} ms" if times else "        ? ms"


def load_output(path):
    with np.load(path) as file:
        return file["output0"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=Path("build"), help="build folder")
    parser.add_argument("--network", choices=networks.NETWORKS, default="resnet-18")
    parser.add_argument("--image", type=int, default=224, help="height and width of the input")
    arguments = parser.parse_args()
    name = arguments.network
    folder = arguments.build / "demo" / f"{name}-{arguments.image}"
    tools = relay_tools.Tools(arguments.build, echo=True)

    def path(suffix):
        return folder / f"{name}{suffix}"

    step(f"The network: {name}")
    generate(name, folder, arguments.image)

    step("Import")
    tools.import_relay(path(".relay"), path(".mlir"))
    print(f"  {1000 * tools.seconds:.0f} ms")

    step("Bind parameters and simplify for inference, then fold constants")
    simplify = tools.optimize(
        path(".mlir"), path(".simplified.mlirbc"),
        f"relay-bind-params{{file={path('.params')}}},func.func(relay-simplify-inference)")
    fold = tools.optimize(path(".simplified.mlirbc"), path(".folded.mlirbc"), "relay-fold-constant")
    print(f"  BindParams        {seconds_of(simplify, 'BindParams')}")
    print(f"  SimplifyInference {seconds_of(simplify, 'SimplifyInference')}")
    print(f"  FoldConstant      {seconds_of(fold, 'FoldConstant')}")

    step("What became of it")
    stages = [("imported", tools.statistics(path(".mlir"))),
              ("simplified", tools.statistics(path(".simplified.mlirbc"))),
              ("folded", tools.statistics(path(".folded.mlirbc")))]
    table(stages)
    removed = folded(stages[1][1], stages[2][1])
    print(f"folded away: {removed or 'nothing'}")

    step("Export as Relay text")
    tools.export_relay(path(".folded.mlirbc"), path(".folded.relay"))
    print(f"  {1000 * tools.seconds:.0f} ms")

    step("Execute: as imported, simplified, folded")
    outputs = []
    for module, params in ((path(".mlir"), path(".params")), (path(".simplified.mlirbc"), None),
                           (path(".folded.mlirbc"), None)):
        result = folder / "output.npz"
        tools.evaluate(module, path(".inputs.npz"), result, params)
        print(f"  {tools.seconds:.2f} s")
        outputs.append(load_output(result))

    step("Outputs")
    imported, simplified, final = outputs
    print(f"  {final.shape} {final.dtype}, {final.min():.3g} to {final.max():.3g}, "
          f"largest at {int(final.argmax())}")
    largest = float(np.abs(imported).max())
    difference = float(np.abs(imported - final).max()) / largest
    same_bits = simplified.tobytes() == final.tobytes()
    print(f"  FoldConstant: {'equal bit for bit' if same_bits else 'NOT equal bit for bit'}")
    print(f"  imported against folded: largest difference {difference:.2g} of the largest output "
          f"(allowed: {SIMPLIFY_TOLERANCE:g})")
    print(f"\nresult: {path('.folded.mlirbc')} (MLIR bytecode), {path('.folded.relay')} (Relay text)")
    # A NaN compares as not below.
    agree = same_bits and difference <= SIMPLIFY_TOLERANCE and largest > 0
    if not agree or not removed:
        print("FAILED: the outputs disagree" if not agree else "FAILED: nothing was folded", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except relay_tools.ToolError as error:
        sys.exit(f"demo: {error}")
