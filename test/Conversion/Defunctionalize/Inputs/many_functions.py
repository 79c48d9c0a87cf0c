"""Prints a module that calls one of many functions of one type."""

import sys

count = int(sys.argv[1])
kind = "(tensor<f32>) -> tensor<f32>"
for i in range(count):
    print(f"func.func private @f{i}(tensor<f32>) -> tensor<f32>")
print("func.func @main(%x: tensor<f32>) -> tensor<f32> {")
for i in range(count):
    print(f"  %g{i} = relay.global @f{i} : {kind}")
print(f"  %0 = relay.apply %g0(%x) : ({kind}, tensor<f32>) -> tensor<f32>")
print("  return %0 : tensor<f32>\n}")
