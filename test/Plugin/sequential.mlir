// TVM's names in a pipeline of the mlir-opt of the LLVM packages, and what is
// wrong with them. (The flags of the pass context are those of relay-lite-opt.)

// RUN: mlir-opt --load-dialect-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(relay-sequential{passes=SimplifyInference,FoldConstant,func.func(canonicalize) instrument=timing})' 2>%t \
// RUN:   | FileCheck %s
// RUN: FileCheck %s --check-prefix=TIMING <%t
// RUN: not mlir-opt --load-dialect-plugin=%plugin %s \
// RUN:   --pass-pipeline='builtin.module(relay-sequential{passes=FoldConstants})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ERROR

// TIMING: sequential: {{.*}}us
// TIMING: FoldConstant: {{.*}}us
// TIMING: canonicalize: {{.*}}us
// ERROR: unknown pass 'FoldConstants'; did you mean 'FoldConstant'?

// CHECK-LABEL: func.func @f
// CHECK-NEXT: %[[C:.*]] = relay.constant dense<3.000000e+00> : tensor<f32>
// CHECK-NEXT: return %[[C]]
func.func @f() -> tensor<f32> {
  %0 = relay.constant dense<1.0> : tensor<f32>
  %1 = relay.constant dense<2.0> : tensor<f32>
  %2 = relay.add %0, %1 : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %2 : tensor<f32>
}
