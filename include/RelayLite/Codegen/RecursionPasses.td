//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes for functions that call themselves.
//
//===----------------------------------------------------------------------===//

#ifndef RELAYLITE_CODEGEN_RECURSIONPASSES_TD
#define RELAYLITE_CODEGEN_RECURSIONPASSES_TD

include "mlir/Pass/PassBase.td"

def CheckStackPass : Pass<"relay-check-stack", "::mlir::ModuleOp"> {
  let summary = "Check the stack at the entry of recursive functions";
  let description = [{
    Asserts at the entry of each function in a cycle of the call graph that the
    stack of the thread has room for another call. The function
    `relay_rt_has_stack` of the runtime tells.

    Before:

    ```mlir
    func.func @f(%x: memref<i32>) {
      call @f(%x) : (memref<i32>) -> ()
      return
    }
    ```

    After:

    ```mlir
    llvm.func @relay_rt_has_stack() -> i32
    func.func @f(%x: memref<i32>) {
      %0 = llvm.call @relay_rt_has_stack() : () -> i32
      %c0_i32 = arith.constant 0 : i32
      %1 = arith.cmpi ne, %0, %c0_i32 : i32
      cf.assert %1, "<stdin>:1:1: the recursion is too deep for the stack of the thread"
      call @f(%x) : (memref<i32>) -> ()
      return
    }
    ```
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::LLVM::LLVMDialect"
  ];
}

def EliminateTailRecursionPass
    : Pass<"relay-eliminate-tail-recursion", "::mlir::func::FuncOp"> {
  let summary = "Turn tail recursion into loops";
  let description = [{
    Turns a function that calls itself in tail position into an `scf.while`, so
    that the depth of the recursion needs no stack. A call is in tail position
    if the function returns its results on the same path, through any number of
    `scf.if`, and does nothing between. Other recursive calls stay, and so does a
    function that calls itself on every path.

    The region "before" computes all that the function does in front of its
    branches, and the region "after" the arguments of the next call. Only the
    arguments that change are carried. The branch that returns follows the loop.
    Tensors of rank 0 are carried as their elements, which need no memory.

    Before:

    ```mlir
    func.func @f(%n: i32, %sum: i32, %step: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %done = arith.cmpi eq, %n, %c0 : i32
      %r = scf.if %done -> i32 {
        scf.yield %sum : i32
      } else {
        %m = arith.subi %n, %step : i32
        %s = arith.addi %sum, %n : i32
        %0 = func.call @f(%m, %s, %step) : (i32, i32, i32) -> i32
        scf.yield %0 : i32
      }
      return %r : i32
    }
    ```

    After:

    ```mlir
    func.func @f(%n: i32, %sum: i32, %step: i32) -> i32 {
      %c0 = arith.constant 0 : i32
      %r:2 = scf.while (%i = %n, %s = %sum) : (i32, i32) -> (i32, i32) {
        %done = arith.cmpi eq, %i, %c0 : i32
        %true = arith.constant true
        %more = arith.xori %done, %true : i1
        scf.condition(%more) %s, %i : i32, i32
      } do {
      ^bb0(%s: i32, %i: i32):
        %0 = arith.subi %i, %step : i32
        %1 = arith.addi %s, %i : i32
        scf.yield %0, %1 : i32, i32
      }
      return %r#0 : i32
    }
    ```
  }];
  let statistics = [
    Statistic<"numLoops", "loops", "Functions that became loops">
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"
  ];
}

#endif // RELAYLITE_CODEGEN_RECURSIONPASSES_TD
