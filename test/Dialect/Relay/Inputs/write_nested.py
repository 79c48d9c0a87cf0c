# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a module of nested operations: write_nested.py if|fn DEPTH FILE [OP].

OP is an operation inside of them all.
"""

import sys

OPEN = {
    "if": "relay.if %c -> tensor<f32> {",
    "fn": "relay.fn (%p: tensor<f32>) -> tensor<f32> {",
}
CLOSE = {
    "if": "relay.yield %x : tensor<f32> } else { relay.yield %x : tensor<f32> }",
    "fn": "relay.yield %x : tensor<f32> }",
}

kind, depth, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
with open(path, "w", encoding="utf-8") as file:
    file.write("func.func @f(%c: tensor<i1>, %x: tensor<f32>) {\n")
    for level in range(depth):
        parameter = OPEN[kind].replace("%p", f"%p{level}")
        file.write(f"%i{level} = {parameter}\n")
    file.write("".join(operation + "\n" for operation in sys.argv[4:]))
    for level in range(depth):
        file.write(CLOSE[kind] + "\n")
    file.write("return\n}\n")
