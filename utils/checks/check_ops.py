#!/usr/bin/env python3
"""Checks that every operation, type and attribute is documented with an example that works, and
that what operators say of their attributes is about attributes that they have.

Each needs a summary and a description with an ```mlir block after `Example:`.
The examples are taken from the ODS records and run through relay-lite-opt, which
parses and verifies them. An example is a list of operations; the values it uses
without defining them become arguments of a function around it, with the types
that the operation names, and functions it calls are declared. An example that
holds functions itself is taken as it is.
"""

import re
import subprocess
import sys
from pathlib import Path

import lint

ODS = lint.ROOT / "include/RelayLite/Dialect/Relay/IR/RelayOps.td"
VALUE = re.compile(r"%[A-Za-z0-9_$.-]+(?:#\d+)?")


class ExampleError(Exception):
    pass


def split_types(text):
    """`(a, b) -> c`, `a, b` or `a to b` as a list of the types of the operands."""
    text = text.strip()
    depth, types, current = 0, [], ""
    arrow = len(text)
    for i, c in enumerate(text):
        if text.startswith(("->", " to "), i) and depth == 0:
            arrow = i
            break
        depth += (c in "(<[{") - (c in ")]}" or (c == ">" and text[i - 1] != "-"))
    head = text[:arrow].strip()
    if head.startswith("(") and head.endswith(")"):
        head = head[1:-1]
    depth = 0
    for i, c in enumerate(head):
        if c == "," and depth == 0:
            types.append(current.strip())
            current = ""
            continue
        depth += (c in "(<[{") - (c in ")]}" or (c == ">" and head[i - 1] != "-"))
        current += c
    return types + ([current.strip()] if current.strip() else [])


def signature(line):
    """Splits an operation into what stands before and after its last ` : `."""
    depth = 0
    for i in range(len(line) - 1, 0, -1):
        c = line[i]
        depth += (c in ")]}" or (c == ">" and line[i - 1] != "-")) - (c in "(<[{")
        if depth == 0 and line[i - 1:i + 2] == " : ":
            return line[:i - 1], line[i + 2:]
    raise ExampleError(f"no type signature in `{line.strip()}`")


def join_lines(example):
    """Puts operations that go over several lines on one."""
    result, depth = [], 0
    for line in example.splitlines():
        line = re.sub(r"\s*//.*", "", line)
        if not line.strip():
            continue
        continues = result and (depth or line.strip().startswith((":", "->")))
        if continues:
            result[-1] += " " + line.strip()
        else:
            result.append(line)
            depth = 0
        depth += sum((c in "(<[") for c in line) - line.count(")") - line.count("]")
        depth -= line.count(">") - line.count("->")
    return result


def wrap(example, name):
    """A module that holds the operations of `example`."""
    # The last is an operation that defines a symbol.
    if re.search(r"\bfunc\.func\b|\bmodule\b|^relay\.\w+ @\w+ params\b", example.strip()):
        return example
    known, arguments, declarations, pending = set(), {}, {}, []

    def use(values, types):
        if len(values) != len(types):
            raise ExampleError(f"{len(values)} operands but {len(types)} types in the example")
        for value, type_ in zip(values, types):
            if value.split("#")[0] not in known:
                arguments.setdefault(value, type_)

    for line in join_lines(example):
        text = line.strip()
        if "=" in text and text.startswith("%"):
            results, text = text.split("=", 1)
            defined = [v.split(":")[0] for v in re.findall(r"%[\w$.-]+", results)]
        else:
            defined = []
        if text.endswith("{") and not text.startswith("}"):
            head = text[:-1]
            parameters = re.findall(r"(%[\w$.-]+)\s*:|self\((%[\w$.-]+)\)", head)
            parameters = [a or b for a, b in parameters]
            known.update(parameters)
            used = [] if parameters else VALUE.findall(head)
            pending.append((used, defined))
            continue
        if text.startswith("}"):
            used, outer = pending.pop() if pending else ([], [])
            if text.endswith("{"):
                pending.append((used, outer))
                continue
            if used:  # Without a signature: relay.if, which takes a condition.
                use(used, split_types(signature(text)[1]) if text != "}" else ["tensor<i1>"])
            known.update(outer)
            continue
        if VALUE.search(text):
            head, types = signature(text)
            # Attributes do not hold values.
            use(VALUE.findall(re.sub(r'"[^"]*"', "", head)), split_types(types))
        for callee in re.findall(r"@([\w$.-]+)", text):
            _, types = signature(text)
            declarations.setdefault(callee, types.strip())
        known.update(defined)

    lines = [f"func.func private @{callee}{types}" if types.startswith("(")
             else f"func.func private @{callee}{types.removeprefix('!relay.fn')}"
             for callee, types in declarations.items()]
    parameters = ", ".join(f"{v}: {t}" for v, t in arguments.items())
    lines += [f"func.func @{name}({parameters}) {{", example.rstrip(), "  return", "}"]
    return "\n".join(lines) + "\n"


def wrap_type(example, name):
    types = [line.strip() for line in example.splitlines() if line.strip()]
    return "".join(f"func.func private @{name}{i}({t})\n" for i, t in enumerate(types))


def wrap_attr(example, name):
    attributes = [line.strip() for line in example.splitlines() if line.strip()]
    return "".join(f"func.func private @{name}{i}() attributes {{test = {a}}}\n"
                   for i, a in enumerate(attributes))


def run_examples(modules, build):
    """Parses and verifies each of the modules (a dict by name); the errors."""
    names, text, first_lines, line = list(modules), "", [], 1
    for name in names:
        first_lines.append(line)
        text += modules[name].rstrip("\n") + "\n// -----\n"
        line = text.count("\n") + 1
    result = subprocess.run(
        [build / "bin/relay-lite-opt", "--split-input-file", "-"],
        input=text, capture_output=True, text=True)
    findings = {}
    for match in re.finditer(r"^<stdin>:(\d+):\d+: error: (.*)$", result.stderr, re.M):
        at = int(match.group(1))
        index = max(i for i, first in enumerate(first_lines) if first <= at)
        findings.setdefault(names[index], match.group(2))
    if result.returncode and not findings:
        findings["relay-lite-opt"] = result.stderr[:400]
    return [f"{name}: the example fails: {error}" for name, error in findings.items()]


def check_attributes(title, record, records):
    """Whether the attributes that Relay_TVM names are there."""
    known = [name for _, name in record["arguments"]["args"]] + record["repeatedOperands"]
    tvm = records[record["tvm"]["def"]]
    named = f"{tvm['requiredAttributes']} {tvm['objectAttributes']} {tvm['mixedPrecisionType']}"
    return [f"{title}: no attribute {name}" for name in named.split() if name not in known]


def check_records(records, build):
    findings, modules = [], {}
    for kind, wrapper in (("Op", wrap), ("TypeDef", wrap_type), ("AttrDef", wrap_attr)):
        for name in records["!instanceof"].get(kind, []):
            record = records[name]
            dialect = (record.get("opDialect") or record.get("dialect"))["def"]
            if dialect != "Relay_Dialect":
                continue
            title = record["opName"] if kind == "Op" else record["mnemonic"]
            if "tvm" in record:
                findings += check_attributes(title, record, records)
            description = record.get("description") or ""
            if not record.get("summary"):
                findings.append(f"{title}: no summary")
            if not description.strip():
                findings.append(f"{title}: no description")
                continue
            head, found, tail = description.partition("Example")
            blocks = lint.code_blocks(tail, "mlir") if found else []
            if not head.strip():
                findings.append(f"{title}: the description is an example only")
            if not blocks:
                findings.append(f"{title}: no example")
            for number, block in enumerate(blocks):
                if f"relay.{title}" not in block:
                    findings.append(f"{title}: the example does not show it")
                try:
                    key = f"{title}" if number == 0 else f"{title} ({number + 1})"
                    modules[key] = wrapper(block, "example")
                except ExampleError as error:
                    findings.append(f"{title}: {error}")
    if not modules:
        return findings + ["no operation has an example"]
    return findings + run_examples(modules, build)


def check(build):
    return check_records(lint.tablegen_records(ODS, build), build)


def self_test(build):
    def record(name, summary, description):
        return {"opName": name, "summary": summary, "description": description,
                "opDialect": {"def": "Relay_Dialect"}}

    def example(text):
        return f"Text.\n\n    Example:\n\n    ```mlir\n    {text}\n    ```\n"

    right = "%0 = relay.abs %x : (tensor<2xf32>) -> tensor<2xf32>"
    wrong = "%0 = relay.ceil %x : (tensor<2xf32>) -> tensor<3xf32>"
    unparsable = "%0 = relay.exp %x, : (tensor<2xf32>) -> tensor<2xf32>"
    records = {
        "A": record("abs", "", example(right)),
        "B": record("b", "s", ""),
        "C": record("c", "s", "Text."),
        "D": record("ceil", "s", example(wrong)),
        "E": record("e", "s", example(right)),
        "F": record("exp", "s", example(unparsable)) | {
            "tvm": {"def": "T"}, "arguments": {"args": [[{}, "data"]]}, "repeatedOperands": ["to"]},
        "T": {"requiredAttributes": "data axis", "objectAttributes": "to",
              "mixedPrecisionType": "dtype"},
        "!instanceof": {"Op": ["A", "B", "C", "D", "E", "F"]},
    }
    return lint.missing(
        ["^abs: no summary", "^b: no description", "^c: no example",
         "^ceil: the example fails", "^e: the example does not show it", "^exp: the example fails",
         "^exp: no attribute axis", "^exp: no attribute dtype"],
        check_records(records, build))


if __name__ == "__main__":
    sys.exit(lint.main(__doc__, check, self_test))
