"""The share of time that compiled code spends in the loops that multiply, in the rest of contractions
(packing, writing of results), and between them. Samples of addresses are attributed by the
machine code, which objdump lists."""

import bisect
import collections
import re
import subprocess

# Multiplications and additions of vectors, on x86-64, AArch64 and RISC-V.
_MULTIPLICATION = re.compile(r"v?fn?m(add|sub|la|ls|acc|sac)|v?mul[ps][sd]\b|v?pmadd|vpdp|v?dpbf|fmul\b")
_JUMP = re.compile(r"(?:j[a-z]+|b(?:\.[a-z]+|[a-z]{1,3})?|cbn?z|tbn?z|bnez|beqz)\s+(?:.*[, ])?(?:0x)?([0-9a-f]+) <")


class Function:
    """A function of the code, and the ranges of its innermost loops that multiply."""

    def __init__(self, name, start):
        self.name, self.start = name, start
        self.loops, self.products = [], []
        self.hot = []

    def finish(self):
        innermost = [loop for loop in self.loops
                     if not any(other != loop and loop[0] <= other[0] and other[1] <= loop[1]
                                for other in self.loops)]
        self.hot = [(low, high) for low, high in innermost
                    if bisect.bisect_left(self.products, low) < bisect.bisect_right(self.products, high)]


def read_functions(library):
    """The functions of a library, in the order of their addresses."""
    text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", library], capture_output=True, text=True,
                          check=True).stdout
    functions = []
    for line in text.splitlines():
        if match := re.match(r"([0-9a-f]+) <(.*)>:", line):
            functions.append(Function(match[2], int(match[1], 16)))
        elif match := re.match(r" *([0-9a-f]+):\s+(.*)", line):
            address, instruction = int(match[1], 16), match[2]
            if _MULTIPLICATION.match(instruction):
                functions[-1].products.append(address)
            elif (jump := _JUMP.match(instruction)) and functions[-1].start <= int(jump[1], 16) <= address:
                functions[-1].loops.append((int(jump[1], 16), address))
    for function in functions:
        function.finish()
    return functions


class Shares:
    """The shares of the samples.

    Parameters
    ----------
    library : path
    samples : dict of int to int
        How often each address of the library was seen; -1 stands for code of others.
    """

    def __init__(self, library, samples):
        functions = read_functions(library)
        starts = [function.start for function in functions]
        self.total = sum(samples.values())
        self.kinds = collections.Counter()
        self.functions = collections.defaultdict(collections.Counter)
        for address, count in samples.items():
            index = bisect.bisect_right(starts, address) - 1
            name, kind = "others", "between"
            if address >= 0 and index >= 0:
                function = functions[index]
                name = function.name
                if "contraction" in name:
                    hot = any(low <= address <= high for low, high in function.hot)
                    kind = "multiplying" if hot else "packing"
            self.kinds[kind] += count
            self.functions[name][kind] += count

    def get_share(self, kind):
        return self.kinds[kind] / max(1, self.total)

    def list_functions(self, milliseconds, count):
        """Lines of the functions that take most of the time: their milliseconds by kind."""
        ranked = sorted(self.functions.items(), key=lambda entry: -sum(entry[1].values()))
        for name, kinds in ranked[:count]:
            cells = (f"{kinds[kind] / self.total * milliseconds:.2f}" for kind in KINDS)
            yield f"| {name} | " + " | ".join(cells) + " |"


KINDS = ("multiplying", "packing", "between")
