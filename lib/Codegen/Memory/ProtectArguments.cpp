//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-protect-arguments.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::relay {
#define GEN_PASS_DEF_PROTECTARGUMENTSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

namespace {
struct ProtectArgumentsPass
    : public relay::impl::ProtectArgumentsPassBase<ProtectArgumentsPass> {
  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isPrivate() || function.isDeclaration())
      return;
    auto no = BoolAttr::get(&getContext(), false);
    for (BlockArgument argument : function.getArguments())
      if (isa<TensorType>(argument.getType()))
        function.setArgAttr(
            argument.getArgNumber(),
            bufferization::BufferizationDialect::kWritableAttrName, no);
  }
};
} // namespace
