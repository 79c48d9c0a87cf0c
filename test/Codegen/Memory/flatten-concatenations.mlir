// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-flatten-concatenations))' | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm=plan-memory --mlir-print-ir-after=relay-plan-memory --mlir-print-ir-module-scope --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// A chain of concatenations, as in DenseNet. Users of an inner one read a slice
// of the last.

// CHECK-LABEL: func.func @chain
// CHECK:         %[[A:.*]] = linalg.negf
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<1x4x8xf32>
// CHECK-NEXT:    %[[ONE:.*]] = tensor.insert_slice %[[A]] into %[[EMPTY]][0, 0, 0] [1, 1, 8]
// CHECK-NEXT:    %[[TWO:.*]] = tensor.insert_slice %{{.*}} into %[[ONE]][0, 1, 0] [1, 1, 8]
// CHECK-NEXT:    %[[HALF:.*]] = tensor.extract_slice %[[TWO]][0, 0, 0] [1, 2, 8]
// CHECK:         linalg.exp ins(%[[HALF]]
// CHECK:         %[[C:.*]] = linalg.abs
// CHECK:         %[[ALL:.*]] = tensor.insert_slice %[[C]] into %[[TWO]][0, 2, 0] [1, 2, 8]
// CHECK-NEXT:    return %[[ALL]]

// All of them are in the memory of the result, and nothing is copied. The
// workspace has the values between, of 32 and 64 bytes.

// PLAN-LABEL: func.func @chain
// PLAN-SAME:    relay.live_bytes = 64 : i64
// PLAN-SAME:    relay.workspace_bytes = 64 : i64
// PLAN-NOT:     memref.copy
// PLAN:         return
func.func @chain(%x: tensor<1x1x8xf32>) -> tensor<1x4x8xf32> {
  %0 = tensor.empty() : tensor<1x1x8xf32>
  %1 = linalg.negf ins(%x : tensor<1x1x8xf32>) outs(%0 : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  %2 = tensor.empty() : tensor<1x1x8xf32>
  %3 = linalg.exp ins(%1 : tensor<1x1x8xf32>) outs(%2 : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  %4 = tensor.empty() : tensor<1x1x8xf32>
  %5 = linalg.abs ins(%3 : tensor<1x1x8xf32>) outs(%4 : tensor<1x1x8xf32>) -> tensor<1x1x8xf32>
  %6 = tensor.empty() : tensor<1x2x8xf32>
  %7 = tensor.insert_slice %1 into %6[0, 0, 0] [1, 1, 8] [1, 1, 1] : tensor<1x1x8xf32> into tensor<1x2x8xf32>
  %8 = tensor.insert_slice %5 into %7[0, 1, 0] [1, 1, 8] [1, 1, 1] : tensor<1x1x8xf32> into tensor<1x2x8xf32>
  %9 = tensor.empty() : tensor<1x2x8xf32>
  %10 = linalg.exp ins(%8 : tensor<1x2x8xf32>) outs(%9 : tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %11 = tensor.empty() : tensor<1x2x8xf32>
  %12 = linalg.abs ins(%10 : tensor<1x2x8xf32>) outs(%11 : tensor<1x2x8xf32>) -> tensor<1x2x8xf32>
  %13 = tensor.empty() : tensor<1x4x8xf32>
  %14 = tensor.insert_slice %8 into %13[0, 0, 0] [1, 2, 8] [1, 1, 1] : tensor<1x2x8xf32> into tensor<1x4x8xf32>
  %15 = tensor.insert_slice %12 into %14[0, 2, 0] [1, 2, 8] [1, 1, 1] : tensor<1x2x8xf32> into tensor<1x4x8xf32>
  return %15 : tensor<1x4x8xf32>
}

// Two inner concatenations, neither of which is first. The parts come in the
// order in which they are computed.

// CHECK-LABEL: func.func @branches
// CHECK-SAME:    %[[X:.*]]: tensor<1xf32>, %[[Y:.*]]: tensor<1xf32>
// CHECK:         %[[EMPTY:.*]] = tensor.empty() : tensor<6xf32>
// CHECK-NEXT:    %[[P0:.*]] = tensor.insert_slice %[[X]] into %[[EMPTY]][3] [1] [1]
// CHECK-NEXT:    %[[P1:.*]] = tensor.insert_slice %[[X]] into %[[P0]][1] [1] [1]
// CHECK-NEXT:    %[[P2:.*]] = tensor.insert_slice %[[Y]] into %[[P1]][4] [1] [1]
// CHECK-NEXT:    %[[SECOND:.*]] = tensor.extract_slice %[[P2]][3] [2] [1]
// CHECK-NEXT:    %[[P3:.*]] = tensor.insert_slice %[[Y]] into %[[P2]][2] [1] [1]
// CHECK:         %[[P4:.*]] = tensor.insert_slice %[[Y]] into %[[P3]][0] [1] [1]
// CHECK:         %[[P5:.*]] = tensor.insert_slice %[[X]] into %[[P4]][5] [1] [1]
// CHECK-NEXT:    return %[[P5]], %[[SECOND]]
func.func @branches(%x: tensor<1xf32>, %y: tensor<1xf32>) -> (tensor<6xf32>, tensor<2xf32>) {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = tensor.insert_slice %x into %0[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %2 = tensor.insert_slice %x into %0[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %3 = tensor.insert_slice %y into %1[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %4 = tensor.insert_slice %y into %2[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %5 = tensor.empty() : tensor<6xf32>
  %6 = tensor.insert_slice %y into %5[0] [1] [1] : tensor<1xf32> into tensor<6xf32>
  %7 = tensor.insert_slice %4 into %6[1] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %8 = tensor.insert_slice %3 into %7[3] [2] [1] : tensor<2xf32> into tensor<6xf32>
  %9 = tensor.insert_slice %x into %8[5] [1] [1] : tensor<1xf32> into tensor<6xf32>
  return %9, %3 : tensor<6xf32>, tensor<2xf32>
}

// A concatenation has one place. Its other insertions copy it from there.

// CHECK-LABEL: func.func @twice
// CHECK:         %[[FIRST:.*]] = tensor.extract_slice %[[P:.*]][2] [2] [1]
// CHECK:         tensor.insert_slice %[[FIRST]] into %[[P]][0] [2] [1]
func.func @twice(%x: tensor<1xf32>, %y: tensor<1xf32>) -> tensor<4xf32> {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = tensor.insert_slice %x into %0[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %2 = tensor.insert_slice %y into %1[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %3 = tensor.empty() : tensor<4xf32>
  %4 = tensor.insert_slice %2 into %3[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %5 = tensor.insert_slice %2 into %4[2] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %5 : tensor<4xf32>
}

// A concatenation that is an operand of two is a part of the last one.

// CHECK-LABEL: func.func @two_users
// CHECK:         %[[PART:.*]] = tensor.extract_slice %{{.*}}[0] [1] [1] : tensor<3xf32> to tensor<1xf32>
// CHECK:         tensor.insert_slice %[[PART]] into %{{.*}} : tensor<1xf32> into tensor<2xf32>
func.func @two_users(%x: tensor<1xf32>) -> (tensor<2xf32>, tensor<3xf32>) {
  %0 = tensor.empty() : tensor<1xf32>
  %1 = tensor.insert_slice %x into %0[0] [1] [1] : tensor<1xf32> into tensor<1xf32>
  %2 = tensor.empty() : tensor<2xf32>
  %3 = tensor.insert_slice %1 into %2[0] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %4 = tensor.insert_slice %x into %3[1] [1] [1] : tensor<1xf32> into tensor<2xf32>
  %5 = tensor.empty() : tensor<3xf32>
  %6 = tensor.insert_slice %1 into %5[0] [1] [1] : tensor<1xf32> into tensor<3xf32>
  return %4, %6 : tensor<2xf32>, tensor<3xf32>
}

// Insertions that overlap are no concatenation.

// CHECK-LABEL: func.func @overlap
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @overlap(%x: tensor<2xf32>, %y: tensor<2xf32>) -> tensor<3xf32> {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = tensor.insert_slice %x into %0[0] [2] [1] : tensor<2xf32> into tensor<2xf32>
  %2 = tensor.empty() : tensor<3xf32>
  %3 = tensor.insert_slice %y into %2[1] [2] [1] : tensor<2xf32> into tensor<3xf32>
  %4 = tensor.insert_slice %1 into %3[0] [2] [1] : tensor<2xf32> into tensor<3xf32>
  return %4 : tensor<3xf32>
}

// Those stay that are of unknown size, have gaps, fewer dimensions or other
// contents, or are in another block.

// CHECK-LABEL: func.func @others
// CHECK-NOT:     extract_slice
// CHECK:         return
func.func @others(%x: tensor<2xf32>, %n: index, %z: tensor<4xf32>, %condition: i1)
    -> (tensor<?xf32>, tensor<8xf32>, tensor<1x4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = tensor.empty() : tensor<2xf32>
  %1 = tensor.insert_slice %x into %0[0] [2] [1] : tensor<2xf32> into tensor<2xf32>
  %2 = tensor.empty(%n) : tensor<?xf32>
  %3 = tensor.insert_slice %1 into %2[0] [2] [1] : tensor<2xf32> into tensor<?xf32>
  %4 = tensor.empty() : tensor<8xf32>
  %5 = tensor.insert_slice %1 into %4[0] [2] [3] : tensor<2xf32> into tensor<8xf32>
  %6 = tensor.empty() : tensor<1x4xf32>
  %7 = tensor.insert_slice %1 into %6[0, 0] [1, 2] [1, 1] : tensor<2xf32> into tensor<1x4xf32>
  %8 = tensor.insert_slice %1 into %z[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %9 = scf.if %condition -> tensor<4xf32> {
    %10 = tensor.empty() : tensor<4xf32>
    %11 = tensor.insert_slice %1 into %10[0] [2] [1] : tensor<2xf32> into tensor<4xf32>
    scf.yield %11 : tensor<4xf32>
  } else {
    scf.yield %z : tensor<4xf32>
  }
  return %3, %5, %7, %8, %9 : tensor<?xf32>, tensor<8xf32>, tensor<1x4xf32>, tensor<4xf32>, tensor<4xf32>
}

// An inner concatenation that is read when the outer one is complete is copied.

// PLAN-LABEL: func.func @read_late
// PLAN:         memref.copy %{{.*}} : memref<16xf32, strided<[1]>> to memref<16xf32>
// PLAN-NOT:     memref.copy
// PLAN:         return
func.func @read_late(%x: tensor<8xf32>) -> (tensor<32xf32>, tensor<16xf32>) {
  %0 = tensor.empty() : tensor<8xf32>
  %1 = linalg.negf ins(%x : tensor<8xf32>) outs(%0 : tensor<8xf32>) -> tensor<8xf32>
  %2 = tensor.empty() : tensor<8xf32>
  %3 = linalg.abs ins(%x : tensor<8xf32>) outs(%2 : tensor<8xf32>) -> tensor<8xf32>
  %4 = tensor.empty() : tensor<16xf32>
  %5 = tensor.insert_slice %1 into %4[0] [8] [1] : tensor<8xf32> into tensor<16xf32>
  %6 = tensor.insert_slice %3 into %5[8] [8] [1] : tensor<8xf32> into tensor<16xf32>
  %7 = tensor.empty() : tensor<16xf32>
  %8 = linalg.exp ins(%6 : tensor<16xf32>) outs(%7 : tensor<16xf32>) -> tensor<16xf32>
  %9 = tensor.empty() : tensor<32xf32>
  %10 = tensor.insert_slice %6 into %9[0] [16] [1] : tensor<16xf32> into tensor<32xf32>
  %11 = tensor.insert_slice %8 into %10[16] [16] [1] : tensor<16xf32> into tensor<32xf32>
  %12 = tensor.empty() : tensor<16xf32>
  %13 = linalg.exp ins(%6 : tensor<16xf32>) outs(%12 : tensor<16xf32>) -> tensor<16xf32>
  return %11, %13 : tensor<32xf32>, tensor<16xf32>
}
