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

#ifndef LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_SHAREDFUNCTIONS_H
#define LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_SHAREDFUNCTIONS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {

/// Makes private functions of code without results. Equal code has one.
class SharedFunctions {
public:
  explicit SharedFunctions(ModuleOp module) : symbols(module) {}

  /// Replaces `code`, which has one block, by a call. The buffers that it
  /// allocates stay outside: callers plan their memory.
  void outline(scf::ExecuteRegionOp code);

  /// Calls, at `b`, a function of `operands` whose body `build` emits on
  /// arguments for them.
  void call(ImplicitLocOpBuilder &b, ValueRange operands,
            function_ref<void(OpBuilder &, ValueRange)> build);

private:
  /// Calls a function with the body `body`, whose arguments `operands` are, and
  /// which ends with a return.
  void call(OpBuilder &b, Location loc, ValueRange operands, Region &body);

  SymbolTable symbols;
  SmallVector<func::FuncOp> functions;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_LOOPS_PACKCONTRACTIONS_SHAREDFUNCTIONS_H
