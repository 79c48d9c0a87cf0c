// RUN: relay-lite-opt %s --relay-check-stack | FileCheck %s

// The functions of each cycle of calls are checked.

// CHECK:       llvm.func @relay_rt_has_stack() -> i32
// CHECK-LABEL: func.func @calls_itself
// CHECK-NEXT:    %[[HAS:.*]] = llvm.call @relay_rt_has_stack()
// CHECK-NEXT:    %[[ZERO:.*]] = arith.constant 0 : i32
// CHECK-NEXT:    %[[IS:.*]] = arith.cmpi ne, %[[HAS]], %[[ZERO]]
// CHECK-NEXT:    cf.assert %[[IS]], "{{.*}}check-stack.mlir:[[# @LINE + 2]]:1: the recursion is too deep for the stack of the thread"
// CHECK-NEXT:    call @calls_itself
func.func @calls_itself() {
  call @calls_itself() : () -> ()
  return
}
// CHECK-LABEL: func.func private @even
// CHECK-NEXT:    llvm.call @relay_rt_has_stack()
func.func private @even(%c: i1) {
  scf.if %c {
    func.call @odd(%c) : (i1) -> ()
  }
  return
}
// CHECK-LABEL: func.func private @odd
// CHECK-NEXT:    llvm.call @relay_rt_has_stack()
func.func private @odd(%c: i1) {
  call @even(%c) : (i1) -> ()
  return
}
// CHECK-LABEL: func.func @calls_others
// CHECK-NEXT:    call @calls_itself
// CHECK-NEXT:    call @even
// CHECK-NEXT:    call @declared
func.func @calls_others(%c: i1) {
  call @calls_itself() : () -> ()
  call @even(%c) : (i1) -> ()
  call @declared() : () -> ()
  return
}
func.func private @declared()
