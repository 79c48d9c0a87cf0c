//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DivToMul: writes divisions by constants as multiplications.
//
//===----------------------------------------------------------------------===//

#include "../Utils/PatternPass.h"
#include "RelayLite/Dialect/Relay/IR/Constants.h"
#include "RelayLite/Dialect/Relay/IR/RelayOps.h"
#include "RelayLite/Dialect/Relay/Transforms/Passes.h"
#include "llvm/Support/Endian.h"

namespace mlir::relay {
#define GEN_PASS_DEF_DIVTOMULPASS
#include "RelayLite/Dialect/Relay/Transforms/Passes.h.inc"
} // namespace mlir::relay

using namespace mlir;
using namespace mlir::relay;

/// Replaces each element of `elements`, floats whose bits are the integers
/// `Bits`, by its reciprocal. Fails where one is not a normal number: the
/// product would then be another value, or a much less precise one.
template <typename Bits>
static LogicalResult invert(const llvm::fltSemantics &semantics,
                            MutableArrayRef<char> elements) {
  constexpr size_t size = sizeof(Bits);
  for (; !elements.empty(); elements = elements.drop_front(size)) {
    Bits bits = llvm::support::endian::read<Bits, llvm::endianness::little>(
        elements.data());
    APFloat reciprocal(semantics, 1);
    (void)reciprocal.divide(APFloat(semantics, APInt(size * 8, bits)),
                            APFloat::rmNearestTiesToEven);
    if (!reciprocal.isNormal())
      return failure();
    llvm::support::endian::write<Bits, llvm::endianness::little>(
        elements.data(), reciprocal.bitcastToAPInt().getZExtValue());
  }
  return success();
}

static LogicalResult invert(Type elementType, MutableArrayRef<char> elements) {
  if (elementType.isF16())
    return invert<uint16_t>(APFloat::IEEEhalf(), elements);
  if (elementType.isF32())
    return invert<uint32_t>(APFloat::IEEEsingle(), elements);
  if (elementType.isF64())
    return invert<uint64_t>(APFloat::IEEEdouble(), elements);
  return failure();
}

namespace {
// x / c -> x * (1 / c)
struct DivideByConstant : public OpRewritePattern<DivideOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DivideOp op,
                                PatternRewriter &rewriter) const override {
    auto divisor = op.getRhs().getDefiningOp<ConstantOp>();
    if (!divisor)
      return rewriter.notifyMatchFailure(op, "the divisor is no constant");
    if (containsUnknown(op.getType()))
      return rewriter.notifyMatchFailure(op, "the result type is unknown");
    auto type = cast<RankedTensorType>(divisor.getType());
    FailureOr<ConstantData> data =
        readConstant(divisor.getValue(), [&] { return divisor.emitError(); });
    if (failed(data))
      return rewriter.notifyMatchFailure(op, "the divisor has no elements");
    SmallVector<char> reciprocals(data->bytes);
    if (failed(invert(type.getElementType(), reciprocals)))
      return rewriter.notifyMatchFailure(
          op, "the reciprocals are not all normal numbers");
    Value factor =
        ConstantOp::create(rewriter, divisor.getLoc(),
                           makeConstant(type, reciprocals, data->isSplat));
    Value product =
        MultiplyOp::create(rewriter, op.getLoc(), op.getLhs(), factor);
    product.setType(op.getType());
    rewriter.replaceOp(op, product);
    if (divisor->use_empty())
      rewriter.eraseOp(divisor);
    return success();
  }
};

struct DivToMulPass
    : public PatternPass<relay::impl::DivToMulPassBase<DivToMulPass>,
                         relay::populateDivToMulPatterns, DivideOp> {
  using PatternPass::PatternPass;
};
} // namespace

void relay::populateDivToMulPatterns(RewritePatternSet &patterns) {
  patterns.add<DivideByConstant>(patterns.getContext());
}
