// Tensors larger than the address space, most of 2^64 bytes or more.

// RUN: not relay-lite-run %s --function=random --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RANDOM
// RUN: not relay-lite-run %s --function=output --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OUTPUT
// RUN: not relay-lite-run %s --function=result --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=RESULT
// RUN: not relay-lite-run %s --function=operand --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=OPERAND
// RUN: not relay-lite-run %s --function=broadcast_operand --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BROADCAST-OPERAND
// RUN: not relay-lite-run %s --function=broadcast_result --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=BROADCAST-RESULT
// The sanitizer would stop at the allocation.
// RUN: env ASAN_OPTIONS=allocator_may_return_null=1 not relay-lite-run %s --function=scratch --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCRATCH
// RUN: not relay-lite-run %s --function=scratch_overflow --random-inputs 2>&1 \
// RUN:   | FileCheck %s --check-prefix=SCRATCH-OVERFLOW

// RANDOM: mlir:[[#@LINE + 1]]:{{[0-9]+}}: error: not enough memory for 'arg0' of type 'tensor<4611686018427387904xf32>'{{$}}
func.func @random(%x: tensor<4611686018427387904xf32>) -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  return %0 : tensor<f32>
}

// OUTPUT: mlir:[[#@LINE + 1]]:{{[0-9]+}}: error: not enough memory for a result of type 'tensor<4611686018427387904xf32>'{{$}}
func.func @output() -> tensor<4611686018427387904xf32> {
  %0 = relay.constant dense<1.0> : tensor<4611686018427387904xf32>
  return %0 : tensor<4611686018427387904xf32>
}

func.func @result() -> tensor<4611686018427387904xf32> {
  // RESULT: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: not enough memory for a result of type tensor<4611686018427387904xf32>{{$}}
  %0 = relay.zeros {shape = array<i64: 4611686018427387904>, dtype = f32} : () -> tensor<4611686018427387904xf32>
  return %0 : tensor<4611686018427387904xf32>
}

func.func @operand() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<4611686018427387904xf32>
  // OPERAND: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: not enough memory for an operand of type tensor<4611686018427387904xf32>{{$}}
  %1 = relay.sum %0 : (tensor<4611686018427387904xf32>) -> tensor<f32>
  return %1 : tensor<f32>
}

func.func @broadcast_operand(%x: tensor<2xf32>) -> tensor<4611686018427387904x2xf32> {
  %0 = relay.constant dense<1.0> : tensor<4611686018427387904x1xf32>
  // BROADCAST-OPERAND: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: not enough memory for an operand{{$}}
  %1 = relay.add %0, %x : (tensor<4611686018427387904x1xf32>, tensor<2xf32>) -> tensor<4611686018427387904x2xf32>
  return %1 : tensor<4611686018427387904x2xf32>
}

func.func @broadcast_result(%c: tensor<2097152x1x1xi1>, %x: tensor<2097152x1xf32>, %y: tensor<2097152xf32>) -> tensor<2097152x2097152x2097152xf32> {
  // BROADCAST-RESULT: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: not enough memory for a result of type tensor<2097152x2097152x2097152xf32>{{$}}
  %0 = relay.where %c, %x, %y : (tensor<2097152x1x1xi1>, tensor<2097152x1xf32>, tensor<2097152xf32>) -> tensor<2097152x2097152x2097152xf32>
  return %0 : tensor<2097152x2097152x2097152xf32>
}

func.func @scratch(%x: tensor<1x2x1x1xf32>, %w: tensor<2x1x1x1xf32>) -> tensor<1x2x1x1xf32> {
  // SCRATCH: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: not enough memory for 2305843009213693952 bytes of temporary data{{$}}
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64, padding = array<i64: 268435456, 268435456, 268435455, 268435455>, strides = array<i64: 2147483647, 2147483647>} : (tensor<1x2x1x1xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x1x1xf32>
  return %0 : tensor<1x2x1x1xf32>
}

func.func @scratch_overflow(%x: tensor<1x2x1x1xf32>, %w: tensor<2x1x1x1xf32>) -> tensor<1x2x3x3xf32> {
  // SCRATCH-OVERFLOW: mlir:[[#@LINE + 1]]:8: error: cannot evaluate: the kernel cannot be compiled: expected tensors of at most 2^62 bytes to lower, but got 'tensor<1x2x4294967295x4294967295xf32>'{{$}}
  %0 = relay.nn.conv2d %x, %w {groups = 2 : i64, padding = array<i64: 2147483647, 2147483647, 2147483647, 2147483647>, strides = array<i64: 2147483647, 2147483647>} : (tensor<1x2x1x1xf32>, tensor<2x1x1x1xf32>) -> tensor<1x2x3x3xf32>
  return %0 : tensor<1x2x3x3xf32>
}
