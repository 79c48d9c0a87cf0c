"""Prints a module that joins many tensors and prints the shape of the result,
and its largest difference from what is expected.

    join_many.py concatenate|stack COUNT SIZE

SIZE of the dimension along which they are joined is 'known' or 'unknown'.
"""

import sys

operator, count, extent = sys.argv[1], int(sys.argv[2]), sys.argv[3]
width = "?" if extent == "unknown" else "2"
# Tensor i of two rows [2i, 2i + 1] and [-2i, -2i - 1].
operand = f"tensor<2x{width}xf32>"
if operator == "stack":
    joined, known = f"tensor<2x{count}x{width}xf32>", f"tensor<2x{count}x2xf32>"
    expected = f"2, {count}, 2"
else:
    joined = f"tensor<2x{'?' if extent == 'unknown' else 2 * count}xf32>"
    known, expected = f"tensor<2x{2 * count}xf32>", f"2, {2 * count}"
numbers = ", ".join(str(float(i)) for i in range(2 * count))
operands = ", ".join([operand] * count)

print("func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}")
print(f"func.func private @join({', '.join(f'%x{i}: {operand}' for i in range(count))}) -> {joined} {{")
print(f"  %0 = relay.tuple {', '.join(f'%x{i}' for i in range(count))} : ({operands}) -> tuple<{operands}>")
print(f"  %1 = relay.{operator} %0 {{axis = 1 : i64}} : (tuple<{operands}>) -> {joined}")
print(f"  return %1 : {joined}\n}}")
print("func.func @main() {")
for i in range(count):
    row = [2 * i, 2 * i + 1]
    text = f"[[{row[0]:.1f}, {row[1]:.1f}], [{-row[0]:.1f}, {-row[1]:.1f}]]"
    print(f"  %c{i} = relay.constant dense<{text}> : tensor<2x2xf32>")
    print(f"  %x{i} = tensor.cast %c{i} : tensor<2x2xf32> to {operand}")
print(f"  %joined = call @join({', '.join(f'%x{i}' for i in range(count))}) : ({operands}) -> {joined}")
print(f"  %up = relay.constant dense<[{numbers}]> : tensor<{2 * count}xf32>")
print(f"  %down = relay.negative %up : (tensor<{2 * count}xf32>) -> tensor<{2 * count}xf32>")
print(f"  %pair = relay.tuple %up, %down : (tensor<{2 * count}xf32>, tensor<{2 * count}xf32>)"
      f" -> tuple<tensor<{2 * count}xf32>, tensor<{2 * count}xf32>>")
print(f"  %rows = relay.stack %pair {{axis = 0 : i64}} : (tuple<tensor<{2 * count}xf32>, tensor<{2 * count}xf32>>)"
      f" -> tensor<2x{2 * count}xf32>")
print(f"  %expected = relay.reshape %rows {{newshape = array<i64: {expected}>}} : (tensor<2x{2 * count}xf32>) -> {known}")
print(f"  %shaped = tensor.cast %joined : {joined} to {known}")
print(f"  %difference = relay.subtract %shaped, %expected : ({known}, {known}) -> {known}")
print(f"  %size = relay.abs %difference : ({known}) -> {known}")
print(f"  %largest = relay.max %size : ({known}) -> tensor<f32>")
rank = len(expected.split(","))
print(f"  %shape = relay.shape_of %joined {{dtype = i32}} : ({joined}) -> tensor<{rank}xi32>")
print(f"  %extents = relay.cast %shape {{dtype = f32}} : (tensor<{rank}xi32>) -> tensor<{rank}xf32>")
for name, kind in (("extents", f"tensor<{rank}xf32>"), ("largest", "tensor<f32>")):
    print(f"  %{name}_any = tensor.cast %{name} : {kind} to tensor<*xf32>")
    print(f"  call @printMemrefF32(%{name}_any) : (tensor<*xf32>) -> ()")
print("  return\n}")
