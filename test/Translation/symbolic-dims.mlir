// RUN: relay-lite-translate --export-relay %s | FileCheck %s

// CHECK:      def @main(%x: Tensor[(meta[tir.SizeVar][0], meta[tir.Add][0], ?), float32]
// CHECK-SAME: -> Tensor[(meta[tir.Mul][0]), float32]
// CHECK-NEXT: ty=Tensor[(meta[tir.SizeVar][0]), float32]
func.func @main(%x: tensor<?x?x?xf32> {relay.dims = ["n", ["+", "n", 1], unit], relay.name = "x"}) -> tensor<?xf32> {
  %0 = relay.sum %x {axis = array<i64: 1, 2>} : (tensor<?x?x?xf32>) -> tensor<?xf32>
  %1 = relay.repeat %0 {axis = 0 : i64, repeats = 2 : i64} : (tensor<?xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}

// An expression without a value names nothing.
// CHECK: def @quotient(%{{.*}}: Tensor[(?), float32]
func.func @quotient(%x: tensor<?xf32> {relay.dims = [["//", "n", 0]], relay.name = "x"}) -> tensor<?xf32> {
  return %x : tensor<?xf32>
}

// Nor does a list of another length than the type.
// CHECK: def @stale(%{{.*}}: Tensor[(?, ?), float32]
func.func @stale(%x: tensor<?x?xf32> {relay.dims = ["n"], relay.name = "x"}) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}

// The variable is there once.
// CHECK:     "type_key": "tir.SizeVar"
// CHECK-NOT: "type_key": "tir.SizeVar"
