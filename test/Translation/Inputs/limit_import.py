"""Imports a long program with ever more memory.

    limit_import.py RELAY-LITE-TRANSLATE

Each run has to succeed, or to fail with an error that says that memory does not suffice.
Prints how many failed at which place.
"""

import collections
import resource
import subprocess
import sys
import tempfile

MEBI = 1 << 20
STEP = 2 * MEBI
ERRORS = {"error: not enough memory": "import", "Cannot allocate memory": "file",
          "error while loading shared libraries": "start",
          # Code before the main function of the tool fails so.
          "LLVM ERROR: out of memory": "start", "terminate called": "start",
          "cannot allocate TLS": "start"}


def run(path, limit):
    def set_limit():
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    return subprocess.run([sys.argv[1], "--import-relay", path, "-o", "/dev/null"], capture_output=True,
                          text=True, preexec_fn=set_limit)


with tempfile.NamedTemporaryFile("w", suffix=".relay") as file:
    lines = [f"  %{i} = nn.relu(%{i - 1});\n" for i in range(1, 60000)]
    file.writelines(['#[version = "0.0.5"]\ndef @main(%x: Tensor[(4), float32]) {\n  %0 = nn.relu(%x);\n',
                     *lines, "  %59999\n}\n"])
    file.flush()
    enough, too_little = 1 << 34, 0
    while enough - too_little > STEP:
        middle = (enough + too_little) // 2
        if run(file.name, middle).returncode:
            too_little = middle
        else:
            enough = middle
    places = collections.Counter()
    # The tool itself needs most of the memory.
    for limit in range(enough - 48 * MEBI, enough, STEP):
        result = run(file.name, limit)
        found = {place for error, place in ERRORS.items() if error in result.stderr}
        place = "start" if "start" in found else next(iter(found), None)
        if result.returncode and (place is None or (result.returncode < 0 and place != "start")):
            sys.exit(f"with {limit // MEBI} MiB the exit code is {result.returncode}:\n{result.stderr[:3000]}")
        if result.returncode:
            places[place] += 1
print(*(f"{place}: {count}" for place, count in sorted(places.items())))
