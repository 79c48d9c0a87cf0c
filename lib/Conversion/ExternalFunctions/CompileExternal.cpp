//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-compile-external.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Conversion/ExternalCompiler.h"
#include "RelayLite/Conversion/Passes.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Utils/CompilerFunctions.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::relay {
#define GEN_PASS_DEF_COMPILEEXTERNALPASS
#include "RelayLite/Conversion/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

//===----------------------------------------------------------------------===//
// Outlining
//===----------------------------------------------------------------------===//

LogicalResult relay::outlineExternalFunctions(ModuleOp module) {
  if (failed(outlineCompilerFunctions(module)))
    return failure();
  WalkResult result = module.walk([&](Operation *op) -> WalkResult {
    if (isa<FnOp, FusedFnOp>(op) && hasNonzeroAttr(op, fnattr::compiler) &&
        !op->use_empty())
      return op->emitError("expected only calls of a function for an external "
                           "compiler");
    return success();
  });
  if (result.wasInterrupted())
    return failure();
  SymbolTableCollection tables;
  SymbolUserMap users(tables, module);
  for (auto function : module.getOps<func::FuncOp>())
    if (hasNonzeroAttr(function, fnattr::compiler) && !users.useEmpty(function))
      function.setPrivate();
  return success();
}

//===----------------------------------------------------------------------===//
// Pass
//===----------------------------------------------------------------------===//

namespace {
struct CompileExternalPass
    : public relay::impl::CompileExternalPassBase<CompileExternalPass> {
  using CompileExternalPassBase::CompileExternalPassBase;

  void runOnOperation() override;

private:
  LogicalResult compile(const ExternalCompiler &compiler,
                        ArrayRef<func::FuncOp> functions);
  LogicalResult moveBack(ModuleOp part, StringRef name);
};
} // namespace

/// Moves all of `part` to the module around it. Functions that both declare are
/// one; other symbols that are there get new names.
LogicalResult CompileExternalPass::moveBack(ModuleOp part, StringRef name) {
  SymbolTable inner(part), outer(getOperation());
  for (Operation &op : llvm::make_early_inc_range(*part.getBody())) {
    auto symbol = dyn_cast<SymbolOpInterface>(&op);
    Operation *other = symbol ? outer.lookup(symbol.getNameAttr()) : nullptr;
    auto function = dyn_cast<func::FuncOp>(&op);
    if (other && function && function.isDeclaration()) {
      auto declared = dyn_cast<func::FuncOp>(other);
      if (!declared || declared.getFunctionType() != function.getFunctionType())
        return function.emitError("the external compiler '")
               << name << "' declares the function '" << symbol.getName()
               << "', which is there with another type";
      op.erase();
      continue;
    }
    if (other && failed(inner.renameToUnique(&op, {&outer})))
      return failure();
    op.remove();
    if (symbol)
      outer.insert(&op, getOperation().getBody()->end());
    else
      getOperation().push_back(&op);
  }
  return success();
}

LogicalResult CompileExternalPass::compile(const ExternalCompiler &compiler,
                                           ArrayRef<func::FuncOp> functions) {
  OpBuilder b(getOperation().getBody(), getOperation().getBody()->end());
  auto part = ModuleOp::create(b, getOperation().getLoc());
  SmallVector<std::pair<StringAttr, FunctionType>> expected;
  for (func::FuncOp function : functions) {
    expected.emplace_back(function.getSymNameAttr(),
                          function.getFunctionType());
    function->moveBefore(part.getBody(), part.getBody()->end());
  }
  OpPassManager pipeline(ModuleOp::getOperationName());
  compiler.buildPipeline(pipeline);
  if (failed(runPipeline(pipeline, part)))
    return failure();
  for (auto [name, type] : expected) {
    auto function = part.lookupSymbol<func::FuncOp>(name);
    if (!function || function.getFunctionType() != type)
      return part.emitError("the external compiler '")
             << compiler.getName() << "' has not kept the function '"
             << name.getValue() << "' of type " << type;
    function->removeDiscardableAttr(fnattr::compiler);
  }
  if (failed(moveBack(part, compiler.getName())))
    return failure();
  part.erase();
  return success();
}

void CompileExternalPass::runOnOperation() {
  if (failed(outlineExternalFunctions(getOperation())))
    return signalPassFailure();
  llvm::MapVector<StringRef, SmallVector<func::FuncOp>> parts;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (auto name = function->getAttrOfType<StringAttr>(fnattr::compiler);
        name && !function.isDeclaration())
      parts[name].push_back(function);
  for (auto &[name, functions] : parts) {
    if (const ExternalCompiler *compiler =
            lookupExternalCompiler(&getContext(), name)) {
      if (failed(compile(*compiler, functions)))
        return signalPassFailure();
      numCompiled += functions.size();
      continue;
    }
    for (func::FuncOp function : functions) {
      if (require) {
        function.emitError("there is no external compiler '") << name << "'";
        return signalPassFailure();
      }
      function.emitWarning("there is no external compiler '")
          << name << "': RelayLite compiles the function";
      function->removeDiscardableAttr(fnattr::compiler);
    }
  }
  if (parts.empty())
    markAllAnalysesPreserved();
}
