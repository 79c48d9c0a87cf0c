// RUN: relay-lite-opt %s --relay-remove-unused-functions | FileCheck %s
// RUN: relay-lite-opt %s --relay-remove-unused-functions='entry-functions=recursive,unused' | FileCheck %s --check-prefix=ENTRIES

// ENTRIES-NOT: func
// ENTRIES: func.func @recursive
// ENTRIES-NOT: func
// ENTRIES: func.func @unused
// ENTRIES-NOT: func

// A function that only unused functions call goes, too, and so does one that
// only calls itself, or that is private.
// CHECK: module
// CHECK-NEXT: func.func @through
// CHECK: func.func @main
// CHECK: func.func @called
// CHECK: func.func @value
// CHECK: func.func private @declared
// CHECK-NOT: func
func.func @through(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.call @declared(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @main(%x: tensor<f32>, %c: tensor<i1>) -> tensor<f32> {
  %0 = relay.if %c -> tensor<f32> {
    %1 = relay.call @called(%x) : (tensor<f32>) -> tensor<f32>
    relay.yield %1 : tensor<f32>
  } else {
    %1 = relay.global @value : (tensor<f32>) -> tensor<f32>
    %2 = relay.apply %1(%x) : ((tensor<f32>) -> tensor<f32>, tensor<f32>) -> tensor<f32>
    relay.yield %2 : tensor<f32>
  }
  return %0 : tensor<f32>
}
func.func @called(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.call @through(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @value(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @declared(tensor<f32>) -> tensor<f32>
func.func private @hidden(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func @recursive(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.call @recursive(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func @unused(%x: tensor<f32>) -> tensor<f32> {
  %0 = relay.call @recursive(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
