//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-externalize-weights.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::relay {
#define GEN_PASS_DEF_EXTERNALIZEWEIGHTSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Cache lines, as in workspaces.
static constexpr int64_t weightAlignment = 64;

/// The bytes of `global`, if it is a constant whose elements take memory.
static std::optional<int64_t> getWeightBytes(memref::GlobalOp global) {
  auto value = dyn_cast_if_present<ElementsAttr>(
      global.getInitialValue().value_or(Attribute()));
  MemRefType type = global.getType();
  if (!value || !global.getConstant() || value.isSplat() ||
      !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() % 8 != 0)
    return std::nullopt;
  return type.getNumElements() * (type.getElementTypeBitWidth() / 8);
}

namespace {
struct ExternalizeWeightsPass
    : relay::impl::ExternalizeWeightsPassBase<ExternalizeWeightsPass> {
  using Base::Base;

  void runOnOperation() override {
    // Only these have an argument for what the caller gives.
    SmallVector<func::FuncOp> functions;
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (function->hasAttr(relay::workspaceBytesAttrName))
        functions.push_back(function);
    if (functions.empty())
      return;
    SymbolTable table(getOperation());
    SymbolTableCollection tables;
    SymbolUserMap users(tables, getOperation());
    int64_t end = headerBytes;
    SmallVector<memref::GlobalOp> globals;
    for (auto global :
         llvm::to_vector(getOperation().getOps<memref::GlobalOp>())) {
      std::optional<int64_t> numBytes = getWeightBytes(global);
      bool isUsedElsewhere =
          llvm::any_of(users.getUsers(global), [](Operation *user) {
            auto function = user->getParentOfType<func::FuncOp>();
            return !isa<memref::GetGlobalOp>(user) || !function ||
                   !function->hasAttr(relay::workspaceBytesAttrName);
          });
      if (!numBytes || *numBytes < minBytes || isUsedElsewhere ||
          users.useEmpty(global))
        continue;
      globals.push_back(global);
      offsets[global.getSymNameAttr()] = end;
      end += llvm::alignTo(*numBytes, weightAlignment);
    }
    for (func::FuncOp function : functions)
      if (failed(addArgument(function, end)))
        return signalPassFailure();
    // Now that nothing refers to them any more.
    for (memref::GlobalOp global : globals)
      if (failed(rename(global, table)))
        return signalPassFailure();
  }

private:
  /// Name `global` after its offset.
  LogicalResult rename(memref::GlobalOp global, SymbolTable &table) {
    StringAttr oldName = global.getSymNameAttr();
    auto name = StringAttr::get(global.getContext(),
                                relay::weightsPrefix + Twine(offsets[oldName]));
    if (name == oldName)
      return success();
    if (table.lookup(name))
      return global.emitError("expected no other symbol ") << name;
    table.remove(global);
    global.setSymNameAttr(name);
    table.insert(global);
    return success();
  }

  LogicalResult addArgument(func::FuncOp function, int64_t numBytes) {
    OpBuilder b(function.getContext());
    auto type = MemRefType::get(numBytes, b.getI8Type());
    unsigned index = function.getNumArguments();
    if (failed(function.insertArgument(index, type, {}, function.getLoc())))
      return failure();
    Value weights = function.getArgument(index);
    // get_global(name) -> view(weights, offset of name)
    function.walk([&](memref::GetGlobalOp op) {
      auto it = offsets.find(op.getNameAttr().getAttr());
      if (it == offsets.end())
        return;
      b.setInsertionPoint(op);
      Value offset = arith::ConstantIndexOp::create(b, op.getLoc(), it->second);
      op.replaceAllUsesWith(memref::ViewOp::create(b, op.getLoc(), op.getType(),
                                                   weights, offset,
                                                   ValueRange())
                                .getResult());
      op.erase();
    });
    return success();
  }

  /// By the names of the constants.
  DenseMap<StringAttr, int64_t> offsets;
};
} // namespace
