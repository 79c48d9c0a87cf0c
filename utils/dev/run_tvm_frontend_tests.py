#!/usr/bin/env python3
"""Runs TVM's own tests of its importers on RelayLite, and prints for each test whether it passes, or why
not.

  PYTHONPATH=build/python PYTHON utils/dev/run_tvm_frontend_tests.py TVM [pytorch|tflite|keras ...]

TVM is the folder of a checkout of TVM 0.16. PYTHON has pytest, and also torch and torchvision for
pytorch, and tensorflow and tflite for tflite and keras. Each test runs in a process of its own, without
a network and with a time limit. At the end come the tests that fail, by the reason, and the counts.
"""

import argparse
import collections
import multiprocessing
import os
import re
import sys
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

FOLDERS = ("pytorch", "tflite", "keras")
# The words of a test that opens a connection.
_DOWNLOAD = "it downloads a file"
# TVM's function that downloads networks; RelayLite has none.
_DOWNLOADER = "tvm.relay.testing.tf.get_workload_official"


def refuse_connections():
    """Make sockets of this process raise an error."""
    import socket

    def refuse(*arguments, **options):
        raise OSError(_DOWNLOAD)

    socket.getaddrinfo = socket.create_connection = socket.socket.connect = refuse


def convert_in_this_process():
    """Let TensorFlow's old converter of TFLite models, which tests ask for, run in this process. As a
    program of its own it takes seconds for each model."""
    from tensorflow.lite.python import convert

    convert._deprecated_conversion_binary = ""


def use_new_converter():
    """Let TensorFlow write TFLite models by its new converter where tests ask for the old one."""
    from tensorflow.lite.python import lite

    lite.TFLiteConverterBase.experimental_new_converter = property(
        lambda converter: True, lambda converter, value: None)


def shorten(reason, folder):
    """Return a reason in one line, without the names of folders."""
    reason = " ".join(reason.replace(str(folder), "TVM").split())
    if _DOWNLOAD in reason or _DOWNLOADER in reason:
        return _DOWNLOAD
    return re.sub(r"(/[\w.+-]+)+/(?=[\w.+-])", "", re.sub(r"0x[0-9a-f]+", "0x", reason))[:200]


def get_reason(report):
    """Return why a test failed or was skipped."""
    if isinstance(report.longrepr, tuple):
        return str(report.longrepr[2]).removeprefix("Skipped: ")
    crash = getattr(report.longrepr, "reprcrash", None)
    return crash.message if crash else str(report.longrepr)


def get_outcome(reports):
    """Return the outcome of a test and the reason."""
    for report in reports:
        if hasattr(report, "wasxfail"):
            return "skipped", f"TVM expects it to fail: {report.wasxfail or 'no reason given'}"
        if report.failed:
            return "failed", get_reason(report)
        if report.skipped:
            return "skipped", get_reason(report)
    return "passed", ""


class ForkedTests:
    """A plugin of pytest that runs each test in a process of its own."""

    def __init__(self, root, seconds):
        self.root = root
        self.seconds = seconds
        self.results = []

    def _run_child(self, item, nextitem, pipe):
        """Run a test, and send the outcome."""
        refuse_connections()
        pipe.send(get_outcome(runtestprotocol(item, nextitem=nextitem, log=False)))
        pipe.close()
        os._exit(0)

    def pytest_runtest_protocol(self, item, nextitem):
        """Run a test in a child of this process."""
        fork = multiprocessing.get_context("fork")
        receiver, sender = fork.Pipe(duplex=False)
        child = fork.Process(target=self._run_child, args=(item, nextitem, sender))
        child.start()
        sender.close()
        outcome = "failed", f"no result after {self.seconds} s"
        if receiver.poll(self.seconds):
            try:
                outcome = receiver.recv()
            except EOFError:
                child.join()
                outcome = "failed", f"the process ended with code {child.exitcode}"
        child.kill()
        child.join()
        name = item.nodeid.split("::", 1)[1]
        self.results.append((Path(item.fspath).name, name, outcome[0], shorten(outcome[1], self.root)))
        file, name, outcome, reason = self.results[-1]
        print(f"{file} {name}: {outcome}{': ' * bool(reason)}{reason}", flush=True)
        return True

    def pytest_collectreport(self, report):
        """Keep the error of a file that cannot be imported."""
        if report.failed:
            reason = shorten(str(report.longrepr).splitlines()[-1], self.root)
            self.results.append((Path(report.nodeid).name, "(the file)", "failed", reason))
            print(f"{self.results[-1][0]}: {reason}", flush=True)


def run_folder(root, folder, options):
    """Run the tests of a folder, and return the results."""
    if folder == "tflite":
        convert_in_this_process()
        if options.new_converter:
            use_new_converter()
    plugin = ForkedTests(root, options.seconds)
    files = sorted((root / "tests/python/frontend" / folder).glob("*test*.py"))
    if not files:
        raise SystemExit(f"error: {root} has no tests of {folder}")
    command = ["-p", "no:cacheprovider", "-p", "no:terminal", "-c", os.devnull,
               "--continue-on-collection-errors",
               *map(str, files)]
    command += ["-k", options.filter] if options.filter else []
    pytest.main(command, plugins=[plugin])
    return plugin.results


def print_table(folder, results):
    """Print counts of outcomes by file, and the tests that did not pass by the reason."""
    files = collections.defaultdict(collections.Counter)
    reasons = collections.defaultdict(list)
    for file, name, outcome, reason in results:
        files[file][outcome] += 1
        if outcome != "passed":
            reasons[f"{outcome}: {reason}"].append(name)
    print(f"\n{folder}\n| File | Passed | Skipped | Failed |\n|---|---|---|---|")
    for file, counts in files.items():
        print(f"| {file} | {counts['passed']} | {counts['skipped']} | {counts['failed']} |")
    for reason, names in sorted(reasons.items(), key=lambda item: -len(item[1])):
        print(f"{len(names):4} {reason}\n       " + ", ".join(names))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    parser.add_argument("tvm", type=Path, metavar="TVM", help="a checkout of TVM")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help=f"of {', '.join(FOLDERS)}; all")
    parser.add_argument("--filter", metavar="EXPRESSION", help="names of tests, as for pytest -k")
    parser.add_argument("--new-converter", action="store_true",
                        help="let TensorFlow's new converter write all TFLite models")
    parser.add_argument("--seconds", type=int, default=120, help="the limit of a test (120)")
    options = parser.parse_args()
    if unknown := set(options.folders) - set(FOLDERS):
        parser.error(f"no such folder: {', '.join(unknown)}")
    import relay_lite.as_tvm

    relay_lite.as_tvm.install()
    os.environ.setdefault("TVM_TEST_TARGETS", "llvm")
    sys.path.insert(0, str(options.tvm / "tests/python"))
    results = {folder: run_folder(options.tvm, folder, options)
               for folder in options.folders or FOLDERS}
    for folder, rows in results.items():
        print_table(folder, rows)
    return 0 if all(row[2] != "failed" for rows in results.values() for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
