// RUN: relay-lite-opt %s --convert-relay-to-linalg --split-input-file | FileCheck %s
// RUN: relay-lite-opt %s --relay-to-linalg-pipeline --split-input-file | mlir-opt --split-input-file --one-shot-bufferize=bufferize-function-boundaries -o /dev/null

// CHECK-LABEL: func.func @create_read_write
// CHECK-SAME:    (%[[X:.*]]: tensor<2xi8>, %[[Y:.*]]: tensor<2xi8>) -> tensor<2xi8>
// CHECK-NEXT:    %[[R:.*]] = memref.alloc() : memref<2xi8>
// CHECK-NEXT:    bufferization.materialize_in_destination %[[X]] in writable %[[R]]
// CHECK-NEXT:    %[[COPY:.*]] = memref.alloc() : memref<2xi8>
// CHECK-NEXT:    memref.copy %[[R]], %[[COPY]]
// CHECK-NEXT:    %[[OLD:.*]] = bufferization.to_tensor %[[COPY]] restrict writable
// CHECK-NEXT:    bufferization.materialize_in_destination %[[Y]] in writable %[[R]]
// CHECK-NEXT:    return %[[OLD]]
func.func @create_read_write(%x: tensor<2xui8>, %y: tensor<2xui8>) -> tensor<2xui8> {
  %r = relay.ref_create %x : (tensor<2xui8>) -> !relay.ref<tensor<2xui8>>
  %old = relay.ref_read %r : (!relay.ref<tensor<2xui8>>) -> tensor<2xui8>
  %0 = relay.ref_write %r, %y : (!relay.ref<tensor<2xui8>>, tensor<2xui8>) -> tuple<>
  return %old : tensor<2xui8>
}

// -----

// Dimensions that are not known are those of the buffer.
// CHECK-LABEL: func.func @dynamic_value
// CHECK-SAME:    (%[[R:.*]]: memref<2xf32>, %[[X:.*]]: tensor<?xf32>)
// CHECK-NEXT:    %[[CAST:.*]] = tensor.cast %[[X]] : tensor<?xf32> to tensor<2xf32>
// CHECK-NEXT:    bufferization.materialize_in_destination %[[CAST]] in writable %[[R]]
// CHECK-NEXT:    return
func.func @dynamic_value(%r: !relay.ref<tensor<2xf32>>, %x: tensor<?xf32>) -> tuple<> {
  %0 = relay.ref_write %r, %x : (!relay.ref<tensor<2xf32>>, tensor<?xf32>) -> tuple<>
  return %0 : tuple<>
}

// -----

// A tuple has a buffer for each tensor; they go through tuples, branches and calls.
// CHECK-LABEL: func.func private @choose
// CHECK-SAME:    (%[[C:.*]]: tensor<i1>, %[[A0:.*]]: memref<2xf32>, %[[A1:.*]]: memref<i32>, %[[B0:.*]]: memref<2xf32>, %[[B1:.*]]: memref<i32>) -> (memref<2xf32>, memref<i32>)
func.func private @choose(%c: tensor<i1>, %refs: tuple<!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>, !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>>)
    -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>> {
  // CHECK: %[[IF:.*]]:2 = scf.if %{{.*}} -> (memref<2xf32>, memref<i32>) {
  // CHECK:   scf.yield %[[A0]], %[[A1]]
  // CHECK:   scf.yield %[[B0]], %[[B1]]
  // CHECK: return %[[IF]]#0, %[[IF]]#1
  %0 = relay.if %c -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>> {
    %1 = relay.tuple_get %refs[0] : (tuple<!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>, !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>>) -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
    relay.yield %1 : !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
  } else {
    %1 = relay.tuple_get %refs[1] : (tuple<!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>, !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>>) -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
    relay.yield %1 : !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
  }
  return %0 : !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
}
// CHECK-LABEL: func.func @main
// CHECK:         %[[CHOSEN:.*]]:2 = call @choose
// CHECK:         memref.copy %[[CHOSEN]]#0
// CHECK:         memref.copy %[[CHOSEN]]#1
func.func @main(%c: tensor<i1>, %x: tuple<tensor<2xf32>, tensor<i32>>) -> tuple<tensor<2xf32>, tensor<i32>> {
  %a = relay.ref_create %x : (tuple<tensor<2xf32>, tensor<i32>>) -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
  %b = relay.ref_create %x : (tuple<tensor<2xf32>, tensor<i32>>) -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
  %refs = relay.tuple %a, %b : (!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>, !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>) -> tuple<!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>, !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>>
  %r = relay.call @choose(%c, %refs) : (tensor<i1>, tuple<!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>, !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>>) -> !relay.ref<tuple<tensor<2xf32>, tensor<i32>>>
  %0 = relay.ref_read %r : (!relay.ref<tuple<tensor<2xf32>, tensor<i32>>>) -> tuple<tensor<2xf32>, tensor<i32>>
  return %0 : tuple<tensor<2xf32>, tensor<i32>>
}
