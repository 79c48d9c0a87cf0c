//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// EtaExpand: wraps global functions that are used as values in literals.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Dialect/Relay/IR/FunctionAttributes.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/InferType.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "RelayLite/Support/Stack.h"
#include "mlir/IR/SymbolTable.h"

namespace mlir::relay {
#define GEN_PASS_DEF_ETAEXPANDPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

// global @f -> fn (x, ...) { call @f(x, ...) }
static void expand(GlobalOp global, func::FuncOp function) {
  OpBuilder builder(global);
  Location loc = global.getLoc();
  auto type = cast<FunctionType>(global.getType());
  auto typeParams = function->getAttrOfType<ArrayAttr>(fnattr::typeParams);
  SmallVector<Attribute> names(
      type.getNumInputs(),
      builder.getDictionaryAttr(builder.getNamedAttr(
          fnattr::paramName, builder.getStringAttr("eta_expand_param"))));
  auto fn = FnOp::create(builder, loc, type, /*has_self=*/false, typeParams,
                         builder.getArrayAttr(names), /*res_attrs=*/nullptr);
  global.replaceAllUsesWith(fn.getResult());
  global.erase();
  Block &body = fn.getBody().emplaceBlock();
  for (Type input : type.getInputs())
    body.addArgument(input, loc);
  builder.setInsertionPointToEnd(&body);
  ArrayAttr typeArgs;
  if (typeParams)
    typeArgs = builder.getTypeArrayAttr(llvm::map_to_vector(
        typeParams.getAsRange<StringAttr>(), [](StringAttr name) -> Type {
          return TypeVarType::get(name.getContext(), name);
        }));
  Value result =
      CallOp::create(builder, loc, type.getResult(0), function.getSymName(),
                     body.getArguments(), typeArgs, nullptr, nullptr);
  YieldOp::create(builder, loc, result);
}

namespace {
struct EtaExpandPass : public relay::impl::EtaExpandPassBase<EtaExpandPass> {
  using EtaExpandPassBase::EtaExpandPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(checkTypesKnown(module)))
      return signalPassFailure();
    if (!expandConstructor && !expandGlobalVar) {
      module.emitError("expected expand-constructor or expand-global-var, but "
                       "got neither");
      return signalPassFailure();
    }
    SmallVector<GlobalOp> globals;
    if (expandGlobalVar)
      module.walk([&](GlobalOp global) { globals.push_back(global); });
    SymbolTable symbols(module);
    for (GlobalOp global : globals) {
      NestingLimit limit = getNestingLimit(kMaxRegionNesting);
      if (getRegionNesting(global) >= limit.depth) {
        global.emitError("a function literal for '@")
            << global.getCallee() << "' nests branches and functions more than "
            << limit.depth << " deep" << limit.reason;
        return signalPassFailure();
      }
      expand(global, symbols.lookup<func::FuncOp>(global.getCallee()));
    }
    numExpanded += globals.size();
    if (globals.empty())
      markAllAnalysesPreserved();
  }
};
} // namespace
