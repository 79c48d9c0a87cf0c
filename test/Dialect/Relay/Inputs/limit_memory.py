"""Folds a module with ever more memory, from what the tool needs to read it on.

    limit_memory.py RELAY-LITE-OPT MODULE OPTION...

Each run has to fail with an error that says so, or to write what it writes without a
limit. Prints how many did which, and what there was not enough memory for.
"""

import re
import resource
import subprocess
import sys

MEBI = 1 << 20
STEP = 16 * MEBI
# The limit leaves no room for a round trip of the input.
tool, module, *options = (argument for argument in sys.argv[1:] if argument != "--verify-roundtrip")


def run(limit, *arguments):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    return subprocess.run([tool, module, *arguments], capture_output=True, text=True, preexec_fn=set_limit)


expected = run(resource.RLIM_INFINITY, "--relay-fold-constant=max-growth=0", *options)
if expected.returncode:
    sys.exit(expected.stderr)
least, too_little = 1 << 34, 0
while least - too_little > STEP:
    middle = (least + too_little) // 2
    if run(middle).returncode:
        too_little = middle
    else:
        least = middle
numbers = {"failed": 0, "folded": 0}
wanted = set()
# A little more: what the tool needs differs from run to run.
limit = least + STEP
while numbers["folded"] < 2:
    result = run(limit, "--relay-fold-constant=max-growth=0", *options)
    if result.returncode == 0 and result.stdout == expected.stdout:
        numbers["folded"] += 1
    elif result.returncode == 1 and not result.stdout and (
            error := re.search(r"error: cannot fold: not enough memory for (.*)", result.stderr)):
        numbers["failed"] += 1
        wanted.add(error.group(1))
    else:
        sys.exit(f"with {limit // MEBI} MiB, {least // MEBI} of which are needed without folding, the exit code is "
                 f"{result.returncode}:\n{result.stderr[:3000]}")
    limit += STEP
print(numbers["failed"], "failed,", numbers["folded"], "folded")
print("\n".join(sorted(wanted)))
