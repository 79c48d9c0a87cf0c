# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a function that calls, inside of nested branches, another one that
nests branches, or a literal that does: write_nested_call.py DEPTH CALLEE_DEPTH
FILE [literal]."""

import sys


def nest(file, depth, innermost, data="%x"):
    for level in reversed(range(depth)):
        file.write(f"%i{level} = relay.if %c -> tensor<f32> {{\n")
    file.write(f"%value = {innermost}\n")
    value = "%value"
    for level in range(depth):
        file.write(f"relay.yield {value} : tensor<f32> }} else {{\n")
        file.write(f"relay.yield {data} : tensor<f32> }}\n")
        value = f"%i{level}"
    return value


def write(file, name, attributes, depth, innermost, literal=None):
    file.write(f"func.func @{name}(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32>")
    file.write(f"{attributes} {{\n")
    if literal is not None:
        file.write("%g = relay.fn (%p: tensor<f32>) -> tensor<f32> attributes ")
        file.write("{relay.Primitive = 1 : i64} {\n")
        exp = "relay.exp %p : (tensor<f32>) -> tensor<f32>"
        value = nest(file, literal, exp, "%p")
        file.write(f"relay.yield {value} : tensor<f32> }}\n")
    value = nest(file, depth, innermost)
    file.write(f"return {value} : tensor<f32>\n}}\n")


depth, callee_depth = int(sys.argv[1]), int(sys.argv[2])
with open(sys.argv[3], "w", encoding="utf-8") as out:
    if sys.argv[4:] == ["literal"]:
        call = "relay.apply %g(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>)"
        write(out, "f", "", depth, f"{call} -> tensor<f32>", callee_depth)
    else:
        call = "relay.call @g(%c, %x) : (tensor<i1>, tensor<f32>) -> tensor<f32>"
        write(out, "f", "", depth, call)
        exp = "relay.exp %x : (tensor<f32>) -> tensor<f32>"
        write(out, "g", " attributes {relay.Inline = 1 : i64}", callee_depth, exp)
