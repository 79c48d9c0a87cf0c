"""check_patterns.py TOOL INPUT FILE: runs relay-merge-composite on INPUT with each file of patterns
in FILE, which are separated by lines `----` and end in the position and text of the error."""

import subprocess
import sys
import tempfile
from pathlib import Path

tool, source, cases = sys.argv[1:]
failures = 0
for case in Path(cases).read_text().split("----\n"):
    *lines, expected = case.rstrip().split("\n")
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder, "table.patterns")
        table.write_text("\n".join(lines))
        result = subprocess.run(
            [tool, source,
             f"--pass-pipeline=builtin.module(func.func(relay-merge-composite{{patterns={table}}}))"],
            capture_output=True, text=True)
    position, _, message = expected.partition(": ")
    wanted = f"{table}:{position}: error: {message}"
    errors = [line for line in result.stderr.splitlines() if "error:" in line]
    if result.returncode != 1 or errors != [wanted]:
        failures += 1
        print(f"expected {wanted}\nbut got {result.returncode} {errors}", file=sys.stderr)
sys.exit(failures != 0)
