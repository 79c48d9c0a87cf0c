// RUN: relay-lite-opt %s --relay-erase-unused-arguments | FileCheck %s

memref.global "private" constant @w : memref<4xf32> = dense<1.0>

// CHECK: func.func private @inner(%[[X:.*]]: f32) -> f32
func.func private @inner(%w: memref<4xf32>, %x: f32, %y: f32) -> f32 {
  return %x : f32
}

// Nor does a function that only passes it on use an argument.
// CHECK: func.func private @outer(%[[X:.*]]: f32) -> f32
// CHECK-NEXT: call @inner(%[[X]]) : (f32) -> f32
func.func private @outer(%w: memref<4xf32>, %x: f32) -> f32 {
  %0 = call @inner(%w, %x, %x) : (memref<4xf32>, f32, f32) -> f32
  return %0 : f32
}

// CHECK: func.func @calls(%[[X:.*]]: f32, %{{.*}}: f32) -> (f32, f32, f32)
// CHECK-NEXT: %[[EFFECT:.*]] = call @effect()
// CHECK-NEXT: call @outer(%[[X]]) : (f32) -> f32
// CHECK-NEXT: call @outer(%[[EFFECT]]) : (f32) -> f32
// CHECK-NEXT: call @inner(%[[X]]) : (f32) -> f32
// CHECK-NEXT: return
func.func @calls(%x: f32, %unused: f32) -> (f32, f32, f32) {
  %0 = memref.get_global @w : memref<4xf32>
  %1 = call @effect() : () -> f32
  %2 = call @outer(%0, %x) : (memref<4xf32>, f32) -> f32
  %3 = call @outer(%0, %1) : (memref<4xf32>, f32) -> f32
  %4 = call @inner(%0, %x, %1) : (memref<4xf32>, f32, f32) -> f32
  return %2, %3, %4 : f32, f32, f32
}

// CHECK: func.func private @effect() -> f32
func.func private @effect() -> f32

// A function that is a value keeps its type.
// CHECK: func.func private @value(%{{.*}}: f32)
func.func private @value(%x: f32) {
  return
}

// CHECK-LABEL: func.func @use_of_value
func.func @use_of_value() -> ((f32) -> ()) {
  %0 = constant @value : (f32) -> ()
  return %0 : (f32) -> ()
}
