#!/usr/bin/env python3
"""Generates relay_lite/relay/op/_generated.py from the ODS files: a function for
each operator, with TVM's signature and a docstring, and their type stubs.

A function takes the operands, then the attributes in ODS's order with its
defaults, which are TVM's. If the Python function of TVM has another order or
other defaults, ODS says so in `pythonParameters`. The functions that convert
arguments are written by hand in relay_lite/relay/op, on top of the generated ones.
"""

import argparse
import json
import keyword
import re
import subprocess
import textwrap
from pathlib import Path

TYPES = {
    "Int": "int", "Float": "float", "Bool": "bool", "Str": "str", "DType": "str",
    "Ints": "Sequence[int]", "Floats": "Sequence[float]",
    "IntLists": "Sequence[Sequence[int]]", "IntOrInts": "int | Sequence[int]",
    "VirtualDevice": "VirtualDevice", "IndexMap": "object",
}

# The elements of functions that are not defined on all types.
ELEMENTS = {
    "Relay_FloatFunction": " of floats",
    "Relay_IntegerFunction": " of integers or booleans",
    "Relay_BooleanFunction": " of booleans",
}


class Operator:
    """The ODS record of an operator."""

    def __init__(self, record, records):
        self.name = record["relayName"]
        self.summary = record["summary"]
        self.description = textwrap.dedent(record["description"] or "").strip()
        self.operands, self.attributes = [], []
        self.result, self.errors = record["returns"], record["raises"]
        if not self.result:
            raise SystemExit(f"error: {self.name} does not say what it `returns`")
        self.support_level = records[record["tvm"]["def"]]["supportLevel"]
        self.elements = next((elements for trait, elements in ELEMENTS.items()
                              if any(t["def"] == trait for t in record["traits"])), "")
        # Commas inside parentheses do not separate.
        self.tvm_parameters = re.findall(r"(?:[^,(]|\([^)]*\))+", record["pythonParameters"])
        self.operand_kinds = {}
        for value, name in record["arguments"]["args"]:
            constraint = records[value["def"]]
            if "Attr" not in constraint["!superclasses"]:
                self.operands.append(name)
                self.operand_kinds[name] = value["def"]
            elif constraint["kind"] != "Operand":
                self.attributes.append((name, constraint["kind"], self.get_default(constraint)))

    @staticmethod
    def get_default(constraint):
        """The default in Python, or None if there is none."""
        if constraint["isOptional"]:
            return "''" if constraint["kind"] == "DType" else "None"
        text = constraint["defaultValue"]
        if text is None:
            return None
        if constraint["kind"] == "VirtualDevice":
            return "None"
        if text.startswith("{"):
            inner = text[1:-1].strip()
            return f"({inner},)" if inner and "," not in inner else f"({inner})"
        if text in ("true", "false"):
            return text.capitalize()
        return text.replace('"', "'")

    def get_parameters(self):
        """Parameters with their defaults, in order: (name, default or None)."""
        if self.tvm_parameters:
            return [(part.strip().split("=", 1) + [None])[:2] for part in self.tvm_parameters]
        parameters = [(name, None) for name in self.operands]
        required = [(n, d) for n, _, d in self.attributes if d is None]
        optional = [(n, d) for n, _, d in self.attributes if d is not None]
        return parameters + required + optional

    def get_docstring(self):
        text = self.description.split("Example:")[0].strip()
        # Text behind the first blank line stays; markdown fences are removed.
        text = re.sub(r"^```\w*\n|^```$", "", text, flags=re.M)
        title = self.summary[0].upper() + self.summary[1:]
        lines = [f"{title}.", ""]
        if text:
            lines += [text, ""]
        lines += ["Parameters", "----------"]
        kinds = {name: kind for name, kind, _ in self.attributes}
        for name, default in self.get_parameters():
            if name in self.operands:
                kinds_of_values = {"Relay_Tuple": "A tuple of tensors.", "Relay_Value": "Any value."}
                lines += [f"{name} : relay.Expr", "    " + kinds_of_values.get(
                    self.operand_kinds[name], f"A tensor{self.elements}.")]
            else:
                suffix = "" if default is None else f", default {default}"
                lines.append(f"{name} : {TYPES[kinds[name]]}{suffix}")
        return "\n".join(lines).rstrip() + "\n\n" + self.get_results()

    def get_results(self):
        """The sections on the result and on errors of the docstring."""
        def fill(text):
            return textwrap.fill(text, 90, initial_indent="    ", subsequent_indent="    ",
                                 break_on_hyphens=False)

        result = ["Returns", "-------", "relay.Expr", fill(self.result), "",
                  "Raises", "------", "TVMError",
                  fill("An argument is no expression, or an attribute has a value of another "
                       "type.")]
        if self.errors:
            result += ["tvm.error.DiagnosticError", fill(f"By InferType: {self.errors}.")]
        return "\n".join(result)


def identifier(name):
    return name + "_" if keyword.iskeyword(name) else name


def get_function_name(operator):
    return "_".join(identifier(part) for part in operator.name.split("."))


def write_function(operator):
    parameters = ", ".join(name if default is None else f"{name}={default}"
                           for name, default in operator.get_parameters())
    name = get_function_name(operator)
    docstring = textwrap.indent(operator.get_docstring(), "    ").strip()
    docstring = docstring.replace("\\", "\\\\").replace('"""', "'''")
    given = {n for n, _ in operator.get_parameters()}
    operands = "".join(f"{o}, " for o in operator.operands)
    values = "".join(f"{a}, " if a in given else f"{d}, " for a, _, d in operator.attributes)
    return (f'def {name}({parameters}):\n    """{docstring}\n    """\n'
            f"    return _make_call(_op_{name}, ({operands}), ({values}))\n\n\n")


def write_stub(operator):
    kinds = {name: kind for name, kind, _ in operator.attributes}
    parameters = []
    for name, default in operator.get_parameters():
        kind = "Expr" if name in operator.operands else TYPES[kinds[name]]
        if default == "None":
            kind += " | None"
        elif kind == "Sequence[int]" and re.fullmatch(r"-?\d+", default or ""):
            kind = "int | " + kind
        parameters.append(f"{name}: {kind}" + ("" if default is None else f" = {default}"))
    return f"def {get_function_name(operator)}({', '.join(parameters)}) -> Call: ...\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tblgen", required=True)
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("-o", dest="output", type=Path, required=True)
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()

    includes = [option for folder in arguments.include for option in ("-I", folder)]
    dump = subprocess.run(
        [arguments.tblgen, "--dump-json", *includes, arguments.folder / "RelayOps.td"],
        check=True, capture_output=True, text=True)
    records = json.loads(dump.stdout)
    operators = sorted((Operator(records[name], records)
                        for name in records["!instanceof"]["Relay_OperatorBase"]),
                       key=lambda operator: operator.name)

    note = "# Generated from the ODS files by generate_operators.py; do not edit.\n"
    text = [f'"""The operators of Relay, one function each."""\n{note}\n'
            "from ..._ext import get_op as _get_op, make_call as _make_call\n\n"]
    text += [f"_op_{get_function_name(op)} = _get_op({op.name!r})\n" for op in operators]
    text.append("\n\n")
    text += map(write_function, operators)
    text.append("# The last sections of the docstrings, for functions that are written by hand.\n"
                "RESULTS = {\n")
    text += [f'    {op.name!r}: """\n{textwrap.indent(op.get_results(), "    ")}\n    """,\n'
             for op in operators]
    text.append("}\n\n# By TVM's names.\nFUNCTIONS = {\n")
    text += [f"    {op.name!r}: {get_function_name(op)},\n" for op in operators]
    text.append("}\n\nSUPPORT_LEVELS = {\n")
    text += [f"    {op.name!r}: {op.support_level},\n" for op in operators]
    text.append("}\n")
    arguments.output.parent.mkdir(parents=True, exist_ok=True)
    arguments.output.write_text("".join(text))

    stub = [note, "from collections.abc import Callable, Sequence\n"
            "from ...target import VirtualDevice\nfrom ..expr import Call, Expr\n\n"]
    stub += map(write_stub, operators)
    stub.append("FUNCTIONS: dict[str, Callable[..., Call]]\nRESULTS: dict[str, str]\n"
                "SUPPORT_LEVELS: dict[str, int]\n")
    arguments.output.with_suffix(".pyi").write_text("".join(stub))


if __name__ == "__main__":
    main()
