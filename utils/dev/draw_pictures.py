#!/usr/bin/env python3
"""Draws the pictures of the documents, docs/pictures/*.svg.

    draw_pictures.py [--check]

The layers come from lib/layers.cfg, and passes that a picture names must exist in
ODS. Arrows between states of a program are those of the table in ProgramForms.cpp.
With --check nothing is written, and a picture that differs is an error.
"""

import argparse
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "checks"))
import check_layers
import lint

FOLDER = lint.ROOT / "docs/pictures"
FILL = {"plain": "#ffffff", "ours": "#dbeafe", "value": "#fef3c7", "out": "#dcfce7"}
LINE, TEXT, MUTED = "#475569", "#0f172a", "#64748b"
# Width of a character and height of a line, in pixels, at a font size of 13.
CHARACTER, LINE_HEIGHT = 7, 18


class Picture:
    """Shapes in pixels, from the upper left corner."""

    def __init__(self, title, width, height):
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
            f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
            f"<title>{escape(title)}</title>",
            '<defs><marker id="head" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
            f'orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="{LINE}"/></marker></defs>',
            f'<rect width="{width}" height="{height}" fill="#ffffff"/>']

    def text(self, x, y, line, anchor="middle", color=TEXT, bold=False):
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{color}"{weight}>'
                          f"{escape(line)}</text>")

    def box(self, x, y, width, height, lines, kind="plain"):
        """A box with lines of text in its middle; the first one is bold if there are several."""
        for line in lines:
            assert len(line) * CHARACTER <= width, f"'{line}' is too long for its box"
        self.parts.append(f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="5" '
                          f'fill="{FILL[kind]}" stroke="{LINE}"/>')
        top = y + height / 2 - (len(lines) - 1) * LINE_HEIGHT / 2 + 4.5
        for number, line in enumerate(lines):
            self.text(x + width / 2, top + number * LINE_HEIGHT, line, bold=number == 0 and len(lines) > 1)

    def arrow(self, *points, both=False):
        path = "L".join(f"{x:g} {y:g}" for x, y in points)
        start = ' marker-start="url(#head)"' if both else ""
        self.parts.append(f'<path d="M{path}" fill="none" stroke="{LINE}" marker-end="url(#head)"{start}/>')

    def grid(self, x, y, columns, rows, size, color):
        """A matrix of `rows` by `columns` cells; color(row, column) gives the fill of a cell."""
        for row in range(rows):
            for column in range(columns):
                self.parts.append(f'<rect x="{x + column * size:g}" y="{y + row * size:g}" width="{size}" '
                                  f'height="{size}" fill="{color(row, column)}" stroke="{LINE}" stroke-width="0.5"/>')

    def finish(self):
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def draw_overview():
    picture = Picture("What RelayLite reads and writes", 860, 300)
    sources = [["Relay text, TVM's JSON", "relay-lite-translate"], ["Python scripts for Relay", "relay_lite"],
               ["MLIR text and bytecode", "relay-lite-opt, plugin"]]
    targets = [["results", "relay-lite-run"], ["libraries with a C interface", "relay-lite-compile"],
               ["linalg for IREE, mlir-opt, yours", "relay-to-linalg-pipeline"], ["Relay text, TVM's JSON", "relay-lite-translate"]]
    for number, lines in enumerate(sources):
        y = 45 + number * 80
        picture.box(15, y, 220, 50, lines)
        picture.arrow((235, y + 25), (305, 150))
    picture.box(305, 90, 210, 120, ["the relay dialect", "TVM's operators and types", "TVM's passes and contexts",
                                    "constant folding by", "compiled kernels"], "ours")
    for number, lines in enumerate(targets):
        y = 15 + number * 70
        picture.arrow((515, 150), (585, y + 25))
        picture.box(585, y, 260, 50, lines, "out")
    return picture.finish()


def draw_layers():
    """The layers of lib/layers.cfg by their heights above the lowest one. Arrows lead to used layers, unless others
    imply the use."""
    table, _ = check_layers.read_table(lint.ROOT / check_layers.TABLE)
    uses = {layer: set(others) for layer, others in table.items() if layer not in ("Config", "PCH")}
    uses = {layer: others & set(uses) for layer, others in uses.items()}

    def reach(layer):
        return uses[layer].union(*(reach(other) for other in uses[layer]))

    heights = {}
    for layer in uses:  # Lower layers come first in the table.
        heights[layer] = 1 + max((heights[other] for other in uses[layer]), default=-1)
    rows = [[layer for layer in uses if heights[layer] == height] for height in range(max(heights.values()) + 1)]
    width, row_height = 860, 62
    picture = Picture("The layers of the sources", width, row_height * len(rows) + 10)
    direct = {layer: others - set().union(*(reach(other) for other in others)) for layer, others in uses.items()}
    places = {}
    for height, row in enumerate(reversed(rows)):
        for number, layer in enumerate(row):
            places[layer] = ((number + 0.5) * width / len(row), 10 + height * row_height)
    for layer, others in direct.items():
        for other in sorted(others):
            (x, y), (other_x, other_y) = places[layer], places[other]
            picture.arrow((x, y + 32), (other_x, other_y))
    for layer, (x, y) in places.items():
        name = layer.replace("Dialect/Relay/", "")
        box_width = len(name) * CHARACTER + 24
        picture.box(x - box_width / 2, y, box_width, 32, [name], "ours" if layer.startswith("Dialect") else "plain")
    return picture.finish()


# The forms of a function on its way to machine code, and the passes between them.
LADDER = [
    ("relay", "operators on tensors", ["relay-defunctionalize", "convert-relay-to-linalg"]),
    ("linalg on tensors", "named operations and bodies of arith", ["relay-lower-reductions", "relay-order-contractions",
                                                                  "relay-expand-math", "relay-fuse-elementwise"]),
    ("linalg on buffers", "after one-shot-bufferize", ["relay-plan-memory", "relay-pack-contractions", "relay-tile-elementwise"]),
    ("loops and vectors", "scf, vector, memref", ["relay-unroll-loops", "relay-outline-parallel-loops"]),
    ("LLVM dialect", "after convert-to-llvm", ["relay-bfloat16-bits"]),
    ("machine code", "x86-64, AArch64, RISC-V", []),
]


def draw_ladder():
    known = set(re.findall(r'Pass<"([\w-]+)"', "".join(
        path.read_text() for path in (lint.ROOT / "include").rglob("*Passes.td"))))
    picture = Picture("From operators to machine code", 760, 90 * len(LADDER) - 25)
    for number, (form, comment, passes) in enumerate(LADDER):
        missing = set(passes) - known
        assert not missing, f"no passes {missing}"
        y = 10 + number * 90
        picture.box(20, y, 280, 46, [form, comment], "ours" if number == 0 else "out" if not passes else "plain")
        if passes:
            picture.arrow((160, y + 46), (160, y + 90))
            top = y + 68 - (len(passes) - 1) // 2 * LINE_HEIGHT / 2
            for line in range(0, len(passes), 2):
                picture.text(180, top + line / 2 * LINE_HEIGHT + 4, ", ".join(passes[line:line + 2]), "start", MUTED)
    return picture.finish()


def draw_constant():
    picture = Picture("The life of a constant expression", 945, 330)
    steps = [(["collect", "expressions of constants", "become a graph"], "plain"),
             (["choose", "the policy says which", "operators may be folded"], "plain"),
             (["limit", "the budget says which", "values may be kept"], "plain"),
             (["evaluate", "in program order; values", "are freed after last use"], "ours"),
             (["write back", "values that the program", "uses become constants"], "out")]
    for number, (lines, kind) in enumerate(steps):
        x = 5 + number * 190
        picture.box(x, 15, 175, 70, lines, kind)
        if number:
            picture.arrow((x - 15, 50), (x, 50))
    ways = [["a view", "reshape, squeeze"], ["a move of elements", "transpose, concatenate"],
            ["a group of pointwise", "operators, piece by piece"], ["a kernel", "everything else"]]
    for number, lines in enumerate(ways):
        x = 15 + number * 213
        picture.box(x, 145, 190, 46, lines, "ours")
        picture.arrow((662, 85), (x + 95, 145))
    places = ["in this process", "built into the library", "in the cache on disk", "compiled now"]
    picture.text(125, 236, "A kernel is looked up, in this order:", "start", MUTED)
    for number, place in enumerate(places):
        x = 15 + number * 213
        picture.box(x, 250, 190, 36, [place], "value")
        if number:
            picture.arrow((x - 23, 268), (x, 268))
    picture.arrow((749, 191), (749, 215), (110, 215), (110, 250))
    picture.text(15, 315, "All values have the bits that lowering the whole program gives.", "start", MUTED)
    return picture.finish()


def draw_contraction():
    picture = Picture("A packed contraction: panels and tiles", 760, 350)
    shade, light = "#93c5fd", "#ffffff"
    picture.text(120, 30, "A: M rows, K columns", bold=True)
    picture.grid(30, 45, 12, 12, 15, lambda row, column: shade if 4 <= row < 8 else light)
    picture.text(120, 250, "a panel of rows is stored")
    picture.text(120, 268, "column by column")
    picture.text(360, 30, "B: K rows, N columns", bold=True)
    picture.grid(270, 45, 12, 12, 15, lambda row, column: "#fcd34d" if 6 <= column < 12 else light)
    picture.text(360, 250, "a panel of columns is stored")
    picture.text(360, 268, "row by row, in vectors")
    picture.text(610, 30, "C = A B", bold=True)
    picture.grid(520, 45, 12, 12, 15,
                 lambda row, column: "#86efac" if 4 <= row < 8 and 6 <= column < 12 else light)
    picture.text(610, 250, "a tile is summed in registers")
    picture.text(610, 268, "over all of K, or over its blocks")
    picture.text(380, 310, "Panels of constants are packed when the program is compiled. Bias, residual and", color=MUTED)
    picture.text(380, 328, "activation are computed while the tile is in registers.", color=MUTED)
    return picture.finish()


def draw_forms():
    picture = Picture("The two forms of a program in Python", 820, 250)
    picture.box(20, 60, 270, 100, ["syntax tree", "immutable nodes with identity:", "relay.Call, relay.Function, ...",
                                   "Python reads and builds it"], "value")
    picture.box(530, 60, 270, 100, ["operations", "a module of the relay dialect", "in an MLIRContext",
                                    "passes and compilers change it"], "ours")
    picture.arrow((290, 85), (530, 85))
    picture.text(410, 76, "lower: before the first pass", color=MUTED)
    picture.arrow((530, 135), (290, 135))
    picture.text(410, 126, "raise: when Python looks", color=MUTED)
    picture.text(410, 200, "Locations carry the numbers of nodes, so that raising gives unchanged nodes back", color=MUTED)
    picture.text(410, 218, "as the same Python objects.", color=MUTED)
    return picture.finish()


# The states of a program in Python: their places, forms, and colors.
STATES = {"Tree": (20, 50, ["Tree", "a syntax tree"], "value"),
          "Both": (325, 50, ["Both", "a tree and an operation"], "value"),
          "Operation": (630, 50, ["Operation", "an operation"], "ours"),
          "BorrowedAndTree": (325, 180, ["BorrowedAndTree", "a tree and a run's operation"], "value"),
          "Borrowed": (630, 180, ["Borrowed", "a run's operation"], "ours")}
# The arrow of each transition, and the place of its text. A program begins in those that come from None.
TRANSITIONS = {(None, "Tree"): ([(125, 20), (125, 50)], (133, 35), "Python builds or changes a program"),
               (None, "Operation"): ([(735, 20), (735, 50)], (727, 35), "a text is read"),
               (None, "Borrowed"): ([(735, 260), (735, 230)], (727, 255), "a pass has changed the operation of its run"),
               ("Operation", "Both"): ([(630, 75), (545, 75)], (587, 67), "Python looks"),
               ("Borrowed", "BorrowedAndTree"): ([(630, 205), (545, 205)], (587, 197), "Python looks"),
               ("Borrowed", "Operation"): ([(735, 180), (735, 100)], (727, 145), "the loan ends"),
               ("BorrowedAndTree", "Tree"): ([(325, 205), (125, 205), (125, 100)], (133, 145), "the loan ends")}


def draw_states():
    source = (lint.ROOT / "python/src/ProgramForms.cpp").read_text()
    table = set(re.findall(r"{State::(\w+), State::(\w+)}", source))
    drawn = {transition for transition in TRANSITIONS if transition[0]}
    assert table == drawn, f"other transitions than drawn: {table ^ drawn}"
    picture = Picture("The states of a program in Python", 860, 275)
    for points, (x, y), comment in TRANSITIONS.values():
        picture.arrow(*points)
        anchor = "start" if x < 200 else "end" if x > 700 else "middle"
        picture.text(x, y, comment, anchor, MUTED)
    for x, y, lines, kind in STATES.values():
        picture.box(x, y, 220 if x == 325 else 210, 50, lines, kind)
    return picture.finish()


PICTURES = {"overview": draw_overview, "layers": draw_layers, "lowering": draw_ladder, "constant": draw_constant,
            "contraction": draw_contraction, "forms": draw_forms, "program_states": draw_states}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare only")
    arguments = parser.parse_args()
    stale = []
    for name, draw in PICTURES.items():
        path, text = FOLDER / f"{name}.svg", draw()
        if not path.exists() or path.read_text() != text:
            stale.append(path.name)
            if not arguments.check:
                path.write_text(text)
    for name in stale if arguments.check else ():
        print(f"docs/pictures/{name} is not what draw_pictures.py draws")
    return bool(stale) and arguments.check


if __name__ == "__main__":
    sys.exit(main())
