#!/usr/bin/env python3
"""Generates the references in docs/reference from the ODS files (`make docs`).

Ops.md holds the types and the operations, a section for each family; Passes.md
the passes. With --check nothing is written: the exit code says whether the files
are as they would be generated.
"""

import argparse
import json
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))
import lint

IR = lint.ROOT / "include/RelayLite/Dialect/Relay/IR"
OUT = lint.ROOT / "docs/reference"
NOTE = "<!-- Generated from the ODS files by `make docs`; do not edit. -->\n"

# The families in the order of the document: ODS file, heading, introduction.
FAMILIES = [
    ("CoreOps", "Core", "Constants, tuples, branches, references, bindings."),
    ("FunctionOps", "Functions", "Calls, function literals and functions as values."),
    ("TypeOps", "Type definitions", "Definitions of algebraic data types."),
    ("CustomOps", "Operators of programs", "Operators that scripts register."),
    ("ElementwiseOps", "Elementwise", "One operand, one result of the same shape."),
    ("BinaryOps", "Binary", "Operators on operands that broadcast to each other."),
    ("CreationOps", "Creation", "Tensors from attributes or shapes."),
    ("TransformOps", "Transform", "Shapes, slices and layouts."),
    ("IndexingOps", "Indices", "Gathers, scatters and other operators of positions."),
    ("SortOps", "Sorting and scanning", "Operators that sort, search and accumulate along an axis."),
    ("ReduceOps", "Reduce", "Reductions over axes."),
    ("NNOps", "Neural networks", "Activations, dense layers and padding."),
    ("NNConvOps", "Convolutions", "Convolutions and their transpose."),
    ("NNNormOps", "Normalisation", "Normalisation layers."),
    ("NNLossOps", "Losses", "Losses of predictions against targets."),
    ("NNPoolOps", "Pooling", "Pooling over windows, and over everything."),
    ("ImageOps", "Images", "Image operators."),
    ("VisionOps", "Object detection", "Boxes and regions of images."),
    ("NNSpaceOps", "Blocks of space", "Operators that trade space for batches."),
    ("PackOps", "Packed tensors", "Bits in words, weights in blocks, transformed kernels."),
    ("QnnOps", "Quantized tensors", "Operators on integers with a scale and a zero point."),
    ("SignalOps", "Signals", "Fourier transforms."),
    ("SparseOps", "Sparse tensors", "Operators on coordinates, and on matrices in CSR and BSR."),
    ("RandomOps", "Random numbers", "Numbers from the keys of a splittable generator."),
    ("DynOps", "Dynamic shapes", "Operators that take from operands what others take from attributes."),
    ("AnnotationOps", "Annotations", "Operators that tell passes something about a value."),
    ("VMOps", "Compiled programs", "Operators that TVM's compilers put into programs."),
]


def run_tblgen(build, name, td, *options):
    tool = lint.llvm_tool(name, build)
    return subprocess.run(
        [tool, *options, "-I", tool.parents[1] / "include", "-I", lint.ROOT / "include", td],
        capture_output=True, text=True, check=True).stdout


def tblgen(build, td, *options):
    result = run_tblgen(build, "mlir-tblgen", td, *options)
    # Comments of the generator, and lines of blanks.
    result = re.sub(r"^<!--.*?-->\n", "", result, flags=re.M)
    return re.sub(r"[ \t]+$", "", result, flags=re.M).strip() + "\n"


def demote(markdown):
    """One level deeper, for a section of a document; code stays."""
    parts = re.split(r"(^```.*?^```$)", markdown, flags=re.M | re.S)
    return "".join(p if p.startswith("```") else re.sub(r"^#", "##", p, flags=re.M) for p in parts)


def squeeze(markdown):
    return re.sub(r"\n{3,}", "\n\n", markdown)


def ops_document(build):
    known = {name for name, _, _ in FAMILIES}
    unknown = {p.stem for p in IR.glob("*Ops.td")} - known - {"RelayOps"}
    if unknown:
        sys.exit(f"generate_docs.py: not in FAMILIES: {', '.join(sorted(unknown))}")
    text = f"{NOTE}\n# Operations, types and attributes of the relay dialect\n\n"
    text += ("*For readers and writers of modules. Afterwards you know the operands, the attributes and an example of an "
             "operation.*\n\n")
    text += ("Operators have the names, attributes and defaults of TVM. An attribute that is not given has its "
             "default.\n[Dialect](../Dialect.md) explains the dialect as a whole.\n\n")
    text += "## Types\n\n" + demote(tblgen(build, IR / "RelayTypes.td", "-gen-typedef-doc",
                                           "-typedefs-dialect=relay")) + "\n"
    text += "## Attributes\n\n" + demote(tblgen(build, IR / "RelayAttributes.td", "-gen-attrdef-doc",
                                                "-attrdefs-dialect=relay")) + "\n"
    for name, heading, introduction in FAMILIES:
        text += f"## {heading}\n\n{introduction}\n\n"
        text += tblgen(build, IR / f"{name}.td", "-gen-op-doc", "-dialect=relay") + "\n"
    return squeeze(text)


def add_cpp_names(build, markdown, td, header):
    """Adds to the section of each pass what creates it in C++."""
    records = json.loads(run_tblgen(build, "llvm-tblgen", td, "-dump-json"))
    for record in records["!instanceof"]["PassBase"]:
        heading = f"### `-{records[record]['argument']}`\n"
        markdown = markdown.replace(heading, f"{heading}\n`create{record}()` in `{header}`\n")
    return markdown


def passes_document(build):
    include = lint.ROOT / "include/RelayLite"
    text = f"{NOTE}\n# Passes\n\n"
    text += "*For people who choose passes. Afterwards you know the options of a pass and an example of its effect.*\n\n"
    for heading, td in (("On the relay dialect", "Dialect/Relay/Transforms/Passes.td"),
                        ("Conversions", "Conversion/Passes.td"),
                        ("On upstream dialects", "Codegen/Passes.td")):
        text += f"## {heading}\n\n"
        text += add_cpp_names(build, tblgen(build, include / td, "-gen-pass-doc"), include / td,
                              "RelayLite/" + td.replace(".td", ".h")) + "\n"
    return squeeze(text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--check", action="store_true", help="compare only")
    arguments = parser.parse_args()
    stale = []
    for name, document in (("Ops.md", ops_document), ("Passes.md", passes_document)):
        text = document(arguments.build).rstrip() + "\n"
        path = OUT / name
        if path.exists() and path.read_text() == text:
            continue
        if arguments.check:
            stale.append(path.relative_to(lint.ROOT))
            continue
        OUT.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        print(f"wrote {path.relative_to(lint.ROOT)}")
    for path in stale:
        print(f"{path} is not what `make docs` generates")
    return bool(stale)


if __name__ == "__main__":
    sys.exit(main())
