// RUN: relay-lite-opt %s --relay-eliminate-empty-tensors | FileCheck %s
// RUN: relay-lite-opt %s --relay-lower-to-llvm=plan-memory --mlir-print-ir-after=relay-plan-memory --mlir-print-ir-module-scope --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLAN

// A chain of concatenations, as in DenseNet: each is in the place that it has
// in the last one.

// CHECK-LABEL: func.func @chain
// CHECK:         %[[WHOLE:.*]] = tensor.empty() : tensor<1x4x8xf32>
// CHECK:         %[[HALF:.*]] = tensor.extract_slice %[[WHOLE]][0, 0, 0] [1, 2, 8]
// CHECK:         %[[FIRST:.*]] = tensor.extract_slice %[[HALF]][0, 0, 0] [1, 1, 8]
// CHECK:         linalg.negf {{.*}} outs(%[[FIRST]] :
// CHECK:         %[[SECOND:.*]] = tensor.extract_slice %{{.*}}[0, 1, 0] [1, 1, 8]
// CHECK:         linalg.abs {{.*}} outs(%[[SECOND]] :
// CHECK:         %[[REST:.*]] = tensor.extract_slice %{{.*}}[0, 2, 0] [1, 2, 8]
// CHECK:         linalg.abs {{.*}} outs(%[[REST]] :

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
