#!/usr/bin/env python3
"""Runs ONNX's conformance tests, and tells how many pass and why others fail: those of operators of the
installed package, or those in the files of another version.

  RELAYLITE_PYTHON_PATH=build/python build/venv/bin/python3 utils/dev/run_onnx_conformance.py
  ... run_onnx_conformance.py --filter 'resize|upsample' --verbose
  ... run_onnx_conformance.py --data onnx-1.14.1/onnx/backend/test/data

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

sys.path[:0] = [os.environ.get("RELAYLITE_PYTHON_PATH", "build/python"),
                str(Path(__file__).resolve().parents[2] / "test/python")]

import onnx_cases  # noqa: E402


def attempt(case):
    """Return the reason why a case fails, or an empty text."""
    try:
        onnx_cases.run_case(case)
    except Exception as error:
        lines = [line for line in str(error).splitlines() if line.strip()]
        if isinstance(error, AssertionError):
            return "other result: " + " ".join(lines[:6])[:200], traceback.format_exc()
        return f"{type(error).__name__}: {lines[0] if lines else ''}"[:300], traceback.format_exc()
    return "", ""


def main():
    """Run the tests that the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--filter", default="", help="a regular expression for names")
    parser.add_argument("--data", metavar="FOLDER", help="the folder backend/test/data of a package onnx")
    parser.add_argument("--verbose", action="store_true", help="print traces of errors")
    parser.add_argument("--failures", metavar="FILE", help="write names and reasons to a file")
    parser.add_argument("--jobs", type=int, default=2, help="how many processes run tests (2)")
    arguments = parser.parse_args()
    found = onnx_cases.find_cases(arguments.data) if arguments.data else onnx_cases.generate_cases()
    cases = [case for case in found if re.search(arguments.filter, case.name)]
    failed = {}
    with multiprocessing.Pool(arguments.jobs, maxtasksperchild=100) as pool:
        pending = [(case, pool.apply_async(attempt, (case,))) for case in cases]
        for case, result in pending:
            try:
                reason, trace = result.get(120)
            except multiprocessing.TimeoutError:
                reason, trace = "no result after 120 s: a crash or a hang", ""
            if reason:
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
