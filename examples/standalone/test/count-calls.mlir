// RUN: extra-count-calls %s | FileCheck %s --check-prefixes=ALL,TAKEN --match-full-lines --strict-whitespace

// Hooks fire for the Sequential, its elements, what they require, and the
// InferType that ends a function pass. Taking a branch drops the analysis.
//      ALL:TakeAndCount
// ALL-NEXT:  CountCalls
// ALL-NEXT:calls: 2
// TAKEN-NEXT:  InferType
// TAKEN-NEXT:  TakeTrueBranch
// TAKEN-NEXT:    InferType
// TAKEN-NEXT:  CountCalls
// TAKEN-NEXT:calls: 1

// The analysis is kept when the pass is not enabled. When the instrument vetoes
// it, what it requires runs all the same.
// RUN: extra-count-calls %s --opt-level=0 | FileCheck %s --check-prefixes=ALL,OFF --match-full-lines --strict-whitespace
// RUN: extra-count-calls %s --disable=TakeTrueBranch | FileCheck %s --check-prefixes=ALL,OFF --match-full-lines --strict-whitespace
// RUN: extra-count-calls %s --veto=TakeTrueBranch | FileCheck %s --check-prefixes=ALL,VETO --match-full-lines --strict-whitespace
// OFF-NEXT:  CountCalls
// OFF-NEXT:calls: 2 (kept)
// VETO-NEXT:  InferType
// VETO-NEXT:  CountCalls
// VETO-NEXT:calls: 2{{.*}}

// The Sequential itself can be vetoed.
// RUN: extra-count-calls %s --veto=TakeAndCount | FileCheck %s --check-prefix=NOTHING
// NOTHING-NOT: CountCalls
// NOTHING:     relay.if
module {
  func.func @g(%x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
    return %x : tensor<2xf32>
  }
  func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.pure} {
    %0 = relay.if %c -> tensor<2xf32> {
      %1 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
      relay.yield %1 : tensor<2xf32>
    } else {
      %2 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
      relay.yield %2 : tensor<2xf32>
    }
    return %0 : tensor<2xf32>
  }
}
