// RelayOptMain gives the tool the flags of pass contexts.
// RUN: extra-opt %s --relay-disable-pass=TakeTrueBranch --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch})' | FileCheck %s --check-prefix=OFF
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch})' | FileCheck %s
// RUN: extra-opt --relay-list-passes | FileCheck %s --check-prefix=LIST

// Other tools do not take flags that they would not read.
// RUN: not extra-fold %s --relay-disable-pass=TakeTrueBranch 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// OFF:     relay.if
// CHECK-NOT: relay.if
// LIST:    TakeTrueBranch {{.*}}extra-take-true-branch
// UNKNOWN: Unknown command line argument '--relay-disable-pass=TakeTrueBranch'
func.func @choose(%condition: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %condition -> tensor<2xf32> {
    %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
