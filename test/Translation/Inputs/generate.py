"""Writes a large or deep Relay text: generate.py KIND SIZE."""

import sys

TENSOR = "Tensor[(4), float32]"
# Nested text: before, between and after, and the type of the parameter.
NESTS = {
    "paren": ("(", "%x", ")"),
    "call": ("exp(", "%x", ")"),
    "if": ("if (%x) { ", "%x", " } else { %x }"),
    "fn": ("fn () { ", "%x", " }"),
    "open": ("(", "", ""),
    "infix": ("", "%x", " + %x"),
}


def chain(size, left, right, last):
    """A chain of `size` operators and the result, one a line."""
    yield f"  {left(0)} = exp(%x);"
    for i in range(1, size):
        yield f"  {left(i)} = add({right(i - 1)}, %x);"
    yield f"  {last(size - 1)}"


def generate(kind, size):
    parameter, body = TENSOR, "%x"
    if kind in NESTS:
        before, inner, after = NESTS[kind]
        parameter = "bool" if kind == "if" else "float32"
        body = before * size + inner + after * size
    elif kind == "list":
        body = "reshape(%x, newshape=" + "[" * size + "1" + "]" * size + ")"
    elif kind == "type":
        parameter = "(" * size + "float32" + ",)" * size
    elif kind == "function-type":
        parameter = "fn (" * size + "float32" + ") -> float32" * size
    elif kind == "comment":
        body = "/*" * size + "*/" * size + "%x"
    elif kind == "graph":
        lines = chain(size, lambda i: f"%{i}", lambda i: f"%{i}", lambda i: f"negative(%{i})")
        body = "\n" + "\n".join(lines) + "\n"
    elif kind == "nested-fn":
        # Each function is used in the next one only, where it belongs.
        lines = ["  %0 = fn () { %x };"]
        lines += [f"  %{i} = fn () {{ %{i - 1} }};" for i in range(1, size)]
        body = "\n" + "\n".join(lines) + f"\n  %{size - 1}\n"
    elif kind == "let":
        # The bound variables have annotations, as those of exported text do.
        lines = chain(size, lambda i: f"let %v{i}: {TENSOR}", lambda i: f"%v{i}",
                      lambda i: f"negative(%v{i})")
        body = "\n" + "\n".join(lines) + "\n"
    else:
        sys.exit(f"unknown kind '{kind}'")
    result = f" -> {TENSOR}" if kind in ("graph", "let") else ""
    return f'#[version = "0.0.5"]\ndef @main(%x: {parameter}){result} {{ {body} }}\n'


sys.stdout.write(generate(sys.argv[1], int(sys.argv[2])))
