// Nothing is folded in a module that is marked, by whatever the pass runs on.
// RUN: relay-lite-opt %s --relay-fold-constant | FileCheck %s --check-prefixes=CHECK,LEFT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(func.func(relay-fold-constant))' | FileCheck %s --check-prefixes=CHECK,LEFT
// RUN: relay-lite-opt %s --pass-pipeline='builtin.module(builtin.module(relay-fold-constant))' | FileCheck %s --check-prefixes=CHECK,LEFT
// RUN: relay-lite-opt %s --relay-fold-constant --remarks-filter=FoldConstant --remark-format=emitRemark -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK
// Without the mark:
// RUN: sed 's/attributes {relay.no_fold}//' %s | relay-lite-opt --pass-pipeline='builtin.module(relay-fold-constant,builtin.module(relay-fold-constant))' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,FOLDED

module attributes {relay.no_fold} {
  // CHECK-LABEL: func.func @outer
  // LEFT: relay.negative
  // FOLDED-NOT: relay.negative
  // CHECK: return
  func.func @outer() -> tensor<f32> {
    %0 = relay.constant dense<1.0> : tensor<f32>
    // REMARK: :[[#@LINE+1]]:{{.*}} [Missed] NotFolded | Category:FoldConstant | Remark="relay.negative: it is in a module that is marked relay.no_fold"
    %1 = relay.negative %0 : (tensor<f32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
  module {
    // CHECK-LABEL: func.func @inner
    // LEFT: relay.negative
    // FOLDED-NOT: relay.negative
    // CHECK: return
    func.func @inner() -> tensor<f32> {
      %0 = relay.constant dense<1.0> : tensor<f32>
      %1 = relay.negative %0 : (tensor<f32>) -> tensor<f32>
      return %1 : tensor<f32>
    }
  }
}
