// RUN: relay-lite-opt %s --relay-externalize-weights=min-bytes=8 | FileCheck %s

// Large constants of functions with a workspace alone are taken out.

// CHECK:       memref.global "private" constant @relay.weights.64 : memref<3xf32> = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]>
// CHECK-NEXT:  memref.global "private" constant @small : memref<2xi16>
// CHECK-NEXT:  memref.global "private" constant @splat
// CHECK-NEXT:  memref.global "private" constant @bools
// CHECK-NEXT:  memref.global "private" constant @shared
// CHECK-NEXT:  memref.global "private" constant @unused : memref<3xf32>
// CHECK-NEXT:  memref.global "private" @variable
// CHECK-NEXT:  memref.global "private" constant @relay.weights.128 : memref<2x2xf64>
memref.global "private" constant @first : memref<3xf32> = dense<[1.0, 2.0, 3.0]>
memref.global "private" constant @small : memref<2xi16> = dense<[1, 2]>
memref.global "private" constant @splat : memref<64xf32> = dense<0.0>
memref.global "private" constant @bools : memref<16xi1> = dense<[true, false, true, false, true, false, true, false, true, false, true, false, true, false, true, false]>
memref.global "private" constant @shared : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global "private" constant @unused : memref<3xf32> = dense<[1.0, 2.0, 4.0]>
memref.global "private" @variable : memref<4xi32> = dense<[1, 2, 3, 4]>
memref.global "private" constant @last : memref<2x2xf64> = dense<[[1.0, 2.0], [3.0, 4.0]]>

// CHECK-LABEL: func.func @f
// CHECK-SAME:    %[[WEIGHTS:[a-z0-9]+]]: memref<192xi8>)
// CHECK:         %[[C64:.*]] = arith.constant 64 : index
// CHECK:         memref.view %[[WEIGHTS]][%[[C64]]][] : memref<192xi8> to memref<3xf32>
// CHECK-COUNT-5: memref.get_global
// CHECK:         %[[C128:.*]] = arith.constant 128 : index
// CHECK:         memref.view %[[WEIGHTS]][%[[C128]]][] : memref<192xi8> to memref<2x2xf64>
func.func @f(%workspace: memref<0xi8>) -> (memref<3xf32>, memref<2xi16>, memref<64xf32>, memref<16xi1>, memref<4xi32>, memref<4xi32>, memref<2x2xf64>) attributes {relay.workspace_bytes = 0 : i64} {
  %0 = memref.get_global @first : memref<3xf32>
  %1 = memref.get_global @small : memref<2xi16>
  %2 = memref.get_global @splat : memref<64xf32>
  %3 = memref.get_global @bools : memref<16xi1>
  %4 = memref.get_global @shared : memref<4xi32>
  %5 = memref.get_global @variable : memref<4xi32>
  %6 = memref.get_global @last : memref<2x2xf64>
  return %0, %1, %2, %3, %4, %5, %6 : memref<3xf32>, memref<2xi16>, memref<64xf32>, memref<16xi1>, memref<4xi32>, memref<4xi32>, memref<2x2xf64>
}

// CHECK-LABEL: func.func private @other() -> memref<4xi32>
// CHECK:         memref.get_global @shared
func.func private @other() -> memref<4xi32> {
  %0 = memref.get_global @shared : memref<4xi32>
  return %0 : memref<4xi32>
}
