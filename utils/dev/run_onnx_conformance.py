#!/usr/bin/env python3
"""Runs ONNX's conformance tests, and tells how many pass and why others fail: those of operators of the
installed package, or those in the files of another version.

  RELAYLITE_PYTHON_PATH=build/python build/venv/bin/python3 utils/dev/run_onnx_conformance.py
  ... run_onnx_conformance.py --filter 'resize|upsample' --verbose
  ... run_onnx_conformance.py --data onnx-1.14.1/onnx/backend/test/data

With --export, models that are imported are exported again: onnx.checker has to accept them, and
onnxruntime has to give the outputs of the test. Models that onnxruntime does not run in their
first form run here after a second import. With --plain, nodes come from Relay's operators alone,
not from the nodes that were imported.

Tests run in processes of their own, so that none ends the others.
"""

import argparse
import collections
import multiprocessing
import os
import re
import sys
import traceback
from pathlib import Path

import numpy as np

sys.path[:0] = [os.environ.get("RELAYLITE_PYTHON_PATH", "build/python"),
                str(Path(__file__).resolve().parents[2] / "test/python")]

import onnx_cases  # noqa: E402


def export_case(case, plain):
    """Import and export a case, and run the result: an error if something fails. The text
    "not imported" is no error."""
    try:
        return round_trip(case, plain)
    except Exception:
        if attempt(onnx_cases.run_case, case)[0]:
            return "not imported"
        raise


def round_trip(case, plain):
    """Import and export a case, and run the result."""
    import relay_lite.onnx_backend as backend
    from relay_lite import relay

    for inputs, outputs in case.data_sets:
        arrays = list(map(onnx_cases.to_array, inputs))
        unsized = {info.name: backend._get_shape(value)
                   for info, value in zip(case.model.graph.input, arrays)
                   if not info.type.HasField("tensor_type")}
        mod, params = relay.frontend.from_onnx(case.model, shape=unsized)
        if plain:
            facts = dict(mod["main"].attrs["onnx"])
            mod["main"] = mod["main"].with_attr("onnx", {**facts, "forms": [], "nodes": {}})
        proto = relay.frontend.to_onnx(mod, params, case.name)
        check_exported(case, proto, arrays, list(map(onnx_cases.to_array, outputs)))
        if len(proto.graph.node) > len(case.model.graph.node) and not plain:
            raise AssertionError(f"{len(case.model.graph.node)} nodes went in, but "
                                 f"{len(proto.graph.node)} came out")
    return ""


def check_exported(case, proto, arrays, expected):
    """Check a model that was exported: an error if its outputs are neither those of the test nor
    those that onnxruntime finds for the model of the test."""
    import onnx
    import relay_lite.onnx_backend as backend
    from onnx.backend.test.runner import Runner

    onnx.checker.check_model(proto, full_check=is_accepted(case.model))
    names = {info.name for info in proto.graph.input}
    feeds = {info.name: np.asarray(array) if np.isscalar(array) else array
             for info, array in zip(case.model.graph.input, arrays)}
    source = run_by_onnxruntime(case.model, feeds)
    feeds = {name: array for name, array in feeds.items() if name in names}
    if isinstance(source, Exception):
        found = list(backend.run_model(proto, feeds))
    else:
        found = run_by_onnxruntime(proto, feeds)
        if isinstance(found, Exception):
            raise found
        try:
            Runner.assert_similar_outputs(source, found, case.rtol, case.atol)
            return
        except AssertionError:
            pass
    Runner.assert_similar_outputs(expected, found, case.rtol, case.atol)


def is_accepted(model):
    """Return whether ONNX's checker accepts a model with its types."""
    import onnx

    try:
        onnx.checker.check_model(model, full_check=True)
    except Exception:
        return False
    return True


def run_by_onnxruntime(model, feeds):
    """Return the outputs of a model, or the error of onnxruntime."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.log_severity_level = 4
    try:
        session = onnxruntime.InferenceSession(model.SerializeToString(), options)
        return session.run(None, feeds)
    except Exception as error:
        return error


def attempt(run, *arguments):
    """Return the reason why a case fails, or an empty text."""
    try:
        return run(*arguments) or "", ""
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        if isinstance(error, AssertionError):
            return "other result: " + " ".join(lines[:6])[:200], traceback.format_exc()
        return f"{type(error).__name__}: {' '.join(lines[:3])}"[:300], traceback.format_exc()


def main():
    """Run the tests that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="a regular expression for names")
    parser.add_argument("--data", metavar="FOLDER", help="the folder backend/test/data of a package onnx")
    parser.add_argument("--verbose", action="store_true", help="print traces of errors")
    parser.add_argument("--failures", metavar="FILE", help="write names and reasons to a file")
    parser.add_argument("--export", action="store_true", help="import and export each model")
    parser.add_argument("--plain", action="store_true",
                        help="export without knowledge of the nodes that were imported")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes run tests (2)")
    arguments = parser.parse_args()
    if arguments.data and arguments.export:
        parser.error("--export is for the tests of the installed package")
    found = onnx_cases.find_cases(arguments.data) if arguments.data else onnx_cases.generate_cases()
    cases = [case for case in found if re.search(arguments.filter, case.name)]
    failed = {}
    with multiprocessing.Pool(arguments.jobs, maxtasksperchild=100) as pool:
        task = (export_case, arguments.plain) if arguments.export else (onnx_cases.run_case,)
        pending = [(case, pool.apply_async(attempt, (task[0], case, *task[1:]))) for case in cases]
        for case, result in pending:
            try:
                reason, trace = result.get(120)
            except multiprocessing.TimeoutError:
                reason, trace = "no result after 120 s: a crash or a hang", ""
            if reason == "not imported":
                cases = [other for other in cases if other is not case]
            elif reason:
                failed[case.name] = reason
                if arguments.verbose:
                    print(f"--- {case.name}\n{trace}")
    for name, reason in sorted(failed.items(), key=lambda item: (item[1], item[0])):
        print(f"{name}: {reason}")
    if arguments.failures:
        with open(arguments.failures, "w", encoding="utf-8") as file:
            file.writelines(f"{name}\t{reason}\n" for name, reason in sorted(failed.items()))
    kinds = collections.Counter(re.sub(r"'[^']*'|\d+", "", reason)[:60]
                                for reason in failed.values())
    for kind, number in kinds.most_common():
        print(f"{number:5} {kind}")
    print(f"{len(cases) - len(failed)} of {len(cases)} passed")


if __name__ == "__main__":
    main()
