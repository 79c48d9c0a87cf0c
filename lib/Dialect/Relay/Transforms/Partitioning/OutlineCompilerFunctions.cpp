//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// OutlineCompilerFunctions: makes global functions of literals for other
// compilers.
//
//===----------------------------------------------------------------------===//

#include "CompilerAnnotations.h"
#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Dialect/Relay/Utils/LiteralFunctions.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {
#define GEN_PASS_DEF_OUTLINECOMPILERFUNCTIONSPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// The literal that `value` is, maybe bound by let, or null.
static Operation *getLiteral(Value value) {
  while (auto let = value.getDefiningOp<LetOp>())
    value = let.getValue();
  Operation *op = value.getDefiningOp();
  return isa_and_nonnull<FnOp, FusedFnOp>(op) ? op : nullptr;
}

/// Erases the literal that `value` is, and its bindings, unless they are used.
static void eraseUnusedLiteral(Value value) {
  Operation *op = value.getDefiningOp();
  while (op && op->use_empty()) {
    auto let = dyn_cast<LetOp>(op);
    Operation *bound = let ? let.getValue().getDefiningOp() : nullptr;
    op->erase();
    op = bound;
  }
}

/// The name of the function that `literal` becomes. Adds the function to the
/// module of `symbols` if it is not there.
static FailureOr<StringRef> outline(Operation *literal, SymbolTable &symbols,
                                    unsigned &numOutlined) {
  auto name = literal->getAttrOfType<StringAttr>(fnattr::globalSymbol);
  if (!name)
    return literal->emitError("cannot outline a function literal for another "
                              "compiler: expected the attribute ")
           << fnattr::globalSymbol;
  auto fn = dyn_cast<FnOp>(literal);
  if ((fn && fn.getHasSelf()) || !getCaptured(literal).empty())
    return literal->emitError("cannot outline '")
           << name.getValue() << "': it uses values from outside";
  if (Operation *existing = symbols.lookup(name)) {
    auto function = dyn_cast<func::FuncOp>(existing);
    if (!function ||
        function.getFunctionType() != literal->getResult(0).getType())
      return literal->emitError("cannot outline '")
             << name.getValue()
             << "': the module has something else of this name";
    return name.getValue();
  }
  Operation *copy = literal->clone();
  OpBuilder(literal).insert(copy);
  moveConstantsIn(copy);
  symbols.insert(makeFunctionOfLiteral(copy, name));
  copy->erase();
  ++numOutlined;
  return name.getValue();
}

namespace {
struct OutlineCompilerFunctionsPass
    : public relay::impl::OutlineCompilerFunctionsPassBase<
          OutlineCompilerFunctionsPass> {
  using OutlineCompilerFunctionsPassBase::OutlineCompilerFunctionsPassBase;

  void runOnOperation() override {
    if (failed(run(getOperation())))
      signalPassFailure();
  }

  LogicalResult run(ModuleOp module) {
    if (failed(checkTypesKnown(module)))
      return failure();
    SymbolTable symbols(module);
    SmallVector<ApplyOp> calls;
    for (auto function : module.getOps<func::FuncOp>())
      if (!isSkippedByFunctionPasses(function) && hasRelayBody(function))
        function.walk([&](ApplyOp apply) {
          Operation *literal = getLiteral(apply.getCallee());
          if (literal && isForCompiler(literal, compilerFilter))
            calls.push_back(apply);
        });
    if (calls.empty()) {
      markAllAnalysesPreserved();
      return success();
    }
    unsigned count = 0;
    for (ApplyOp apply : calls) {
      Value callee = apply.getCallee();
      FailureOr<StringRef> name = outline(getLiteral(callee), symbols, count);
      if (failed(name))
        return failure();
      replaceByCall(apply, *name);
      eraseUnusedLiteral(callee);
    }
    numOutlined += count;
    markPureFunctions(module);
    return success();
  }
};
} // namespace
