// RUN: extra-opt %s --pass-pipeline='builtin.module(func.func(extra-take-true-branch))' | FileCheck %s
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch})' | FileCheck %s
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch opt-level=0 required=TakeTrueBranch})' | FileCheck %s

// Its level is 1; it can be disabled.
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch opt-level=0})' | FileCheck %s --check-prefix=OFF
// RUN: extra-opt %s --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch disabled=TakeTrueBranch})' | FileCheck %s --check-prefix=OFF
// OFF-COUNT-8: relay.if
// OFF-NOT:     relay.if

// The required pass runs before it, and the pass that ends function passes
// after it.
// RUN: extra-opt %s -o /dev/null --pass-pipeline='builtin.module(relay-sequential{passes=TakeTrueBranch instrument=print-before})' 2>&1 | FileCheck %s --check-prefix=ORDER
// ORDER:      Print IR before: sequential
// ORDER:      Print IR before: InferType
// ORDER:      Print IR before: TakeTrueBranch
// ORDER:      Print IR before: InferType
// ORDER-NOT:  Print IR before:

func.func private @g(tensor<2xf32>) -> tensor<2xf32>

// CHECK-LABEL: func.func @f
// CHECK-SAME:    %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT:    %[[E:.*]] = relay.exp %[[X]]
// CHECK-NEXT:    return %[[E]]
func.func @f(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %c -> tensor<2xf32> {
    %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %1 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// Branches inside branches and function literals, and one that yields what
// comes from outside.
// CHECK-LABEL: func.func @nested
// CHECK-SAME:    %[[C:.*]]: tensor<i1>, %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT:    %[[F:.*]] = relay.fn (%[[Y:.*]]: tensor<2xf32>)
// CHECK-NEXT:      relay.yield %[[Y]]
// CHECK:         %[[R:.*]] = relay.apply %[[F]](%[[X]])
// CHECK-NEXT:    return %[[R]]
func.func @nested(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.if %c -> tensor<2xf32> {
    %1 = relay.if %c -> tensor<2xf32> {
      relay.yield %x : tensor<2xf32>
    } else {
      %2 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
      relay.yield %2 : tensor<2xf32>
    }
    relay.yield %1 : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  %3 = relay.fn (%y: tensor<2xf32>) -> tensor<2xf32> {
    %4 = relay.if %c -> tensor<2xf32> {
      relay.yield %y : tensor<2xf32>
    } else {
      relay.yield %0 : tensor<2xf32>
    }
    relay.yield %4 : tensor<2xf32>
  }
  %5 = relay.apply %3(%0) : ((tensor<2xf32>) -> tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// Effects of the condition and of the branch stay, in order; those of the other
// branch go.
// CHECK-LABEL: func.func @effects
// CHECK-SAME:    %[[R:.*]]: !relay.ref<tensor<i1>>, %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT:    relay.call @g(%[[X]])
// CHECK-NEXT:    %[[C:.*]] = relay.ref_read %[[R]]
// CHECK-NEXT:    relay.ref_write %[[R]], %[[C]]
// CHECK-NEXT:    %[[D:.*]] = relay.nn.dropout %[[X]]
// CHECK-NEXT:    relay.ref_write %[[R]], %[[C]]
// CHECK-NEXT:    return %[[X]]
func.func @effects(%r: !relay.ref<tensor<i1>>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.ref_read %r : (!relay.ref<tensor<i1>>) -> tensor<i1>
  %2 = relay.if %1 -> tensor<2xf32> {
    %3 = relay.ref_write %r, %1 : (!relay.ref<tensor<i1>>, tensor<i1>) -> tuple<>
    %4 = relay.nn.dropout %x : (tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
    relay.yield %x : tensor<2xf32>
  } else {
    %5 = relay.call @g(%x) : (tensor<2xf32>) -> tensor<2xf32>
    relay.yield %5 : tensor<2xf32>
  }
  %6 = relay.ref_write %r, %1 : (!relay.ref<tensor<i1>>, tensor<i1>) -> tuple<>
  return %2 : tensor<2xf32>
}

// The type stays that of the `if`.
// CHECK-LABEL: func.func @types
// CHECK-SAME:    %{{.*}}: tensor<i1>, %[[X:.*]]: tensor<2xf32>
// CHECK-NEXT:    %[[T:.*]] = relay.type_cast %[[X]] : tensor<2xf32> to tensor<?xf32>
// CHECK-NEXT:    return %[[T]]
func.func @types(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<?xf32> {
  %0 = relay.if %c -> tensor<?xf32> {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %0 : tensor<?xf32>
}

// Fused functions, and functions that function passes skip, stay.
// CHECK-LABEL: func.func @fused
// CHECK:         relay.fused_fn
// CHECK:         relay.if
func.func @fused(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = relay.fused_fn (%d: tensor<i1>, %y: tensor<2xf32>) -> tensor<2xf32> attributes {relay.Primitive = 1 : i64} {
    %1 = relay.if %d -> tensor<2xf32> {
      relay.yield %y : tensor<2xf32>
    } else {
      relay.yield %y : tensor<2xf32>
    }
    relay.yield %1 : tensor<2xf32>
  }
  %2 = relay.apply %0(%c, %x) : ((tensor<i1>, tensor<2xf32>) -> tensor<2xf32>, tensor<i1>, tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}

// CHECK-LABEL: func.func @skipped
// CHECK:         relay.if
func.func @skipped(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> attributes {relay.SkipOptimization = 1 : i64} {
  %0 = relay.if %c -> tensor<2xf32> {
    relay.yield %x : tensor<2xf32>
  } else {
    relay.yield %x : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
