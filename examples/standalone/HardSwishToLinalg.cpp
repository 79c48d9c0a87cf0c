//===----------------------------------------------------------------------===//
//
// Part of the RelayLite project, under the Apache License v2.0 with LLVM
// Exceptions. SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The lowering of the dialect's operator. With it, the operator is folded, run
// and compiled as those of Relay are.
//
//===----------------------------------------------------------------------===//

#include "ExtraDialect.h"
#include "RelayLite/Conversion/RelayToLinalg/RelayToLinalg.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

/// `x * clip(x + width / 2, 0, width) / width`, in f32 for narrow types.
static Value buildHardSwish(OpBuilder &b, Location loc, Value x, double width) {
  auto type = cast<FloatType>(x.getType());
  bool isNarrow = type.getWidth() < 32;
  FloatType computed = isNarrow ? b.getF32Type() : type;
  if (isNarrow)
    x = arith::ExtFOp::create(b, loc, computed, x);
  auto constant = [&](double value) -> Value {
    return arith::ConstantOp::create(b, loc, b.getFloatAttr(computed, value));
  };
  Value clipped = arith::AddFOp::create(b, loc, x, constant(width / 2));
  clipped = arith::MaximumFOp::create(b, loc, clipped, constant(0));
  clipped = arith::MinimumFOp::create(b, loc, clipped, constant(width));
  Value product = arith::MulFOp::create(b, loc, x, clipped);
  Value result = arith::DivFOp::create(b, loc, product, constant(width));
  return isNarrow ? arith::TruncFOp::create(b, loc, type, result) : result;
}

namespace {
// hard_swish(x) -> linalg.generic
struct HardSwishToLinalg : OpConversionPattern<extra::HardSwishOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(extra::HardSwishOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value data = adaptor.getData();
    auto type = dyn_cast<RankedTensorType>(data.getType());
    if (!type || type != op.getType())
      return rewriter.notifyMatchFailure(op, "a type is unknown");
    Location loc = op.getLoc();
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, tensor::getMixedSizes(rewriter, loc, data),
        type.getElementType());
    AffineMap map = rewriter.getMultiDimIdentityMap(type.getRank());
    SmallVector<utils::IteratorType> iterators(type.getRank(),
                                               utils::IteratorType::parallel);
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, TypeRange(type), data, empty, ArrayRef<AffineMap>{map, map},
        iterators, [&](OpBuilder &b, Location loc, ValueRange x) {
          Value result =
              buildHardSwish(b, loc, x[0], op.getWidth().convertToDouble());
          linalg::YieldOp::create(b, loc, result);
        });
    return success();
  }
};

struct ExtraToLinalgInterface : relay::RelayToLinalgDialectInterface {
  using RelayToLinalgDialectInterface::RelayToLinalgDialectInterface;

  void
  populateRelayToLinalgPatterns(const TypeConverter &converter,
                                RewritePatternSet &patterns) const override {
    patterns.add<HardSwishToLinalg>(converter, patterns.getContext());
  }
};
} // namespace

void extra::registerExtraDialect(DialectRegistry &registry) {
  registry.insert<ExtraDialect>();
  registry.addExtension(+[](MLIRContext *, ExtraDialect *dialect) {
    dialect->addInterfaces<ExtraToLinalgInterface>();
  });
}
