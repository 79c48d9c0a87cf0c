//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions for code that a module needs more than once.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_LOOPS_SHAREDFUNCTIONS_H
#define LIB_CODEGEN_LOOPS_SHAREDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {

/// Makes private functions of code without results. Equal code shares one.
class SharedFunctions {
public:
  /// The functions get names that begin with `name`.
  SharedFunctions(ModuleOp module, StringRef name)
      : symbols(module), name(name) {}

  /// Replaces `code`, which has one block, by a call. The allocations of its
  /// buffers of static size, and their deallocations, move to the caller, where
  /// memory is planned. So do constants in memory.
  void outline(scf::ExecuteRegionOp code);

  /// Creates a call at `b`. `build` emits the body of the function, and gets
  /// the arguments that stand for `operands`.
  void call(ImplicitLocOpBuilder &b, ValueRange operands,
            function_ref<void(OpBuilder &, ValueRange)> build);

private:
  /// Creates a call of a function with the body `body`. The arguments of the
  /// body stand for `operands`, and it ends with a return.
  void call(OpBuilder &b, Location loc, ValueRange operands, Region &body);

  SymbolTable symbols;
  StringRef name;
  SmallVector<func::FuncOp> functions;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_SHAREDFUNCTIONS_H
