"""Drives the tools from Python, for the demo, the benchmarks and the model check.

`Tools(build)` runs relay-lite-translate, -opt and -run of a build folder, times
them, and reads from a module what it consists of.
"""

import collections
import json
import math
import re
import subprocess
import time
from pathlib import Path

# Operations that are not operators of Relay: the language around them.
CORE = {
    "apply", "call", "constant", "fn", "fused_fn", "global", "if", "let", "ref_create", "ref_read",
    "ref_write", "tuple", "tuple_get", "type_cast", "yield",
}
BYTES = {"i1": 1, "f16": 2, "bf16": 2, "f32": 4, "f64": 8}


class ToolError(Exception):
    """A tool failed; the message is what it wrote to stderr."""


class Statistics:
    """The contents of a module.

    operators: name of an operator -> number of operations
    constants, constant_bytes: number of relay.constant that are used, bytes of
    their elements
    others: name of another operation of the dialect -> number
    """

    def __init__(self, text):
        self.operators = collections.Counter()
        self.others = collections.Counter()
        self.constants = 0
        self.constant_bytes = 0
        names = collections.Counter(re.findall(r"%\w+", text))
        for match in re.finditer(r"^.*?\brelay\.((?:[a-z]\w*\.)*[a-z]\w*)(?=[ ({]).*$", text, re.M):
            name = match.group(1)
            if match.group().lstrip().startswith(("func.func", "module")):
                continue
            if name == "constant":
                if names[match.group().split()[0]] == 1:
                    continue
                self.constants += 1
                self.constant_bytes += bytes_of(match.group().rsplit(" : ", 1)[1])
            elif name in CORE:
                self.others[name] += 1
            else:
                self.operators[name] += 1


def bytes_of(type_text):
    """Bytes of the elements of a `tensor<2x3xf32>`."""
    *dims, element = re.match(r"tensor<(.*)>", type_text).group(1).split("x")
    size = BYTES.get(element) or int(element.strip("sui")) // 8
    return size * math.prod(map(int, dims))


class Tools:
    def __init__(self, build, echo=False):
        self.bin = Path(build) / "bin"
        self.echo = echo  # Print every command.
        self.seconds = 0.0  # Wall time of the last command.

    def run(self, tool, *arguments):
        """Runs a tool; returns (stdout, stderr), raises ToolError."""
        if self.echo:
            shown = [f"'{a}'" if re.search(r"[{}() ]", str(a)) else str(a) for a in arguments]
            print(f"$ {tool} {' '.join(shown)}", flush=True)
        start = time.perf_counter()
        result = subprocess.run([self.bin / tool, *map(str, arguments)],
                                capture_output=True, text=True)
        self.seconds = time.perf_counter() - start
        if result.returncode:
            raise ToolError(f"{tool} failed with code {result.returncode}:\n{result.stderr[:4000]}")
        return result.stdout, result.stderr

    def import_relay(self, relay, mlir):
        self.run("relay-lite-translate", "--import-relay", relay, "-o", mlir)

    def export_relay(self, mlir, relay):
        self.run("relay-lite-translate", "--export-relay", mlir, "-o", relay)

    def optimize(self, source, target, passes):
        """Runs the pipeline `passes` on the module and writes bytecode. Returns
        the seconds that each pass took, by the name of its class."""
        _, report = self.run(
            "relay-lite-opt", source, f"--pass-pipeline=builtin.module({passes})",
            "--emit-bytecode", "-o", target,
            "--mlir-timing", "--mlir-timing-display=list", "--mlir-output-format=json")
        start = report.index("[")
        return {entry["name"]: entry["wall"]["duration"] for entry in json.loads(report[start:])}

    def evaluate(self, module, inputs, output, params=None):
        """Runs @main on a file of inputs."""
        of_params = ["--params", params] if params else []
        self.run("relay-lite-run", module, *of_params, "--inputs", inputs, "--output", output)

    def statistics(self, module):
        echo, self.echo = self.echo, False
        text, _ = self.run("relay-lite-opt", module, "--mlir-elide-elementsattrs-if-larger=4",
                           "--mlir-elide-resource-strings-if-larger=4")
        self.echo = echo
        return Statistics(text)
