"""Helpers of the check_*.py scripts: files, findings, the command line.

A script defines `check(...)`, which returns a list of findings (strings), and
`self_test(...)`, which runs it on small wrong inputs and returns what it failed
to find; `main` does the rest. The exit code is 1 when there are findings.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def tracked_files(*suffixes, root=ROOT, under=()):
    """The files of the project (not what is built or ignored), sorted."""
    listed = subprocess.run(
        ["git", "-C", root, "ls-files", "-co", "--exclude-standard"],
        capture_output=True, text=True)
    if listed.returncode == 0:
        files = [root / line for line in listed.stdout.splitlines()]
    else:  # An unpacked archive.
        files = [f for f in root.rglob("*") if "build" not in f.relative_to(root).parts]
    return sorted(
        f for f in files
        if f.is_file()
        and (not suffixes or f.suffix in suffixes)
        and (not under or f.relative_to(root).parts[0] in under))


def llvm_tool(name, build):
    """The program `name` of the LLVM that `build` was configured with."""
    cache = (build / "CMakeCache.txt").read_text()
    mlir_dir = Path(re.search(r"^MLIR_DIR:\w+=(.*)$", cache, re.M).group(1))
    return mlir_dir.parents[2] / "bin" / name


def tablegen_records(td, build):
    """The records of an ODS file, as llvm-tblgen --dump-json gives them."""
    import json

    llvm_include = llvm_tool("llvm-tblgen", build).parents[1] / "include"
    dump = subprocess.run(
        [llvm_tool("llvm-tblgen", build), "--dump-json", "-I", llvm_include,
         "-I", ROOT / "include", td],
        capture_output=True, text=True, check=True)
    return json.loads(dump.stdout)


def code_blocks(markdown, language):
    """The texts of the fenced blocks of one language, without indentation."""
    import textwrap

    pattern = rf"^([ ]*)```{language}\n(.*?)^\1```"
    return [textwrap.dedent(m.group(2))
            for m in re.finditer(pattern, markdown, re.M | re.S)]


def add_options(parser):
    """Adds the options that every check has."""
    parser.add_argument("--build", type=Path, default=ROOT / "build", help="build folder")
    parser.add_argument("--self-test", action="store_true",
                        help="check that the script finds what it is for")


def finish(arguments, check, self_test):
    """Runs the check, or its test on itself, prints the findings and exits."""
    if arguments.self_test:
        findings = [f"not found: {what}" for what in self_test(arguments.build)]
    else:
        findings = check(arguments.build)
    for finding in findings:
        print(finding)
    print(f"{Path(sys.argv[0]).name}: {len(findings)} findings")
    sys.exit(bool(findings))


def main(description, check, self_test):
    """The main function of a check without options of its own."""
    parser = argparse.ArgumentParser(
        description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    add_options(parser)
    finish(parser.parse_args(), check, self_test)


def missing(expected, findings):
    """Those of `expected` (regular expressions) that no finding matches, and
    those findings that nothing expected."""
    result = [e for e in expected if not any(re.search(e, f) for f in findings)]
    result += [f"an expectation of {f!r}" for f in findings
               if not any(re.search(e, f) for e in expected)]
    return result
