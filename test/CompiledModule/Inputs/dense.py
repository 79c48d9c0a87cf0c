"""Writes a dense layer with a weight of N x N different elements: dense.py N."""

import sys

size = int(sys.argv[1])
weight = "[" + ", ".join(f"[{', '.join(f'{row}.{column}' for column in range(size))}]" for row in range(size)) + "]"
print(f"""func.func @main(%x: tensor<64x{size}xf32>) -> tensor<64x{size}xf32> {{
  %w = relay.constant dense<{weight}> : tensor<{size}x{size}xf32>
  %0 = relay.nn.dense %x, %w : (tensor<64x{size}xf32>, tensor<{size}x{size}xf32>) -> tensor<64x{size}xf32>
  return %0 : tensor<64x{size}xf32>
}}""")
