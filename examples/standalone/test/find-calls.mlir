// RUN: extra-opt %s --extra-find-calls --verify-diagnostics
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FindCalls})' --verify-diagnostics
// RUN: extra-opt %s --extra-find-calls='callee=g' 2>&1 | FileCheck %s --check-prefix=ONLY
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FindCalls{callee=g}})' 2>&1 | FileCheck %s --check-prefix=ONLY

// The analysis is kept by passes on the module that change nothing. MLIR drops
// it after any pass on functions, and a Sequential after any pass of MLIR.
// RUN: extra-opt %s --pass-pipeline='builtin.module(extra-find-calls,extra-find-calls)' 2>&1 | FileCheck %s --check-prefixes=FIRST,KEPT
// RUN: extra-opt %s --pass-pipeline='builtin.module(extra-find-calls,strip-debuginfo,extra-find-calls)' 2>&1 | FileCheck %s --check-prefixes=FIRST,DROPPED

// RUN: extra-opt %s --pass-pipeline='builtin.module(extra-find-calls,func.func(extra-take-true-branch),extra-find-calls)' 2>&1 | FileCheck %s --check-prefixes=FIRST,DROPPED
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=FindCalls,FindCalls})' 2>&1 | FileCheck %s --check-prefixes=FIRST,DROPPED

// ONLY-COUNT-2: remark: call of @g
// ONLY-NOT:     remark:
// FIRST:   remark: calls: 4{{$}}
// KEPT:    remark: calls: 4 (kept)
// DROPPED: remark: calls: 4{{$}}

// expected-remark @below {{calls: 4}}
module {
  func.func private @g(tensor<2xf32>) -> tensor<2xf32>

  func.func @f(%x: tensor<2xf32>) -> tensor<2xf32> {
    // expected-remark @below {{call of @g}}
    %0 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
    %1 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
      // Operations of other dialects have the interface too.
      // expected-remark @below {{call of @h}}
      %2 = func.call @h(%y) : (tensor<2xf32>) -> tensor<2xf32>
      relay.yield %2 : tensor<2xf32>
    }
    // expected-remark @below {{call of a function value}}
    %3 = relay.apply %1(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %4 = relay.global @g : (tensor<2xf32>) -> tensor<2xf32>
    // expected-remark @below {{call of @g}}
    %5 = relay.apply %4(%3) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %5 : tensor<2xf32>
  }

  // An operator is no call.
  func.func @h(%x: tensor<2xf32>) -> tensor<2xf32> {
    %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
}
