# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a function that adds a constant and multiplies by one in turn:
write_affine_chain.py NUM_OPERATORS FILE."""

import sys

TYPES = "(tensor<4xf32>, tensor<f32>) -> tensor<4xf32>"

with open(sys.argv[2], "w", encoding="utf-8") as out:
    out.write("func.func @f(%v0: tensor<4xf32>) -> tensor<4xf32> {\n")
    out.write("%c = relay.constant dense<0.999> : tensor<f32>\n")
    count = int(sys.argv[1])
    for i in range(count):
        name = ("add", "multiply")[i % 2]
        out.write(f"%v{i + 1} = relay.{name} %v{i}, %c : {TYPES}\n")
    out.write(f"return %v{count} : tensor<4xf32>\n}}\n")
