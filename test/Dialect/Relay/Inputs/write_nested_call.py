# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a function that calls, inside of nested branches, another one that
nests branches: write_nested_call.py DEPTH CALLEE_DEPTH FILE."""

import sys


def write(file, name, attributes, depth, innermost):
    file.write(f"func.func @{name}(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32>")
    file.write(f"{attributes} {{\n")
    for level in reversed(range(depth)):
        file.write(f"%i{level} = relay.if %c -> tensor<f32> {{\n")
    file.write(f"%value = {innermost}\n")
    value = "%value"
    for level in range(depth):
        file.write(f"relay.yield {value} : tensor<f32> }} else {{\n")
        file.write("relay.yield %x : tensor<f32> }\n")
        value = f"%i{level}"
    file.write(f"return {value} : tensor<f32>\n}}\n")


with open(sys.argv[3], "w", encoding="utf-8") as out:
    call = "relay.call @g(%c, %x) : (tensor<i1>, tensor<f32>) -> tensor<f32>"
    write(out, "f", "", int(sys.argv[1]), call)
    exp = "relay.exp %x : (tensor<f32>) -> tensor<f32>"
    write(out, "g", " attributes {relay.Inline = 1 : i64}", int(sys.argv[2]), exp)
