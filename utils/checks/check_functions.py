#!/usr/bin/env python3
"""Checks that functions are short: at most 60 lines, and at most 6 parameters.

The rule is for the folders of FOLDERS. A long function is split by its steps.
Parameters that travel together become a structure. The lines of a function are
those from its signature to its last brace.
"""

import re
import sys
import tempfile
from pathlib import Path

import lint

FOLDERS = ("lib/Conversion/RelayToLinalg", "lib/Codegen")
MAX_LINES = 60
MAX_PARAMETERS = 6
# Comments, literals and directives, which may have braces.
OPAQUE = re.compile(
    r"""//[^\n]* | /\*.*?\*/ | R"(\w*)\(.*?\)\1" | "(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])+'
    | ^[ ]*\#(?:\\\n|[^\n])*""", re.S | re.M | re.X)
SCOPE = re.compile(r"(?:template\s*<.*>\s*)?(?:inline\s+)?(?:namespace|class|struct|union|enum|extern)\b", re.S)
ACCESS = re.compile(r"\s*(?:public|private|protected)\s*:(?!:)")


def blank(match):
    """Return the text of a match without what could be read as code."""
    return re.sub(r"[^\n]", " ", match.group())


def find_end(text, start):
    """Return the position behind the bracket that closes the one at `start`; that
    behind the text if none does."""
    depth = 0
    for match in re.finditer(r"[(\[{}\])]", text[start:]):
        depth += 1 if match.group() in "([{" else -1
        if depth == 0:
            return start + match.end()
    return len(text) + 1


def find_parameters(header):
    """Return the positions of the parentheses around the parameters of a function."""
    header = re.sub(r"operator\s*(\(\)|[^\s\w(]+)", lambda m: "_" * len(m.group()), header)
    depth = 0
    for match in re.finditer(r"->|[<>(]", header):
        if match.group() == "(" and depth == 0:
            return match.start(), find_end(header, match.start())
        depth += {"<": 1, ">": -1}.get(match.group(), 0)
    return None


def count_parameters(parameters):
    depth, commas = 0, 0
    for match in re.finditer(r"->|[<>()\[\]{},]", parameters):
        if match.group() == "," and depth == 0:
            commas += 1
        depth += {**dict.fromkeys("<([{", 1), **dict.fromkeys(">)]}", -1)}.get(match.group(), 0)
    return commas + 1 if parameters.strip() else 0


def find_functions(text):
    """Yield the start, the end, the name and the number of parameters of each
    function that has a body."""
    text = OPAQUE.sub(blank, text)
    start = position = 0  # A declaration begins at `start`.
    while match := re.compile(r"[;{}]").search(text, position):
        position = match.end()
        header = text[start:match.start()]
        if access := ACCESS.match(header):
            start += access.end()
            header = text[start:match.start()]
        if match.group() == "{":
            parentheses = find_parameters(header)
            if SCOPE.match(header.strip()):
                start = position
                continue
            position = find_end(text, match.start())
            rest = header[parentheses[1]:] if parentheses else ""
            # A default argument, a member that braces initialize, or a value.
            if not parentheses or parentheses[1] > len(header) or \
                    re.search(r"(?<!:):(?!:).*\w\s*$|=\s*$", rest, re.S):
                continue
            begin = start + len(header) - len(header.lstrip())
            name = re.search(r"[\w:~<>=!+*/&|^-]*$", header[:parentheses[0]].rstrip()).group()
            yield begin, position, name, count_parameters(header[parentheses[0] + 1:parentheses[1] - 1])
        start = position


def check_file(path, name):
    text = path.read_text()
    findings = []
    for begin, end, function, parameters in find_functions(text):
        where = f"{name}:{text.count(chr(10), 0, begin) + 1}: {function}"
        lines = text.count("\n", begin, end) + 1
        if lines > MAX_LINES:
            findings.append(f"{where} has {lines} lines, over {MAX_LINES}")
        if parameters > MAX_PARAMETERS:
            findings.append(f"{where} has {parameters} parameters, over {MAX_PARAMETERS}")
    return findings


def check_tree(root):
    findings = []
    for path in lint.tracked_files(".cpp", ".h", root=root):
        name = path.relative_to(root).as_posix()
        if name.startswith(tuple(f"{folder}/" for folder in FOLDERS)):
            findings += check_file(path, name)
    return findings


def self_test(build):
    def body(lines):
        return "{\n" + "  g('{');\n" * (lines - 2) + "}\n"

    parameters = [f"std::pair<int, int> x{n}" for n in range(MAX_PARAMETERS + 1)]
    many, few = ", ".join(parameters), ", ".join(parameters[1:])
    long, short = body(MAX_LINES + 1), body(MAX_LINES)
    cases = {
        f"namespace n {{\nint f() {long}}}\n": [r":2: f has 61 lines"],
        f"int f() {short}": [],
        f"int f()\n{short}": [r":1: f has 61 lines"],
        f"class A {{\npublic:\n  int f({many}) const {{}}\n}};\n": [r":3: f has 7 parameters"],
        f"int f({few}) {{}}\n": [],
        f"int f({many});\n": [],
        f"int f({many} = {{}});\n": [],
        f"template <typename T>\nstruct A {{ Value<int(int)> g({many}) {{}} }};\n": [r":2: g has 7 parameters"],
        f"A::A({many})\n    : a(0), b{{1, 2}}, c(x0.first) {long}": [
            "A::A has 62 lines", "A::A has 7 parameters"],
        f"bool A::operator<({few}) const {long}": ["has 61 lines"],
        f"// f({many}) {{\nconst int a[] = {{\n{'  1,' + chr(10)}}};\nint f() {short}": [],
        "int a[] = {" + "1,\n" * (MAX_LINES + 1) + "};\n": [],
    }
    problems = []
    for text, expected in cases.items():
        for folder in (*FOLDERS, "lib/Pass"):
            with tempfile.TemporaryDirectory() as root:
                path = Path(root) / folder / "a.cpp"
                path.parent.mkdir(parents=True)
                path.write_text(text)
                problems += lint.missing(expected if folder in FOLDERS else [], check_tree(Path(root)))
    return problems


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
