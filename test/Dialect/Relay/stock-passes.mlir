// RUN: relay-lite-opt %s --canonicalize --cse --inline --symbol-dce \
// RUN:   | FileCheck %s
// RUN: relay-lite-opt %s --sccp | FileCheck %s --check-prefix=SCCP

// MLIR's own passes on relay operations.

// CHECK-LABEL: func @pure_ops_are_merged_and_removed
// CHECK-SAME: (%[[X:.*]]: tensor<2xf32>)
func.func @pure_ops_are_merged_and_removed(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-NEXT: %[[E:.*]] = relay.exp %[[X]]
  // CHECK-NEXT: %[[R:.*]] = relay.add %[[E]], %[[E]]
  // CHECK-NEXT: return %[[R]]
  %0 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %1 = relay.exp %x : (tensor<2xf32>) -> tensor<2xf32>
  %2 = relay.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = relay.tuple %0, %2 : (tensor<2xf32>, tensor<2xf32>) -> tuple<tensor<2xf32>, tensor<2xf32>>
  %4 = relay.tuple_get %3[0] : (tuple<tensor<2xf32>, tensor<2xf32>>) -> tensor<2xf32>
  %5 = relay.add %4, %1 : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %5 : tensor<2xf32>
}

// A field that the tuple, of unknown type, does not have.
// CHECK-LABEL: func @no_field
// CHECK: relay.tuple_get %{{.*}}[5]
func.func @no_field(%x: tensor<2xf32>) -> !relay.unknown {
  %0 = relay.tuple %x : (tensor<2xf32>) -> !relay.unknown
  %1 = relay.tuple_get %0[5] : (!relay.unknown) -> !relay.unknown
  return %1 : !relay.unknown
}

// CHECK-LABEL: func @references_stay
func.func @references_stay(%r: !relay.ref<tensor<f32>>, %x: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[A:.*]] = relay.ref_read
  // CHECK-NEXT: relay.ref_write
  // CHECK-NEXT: %[[B:.*]] = relay.ref_read
  // CHECK-NEXT: return %[[A]], %[[B]]
  %0 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  %1 = relay.ref_write %r, %x : (!relay.ref<tensor<f32>>, tensor<f32>) -> tuple<>
  %2 = relay.ref_read %r : (!relay.ref<tensor<f32>>) -> tensor<f32>
  return %0, %2 : tensor<f32>, tensor<f32>
}

// Unused references go, two new ones are not one.
// CHECK-LABEL: func @new_references
func.func @new_references(%x: tensor<f32>) -> (!relay.ref<tensor<f32>>, !relay.ref<tensor<f32>>) {
  // CHECK-COUNT-2: relay.ref_create
  // CHECK-NOT: relay.ref_create
  // CHECK: return
  %0 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %1 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  %2 = relay.ref_create %x : (tensor<f32>) -> !relay.ref<tensor<f32>>
  return %0, %1 : !relay.ref<tensor<f32>>, !relay.ref<tensor<f32>>
}

func.func private @unknown(tensor<f32>) -> tensor<f32>
func.func private @known_pure(tensor<f32>) -> tensor<f32> attributes {relay.pure}

// CHECK-LABEL: func @calls
func.func @calls(%x: tensor<f32>) -> tensor<f32> {
  // CHECK-COUNT-2: relay.call @unknown
  // CHECK-NOT: relay.call @known_pure
  // CHECK: return
  %0 = relay.call @unknown(%x) : (tensor<f32>) -> tensor<f32>
  %1 = relay.call @unknown(%x) : (tensor<f32>) -> tensor<f32>
  %2 = relay.call @known_pure(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// A constant is made in the branch that folds to it.
// CHECK-LABEL: func @constants_stay_in_branches
func.func @constants_stay_in_branches(%c: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK-NEXT: relay.if
  // CHECK-NEXT: %[[K:.*]] = relay.constant
  // CHECK-NEXT: relay.yield %[[K]]
  %0 = relay.if %c -> tensor<f32> {
    %k = relay.constant dense<1.0> : tensor<f32>
    %t = relay.tuple %k, %x : (tensor<f32>, tensor<f32>) -> tuple<tensor<f32>, tensor<f32>>
    %1 = relay.tuple_get %t[0] : (tuple<tensor<f32>, tensor<f32>>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  } else {
    relay.yield %x : tensor<f32>
  }
  return %0 : tensor<f32>
}

// Constants go through calls where all callers agree, those in the bodies of
// literals included, whether a literal is applied here or goes elsewhere.
// SCCP-LABEL: func private @called_with_two_values
// SCCP-SAME: (%[[X:.*]]: tensor<f32>)
func.func private @called_with_two_values(%x: tensor<f32>) -> tensor<f32> {
  // SCCP-NEXT: %[[E:.*]] = relay.exp %[[X]]
  // SCCP-NEXT: return %[[E]]
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// SCCP-LABEL: func private @called_with_two_values_too
// SCCP-SAME: (%[[X:.*]]: tensor<f32>)
func.func private @called_with_two_values_too(%x: tensor<f32>) -> tensor<f32> {
  // SCCP-NEXT: %[[E:.*]] = relay.exp %[[X]]
  // SCCP-NEXT: return %[[E]]
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// SCCP-LABEL: func private @called_with_one_value
func.func private @called_with_one_value(%x: tensor<f32>) -> tensor<f32> {
  // SCCP-NEXT: %[[K:.*]] = relay.constant dense<2.000000e+00>
  // SCCP-NEXT: relay.exp %[[K]]
  %0 = relay.exp %x : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func private @take(%f: (tensor<f32>) -> tensor<f32>) -> tensor<f32>

// SCCP-LABEL: func @literals
func.func @literals() -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %one = relay.constant dense<1.0> : tensor<f32>
  %two = relay.constant dense<2.0> : tensor<f32>
  // SCCP: relay.fn (%[[P:.*]]: tensor<f32>)
  // SCCP-NEXT: relay.call @called_with_two_values(
  // SCCP-NEXT: relay.call @called_with_one_value(
  // SCCP-NEXT: relay.multiply %{{.*}}, %[[P]]
  %applied = relay.fn (%p: tensor<f32>) -> tensor<f32> {
    %0 = relay.call @called_with_two_values(%two) : (tensor<f32>) -> tensor<f32>
    %1 = relay.call @called_with_one_value(%two) : (tensor<f32>) -> tensor<f32>
    %2 = relay.multiply %1, %p : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = relay.add %0, %2 : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %3 : tensor<f32>
  }
  // SCCP: relay.fused_fn (%[[P:.*]]: tensor<f32>)
  // SCCP: relay.multiply %{{.*}}, %[[P]]
  %escaping = relay.fused_fn (%p: tensor<f32>) -> tensor<f32> {
    %k = relay.constant dense<2.0> : tensor<f32>
    %0 = relay.call @called_with_two_values_too(%k) : (tensor<f32>) -> tensor<f32>
    %1 = relay.multiply %0, %p : (tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  }
  %a = relay.call @called_with_two_values(%one) : (tensor<f32>) -> tensor<f32>
  %b = relay.call @called_with_two_values_too(%one) : (tensor<f32>) -> tensor<f32>
  %c = relay.call @called_with_one_value(%two) : (tensor<f32>) -> tensor<f32>
  // A parameter of a literal is not what one application gives it.
  %d = relay.apply %applied(%one) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
  %e = relay.call @take(%escaping) : ((tensor<f32>) -> tensor<f32>) -> tensor<f32>
  return %a, %b, %c, %d, %e : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
