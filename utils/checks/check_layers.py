#!/usr/bin/env python3
"""Checks the layers of the sources: lib/layers.cfg says what may include or import what.

Every #include between sources of the project is looked at, and every import of
the Python package, those inside functions too. Modules of the package must not
import each other in a circle within one layer either.
"""

import ast
import configparser
import graphlib
import re
import sys
import tempfile
from pathlib import Path

import lint

TABLE = Path("lib/layers.cfg")
SOURCES = (".cpp", ".h", ".td", ".def", ".in")
INCLUDE = re.compile(r'^\s*#?include "([^"]+)"', re.M)
# The modules below everything else in Python.
BASE = ("_ext", "_missing")


def read_table(path):
    parser = configparser.ConfigParser(delimiters="=")
    parser.optionxform = str
    parser.read(path)
    return [{layer: text.split() for layer, text in parser[section].items()}
            for section in ("C++", "Python")]


def check_table(table):
    """Layers that name what is not above them."""
    findings, above = [], set()
    for layer, allowed in table.items():
        findings += [f"{TABLE}: {layer} names {other}, which is not above it"
                     for other in allowed if other not in above]
        above.add(layer)
    return findings


def find_layer(name, table, separator):
    """The longest layer that `name` is or is in, or None."""
    fitting = [layer for layer in table if name == layer or name.startswith(layer + separator)]
    return max(fitting, key=len, default=None)


def check_use(where, layer, other, used, table):
    if layer is None or other is None:
        return [f"{where}: {used if layer else 'the file'} is in no layer of {TABLE}"]
    if other != layer and other not in table[layer]:
        return [f"{where}: {layer} must not use {used} of {other}"]
    return []


def get_unit(path):
    """A path as layers name it."""
    return re.sub(r"^(lib|include/RelayLite)/|\.[\w.]+$", "", path.as_posix())


def check_includes(root, table):
    findings = []
    for path in lint.tracked_files(*SOURCES, root=root, under=("lib", "include", "python", "tools")):
        name = path.relative_to(root)
        layer = find_layer(get_unit(name), table, "/")
        for include in INCLUDE.findall(path.read_text()):
            places = [root / "include" / include] if include.startswith("RelayLite/") else \
                [place / include for place in (path.parent, root / "lib") if (place / include).exists()]
            if places:
                unit = get_unit(places[0].resolve().relative_to(root.resolve()))
                findings += check_use(name, layer, find_layer(unit, table, "/"), include, table)
    return findings


def list_imports(tree, package, modules):
    """The modules of the package that a module imports anywhere, by line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[:len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join(parts + ([node.module] if node.module else []))
            found = [f"{base}.{alias.name}" if f"{base}.{alias.name}" in modules else base
                     for alias in node.names]
        else:
            continue
        yield from ((node.lineno, name) for name in found if name.split(".")[0] == "relay_lite")


def check_imports(root, table):
    files = {}
    for path in lint.tracked_files(".py", root=root / "python/relay_lite"):
        parts = path.relative_to(root / "python").with_suffix("").parts
        files[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    known = set(files) | {f"relay_lite.{name}" for name in BASE}
    findings, graph = [], {}

    def get_layer(module):
        return find_layer(module.removeprefix("relay_lite."), table, ".") or "relay_lite"

    for module, path in files.items():
        package = module if path.name == "__init__.py" else module.rpartition(".")[0]
        graph[module] = set()
        for line, name in list_imports(ast.parse(path.read_text()), package, known):
            if name != module:
                graph[module].add(name)
            if name.removeprefix("relay_lite.") not in BASE:
                findings += check_use(f"{path.relative_to(root)}:{line}", get_layer(module),
                                      get_layer(name), name, table)
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        findings.append("modules import each other: " + " <- ".join(error.args[1]))
    return findings


def check_tree(root):
    cpp, python = read_table(root / TABLE)
    return check_table(cpp) + check_table(python) + check_includes(root, cpp) + \
        check_imports(root, python)


def self_test(build):
    files = {
        TABLE: "[C++]\nIR =\nPass = IR Tools\nTools = IR\n[Python]\nerror =\nir = error\nrelay_lite = ir\n",
        "lib/IR/a.cpp": '#include "RelayLite/Pass/P.h"\n#include "RelayLite/IR/I.h"\n#include "mlir/X.h"\n',
        "lib/IR/b.cpp": '#include "Tools/t.h"\n#include "local.h"\n',
        "lib/IR/local.h": "", "lib/Tools/t.h": '#include "RelayLite/IR/I.h"\n',
        "lib/Other/o.cpp": '#include "RelayLite/IR/I.h"\n',
        "include/RelayLite/IR/I.td": 'include "RelayLite/Tools/T.td"\n',
        "python/relay_lite/__init__.py": "from . import _missing, ir\nfrom .ir import a\n",
        "python/relay_lite/_missing.py": "", "python/relay_lite/ir/__init__.py": "from . import a, b\n",
        "python/relay_lite/error.py": "def f():\n    from .ir import a\n",
        "python/relay_lite/ir/a.py": "from .. import _ext, error\ndef f():\n    from . import b\n",
        "python/relay_lite/ir/b.py": "import relay_lite.ir.a\n",
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return lint.missing(
            ["Pass names Tools, which is not above", "a.cpp: IR must not use RelayLite/Pass/P.h of Pass",
             "b.cpp: IR must not use Tools/t.h of Tools", "o.cpp: the file is in no layer",
             "I.td: IR must not use RelayLite/Tools/T.td", "error.py:2: error must not use relay_lite.ir.a of ir",
             "import each other: .*relay_lite.ir.a"], check_tree(Path(folder)))


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, lambda build: check_tree(lint.ROOT), self_test))
