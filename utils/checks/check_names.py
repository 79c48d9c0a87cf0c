#!/usr/bin/env python3
"""Checks that what documents name exists.

Taken from the code spans and the C++ and ODS blocks of the hand-written Markdown
files:

* files (`utils/checks/lint.py`, `TypeInference.h`); `<Family>` stands for any name,
* passes and tools (`relay-fold-constant`),
* identifiers of several words (`Relay_UnaryOp`, `getRelayName`, `pad_width`),

which have to occur in the sources. A document may name what it defines itself
(`def Relay_...`). Names of TVM, MLIR and C that only documents need
stand in OTHER_NAMES.
"""

import fnmatch
import re
import sys

import lint

SOURCES = (".c", ".cpp", ".h", ".td", ".py", ".cmake", ".txt", ".mlir", ".relay", ".in", ".json", ".yml", ".sh", ".rs")
FILE = re.compile(r"[\w./<>-]*[\w>]\.(?:cpp|h|td|py|sh)$|(?:\w[\w<>-]*/)+[\w<>.-]*$")
TOOL = re.compile(r"(?:convert-)?relay-[a-z-]+[a-z]$")
IDENTIFIER = re.compile(r"\b(?:[A-Za-z]+_\w+|[A-Z]?[a-z]+[A-Z]\w*)\b")
OTHER_NAMES = {
    "CreateFunctionPass", "ExprFunctor", "FreeVars", "INT_MIN", "MixedModeMutator", "MixedModeVisitor",
    "PostOrderVisit", "TypeCall", "TypeRelation", "TypedPackedFunc", "checked_type", "require_type",
    "rewrite_once", "should_run",
    # Names of MLIR.
    "getChildAnalysis", "markAnalysesPreserved", "modifyOpInPlace", "server_path",
}


def spans(text):
    """The code in a document: spans, C++ and ODS blocks."""
    blocks = re.compile(r"^ *(`{3,})(\w*)\n(.*?)^ *\1$", re.M | re.S)
    code = [m[3] for m in blocks.finditer(text) if m[2] in ("cpp", "tablegen")]
    return re.findall(r"`([^`\n]+)`", blocks.sub("", text)), code


def check_text(name, text, words, files):
    """`words` are those of the sources, `files` the paths of the project."""
    known = words | {w for d in re.findall(r"\bdef Relay_(\w+)", text) for w in (d, f"Relay_{d}")}
    findings = []
    inline, blocks = spans(text)
    for span in inline:
        if FILE.match(span):
            pattern = re.sub(r"<\w+>", "*", span.rstrip("/"))
            if not span.startswith(("build", "..")) and not any(
                    fnmatch.fnmatch(f, p) for f in files for p in (pattern, f"*/{pattern}", f"{pattern}/*")):
                findings.append(f"{name}: no file {span}")
        elif TOOL.match(span) and span not in words:
            findings.append(f"{name}: no pass or tool {span}")
    for code in inline + blocks:
        if FILE.match(code):
            continue
        findings += [f"{name}: nothing is called {word}" for word in IDENTIFIER.findall(re.sub(r"//.*", "", code))
                     if word not in known and word not in OTHER_NAMES]
    return sorted(set(findings))


def check(build):
    texts = {str(p.relative_to(lint.ROOT)): p for p in lint.tracked_files()}
    words = set(texts)
    for name, path in texts.items():
        if (path.suffix in SOURCES or path.name == "Makefile") and path.name != "check_names.py":
            words.update(re.findall(r"[A-Za-z][\w-]*", path.read_text(errors="replace")))
    words |= {part for word in words for part in word.split("-")}
    return [f for name, path in texts.items() if path.suffix == ".md" and "reference/" not in name
            for f in check_text(name, path.read_text(), words, texts)]


def self_test(build):
    words = {"Relay_UnaryOp", "relay-lite-opt", "getRelayName"}
    files = ["utils/checks/lint.py", "include/ImageOps.td"]
    cases = [
        ("`utils/checks/lint.py` `lint.py` `include/<Family>Ops.td` `utils` `build/x.py`", []),
        ("`utils/gone.py` `Gone.h` `lib/<Family>Ops.td`",
         ["no file utils/gone.py", "no file Gone.h", "no file lib/<Family>Ops.td"]),
        ("`relay-lite-opt` `relay-lite-gone`", ["no pass or tool relay-lite-gone"]),
        ("`Relay_UnaryOp` `getRelayName()` `x` `goneName()`", ["nothing is called goneName"]),
        ("````tablegen\ndef Relay_COp : Relay_UnaryOp, Relay_Gone {\n```mlir\n```\n}\n````\n`COp`",
         ["nothing is called Relay_Gone"]),
        ("```mlir\n%0 = relay.some_op\n```\n", []),
    ]
    return [p for text, expected in cases
            for p in lint.missing([f"^t: {e}$" for e in expected], check_text("t", text, words, files))]


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, check, self_test))
