# Part of the RelayLite project, under the Apache License v2.0 with LLVM
# Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a function that applies an operator with one constant of 4 MiB, which
is no splat, again and again: write_constant_chain.py OPERATOR NUM_OPERATORS FILE."""

import struct
import sys

operator, count = sys.argv[1], int(sys.argv[2])
NUM_ELEMENTS = 1 << 20
TYPE = f"tensor<{NUM_ELEMENTS}xf32>"

with open(sys.argv[3], "w", encoding="utf-8") as out:
    out.write(f"func.func @f(%v0: {TYPE}) -> {TYPE} {{\n")
    out.write(f"%c = relay.constant dense_resource<c> : {TYPE}\n")
    for i in range(count):
        out.write(f"%v{i + 1} = relay.{operator} %v{i}, %c : ({TYPE}, {TYPE}) -> {TYPE}\n")
    out.write(f"return %v{count} : {TYPE}\n}}\n")
    elements = struct.pack("<f", -1.0) + struct.pack("<f", 1.0) * (NUM_ELEMENTS - 1)
    out.write(f'{{-# dialect_resources: {{ builtin: {{ c: "0x04000000{elements.hex()}" }} }} #-}}\n')
