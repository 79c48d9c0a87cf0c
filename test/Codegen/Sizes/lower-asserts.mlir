// RUN: relay-lite-opt %s --relay-lower-asserts | FileCheck %s

// Equal messages are there once.

// CHECK:       llvm.mlir.global private constant @relay_message_2("other\00")
// CHECK-NEXT:  llvm.mlir.global private constant @relay_message_1("no\00")
// CHECK-NEXT:  llvm.func @relay_rt_fail(!llvm.ptr)
// CHECK-NOT:   llvm.mlir.global
// CHECK-LABEL: func.func @f
// CHECK:         %[[FAILS:.*]] = arith.xori %{{.*}}, %true
// CHECK-NEXT:    scf.if %[[FAILS]] {
// CHECK-NEXT:      %[[TEXT:.*]] = llvm.mlir.addressof @relay_message_1
// CHECK-NEXT:      llvm.call @relay_rt_fail(%[[TEXT]])
// CHECK-NEXT:    }
// CHECK:         llvm.mlir.addressof @relay_message_1
// CHECK:         llvm.mlir.addressof @relay_message_2
// CHECK-NOT:     cf.assert
func.func @f(%c: i1, %d: i1) {
  cf.assert %c, "no"
  cf.assert %d, "no"
  cf.assert %d, "other"
  return
}
