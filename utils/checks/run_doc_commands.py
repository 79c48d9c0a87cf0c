#!/usr/bin/env python3
"""Runs the commands of a Markdown document, so that it cannot go stale.

The ```sh blocks of the document are run one after the other by one bash, in an
empty folder, and stop at the first error. The tools and this Python are first
in PATH; RELAYLITE is the checkout, BUILD the build folder. A block that directly
follows a line

    <!-- file: NAME -->      is written to NAME before anything runs
    <!-- output -->          must be what the sh block before it printed; a line
                             `...` stands for any lines
    <!-- from: FILE -->      must stand in FILE, a path from the root of the
                             checkout; a line `...` stands for what is left out

Lines are compared without leading and trailing blanks. Commands that cannot run
here stand in ```console blocks. Blocks that look like commands but would not be
run are errors: indented blocks and blocks without language or mark.

Exit code 77 (skipped) when NumPy, which the commands use, is not installed.
"""

import argparse
import importlib.util
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

import lint

BLOCK = re.compile(r"^(?:<!-- (?P<kind>file|output|from)(?:: (?P<name>\S+))? -->\n)?"
                   r"(?P<indent> *)(?P<fence>`{3,})(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)(?P=fence)$",
                   re.M | re.S)


def matches(expected, printed):
    """Whether lines match, `...` standing for any number of them."""
    if not expected:
        return not printed
    head, rest = expected[0], expected[1:]
    if head == "...":
        return any(matches(rest, printed[i:]) for i in range(len(printed) + 1))
    return bool(printed) and head == printed[0] and matches(rest, printed[1:])


def lines(text):
    return [line.strip() for line in text.splitlines() if line.strip()]


def check_excerpts(text):
    """The excerpts that do not stand in their files."""
    findings = []
    for block in BLOCK.finditer(text):
        if block["kind"] != "from":
            continue
        path = lint.ROOT / block["name"]
        source = lines(path.read_text()) if path.exists() else []
        if not matches(["...", *lines(block["text"]), "..."], source):
            findings.append(f"{block['name']} has no such lines:\n{block['text']}")
    return findings


def check_form(text):
    """The blocks that look like a command or an output, but are not read."""
    findings = [f"a block without language: {block['text']}" for block in BLOCK.finditer(text)
                if not block["language"] and not block["kind"]]
    rest = BLOCK.sub("", text)
    findings += [f"an indented block: {line.strip()}" for line in re.findall(r"^\n {4,}(?![ *-]).*", rest, re.M)]
    return findings + [f"a mark without a block: {mark}" for mark in re.findall(r"<!-- .*", rest)]


def run_document(text, build):
    """The faults of the document."""
    findings = check_form(text) + check_excerpts(text)
    if findings:
        return findings
    commands, expectations = [], {}
    # A folder below the build folder: temporary ones may be small.
    with tempfile.TemporaryDirectory(dir=build) as folder:
        for block in BLOCK.finditer(text):
            kind, content = block["kind"], textwrap.dedent(block["text"])
            if kind == "file":
                (Path(folder) / block["name"]).write_text(content)
            elif kind == "output":
                if not commands:
                    return ["an output before any command"]
                expectations[len(commands) - 1] = content
            elif block["language"] == "sh":
                commands.append(content)
        if not commands:
            return ["no commands"]
        script = "set -euo pipefail\n"
        for number, command in enumerate(commands):
            script += f"{{\n{command}\n}} > output{number}.txt\n"
        environment = {
            **os.environ,
            "PATH": ":".join(map(str, (build / "bin", Path(sys.executable).parent,
                                       lint.llvm_tool("x", build).parent, os.environ["PATH"]))),
            "RELAYLITE": str(lint.ROOT), "BUILD": str(build),
        }
        result = subprocess.run(["bash", "-c", script], cwd=folder, env=environment,
                                capture_output=True, text=True)
        for number, command in enumerate(commands):
            path = Path(folder) / f"output{number}.txt"
            printed = path.read_text() if path.exists() else ""
            last = not (Path(folder) / f"output{number + 1}.txt").exists()
            if result.returncode and last:
                findings.append(f"fails with code {result.returncode}:\n{command}{printed}{result.stderr}")
                break
            expected = expectations.get(number)
            if expected is not None and not matches(lines(expected), lines(printed)):
                findings.append(f"prints something else:\n{command}--- got\n{printed}")
        return findings


def self_test(build):
    cases = [
        ("```sh\necho a\n```\n<!-- output -->\n```\na\n```\n", []),
        ("<!-- file: f.txt -->\n```text\nx\n```\n```sh\ncat f.txt; echo y; echo z\n```\n"
         "<!-- output -->\n```\nx\n...\nz\n```\n", []),
        ("```sh\necho a\n```\n<!-- output -->\n```\nb\n```\n", ["prints something else"]),
        ("```sh\nfalse\necho a\n```\n", ["fails with code 1"]),
        ("```sh\nrelay-lite-opt no-such-file.mlir\n```\n", ["fails with code 1"]),
        ("* item\n\n  ```sh\n  false\n  ```\n", ["fails with code 1"]),
        ("```sh\npython3 -c 'import sys; sys.exit(3)'\n```\n", ["fails with code 3"]),
        ("<!-- from: utils/checks/lint.py -->\n```python\nimport argparse\n...\nimport sys\n```\n```sh\ntrue\n```\n", []),
        ("````text\n```sh\nfalse\n```\n````\n```sh\ntrue\n```\n", []),
        ("<!-- from: utils/checks/lint.py -->\n```python\nimport sys\n...\nimport argparse\n```\n```sh\ntrue\n```\n",
         ["utils/checks/lint.py has no such lines"]),
        ("<!-- from: gone.py -->\n```python\nimport sys\n```\n```sh\ntrue\n```\n", ["gone.py has no such lines"]),
        ("```sh\ntrue\n```\ntext\n\n    echo a\n", ["an indented block: echo a"]),
        ("```sh\ntrue\n```\n\n```\necho a\n```\n", ["a block without language: echo a"]),
        ("```sh\necho a\n```\n<!-- outputs -->\n```text\nb\n```\n", ["a mark without a block"]),
        ("text\n", ["no commands"]),
    ]
    return [p for text, expected in cases for p in lint.missing(expected, run_document(text, build))]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("documents", nargs="*", type=Path)
    parser.add_argument("--build", type=Path, default=lint.ROOT / "build", help="build folder")
    parser.add_argument("--self-test", action="store_true",
                        help="check that wrong documents are found")
    arguments = parser.parse_args()
    build = arguments.build.resolve()
    if not arguments.self_test and not importlib.util.find_spec("numpy"):
        print("skipped: NumPy is not installed")
        return 77
    findings = self_test(build) if arguments.self_test else [
        f"{d}: {f}" for d in arguments.documents for f in run_document(d.read_text(), build)]
    print("\n".join(findings))
    return bool(findings)


if __name__ == "__main__":
    sys.exit(main())
