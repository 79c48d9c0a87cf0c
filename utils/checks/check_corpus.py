#!/usr/bin/env python3
# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs the tools over a corpus of recorded programs and counts the results.

    check_corpus.py parser GOLDEN         texts that parse and print
    check_corpus.py infer_type GOLDEN     types that import infers
    check_corpus.py roundtrip FOLDER      texts through the dialect and back
    check_corpus.py evaluate GOLDEN       values of functions (needs NumPy)
    check_corpus.py qnn_evaluate GOLDEN   values of quantized functions
    check_corpus.py passes GOLDEN         modules through passes

GOLDEN is a folder of JSON-lines files, FOLDER one with `.relay` files below it.
For each record the outcome is "passed", "failed", or "not covered" if it uses
what RelayLite does not have. The exit code is 1 if a record failed.

A further check is a function marked with @check: it takes the options and
yields (name, Outcome) pairs; `--only` and `--limit` are applied to the names.
"""

import argparse
import base64
import io
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

# Errors that say that a program uses what RelayLite does not have.
NOT_COVERED = re.compile(
    r"not supported yet|algebraic data types|unknown operator '|unknown pass '"
    r"|element type '.*' is not supported"
)


@dataclass
class Outcome:
    status: str  # "passed", "failed" or "not covered"
    reason: str = ""


PASSED = Outcome("passed")


def failed(reason):
    """The outcome of a record that went wrong; errors may excuse it."""
    status = "not covered" if NOT_COVERED.search(reason) else "failed"
    return Outcome(status, reason.strip())


CHECKS = {}


def check(function):
    CHECKS[function.__name__] = function
    return function


class Tools:
    """The tools of a build folder."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def run(self, tool, *args, stdin=None):
        """Runs a tool; returns (exit code, standard output, errors)."""
        result = subprocess.run(
            [self.folder / tool, *args],
            input=stdin,
            capture_output=True,
            text=True,
            timeout=600,
        )
        return result.returncode, result.stdout, result.stderr

    def translate(self, direction, text, *args):
        return self.run("relay-lite-translate", f"--{direction}", *args, stdin=text)

    def difference(self, left, right, *args):
        """How two texts differ structurally; empty if they are equal."""
        with tempfile.TemporaryDirectory() as folder:
            paths = [Path(folder, name) for name in ("left.relay", "right.relay")]
            for path, text in zip(paths, (left, right)):
                path.write_text(text)
            code, _, errors = self.run("relay-lite-compare", *args, *paths)
        return errors or "different" if code else ""


def records(path):
    with open(path) as lines:
        for line in lines:
            yield json.loads(line)


def canonical(text):
    """A text without comments, metadata, and differences in white space."""
    text = text.partition("#[metadata]")[0]
    text = re.sub(r"/\*.*?\*/|//[^\n]*", " ", text, flags=re.DOTALL)
    text = re.sub(r"\s+", " ", text)
    return re.sub(r" ?([(){}\[\],;=]) ?", r"\1", text).strip()


def each(options, names_and_jobs):
    """Runs the jobs of (name, job) pairs in parallel, in order."""
    chosen = [
        (name, job)
        for name, job in names_and_jobs
        if not options.only or options.only in name
    ]
    if options.limit:
        chosen = chosen[: options.limit]
    with ThreadPoolExecutor(options.jobs) as pool:
        outcomes = pool.map(lambda pair: pair[1](), chosen)
        yield from zip((name for name, _ in chosen), outcomes)


@check
def parser(options):
    """Texts that parse and print as recorded, and errors where they belong."""
    tools = options.tools

    def run(record):
        code, out, errors = tools.translate("format-relay", record["text"])
        if not record["accepted"]:
            if code == 0:
                return failed("expected an error, but the text was accepted")
            line = record["error"]["diagnostics"][0]["line"]
            if not re.match(rf"<stdin>:{line}:\d+: error: ", errors):
                return failed(f"expected an error in line {line}, but got: {errors}")
            return PASSED
        if code:
            return failed(errors)
        # The recorded result has inferred types; only modules get them.
        expected = record["result"]
        if record["what"] == "expr":
            difference = tools.difference(out, expected, "--map-free-vars")
            if difference:
                return failed(difference)
            if canonical(out) != canonical(expected):
                return failed(f"printed\n{out}expected\n{expected}")
            return PASSED
        # Reading what was recorded and printing it must not change it.
        code, again, errors = tools.translate("format-relay", expected)
        if code:
            return failed(errors)
        if canonical(again) != canonical(expected):
            return failed(f"printed\n{again}expected\n{expected}")
        return PASSED

    return each(
        options,
        (
            (record["id"], lambda record=record: run(record))
            for record in records(options.corpus / "parser.jsonl")
        ),
    )


# The reasons of records that are different on purpose, by their ids.
BY_DESIGN = dict(
    line.split(" ", 1)
    for line in Path(__file__).with_name("corpus_differences.txt").read_text().splitlines()
    if not line.startswith("#")
)


def plain_dims(text):
    """A text in which the dimensions of types and the integers of lists have no
    width, and symbolic dimensions are `?`: RelayLite keeps neither."""
    text = re.sub(r"meta\[tir\.\w+\]\[\d+\]", "?", text)
    return re.sub(
        r"Tensor\[\([^()]*\)|=\[[^\[\]]*\]",
        lambda match: re.sub(r"(?<=\d)i(64|32)\b", "", match.group()),
        text,
    )


def typed(text):
    """The types in the comments of a text, in their order."""
    return re.findall(r"/\* ty=(.*?) \*/", text, flags=re.DOTALL)


# Constants are computed in other orders of operations, which shows where large
# terms cancel.
TOLERANCE = ("--rtol=1e-5", "--atol=1e-6")


def same_after_roundtrip(tools, out, expected):
    """Whether a text is the expected one as import and export write it: symbolic
    sizes become `?`, and a let in the place of an argument moves out."""
    code, module, _ = tools.translate("import-relay", expected)
    if code:
        return False
    code, again, _ = tools.translate("export-relay", module)
    return not code and not tools.difference(out, again, *TOLERANCE)


def each_record(options, file, run, prefix=""):
    """Names and jobs, for `each`, that run `run` on the records of a file, but for those that
    differ by design. `prefix` comes before their names."""

    def checked(record):
        if record["id"] in BY_DESIGN:
            return Outcome("not covered", BY_DESIGN[record["id"]])
        return run(record)

    return (
        (prefix + record["id"], lambda record=record: checked(record))
        for record in records(options.corpus / file)
    )


@check
def infer_type(options):
    """Programs that import gives the recorded types, and errors where they belong."""
    tools = options.tools

    def run(record):
        code, module, errors = tools.translate("import-relay", record["input"])
        if "error" in record:
            if code == 0:
                return failed("expected an error, but the program was accepted")
            is_other = NOT_COVERED.search(errors) or " error: " not in errors
            return failed(errors) if is_other else PASSED
        if code:
            return failed(errors)
        code, out, errors = tools.translate("export-relay", module)
        if code:
            return failed(errors)
        expected = plain_dims(record["output"])
        difference = tools.difference(out, expected)
        if difference and same_after_roundtrip(tools, out, expected):
            return PASSED
        if difference:
            return failed(difference)
        if typed(plain_dims(out)) != typed(expected):
            return failed(f"the types differ:\n{out}\nexpected\n{expected}")
        return PASSED

    return each(options, each_record(options, "infer_type.jsonl", run))


def roundtrip_text(tools, text):
    """Import, export, import, export: the same program, the same text."""
    code, module, errors = tools.translate("import-relay", text)
    if code:
        return failed(errors)
    code, out, errors = tools.translate("export-relay", module)
    if code:
        return failed(errors)
    difference = tools.difference(text, out)
    if difference:
        return failed(difference)
    if canonical(out) != canonical(text):
        return failed(f"the text differs:\n{out}")
    code, again, errors = tools.translate("import-relay", out)
    if code:
        return failed(errors)
    code, last, errors = tools.translate("export-relay", again)
    if code:
        return failed(errors)
    return PASSED if last == out else failed("the second export differs")


@check
def roundtrip(options):
    """Texts that are the same after import and export."""
    return each(
        options,
        (
            (
                str(path.relative_to(options.corpus)),
                lambda path=path: roundtrip_text(options.tools, path.read_text()),
            )
            for path in sorted(options.corpus.rglob("*.relay"))
        ),
    )


def parameters(text, function):
    """Names and element types (None for tuples) of a function's parameters."""
    start = re.search(rf"def @{re.escape(function)}(\[[^\]]*\])?\(", text).end()
    depth, names, position = 1, [], start
    while depth:
        character = text[position]
        depth += (character in "([{") - (character in ")]}")
        if character == "%" and depth == 1:
            names.append(
                re.match(
                    r"%([\w./]+)(?:: (?:Tensor\[\([^()]*\), )?(\w+))?", text[position:]
                ).groups()
            )
        position += 1
    return names


def load_value(value):
    """Arrays of a recorded value, tuples flattened, with the paths to them."""
    import numpy as np

    if "npy" in value:
        yield "", np.load(io.BytesIO(base64.b64decode(value["npy"])))
        return
    for i, field in enumerate(value["tuple"]):
        for path, array in load_value(field):
            yield f".{i}{path}", array


def compare_arrays(actual, expected):
    """How two arrays differ; empty if they are near enough."""
    import numpy as np

    # NumPy has no bfloat16: either side shows its bytes.
    if {actual.dtype.str, expected.dtype.str} == {"|V2", "<u2"}:
        actual, expected = (array.view("<u2") for array in (actual, expected))
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return (
            f"expected {expected.dtype} {expected.shape}, "
            f"but got {actual.dtype} {actual.shape}"
        )
    if expected.dtype.kind != "f":
        equal = np.array_equal(actual, expected)
        return "" if equal else f"expected {expected}, but got {actual}"
    tolerance = 1e-2 if expected.dtype == np.float16 else 1e-5
    if np.allclose(actual, expected, rtol=tolerance, atol=tolerance, equal_nan=True):
        return ""
    with np.errstate(invalid="ignore"):
        return f"values differ by {np.nanmax(np.abs(actual - expected))}"


def evaluate_text(tools, record):
    import numpy as np

    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        (folder / "module.relay").write_text(record["input"])
        arguments = [folder / "module.relay", "--function", record["entry"]]
        # The recorded engines cast to the types of parameters.
        inputs = {
            name + path: array.astype(dtype) if dtype in np.sctypeDict else array
            for (name, dtype), value in zip(
                parameters(record["input"], record["entry"]), record["inputs"]
            )
            for path, array in load_value(value)
        }
        np.savez(folder / "inputs.npz", **inputs)
        code, _, errors = tools.run(
            "relay-lite-run",
            *arguments,
            *("--inputs", folder / "inputs.npz", "--output", folder / "out.npz"),
        )
        if code:
            return failed(errors)
        with np.load(folder / "out.npz") as actual:
            expected = [array for _, array in load_value(record["outputs"])]
            if len(actual.files) != len(expected):
                return failed(f"{len(actual.files)} results for {len(expected)}")
            for i, array in enumerate(expected):
                if difference := compare_arrays(actual[f"output{i}"], array):
                    return failed(f"output{i}: {difference}")
    return PASSED


@check
def evaluate(options):
    """Functions that give the recorded values."""
    def run(record):
        return evaluate_text(options.tools, record)

    return each(options, each_record(options, "evaluate.jsonl", run))


def evaluate_quantized(tools, record, target):
    """The value of a recorded quantized program on a target, if there is one."""
    import numpy as np

    def decode(text):
        return np.load(io.BytesIO(base64.b64decode(text)))

    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        code, module, errors = tools.translate("import-relay", record["input"])
        if code:
            return failed(errors)
        if target:
            passes = ",".join(
                f"relay-qnn-{name}{{target={{{target}}}}}" for name in ("legalize", "canonicalize")
            )
            pipeline = f"--pass-pipeline=builtin.module(func.func({passes}))"
            code, module, errors = tools.run("relay-lite-opt", pipeline, stdin=module)
            if code:
                return failed(errors)
        (folder / "module.mlir").write_text(module)
        names = [name for name, _ in parameters(record["input"], record["entry"])]
        np.savez(folder / "in.npz", **dict(zip(names, map(decode, record["inputs"]))))
        code, _, errors = tools.run(
            "relay-lite-run", folder / "module.mlir", "--function", record["entry"],
            *("--inputs", folder / "in.npz", "--output", folder / "out.npz"),
        )
        if code:
            return failed(errors)
        with np.load(folder / "out.npz") as actual:
            output = record.get("outputs_x86_sse41" if target else "outputs_no_target")
            # Some were recorded on one target only.
            if not output:
                return PASSED
            if difference := compare_arrays(actual["output0"], decode(output)):
                return failed(f"on {target or 'no target'}: {difference}")
    return PASSED


def qnn_evaluate_text(tools, record):
    for target in ("", "llvm -mcpu=x86-64-v2"):
        outcome = evaluate_quantized(tools, record, target)
        if outcome.status != "passed":
            return outcome
    return PASSED


@check
def qnn_evaluate(options):
    """Quantized functions that give the recorded values, bit for bit."""
    def run(record):
        return qnn_evaluate_text(options.tools, record)

    return each(options, each_record(options, "qnn_evaluate.jsonl", run))


def desired_layouts(layouts):
    """TVM's map of operators to layouts as the option of the pass has it."""
    return ",".join(":".join([name, *of]) for name, of in layouts.items())


# The options, in MLIR's syntax, of a recorded pass with given arguments.
PASS_OPTIONS = {
    "CombineParallelBatchMatmul": lambda args: (
        f"{{min-num-branches={args['min_num_branches']}}}"
    ),
    "CombineParallelConv2d": lambda args: (
        f"{{min-num-branches={args['min_num_branches']}}}"
    ),
    "CombineParallelDense": lambda args: (
        f"{{min-num-branches={args['min_num_branches']}"
        f" to-batch={str(args['to_batch']).lower()}}}"
    ),
    "ConvertLayout": lambda args: (
        f"{{desired-layouts={desired_layouts(args['desired_layouts'])}"
        f" skip-layers={','.join(map(str, args.get('skip_layers', [])))}}}"
        if args["desired_layouts"]
        else ""
    ),
    "DeadCodeElimination": lambda args: (
        f"{{inline-once={str(args['inline_once']).lower()}"
        f" ignore-impurity={str(args['ignore_impurity']).lower()}}}"
    ),
    "EtaExpand": lambda args: (
        f"{{expand-constructor={str(args['expand_constructor']).lower()}"
        f" expand-global-var={str(args['expand_global_var']).lower()}}}"
    ),
    "FakeQuantizationToInteger": lambda args: (
        f"{{hard-fail={str(args['hard_fail']).lower()}"
        f" use-qat={str(args['use_qat']).lower()}}}"
    ),
    "FoldConstant": lambda args: f"{{fold-qnn={str(args['fold_qnn']).lower()}}}",
    "FuseOps": lambda args: f"{{fuse-opt-level={args['fuse_opt_level']}}}",
    "Legalize": lambda args: (
        f"{{legalize-map-attr-name={args['legalize_map_attr_name']}"
        + (f" target={{{args['target'].strip()}}}" if args["target"] else "")
        + "}"
    ),
    "RemoveUnusedFunctions": lambda args: (
        f"{{entry-functions={','.join(args['entry_functions'])}}}"
        if args["entry_functions"]
        else ""
    ),
    "ToMixedPrecision": lambda args: (
        f"{{mixed-precision-type={args['mixed_precision_type']}"
        f" missing-op-mode={args['missing_op_mode']}}}"
    ),
    "SplitArgs": lambda args: f"{{max-function-args={args['max_function_args']}}}",
}
# The passes of TVM's Sequentials, as functions of the arguments.
SEQUENTIALS = {
    "AnnotateTarget": lambda args: [
        f"AnnotateTargetFunc{{targets={args['targets']}"
        f" include-non-call-ops={str(args['include_non_call_ops']).lower()}"
        # The recorded operators that TVM's dnnl supports.
        " supported-ops=dnnl:nn.conv2d:add}",
        "InferType",
    ],
    "MergeCompilerRegions": lambda args: ["MergeCompilerRegions", "InferType"],
    "PartitionGraph": lambda args: [
        "FlattenNestedTuples",
        "RemoveDefaultAnnotations",
        f"PartitionGraph{{bind-constants={str(args['bind_constants']).lower()}}}",
        f"NameMangleExtFuncs{{mod-name={args['mod_name']}}}",
        "InferType",
    ],
}
# Files of recorded passes that are checked.
PASS_FILES = [
    "AlterOpLayout",
    "AnnotateTarget",
    "BackwardFoldScaleAxis",
    "CanonicalizeCast",
    "CanonicalizeOps",
    "CombineParallelBatchMatmul",
    "CombineParallelConv2d",
    "CombineParallelDense",
    "ConvertLayout",
    "DeadCodeElimination",
    "DefuseOps",
    "DivToMul",
    "DynamicToStatic",
    "EliminateCommonSubexpr",
    "FastMath",
    "EtaExpand",
    "FakeQuantizationToInteger",
    "FlattenAtrousConv",
    "FoldConstant",
    "FoldExplicitPadding",
    "FoldScaleAxis",
    "ForwardFoldScaleAxis",
    "FuseOps",
    "InlineGlobals",
    "LambdaLift",
    "Legalize",
    "RemoveUnusedFunctions",
    "SimplifyExpr",
    "SimplifyInference",
    "SplitArgs",
    "ToANormalForm",
    "ToBasicBlockNormalForm",
    "ToGraphNormalForm",
    "ToMixedPrecision",
    "sequential",
]


def pass_elements(record, context):
    """A recorded pass with its options, or those that it consists of."""
    args = {
        **record["args"],
        **context.get("layout_config", {}),
        "target": context.get("target", ""),
    }
    made = record["factory"].rpartition(".")[2]
    if made in SEQUENTIALS:
        return SEQUENTIALS[made](args)
    name = record["pass"]
    return [name.strip() + PASS_OPTIONS.get(name, lambda args: "")(args)]


def pass_pipeline(record):
    """The arguments that run the recorded pass or Sequential under its context."""
    config = dict(record["ctx"]["config"])
    # Targets limit the number of arguments of a kernel.
    limit = re.search(r"-max_function_args=(\d+)", record["ctx"].get("target", ""))
    if limit:
        config["relay.FuseOps.max_function_args"] = limit[1]
    if record["factory"] != "Sequential":
        passes = ",".join(pass_elements(record, record["ctx"]))
        config = "".join(
            f" config={key}={str(value).lower()}"
            for key, value in config.items()
        )
        # Called by itself, a pass runs whatever its level.
        return f"relay-sequential{{passes={passes} opt-level=9{config}}}"
    if record["args"]["name"] != "sequential":
        return None
    context = record["ctx"]
    passes = [
        element
        for each in record["args"]["passes"]
        for element in pass_elements(each, context)
    ]
    options = [f"passes={','.join(passes)}"] if passes else []
    options.append(f"opt-level={context['opt_level']}")
    for option in ("required", "disabled"):
        if names := context[option + "_pass"]:
            options.append(f"{option}={','.join(names)}")
    if config:
        return None
    return f"relay-sequential{{{' '.join(options)}}}"


def rename_lifted(text):
    """A text in which the functions that LambdaLift made, with hashes for names,
    are numbered in the order of their first uses."""
    bodies = dict(re.findall(r"^def @(\w+)(.*?)^}", text, re.DOTALL | re.MULTILINE))
    names, queue = {}, [name for name in bodies if not name.startswith("lifted_name")]
    for function in queue:
        for name in re.findall(r"@(lifted_name\w+)", bodies[function]):
            if name not in names:
                names[name] = f"lifted_{len(names)}"
                queue.append(name)
    return re.sub(r"lifted_name\w+", lambda match: names[match.group()], text)


def pass_text(tools, record):
    """The recorded input through the pass gives the recorded output."""
    pipeline = pass_pipeline(record)
    if not pipeline:
        return Outcome("not covered", "it needs a target")
    code, module, errors = tools.translate("import-relay", record["input"])
    if not code:
        code, module, errors = tools.run(
            "relay-lite-opt", f"--pass-pipeline=builtin.module({pipeline})", stdin=module
        )
    if "error" in record:
        if code and not NOT_COVERED.search(errors):
            return PASSED
        return failed(errors or f"expected an error: {record['error']['message']}")
    if code:
        return failed(errors)
    code, out, errors = tools.translate("export-relay", module)
    if code:
        return failed(errors)
    expected = record["output"]
    if record["pass"] == "LambdaLift":
        out, expected = rename_lifted(out), rename_lifted(expected)
    difference = tools.difference(out, expected, *TOLERANCE)
    if difference and not same_after_roundtrip(tools, out, expected):
        return failed(difference)
    return PASSED


@check
def passes(options):
    """Modules that passes change as TVM does, or leave alone."""
    def run(record):
        return pass_text(options.tools, record)

    return each(
        options,
        itertools.chain.from_iterable(
            each_record(options, f"{name}.jsonl", run, f"{name} ") for name in PASS_FILES
        ),
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("check", choices=sorted(CHECKS))
    parser.add_argument("corpus", type=Path, help="folder of recorded programs")
    default = Path(__file__).resolve().parents[2] / "build" / "bin"
    parser.add_argument("--tools", type=Tools, default=Tools(default), metavar="BIN")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", help="records with this in their names")
    parser.add_argument("--limit", type=int, help="at most so many records")
    parser.add_argument("-v", "--verbose", action="store_true", help="show reasons")
    options = parser.parse_args()

    counts = {"passed": 0, "failed": 0, "not covered": 0}
    for name, outcome in CHECKS[options.check](options):
        counts[outcome.status] += 1
        if outcome.status == "failed" or (options.verbose and outcome.reason):
            lines = outcome.reason.splitlines()
            reason = outcome.reason if options.verbose else lines[0] if lines else ""
            print(f"{outcome.status}: {name}: {reason}")
    print(", ".join(f"{count} {status}" for status, count in counts.items()))
    return 1 if counts["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
