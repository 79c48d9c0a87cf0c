//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls of the runtime's functions that end a call with a message.
//
//===----------------------------------------------------------------------===//

#ifndef LIB_CODEGEN_SIZES_FAILURECALLS_H
#define LIB_CODEGEN_SIZES_FAILURECALLS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::relay {

/// Emits calls of one function, which takes a text that ends with a zero and
/// some numbers of 64 bits. Equal texts share a constant.
class FailureCalls {
public:
  /// `prefix` is what the names of constants begin with.
  FailureCalls(ModuleOp module, StringRef function, StringRef prefix,
               unsigned numNumbers)
      : module(module), function(function), prefix(prefix),
        numNumbers(numNumbers) {}

  /// Emits a call where `fails` is true. `numbers` have the type index.
  void createWhere(OpBuilder &b, Location loc, Value fails, StringRef text,
                   ValueRange numbers = {});

private:
  LLVM::LLVMFunctionType declare();
  LLVM::GlobalOp getText(StringRef text);

  ModuleOp module;
  StringRef function, prefix;
  unsigned numNumbers;
  DenseMap<StringAttr, LLVM::GlobalOp> texts;
};

} // namespace mlir::relay

#endif // LIB_CODEGEN_SIZES_FAILURECALLS_H
