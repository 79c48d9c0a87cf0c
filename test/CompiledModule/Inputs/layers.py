"""Writes dense layers of different sizes, whose code is large: layers.py N."""

import sys

lines, width = [], 64
for i in range(int(sys.argv[1])):
    units = 64 + 24 * (i + 1)
    weight = "[" + ", ".join(f"[{', '.join(f'{(row * 7 + column) % 5 - 2}.0' for column in range(width))}]"
                             for row in range(units)) + "]"
    lines += [f"  %w{i} = relay.constant dense<{weight}> : tensor<{units}x{width}xf32>",
              f"  %y{i} = relay.nn.dense %x{i}, %w{i} : (tensor<40x{width}xf32>, tensor<{units}x{width}xf32>) "
              f"-> tensor<40x{units}xf32>",
              f"  %x{i + 1} = relay.tanh %y{i} : (tensor<40x{units}xf32>) -> tensor<40x{units}xf32>"]
    width = units
print("func.func @main(%x0: tensor<40x64xf32>) -> tensor<40x" + f"{width}xf32> {{")
print("\n".join(lines))
print(f"  return %x{sys.argv[1]} : tensor<40x{width}xf32>\n}}")
