//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass relay-bfloat16-bits.
//
//===----------------------------------------------------------------------===//

#include "RelayLite/Codegen/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/AttrTypeSubElements.h"

namespace mlir::relay {
#define GEN_PASS_DEF_BFLOAT16BITSPASS
#include "RelayLite/Codegen/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;

/// Whether `op` means the same for elements of any type of 16 bits.
static bool movesBits(Operation *op) {
  return isa<LLVM::AllocaOp, LLVM::BitcastOp, LLVM::BrOp, LLVM::CondBrOp,
             LLVM::ConstantOp, LLVM::ExtractElementOp, LLVM::ExtractValueOp,
             LLVM::FreezeOp, LLVM::GEPOp, LLVM::InsertElementOp,
             LLVM::InsertValueOp, LLVM::LoadOp, LLVM::MaskedLoadOp,
             LLVM::MaskedStoreOp, LLVM::PoisonOp, LLVM::SelectOp,
             LLVM::ShuffleVectorOp, LLVM::StoreOp, LLVM::SwitchOp,
             LLVM::UndefOp, LLVM::ZeroOp, LLVM::masked_gather,
             LLVM::masked_scatter, LLVM::vector_extract, LLVM::vector_insert>(
      op);
}

static bool hasBFloat16(Type type) {
  return type.walk([](BFloat16Type) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

namespace {
struct BFloat16BitsPass : relay::impl::BFloat16BitsPassBase<BFloat16BitsPass> {
  LogicalResult initialize(MLIRContext *context) override {
    auto bits = IntegerType::get(context, 16);
    replacer = AttrTypeReplacer();
    replacer.addReplacement([=](BFloat16Type) -> Type { return bits; });
    replacer.addReplacement([=](FloatAttr attr) -> std::optional<Attribute> {
      if (!attr.getType().isBF16())
        return std::nullopt;
      return IntegerAttr::get(bits, attr.getValue().bitcastToAPInt());
    });
    replacer.addReplacement(
        [=](DenseElementsAttr attr) -> std::optional<Attribute> {
          if (!attr.getElementType().isBF16())
            return std::nullopt;
          return attr.bitcast(bits);
        });
    return success();
  }

  void runOnOperation() override {
    LLVM::LLVMFuncOp function = getOperation();
    if (function.isExternal() || hasBFloat16(function.getFunctionType()))
      return;
    bool isFound = false;
    WalkResult result = function.walk([&](Operation *op) {
      bool hasBits = llvm::any_of(op->getOperandTypes(), hasBFloat16) ||
                     llvm::any_of(op->getResultTypes(), hasBFloat16);
      isFound |= hasBits;
      return hasBits && !movesBits(op) ? WalkResult::interrupt()
                                       : WalkResult::advance();
    });
    if (isFound && !result.wasInterrupted())
      replacer.recursivelyReplaceElementsIn(function, /*replaceAttrs=*/true,
                                            /*replaceLocs=*/false,
                                            /*replaceTypes=*/true);
  }

  AttrTypeReplacer replacer;
};
} // namespace
