# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes functions that each call the next one: write_call_chain.py SIZE FILE."""

import sys

TYPE = "(tensor<f32>) -> tensor<f32>"
size = int(sys.argv[1])
with open(sys.argv[2], "w", encoding="utf-8") as file:
    for i in range(size):
        file.write(f"func.func @f{i}(%x: tensor<f32>) -> tensor<f32>")
        file.write(" attributes {relay.Inline = 1 : i64} {\n")
        file.write(f"%0 = relay.exp %x : {TYPE}\n")
        result = "%0"
        if i + 1 < size:
            file.write(f"%1 = relay.call @f{i + 1}(%0) : {TYPE}\n")
            result = "%1"
        file.write(f"return {result} : tensor<f32>\n}}\n")
