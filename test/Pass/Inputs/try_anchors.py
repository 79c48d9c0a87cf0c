"""Runs each registered pass and pipeline of RelayLite on functions, on function
literals and on any operation: prints those that end by a signal, and those that
fail without an error, and how many were run.
"""

import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

MODULE = """
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %f = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relay.abs %y : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %0 : tensor<2xf32>
  }
  %1 = relay.apply %f(%x) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %1 : tensor<2xf32>
}
"""
ANCHORS = ["func.func({})", "func.func(relay.fn({}))", "any({})"]


def run(pipeline):
    """The faults of the run of `pipeline`."""
    result = subprocess.run([tool, "-", "-o", "/dev/null", f"--pass-pipeline=builtin.module({pipeline})"],
                            input=MODULE, capture_output=True, text=True)
    if result.returncode < 0:
        return f"{pipeline}: ended by signal {-result.returncode}: {result.stderr[:200]}"
    if result.returncode != 0 and "error: " not in result.stderr:
        return f"{pipeline}: failed without an error: {result.stderr[:200]}"
    return ""


tool = sys.argv[1]
listed = subprocess.run([tool, "--help"], check=True, capture_output=True, text=True).stdout
names = sorted(set(re.findall(r"^ {6}--((?:convert-)?relay-[\w-]+)", listed, re.M)))
with ThreadPoolExecutor(2) as pool:
    problems = list(filter(None, pool.map(run, (anchor.format(name) for name in names for anchor in ANCHORS))))
print("\n".join(problems + [f"{len(names)} passes"]))
sys.exit(bool(problems))
